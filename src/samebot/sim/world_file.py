# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""World files: a YAML text that says what a world is; a folder of them is built in.

```yaml
title: Two rooms
floor: {size: [2, 1], surface: {texture: wood}}
borders: [{size: [2, 1], height: 0.1}]                 # four walls around the centre
walls: [{height: 0.1, lines: [[0, -0.5, 0, 0.2]]}]     # x1 y1 x2 y2, m
things: [{kind: box, name: crate, size: [0.1, 0.1, 0.1], x: 0.5, y: 0.2, mass: 0.3}]
starts: [{x: -0.5, y: 0, yaw: 90 deg}]
```
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Final, Literal, TypeVar

from samebot.core.errors import ModelError, OptionError, UnknownName, Where
from samebot.core.pose import Pose, Pose2, Vector3
from samebot.model.plain import Plain, from_plain
from samebot.model.shapes import Box, Cylinder, Shape, Sphere
from samebot.model.yaml_text import YamlText, parse_yaml, read_yaml
from samebot.sim.world import Floor, Light, Overhead, Resident, Sound, Surface, Thing, World
from samebot.sim.world_check import check_world

__all__ = ["built_in_worlds", "load_world", "parse_world"]

_T = TypeVar("_T")
_WORLDS: Final = resources.files("samebot") / "worlds"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Walls:
    """Straight walls of one kind; each line is x1, y1, x2, y2 along a wall's middle."""

    lines: tuple[tuple[float, float, float, float], ...]
    height: float = 0.1
    thickness: float = 0.01
    surface: Surface = Surface()
    friction: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Border:
    """Four walls around a rectangle of `size` (inside) about `centre`."""

    size: tuple[float, float]
    centre: tuple[float, float] = (0.0, 0.0)
    height: float = 0.1
    thickness: float = 0.01
    surface: Surface = Surface()
    friction: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thing:
    """One solid; without `z` it stands on the floor."""

    kind: Literal["box", "cylinder", "sphere"]
    name: str
    size: Vector3 | None = None
    radius: float | None = None
    height: float | None = None
    x: float = 0.0
    y: float = 0.0
    z: float | None = None
    yaw: float = 0.0
    surface: Surface = Surface()
    mass: float | None = None
    friction: float = 0.3


def built_in_worlds() -> tuple[str, ...]:
    """Return the names of the worlds that samebot brings along."""
    return tuple(
        sorted(
            entry.name.removesuffix(".yaml")
            for entry in _WORLDS.iterdir()
            if entry.name.endswith(".yaml")
        )
    )


def load_world(world: str | Path) -> World:
    """Return a world by its built-in name or its file; raises UnknownName or ModelError."""
    if not isinstance(world, str | Path):
        raise OptionError(f"world is {world!r}; a name, the path of a file or a World does")
    path = Path(world)
    if isinstance(world, Path) or path.suffix in (".yaml", ".yml") or len(path.parts) > 1:
        return _world(read_yaml(path), path.stem)
    if world not in built_in_worlds():
        raise UnknownName("world", str(world), built_in_worlds())
    file = _WORLDS / f"{world}.yaml"
    return _world(parse_yaml(file.read_bytes(), file=f"{world}.yaml"), str(world))


def parse_world(text: str, *, name: str = "world", file: str = "<text>") -> World:
    """Return the world of a YAML text; raises ModelError naming file, line and element."""
    return _world(parse_yaml(text, file=file), name)


def _world(source: YamlText, name: str) -> World:
    data = source.data if source.data is not None else {}
    if not isinstance(data, Mapping):
        raise ModelError("is no world: names and values are expected", source.where())
    unknown = [key for key in data if key not in _SECTIONS]
    if unknown:
        known = ", ".join(_SECTIONS)
        raise ModelError(f"has no section {unknown[0]!r}; known: {known}", source.where(unknown[0]))
    world = World(
        name=name,
        title=_text(source, "title") or name,
        summary=_text(source, "summary"),
        things=tuple(_all_things(source)),
        sounds=tuple(_items(source, "sounds", Sound)),
        overheads=tuple(_items(source, "overheads", Overhead)),
        residents=tuple(_items(source, "residents", Resident)),
    )
    if "floor" in data:
        world = replace(world, floor=from_plain(Floor, data["floor"], source.where("floor")))
    if "lights" in data:
        world = replace(world, lights=tuple(_items(source, "lights", Light)))
    if "starts" in data:
        world = replace(world, starts=tuple(_items(source, "starts", Pose2)))
    if "spacing" in data:
        world = replace(world, spacing=_positive(data["spacing"], source.where("spacing")))
    world = _with_pictures(world, Path(source.file).parent)
    check_world(world, source)
    return world


