# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold of a world before anybody builds it: sizes, masses, colours, names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final

from samebot.core.errors import BadInput, ModelError, Where
from samebot.model.shapes import Box, Cylinder, Shape, Sphere
from samebot.model.yaml_text import YamlText
from samebot.sim.image_file import PATTERNS, image_of
from samebot.sim.world import Floor, Light, Overhead, Surface, Thing, World

__all__ = ["check_world"]

_LARGEST: Final = 1000.0
"""Longest side of a floor, m."""
_FARTHEST: Final = 1e6
"""No length, mass or strength in a world is larger (SI units)."""
_MOST_PIXELS: Final = 4096


def check_world(world: World, source: YamlText | None = None) -> None:
    """Raise ModelError for the first thing that cannot be, naming the part of the file."""
    for section, problem in _problems(world):
        where = Where(element=f"world {world.name}") if source is None else source.where(section)
        raise ModelError(problem, where)


def _problems(world: World) -> Iterator[tuple[str, str]]:
    """Say what is wrong, and in which section."""
    yield from (("floor", problem) for problem in _floor_problems(world.floor))
    names = Counter(thing.name for thing in world.things)
    for name, count in names.items():
        if count > 1:
            yield "things", f"{count} things are named {name!r}; names must be unique"
    for thing in world.things:
        yield from (("things", f'thing "{thing.name}" {p}') for p in _thing_problems(thing))
    for number, light in enumerate(world.lights):
        yield from (("lights", f"lights[{number}] {p}") for p in _light_problems(light))
    for overhead in world.overheads:
        problems = _overhead_problems(overhead)
        yield from (("overheads", f'camera "{overhead.name}" {p}') for p in problems)
    for part in fields(world):
        for name, wild in _wild(getattr(world, part.name), part.name):
            yield part.name, f"{name} is {wild}; numbers are finite and at most {_FARTHEST:.0e}"
    if not world.starts:
        yield "starts", "has no start; give at least one"


def _wild(value: object, name: str) -> Iterator[tuple[str, float]]:
    """Find numbers that are none, or larger than anything in a world, and their names."""
    if isinstance(value, float | int):
        if not abs(value) <= _FARTHEST:
            yield name, value
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from _wild(part, f"{name}[{place}]")
    elif is_dataclass(value):
        called = f'{name} "{value.name}"' if isinstance(value, Thing) else name
        for part in fields(value):
            yield from _wild(getattr(value, part.name), f"{called}.{part.name}")


def _floor_problems(floor: Floor) -> Iterator[str]:
    if not all(0.0 < side <= _LARGEST for side in floor.size):
        yield f"the floor measures {floor.size} m; its sides are more than 0 and at most {_LARGEST}"
    if floor.friction < 0.0:
        yield f"the floor's friction is {floor.friction}; it is at least 0"
    yield from (f"the floor's {problem}" for problem in _surface_problems(floor.surface))
    for number, stroke in enumerate(floor.strokes):
        if not stroke.width > 0.0:
            yield f"strokes[{number}] is {stroke.width} m wide; a width is positive"
        if not stroke.points:
            yield f"strokes[{number}] has no points; give one for a dot, two for a line"


def _thing_problems(thing: Thing) -> Iterator[str]:
    sizes = _sizes(thing.shape)
    if not all(0.0 < size < math.inf for size in sizes):
        yield f"measures {sizes} m; sizes must be positive"
    if thing.mass is not None and not 0.0 < thing.mass < math.inf:
        yield f"weighs {thing.mass} kg; a mass is positive"
    if thing.friction < 0.0:
        yield f"has a friction of {thing.friction}; it is at least 0"
    yield from (f"has a {problem}" for problem in _surface_problems(thing.surface))


def _surface_problems(surface: Surface) -> Iterator[str]:
    if not all(0.0 <= part <= 1.0 for part in surface.colour):
        yield f"colour of {surface.colour}; red, green and blue are each 0 to 1"
    if not 0.0 <= surface.roughness <= 1.0:
        yield f"roughness of {surface.roughness}; it is 0 to 1"
    if not surface.tile > 0.0:
        yield f"tile of {surface.tile} m; it is positive"
    if surface.texture and surface.texture not in PATTERNS and "." not in surface.texture:
        known = ", ".join(PATTERNS)
        yield f"texture {surface.texture!r}; known: {known}, or the name of a PNG file"
    else:
        yield from _image_problems(surface.texture)


def _image_problems(texture: str) -> Iterator[str]:
    try:
        image_of(texture)
    except BadInput as error:
        yield f"texture that cannot be shown: {error}"


def _light_problems(light: Light) -> Iterator[str]:
    if not all(0.0 <= part <= 1.0 for part in light.colour):
        yield f"has a colour of {light.colour}; red, green and blue are each 0 to 1"
    if light.intensity < 0.0:
        yield f"has an intensity of {light.intensity} W/m2; it is at least 0"
    if light.kind == "directional" and not any(light.direction):
        yield "shines in no direction; give one, such as [0, 0, -1]"
    if light.kind == "point" and not (min(light.attenuation) >= 0.0 < max(light.attenuation)):
        yield f"has an attenuation of {light.attenuation}; none is negative, and one is positive"


def _overhead_problems(overhead: Overhead) -> Iterator[str]:
    if not overhead.position[2] > 0.0:
        yield f"is at {overhead.position}; it must be above the floor"
    if not all(0 < side <= _MOST_PIXELS for side in overhead.size):
        yield f"has {overhead.size} pixels; each side has 1 to {_MOST_PIXELS}"
    if not 0.0 < overhead.field_of_view < math.pi:
        yield f"has a field of view of {overhead.field_of_view} rad; it is between 0 and pi"


def _sizes(shape: Shape) -> tuple[float, ...]:
    match shape:
        case Box(size):
            return size
        case Cylinder(radius, length):
            return (radius, length)
        case Sphere(radius):
            return (radius,)
        case _:
            return ()
