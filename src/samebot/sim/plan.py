# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A world drawn from above, to scale: floor, things, lights, starts with headings, a scale bar.

x goes right, y goes up. Things that can be pushed are hatched; a start is a blue ring with an
arrow, a resident robot a red one, a lamp yellow, a source of sound violet, and what a camera of
the world sees is framed in green.
"""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.core.pose import Pose2
from samebot.model.shapes import Box, Capsule, Cylinder, Sphere
from samebot.sim.drawing import floor_picture
from samebot.sim.sheet import Sheet
from samebot.sim.world import Colour, Light, Overhead, Sound, Thing, World

__all__ = ["draw_plan", "extent"]

Bounds = tuple[float, float, float, float]
Points = list[tuple[float, float]]

_PAPER: Final = (0.93, 0.93, 0.93)
_INK: Final = (0.15, 0.15, 0.2)
_START: Final = (0.1, 0.4, 0.9)
_RESIDENT: Final = (0.85, 0.2, 0.1)
_LAMP: Final = (0.95, 0.7, 0.0)
_SOUND: Final = (0.6, 0.2, 0.7)
_VIEW: Final = (0.1, 0.6, 0.5)
_ROBOT: Final = 0.035
"""Radius of the ring of a start, m: an e-puck2's."""
_STRIP: Final = 0.06
"""Paper below the world for the scale bar, as a share of its longer side."""
_MARGIN: Final = 0.03
_FINER: Final = 2
"""So many pixels are drawn along each side of one that is shown: edges look smooth."""


def draw_plan(world: World, size: int = 800) -> NDArray[np.uint8]:
    """Return a world from above, red-green-blue; its longer side is about `size` pixels."""
    x0, x1, y0, y1 = extent(world)
    longer = max(x1 - x0, y1 - y0)
    edge, strip = _MARGIN * longer, _STRIP * longer
    sheet = Sheet(
        (x0 - edge, x1 + edge, y0 - edge - strip, y1 + edge), longer / (size * _FINER), _PAPER
    )
    _draw_floor(sheet, world)
    for thing in sorted(world.things, key=_top):
        _draw_thing(sheet, thing)
    for overhead in world.overheads:
        _draw_view(sheet, overhead)
    for spot, colour in [*map(_lamp, world.lights), *map(_sounding, world.sounds)]:
        if spot is not None:
            sheet.disc(spot, 0.012 * longer, colour)
            sheet.ring(spot, 0.012 * longer, sheet.pixel, _INK)
    for pose in world.starts:
        _draw_robot(sheet, pose, _START, 0.008 * longer)
    for resident in world.residents:
        _draw_robot(sheet, resident.pose, _RESIDENT, 0.008 * longer)
    _draw_scale(sheet, (x0, y0 - edge - 0.4 * strip), longer)
    return sheet.picture(_FINER)


def extent(world: World) -> Bounds:
    """Return the smallest and largest x, then y (m), of the floor, the things and the starts."""
    (width, depth), (x, y) = world.floor.size, world.floor.centre
    corners = [(x - width / 2, y - depth / 2), (x + width / 2, y + depth / 2)]
    for thing in world.things:
        corners += _outline(thing)
    corners += [(pose.x, pose.y) for pose in world.starts]
    corners += [(resident.pose.x, resident.pose.y) for resident in world.residents]
    xs, ys = zip(*corners, strict=True)
    return (min(xs), max(xs), min(ys), max(ys))


def _draw_floor(sheet: Sheet, world: World) -> None:
    floor = floor_picture(world.floor)
    (width, depth), (x, y) = world.floor.size, world.floor.centre
    sheet.paste(
        np.asarray(floor.pixels, np.float32),
        (x - width / 2, x + width / 2, y - depth / 2, y + depth / 2),
    )


def _draw_thing(sheet: Sheet, thing: Thing) -> None:
    outline = _outline(thing)
    sheet.polygon(outline, thing.surface.colour)
    if thing.mass is not None:
        sheet.hatch(outline, _INK)
    sheet.path(outline, 1.5 * sheet.pixel, _INK, closed=True)


