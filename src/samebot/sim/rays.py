# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Rays against simple solids, compiled. The only place that knows their geometry.

A solid is a kind (MuJoCo's numbers, so that its arrays can be used as they are), three sizes,
a position and a 3x3 rotation (row-major, nine numbers). Directions are unit vectors. A ray that
starts inside a solid does not see that solid.
"""

from __future__ import annotations

import math
from typing import Final

from samebot.sim.compiled import compiled_part
from samebot.sim.solids import Floats, Solids

__all__ = [
    "BOX",
    "CAPSULE",
    "CYLINDER",
    "MESH",
    "PLANE",
    "SPHERE",
    "Point",
    "along",
    "FOUND_WIDTH",
    "cast",
    "incidence",
    "keep",
    "local_hit",
    "near",
    "to_world",
]

Point = tuple[float, float, float]

PLANE: Final = 0
SPHERE: Final = 2
CAPSULE: Final = 3
CYLINDER: Final = 5
BOX: Final = 6
MESH: Final = 7
"""Seen as its bounding box."""

FOUND_WIDTH: Final = 18
"""Numbers that `near` writes for each solid."""

_MISSED: Final = math.inf
_PARALLEL: Final = 1e-12


@compiled_part
def _sphere(origin: Point, direction: Point, radius: float) -> float:
    b = origin[0] * direction[0] + origin[1] * direction[1] + origin[2] * direction[2]
    c = origin[0] ** 2 + origin[1] ** 2 + origin[2] ** 2 - radius * radius
    if c < 0.0 or b >= 0.0:
        return _MISSED
    root = b * b - c
    return -b - math.sqrt(root) if root >= 0.0 else _MISSED


@compiled_part
def _box(origin: Point, direction: Point, x: float, y: float, z: float) -> float:
    enter = -_MISSED
    leave = _MISSED
    for axis, half in enumerate((x, y, z)):
        o = origin[axis]
        d = direction[axis]
        if abs(d) < _PARALLEL:
            if abs(o) > half:
                return _MISSED
        else:
            first = (-half - o) / d
            last = (half - o) / d
            enter = max(enter, min(first, last))
            leave = min(leave, max(first, last))
    return enter if 0.0 <= enter <= leave else _MISSED


@compiled_part
def _side(origin: Point, direction: Point, radius: float, half: float) -> float:
    """Return the distance to the side of a cylinder along z, without its ends."""
    a = direction[0] ** 2 + direction[1] ** 2
    b = origin[0] * direction[0] + origin[1] * direction[1]
    c = origin[0] ** 2 + origin[1] ** 2 - radius * radius
    if c < 0.0 or b >= 0.0 or a < _PARALLEL:
        return _MISSED
    root = b * b - a * c
    if root < 0.0:
        return _MISSED
    distance = (-b - math.sqrt(root)) / a
    return distance if abs(origin[2] + distance * direction[2]) <= half else _MISSED


@compiled_part
def _cylinder(origin: Point, direction: Point, radius: float, half: float) -> float:
    distance = _side(origin, direction, radius, half)
    if abs(direction[2]) > _PARALLEL and abs(origin[2]) >= half and origin[2] * direction[2] < 0.0:
        end = (math.copysign(half, origin[2]) - origin[2]) / direction[2]
        x = origin[0] + end * direction[0]
        y = origin[1] + end * direction[1]
        if x * x + y * y <= radius * radius:
            distance = min(distance, end)
    return distance


@compiled_part
def _capsule(origin: Point, direction: Point, radius: float, half: float) -> float:
    # From between the half spheres, inside, they must not be seen.
    if origin[0] ** 2 + origin[1] ** 2 < radius * radius and abs(origin[2]) < half:
        return _MISSED
    top = (origin[0], origin[1], origin[2] - half)
    bottom = (origin[0], origin[1], origin[2] + half)
    for end in (top, bottom):
        if end[0] ** 2 + end[1] ** 2 + end[2] ** 2 < radius * radius:
            return _MISSED
    return min(
        _side(origin, direction, radius, half),
        _sphere(top, direction, radius),
        _sphere(bottom, direction, radius),
    )


@compiled_part
def local_hit(kind: int, size: Point, origin: Point, direction: Point) -> float:
    """Return the distance to a solid at the origin of the ray's coordinates; inf for a miss."""
    if kind in (BOX, MESH):
        return _box(origin, direction, size[0], size[1], size[2])
    if kind == CYLINDER:
        return _cylinder(origin, direction, size[0], size[1])
    if kind == SPHERE:
        return _sphere(origin, direction, size[0])
    if kind == CAPSULE:
        return _capsule(origin, direction, size[0], size[1])
    # A plane, seen from above.
    if direction[2] < -_PARALLEL and origin[2] >= 0.0:
        return -origin[2] / direction[2]
    return _MISSED


@compiled_part
def to_world(rotations: Floats, row: int, vector: Point) -> Point:
    """Return a vector, given in the frame of one row of `rotations`, in the world's directions."""
    x, y, z = vector
    return (
        rotations[row, 0] * x + rotations[row, 1] * y + rotations[row, 2] * z,
        rotations[row, 3] * x + rotations[row, 4] * y + rotations[row, 5] * z,
        rotations[row, 6] * x + rotations[row, 7] * y + rotations[row, 8] * z,
    )


@compiled_part
def _to_local(found: Floats, row: int, vector: Point) -> Point:
    """Return a vector in the directions of the solid that `near` put into a row."""
    x, y, z = vector
    return (
        found[row, 8] * x + found[row, 11] * y + found[row, 14] * z,
        found[row, 9] * x + found[row, 12] * y + found[row, 15] * z,
        found[row, 10] * x + found[row, 13] * y + found[row, 16] * z,
    )


@compiled_part
def keep(solids: Solids, solid: int, found: Floats, count: int) -> None:
    """Write a row of `found`: all that a ray needs of a solid, in one place."""
    found[count, 0] = solids.kinds[solid]
    found[count, 1] = solids.radii[solid]
    for index in range(3):
        found[count, 2 + index] = solids.sizes[solid, index]
        found[count, 5 + index] = solids.positions[solid, index]
    for index in range(9):
        found[count, 8 + index] = solids.rotations[solid, index]
    found[count, 17] = solid


@compiled_part
def near(origin: Point, reach: float, solids: Solids, own: int, found: Floats) -> int:
    """Put into `found` what is seen within `reach` of a point and not robot `own`'s; count it.

    A row of `found` is kind, bounding radius, three sizes, position, rotation (nine numbers) and
    the solid's number: all that a ray needs, in one place.
    """
    count = 0
    for solid in solids.seen:
        if solids.owners[solid] == own:
            continue
        radius = solids.radii[solid]
        if radius >= 0.0:
            x = solids.positions[solid, 0] - origin[0]
            y = solids.positions[solid, 1] - origin[1]
            z = solids.positions[solid, 2] - origin[2]
            bound = reach + radius
            if x * x + y * y + z * z > bound * bound:
                continue
        keep(solids, solid, found, count)
        count += 1
    return count


@compiled_part
def _passes(offset: Point, direction: Point, radius: float) -> bool:
    """Tell whether a ray passes a bounding sphere about the origin; cheap, for most do."""
    b = offset[0] * direction[0] + offset[1] * direction[1] + offset[2] * direction[2]
    away = offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2 - radius * radius
    return away > 0.0 and (b >= 0.0 or b * b < away)


@compiled_part
def cast(
    origin: Point, direction: Point, reach: float, found: Floats, count: int
) -> tuple[float, int]:
    """Return distance and row of the nearest hit among the first `count` found, or (inf, -1)."""
    nearest = _MISSED
    hit = -1
    for row in range(count):
        offset = (
            origin[0] - found[row, 5],
            origin[1] - found[row, 6],
            origin[2] - found[row, 7],
        )
        radius = found[row, 1]
        if radius >= 0.0 and _passes(offset, direction, radius):
            continue
        distance = local_hit(
            int(found[row, 0]),
            (found[row, 2], found[row, 3], found[row, 4]),
            _to_local(found, row, offset),
            _to_local(found, row, direction),
        )
        if distance < nearest and distance <= reach:
            nearest = distance
            hit = row
    return nearest, hit


@compiled_part
def along(origin: Point, direction: Point, distance: float) -> Point:
    """Return the point at a distance along a ray."""
    return (
        origin[0] + distance * direction[0],
        origin[1] + distance * direction[1],
        origin[2] + distance * direction[2],
    )


@compiled_part
def incidence(point: Point, direction: Point, found: Floats, row: int) -> float:
    """Return the cosine of the angle between a ray and the normal where it hits a solid."""
    kind = int(found[row, 0])
    size = (found[row, 2], found[row, 3], found[row, 4])
    offset = (point[0] - found[row, 5], point[1] - found[row, 6], point[2] - found[row, 7])
    towards = _to_local(found, row, direction)
    x, y, z = _to_local(found, row, offset)
    if kind in (BOX, MESH):
        # The face that the point is on is the one it is relatively farthest out at.
        out = (abs(x) / size[0], abs(y) / size[1], abs(z) / size[2])
        face = 0
        for axis in range(1, 3):
            if out[axis] > out[face]:
                face = axis
        return abs(towards[face])
    if kind == PLANE or (kind == CYLINDER and abs(z) >= size[1] * (1.0 - 1e-9)):
        return abs(towards[2])
    if kind == CYLINDER:
        z = 0.0
    elif kind == CAPSULE:
        z -= min(max(z, -size[1]), size[1])
    length = math.sqrt(x * x + y * y + z * z)
    return abs(x * towards[0] + y * towards[1] + z * towards[2]) / length if length else 1.0
