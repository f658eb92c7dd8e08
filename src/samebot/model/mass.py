# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Mass and inertia of solid shapes of one density, and of several parts together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from samebot.core.pose import Matrix, Pose, rpy_to_matrix
from samebot.model.shapes import Box, Capsule, Collision, Cylinder, Inertial, Mesh, Shape, Visual
from samebot.model.structure import Link

__all__ = [
    "DENSITY",
    "MESH_WIDTH",
    "SPECK",
    "body_inertial",
    "combined",
    "inertia_matrix",
    "inertial_of",
    "moments",
    "principal",
    "volume",
]

DENSITY: Final = 1000.0
"""Of what nobody has weighed, kg/m3: water, and about what small robots weigh."""
MESH_WIDTH: Final = 0.02
"""A mesh is not opened to weigh it: it counts as a cube this wide about its origin, m."""
SPECK: Final = Inertial(mass=1e-3, inertia=(1e-7, 0.0, 0.0, 1e-7, 0.0, 1e-7))
"""What a moving link without any shape weighs: 1 g, about 8 mm in size."""

Moments = tuple[float, float, float, float, float, float]


def volume(shape: Shape) -> float:
    """Return what a shape holds, m3; a mesh as a cube of MESH_WIDTH."""
    if isinstance(shape, Box):
        return math.prod(shape.size)
    if isinstance(shape, Cylinder):
        return math.pi * shape.radius**2 * shape.length
    if isinstance(shape, Capsule):
        return math.pi * shape.radius**2 * (shape.length + 4 / 3 * shape.radius)
    if isinstance(shape, Mesh):
        return MESH_WIDTH**3
    return 4 / 3 * math.pi * shape.radius**3


def moments(shape: Shape) -> tuple[float, float, float]:
    """Return the moments of inertia about x, y, z through the centre, per kg: m2."""
    if isinstance(shape, Mesh):
        return moments(Box((MESH_WIDTH,) * 3))
    if isinstance(shape, Box):
        x, y, z = (side**2 / 12 for side in shape.size)
        return (y + z, x + z, x + y)
    if isinstance(shape, Cylinder):
        return _round(shape.radius, shape.length)
    if isinstance(shape, Capsule):
        return _capsule(shape)
    ball = 0.4 * shape.radius**2
    return (ball, ball, ball)


def _round(radius: float, length: float) -> tuple[float, float, float]:
    across = radius**2 / 4 + length**2 / 12
    return (across, across, radius**2 / 2)


def _capsule(shape: Capsule) -> tuple[float, float, float]:
    r, length = shape.radius, shape.length
    rod = length / (length + 4 / 3 * r)
    balls = 1.0 - rod
    across, _, along = _round(r, length)
    # Half balls stand on the rod's ends; their own centre lies 3/8 r outside.
    outside = 0.4 * r**2 + length**2 / 4 + 3 / 8 * r * length
    side = rod * across + balls * outside
    return (side, side, rod * along + balls * 0.4 * r**2)


def inertial_of(shape: Shape, pose: Pose = Pose(), density: float = DENSITY) -> Inertial:
    """Return the inertial of a solid shape at `pose`."""
    mass = density * volume(shape)
    x, y, z = (mass * moment for moment in moments(shape))
    return Inertial(mass=mass, pose=pose, inertia=(x, 0.0, 0.0, y, 0.0, z))


def body_inertial(link: Link, density: float = DENSITY) -> Inertial | None:
    """Return a link's inertial as its collision, else its visual shapes tell; None without any.

    Shapes with sizes go before meshes, whose size is not known here.
    """
    bodies: Sequence[Sequence[Visual | Collision]] = (link.collisions, link.visuals)
    sized = [[body for body in group if not isinstance(body.shape, Mesh)] for group in bodies]
    for group in (*sized, *bodies):
        if group:
            return combined(inertial_of(body.shape, body.pose, density) for body in group)
    return None


def combined(parts: Iterable[Inertial]) -> Inertial:
    """Return the inertial of parts that are one rigid body (parallel axis theorem).

    Its axes are those of the frame in which the parts' poses are given.
    """
    known = [part for part in parts if part.mass > 0.0]
    mass = sum(part.mass for part in known)
    if mass == 0.0:
        return Inertial(mass=0.0)
    centres = [np.array(part.pose.xyz) for part in known]
    centre = sum((c * p.mass for c, p in zip(centres, known, strict=True)), np.zeros(3)) / mass
    total = np.zeros((3, 3))
    for part, where in zip(known, centres, strict=True):
        total += inertia_matrix(part) + part.mass * _parallel(where - centre)
    return Inertial(mass=mass, pose=Pose(_vector(centre)), inertia=_six(total))


def inertia_matrix(inertial: Inertial) -> Matrix:
    """Return the 3x3 inertia about the centre of mass, in the axes of the link."""
    ixx, ixy, ixz, iyy, iyz, izz = inertial.inertia
    rotation = rpy_to_matrix(inertial.pose.rpy)
    tensor = np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])
    turned: Matrix = rotation @ tensor @ rotation.T
    return turned


def principal(inertial: Inertial) -> tuple[Matrix, tuple[float, float, float]]:
    """Return axes (columns of a 3x3 rotation in the link) and moments about them.

    What no real body has (files often do) is mended: moments not positive become as small as
    a point's, and one larger than the other two together makes those larger.
    """
    moment, axes = np.linalg.eigh(inertia_matrix(inertial))
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] = -axes[:, 0]
    least = max(1e-8 * inertial.mass, float(moment[2]) * 1e-6, 1e-12)
    small, middle, large = (max(float(value), least) for value in moment)
    lacking = max(0.0, large - small - middle) / 2
    # A hair above equality, which rounding in a reader could turn into a refusal.
    lacking *= 1.0 + 1e-9
    return axes, (small + lacking, middle + lacking, large)


def _parallel(offset: Matrix) -> Matrix:
    shifted: Matrix = float(offset @ offset) * np.eye(3) - np.outer(offset, offset)
    return shifted


def _vector(values: Matrix) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def _six(m: Matrix) -> Moments:
    xx, xy, xz, yy, yz, zz = (
        float(m[i, j]) for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
    )
    return (xx, xy, xz, yy, yz, zz)
