# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Triangles of simple shapes, with normals and texture coordinates in metres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from samebot.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from samebot.sim.solids import Floats, Whole

__all__ = ["Triangles", "dot", "joined", "moved", "refined", "triangles_of"]

_FEWEST_SIDES, _MOST_SIDES = 8, 36
_LARGEST: Final = 20_000
"""`refined` does not split surfaces into more triangles than this."""


class Triangles(NamedTuple):
    """Vertices (position, normal, texture place: eight numbers each) and corner indices.

    Corners are counter-clockwise as seen from outside.
    """

    vertices: Floats
    corners: Whole


def triangles_of(shape: Shape) -> Triangles | None:
    """Return a shape's surface; None for a mesh, whose file is not looked into here."""
    match shape:
        case Box():
            return _box(np.array(shape.size) / 2)
        case Cylinder():
            return _cylinder(shape.radius, shape.length / 2)
        case Sphere():
            return _round(shape.radius, 0.0, _sides(shape.radius))
        case Capsule():
            return _round(shape.radius, shape.length / 2, _sides(shape.radius))
        case Mesh():
            return None


def dot(radius: float) -> Triangles:
    """Return a coarse sphere, for things of a few pixels."""
    return _round(radius, 0.0, 8)


def moved(triangles: Triangles, matrix: Floats) -> Triangles:
    """Return the surface at a 4x4 rigid transform; texture places stay."""
    vertices = triangles.vertices.copy()
    vertices[:, :3] = vertices[:, :3] @ matrix[:3, :3].T + matrix[:3, 3]
    vertices[:, 3:6] = vertices[:, 3:6] @ matrix[:3, :3].T
    return Triangles(vertices, triangles.corners)


def joined(parts: Sequence[Triangles]) -> Triangles:
    """Return several surfaces as one."""
    if not parts:
        return Triangles(np.empty((0, 8)), np.empty((0, 3), np.int64))
    first = np.cumsum([0, *(len(part.vertices) for part in parts)])
    return Triangles(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.corners + start for part, start in zip(parts, first, strict=False)]),
    )


def refined(triangles: Triangles, longest: float) -> Triangles:
    """Return the surface in smaller triangles: no side above `longest` (m), if possible.

    Light that changes along a face is known at the corners only.
    """
    vertices, corners = triangles
    for _ in range(40):
        sides = vertices[np.roll(corners, -1, axis=1), :3] - vertices[corners, :3]
        lengths = np.linalg.norm(sides, axis=2)
        large = lengths.max(axis=1, initial=0.0) > longest
        if not large.any() or len(corners) + int(large.sum()) > _LARGEST:
            break
        split = _halved(vertices, corners[large], lengths[large].argmax(axis=1))
        vertices = split.vertices
        corners = np.concatenate([corners[~large], split.corners])
    return Triangles(vertices, corners)


def _halved(vertices: Floats, corners: Whole, side: Whole) -> Triangles:
    """Split each triangle in the middle of one of its sides."""
    row = np.arange(len(corners))
    a, b, c = (corners[row, (side + step) % 3] for step in range(3))
    middle = len(vertices) + row
    halves = [np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)]
    more = (vertices[a] + vertices[b]) / 2
    return Triangles(np.concatenate([vertices, more]), np.concatenate(halves))


def _sides(radius: float) -> int:
    """Return how many sides make a circle look round: the smaller, the fewer."""
    sides = 2 * round(3.0 + 60.0 * math.sqrt(radius))
    return min(max(sides, _FEWEST_SIDES), _MOST_SIDES)


def _box(half: Floats) -> Triangles:
    vertices: list[list[float]] = []
    corners: list[int] = []
    for axis in range(3):
        across, up = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1.0, 1.0):
            first = len(vertices)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                place, normal = np.zeros(3), np.zeros(3)
                place[[axis, across, up]] = sign, a, b
                normal[axis] = sign
                place *= half
                # Sides carry their texture upright and unmirrored, z being up.
                x, y, z = place
                texture = ((sign * y, z), (-sign * x, z), (x, sign * y))[axis]
                vertices.append([*place, *normal, *texture])
            order = (0, 1, 2, 0, 2, 3) if sign > 0 else (0, 2, 1, 0, 3, 2)
            corners += [first + index for index in order]
    return Triangles(np.array(vertices), np.array(corners).reshape(-1, 3))


def _cylinder(radius: float, half: float) -> Triangles:
    sides = _sides(radius)
    angle: Floats = np.linspace(0.0, math.tau, sides + 1)
    c, s, zero, one = np.cos(angle), np.sin(angle), np.zeros(sides + 1), np.ones(sides + 1)
    x, y = radius * c, radius * s
    step = np.arange(sides)
    parts = []
    low, high = (
        np.stack([x, y, z * one, c, s, zero, angle * radius, z * one], 1) for z in (-half, half)
    )
    above = step + sides + 1
    quads = [np.stack([step, step + 1, above + 1], 1), np.stack([step, above + 1, above], 1)]
    parts.append(Triangles(np.concatenate([low, high]), np.concatenate(quads)))
    for end in (-1.0, 1.0):
        rim = np.stack([x, y, end * half * one, zero, zero, end * one, x, end * y], 1)
        centre = np.array([[0.0, 0.0, end * half, 0.0, 0.0, end, 0.0, 0.0]])
        fan = np.stack([np.full(sides, sides + 1), step, step + 1], 1)
        parts.append(Triangles(np.concatenate([rim, centre]), fan if end > 0 else fan[:, ::-1]))
    return joined(parts)


def _round(radius: float, half: float, sides: int) -> Triangles:
    """Return a sphere, or a capsule: a sphere whose halves are `half` from the centre."""
    rings = sides // 4
    quarter: Floats = np.linspace(0.0, math.pi / 2, rings + 1)
    # A capsule has its equator twice, at either end of the straight part.
    up = np.concatenate([-quarter[::-1], quarter if half else quarter[1:]])
    lift = np.concatenate([np.full(rings + 1, -half), np.full(len(up) - rings - 1, half)])
    angle: Floats = np.linspace(0.0, math.tau, sides + 1)
    up_grid, angle_grid = np.meshgrid(up, angle, indexing="ij")
    x, y = np.cos(up_grid) * np.cos(angle_grid), np.cos(up_grid) * np.sin(angle_grid)
    z, raised = np.sin(up_grid), lift[:, None] + np.zeros_like(x)
    places = [radius * x, radius * y, radius * z + raised, x, y, z]
    textures = [radius * angle_grid, radius * up_grid + raised]
    vertices: Floats = np.stack([*places, *textures], axis=-1).reshape(-1, 8)
    ring, step = (grid.ravel() for grid in np.mgrid[0 : len(up) - 1, 0:sides])
    low = ring * (sides + 1) + step
    high = low + sides + 1
    # At the poles one of a quad's two triangles has no area.
    first = np.stack([low, low + 1, high + 1], axis=1)[ring > 0]
    second = np.stack([low, high + 1, high], axis=1)[ring < len(up) - 2]
    return Triangles(vertices, np.concatenate([first, second]))
