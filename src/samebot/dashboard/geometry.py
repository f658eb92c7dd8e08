# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How large things are and what they are made of: bounds of shapes, capsules, grid cells. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.core.pose import Matrix
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere

__all__ = ["Bounds", "Extent", "Triangles", "capsule", "extent", "half_size", "round_length"]

Bounds = NDArray[np.float64]
"""2x3: the smallest and the largest corner of an axis-aligned box, m."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """The box around a robot whose joints stand at 0, in its root link: m."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]

    @property
    def centre(self) -> tuple[float, float, float]:
        """The middle of the box."""
        x, y, z = ((a + b) / 2 for a, b in zip(self.low, self.high, strict=True))
        return (x, y, z)

    @property
    def radius(self) -> float:
        """Half the diagonal of the box."""
        return math.dist(self.low, self.high) / 2


class Triangles(NamedTuple):
    """A surface: vertices (n x 3, m) and faces (m x 3, indices)."""

    vertices: NDArray[np.float32]
    faces: NDArray[np.uint32]


def extent(model: RobotModel, mesh_bounds: Callable[[Mesh], Bounds | None]) -> Extent:
    """Return the box around all that is seen; a robot without visuals is taken as 0.2 m."""
    links = forward(model, {})
    corners = [
        _corners(bounds) @ placed[:3, :3].T + placed[:3, 3]
        for link in model.links
        for visual in link.visuals
        if (bounds := _bounds(visual.shape, mesh_bounds)) is not None
        for placed in (links[link.name] @ visual.pose.matrix(),)
    ]
    if not corners:
        return Extent(low=(-0.1, -0.1, 0.0), high=(0.1, 0.1, 0.2))
    every = np.concatenate(corners)
    low, high = every.min(axis=0), every.max(axis=0)
    return Extent(
        low=(float(low[0]), float(low[1]), float(low[2])),
        high=(float(high[0]), float(high[1]), float(high[2])),
    )


def half_size(shape: Box | Cylinder | Sphere | Capsule) -> tuple[float, float, float]:
    """Return half the edges of the box around a shape about its centre, m."""
    match shape:
        case Box(size=(x, y, z)):
            return (x / 2, y / 2, z / 2)
        case Cylinder(radius=r, length=length):
            return (r, r, length / 2)
        case Sphere(radius=r):
            return (r, r, r)
        case Capsule(radius=r, length=length):
            return (r, r, length / 2 + r)


def capsule(shape: Capsule, segments: int = 32) -> Triangles:
    """Return the surface of a capsule, its axis along z."""
    bow = np.linspace(0.0, math.pi / 2, segments // 4 + 1)
    rho = shape.radius * np.concatenate((np.sin(bow), np.sin(bow[::-1])))
    z = shape.radius * np.concatenate((np.cos(bow), -np.cos(bow[::-1])))
    z += np.repeat((shape.length / 2, -shape.length / 2), len(bow))
    around = np.linspace(0.0, math.tau, segments, endpoint=False)
    rings = np.stack(
        (
            np.outer(rho, np.cos(around)),
            np.outer(rho, np.sin(around)),
            np.outer(z, np.ones(segments)),
        ),
        axis=-1,
    )
    ring, step = np.meshgrid(np.arange(len(rho) - 1), np.arange(segments), indexing="ij")
    a, b = ring * segments + step, ring * segments + (step + 1) % segments
    quads = np.stack((a, a + segments, b, b, a + segments, b + segments), axis=-1)
    return Triangles(
        rings.reshape(-1, 3).astype(np.float32), quads.reshape(-1, 3).astype(np.uint32)
    )


def round_length(length: float) -> float:
    """Return the largest of 1, 2, 5 x 10^n that is not above `length`."""
    power = 10.0 ** math.floor(math.log10(length))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= length * (1 + 1e-9))


def _bounds(shape: Shape, mesh_bounds: Callable[[Mesh], Bounds | None]) -> Bounds | None:
    if isinstance(shape, Mesh):
        bounds = mesh_bounds(shape)
        return None if bounds is None else bounds * np.array(shape.scale)
    half = np.array(half_size(shape))
    return np.stack((-half, half))


def _corners(bounds: Bounds) -> Matrix:
    return np.array([[bounds[i, 0], bounds[j, 1], bounds[k, 2]] for i, j, k in np.ndindex(2, 2, 2)])