def _draw_view(sheet: Sheet, overhead: Overhead) -> None:
    """Frame the part of the floor that a camera sees; its field of view is across."""
    x, y, z = overhead.position
    half = z * math.tan(overhead.field_of_view / 2)
    other = half * overhead.size[1] / overhead.size[0]
    frame = [(x - half, y - other), (x + half, y - other), (x + half, y + other)]
    sheet.path([*frame, (x - half, y + other)], 3 * sheet.pixel, _VIEW, closed=True)


def _draw_robot(sheet: Sheet, pose: Pose2, colour: Colour, least: float) -> None:
    """Draw where a robot stands and where it looks; in a large world larger than it is."""
    radius = max(_ROBOT, least)
    width = max(radius / 6, 3 * sheet.pixel)
    sheet.ring((pose.x, pose.y), radius, width, colour)
    tip = _ahead(pose, 1.9 * radius, 0.0)
    sheet.path([(pose.x, pose.y), _ahead(pose, 1.3 * radius, 0.0)], width, colour)
    barbs = [_ahead(pose, 1.3 * radius, side * radius / 3) for side in (1, -1)]
    sheet.polygon([tip, *barbs], colour)


def _draw_scale(sheet: Sheet, left: tuple[float, float], longer: float) -> None:
    """Draw a bar that is 1, 2 or 5 of a power of ten long, near a quarter of the picture."""
    length = _round_length(longer / 4)
    right = (left[0] + length, left[1])
    tick = 0.008 * longer
    sheet.path([left, right], 3 * sheet.pixel, _INK)
    for x, y in (left, right):
        sheet.path([(x, y - tick), (x, y + tick)], 3 * sheet.pixel, _INK)
    sheet.write(_length_text(length), (right[0] + 2 * tick, left[1]), 0.02 * longer, _INK)


def _round_length(length: float) -> float:
    ten = 10.0 ** math.floor(math.log10(length))
    return max(step * ten for step in (1, 2, 5) if step * ten <= length * (1 + 1e-9))


def _length_text(length: float) -> str:
    if length >= 1.0:
        return f"{length:g} m"
    return f"{length * 100:g} cm" if length >= 0.01 else f"{length * 1000:g} mm"


def _outline(thing: Thing) -> Points:
    """Return the corners of what a thing covers of the floor."""
    return _hull([(float(x), float(y)) for x, y in _corners(thing)])


def _corners(thing: Thing) -> NDArray[np.float64]:
    pose = thing.pose.matrix()
    match thing.shape:
        case Box(size):
            ends = [[-side / 2, side / 2] for side in size]
            points = np.array(list(itertools.product(*ends)))
        case Sphere(radius):
            flat = np.array([[math.cos(a), math.sin(a)] for a in _round()])
            flat_points: NDArray[np.float64] = pose[:2, 3] + radius * flat
            return flat_points
        case Cylinder(radius, length) | Capsule(radius, length):
            z = length / 2 + (radius if isinstance(thing.shape, Capsule) else 0.0)
            points = np.array(
                [[radius * math.cos(a), radius * math.sin(a), h] for a in _round() for h in (-z, z)]
            )
        case _:
            points = np.zeros((1, 3))
    placed: NDArray[np.float64] = (points @ pose[:3, :3].T + pose[:3, 3])[:, :2]
    return placed


def _round(count: int = 48) -> list[float]:
    return [math.tau * number / count for number in range(count)]


def _hull(points: Points) -> Points:
    """Return the convex hull, counter-clockwise (Andrew's monotone chain)."""
    unique = sorted(set(points))
    if len(unique) < 3:
        return unique
    return _half_hull(unique) + _half_hull(unique[::-1])


def _half_hull(points: Points) -> Points:
    chain: Points = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0.0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _ahead(pose: Pose2, forward: float, left: float) -> tuple[float, float]:
    cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
    return (pose.x + cos * forward - sin * left, pose.y + sin * forward + cos * left)


def _top(thing: Thing) -> float:
    size = thing.shape.size[2] / 2 if isinstance(thing.shape, Box) else 0.0
    return thing.pose.xyz[2] + size


def _lamp(light: Light) -> tuple[tuple[float, float] | None, Colour]:
    return (light.position[:2] if light.kind == "point" else None, _LAMP)


def _sounding(sound: Sound) -> tuple[tuple[float, float] | None, Colour]:
    return (sound.position[:2], _SOUND)