def _with_pictures(world: World, folder: Path) -> World:
    """Return a world whose pictures are looked for beside its file."""

    def found(surface: Surface) -> Surface:
        if "." not in surface.texture:
            return surface
        return replace(surface, texture=str(folder / surface.texture))

    return replace(
        world,
        floor=replace(world.floor, surface=found(world.floor.surface)),
        things=tuple(replace(thing, surface=found(thing.surface)) for thing in world.things),
    )


_SECTIONS: Final = (
    "title",
    "summary",
    "floor",
    "borders",
    "walls",
    "things",
    "lights",
    "sounds",
    "overheads",
    "residents",
    "starts",
    "spacing",
    "shared",
)


def _text(source: YamlText, section: str) -> str:
    value = source.data.get(section, "") if source.data else ""
    if not isinstance(value, str):
        raise ModelError(
            f"expected a text, found {value!r}", source.where(section, element=section)
        )
    return value


def _positive(value: Plain, where: Where) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 < value < math.inf:
        raise ModelError(f"expected a positive number, found {value!r}", where)
    return float(value)


def _items(source: YamlText, section: str, cls: type[_T]) -> Iterator[_T]:
    items = (source.data or {}).get(section, [])
    if not isinstance(items, list):
        raise ModelError("expected a list", source.where(section, element=section))
    for number, item in enumerate(items):
        where = source.where(section, number, element=f"{section}[{number}]")
        yield from_plain(cls, item, where)


def _all_things(source: YamlText) -> Iterator[Thing]:
    for number, border in enumerate(_items(source, "borders", _Border)):
        for length in border.size:
            _positive(length, source.where("borders", number, element=f"borders[{number}].size"))
        for side, line in enumerate(_border_lines(border)):
            yield _wall(f"border {number} side {side}", line, border)
    for number, walls in enumerate(_items(source, "walls", _Walls)):
        for piece, line in enumerate(walls.lines):
            where = source.where("walls", number, "lines", piece, element=f"walls[{number}]")
            if line[:2] == line[2:]:
                raise ModelError(f"wall {piece} has no length: {line}", where)
            yield _wall(f"wall {number} {piece}", line, walls)
    for number, thing in enumerate(_items(source, "things", _Thing)):
        yield _thing(thing, source.where("things", number, element=f'thing "{thing.name}"'))


def _border_lines(border: _Border) -> Iterator[tuple[float, float, float, float]]:
    half_x = (border.size[0] + border.thickness) / 2
    half_y = (border.size[1] + border.thickness) / 2
    x, y = border.centre
    corners = [(x - half_x, y - half_y), (x + half_x, y - half_y)]
    corners += [(x + half_x, y + half_y), (x - half_x, y + half_y)]
    for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
        yield (*here, *there)


def _wall(name: str, line: tuple[float, float, float, float], of: _Walls | _Border) -> Thing:
    """Return a wall along a line; it is longer by its thickness, so that corners close."""
    x1, y1, x2, y2 = line
    length = math.hypot(x2 - x1, y2 - y1) + of.thickness
    return Thing(
        name=name,
        shape=Box((length, of.thickness, of.height)),
        pose=Pose(
            ((x1 + x2) / 2, (y1 + y2) / 2, of.height / 2),
            (0.0, 0.0, math.atan2(y2 - y1, x2 - x1)),
        ),
        surface=of.surface,
        friction=of.friction,
    )


def _thing(given: _Thing, where: Where) -> Thing:
    shape, half = _shape(given, where)
    z = half if given.z is None else given.z
    return Thing(
        name=given.name,
        shape=shape,
        pose=Pose((given.x, given.y, z), (0.0, 0.0, given.yaw)),
        surface=given.surface,
        mass=given.mass,
        friction=given.friction,
    )


def _shape(given: _Thing, where: Where) -> tuple[Shape, float]:
    """Return the shape, and how high its centre is when it stands on the floor."""
    if given.kind == "box":
        size = _needed(given.size, "size", given.kind, where)
        return Box(size), size[2] / 2
    radius = _needed(given.radius, "radius", given.kind, where)
    if given.kind == "sphere":
        return Sphere(radius), radius
    height = _needed(given.height, "height", given.kind, where)
    return Cylinder(radius, height), height / 2


def _needed(value: _T | None, name: str, kind: str, where: Where) -> _T:
    if value is None:
        raise ModelError(f"a {kind} needs its {name}", where)
    return value
