# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where a node of a tree lies in its link, and what its scale makes of shapes and masses."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from samebot.core.errors import ModelError
from samebot.core.pose import Matrix, Pose, Vector3, axis_angle_matrix, matrix_to_rpy
from samebot.model.mass import combined, inertial_of
from samebot.model.shapes import Box, Capsule, Cylinder, Inertial, Mesh, Shape, Sphere
from samebot.model.tree_nodes import AxisAngle, Physics

__all__ = ["Place", "rigid", "solid_inertial"]

_SKEW: Final = 1e-9
"""What of a stretch may lie off the diagonal before it counts as skew."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A node's frame in its link: the full 4x4 transform, and its rotation without scales."""

    link: str
    matrix: Matrix
    rotation: Matrix

    @classmethod
    def of(cls, link: str) -> Place:
        """Return the frame of the link itself."""
        return cls(link, np.eye(4), np.eye(3))

    def below(
        self,
        translation: Vector3,
        rotation: AxisAngle = (0.0, 0.0, 1.0, 0.0),
        scale: Vector3 = (1.0, 1.0, 1.0),
    ) -> Place:
        """Return the frame of a node in this one."""
        turn = _turn(rotation)
        local = np.eye(4)
        local[:3, :3] = turn @ np.diag(scale)
        local[:3, 3] = translation
        return Place(self.link, self.matrix @ local, self.rotation @ turn)

    def point(self, point: Vector3) -> Matrix:
        """Return a point of this frame in the link."""
        found: Matrix = self.matrix[:3, :3] @ np.array(point) + self.matrix[:3, 3]
        return found

    def frame(self) -> Matrix:
        """Return the rigid 4x4 part: origin and rotation."""
        return rigid(self.rotation, self.matrix[:3, 3])

    def as_link(self, link: str) -> Place:
        """Return this frame in a link that lies in it: only scales are left."""
        return Place(link, np.linalg.inv(self.frame()) @ self.matrix, np.eye(3))

    def shape(self, shape: Shape) -> tuple[Shape, Pose]:
        """Return a shape of this frame as it is in the link.

        Scales along a shape's own axes are exact for boxes and meshes. A sphere scaled unevenly
        stays a sphere of the same volume, likewise the round sides of cylinders and capsules; a
        skewed shape is stretched along its own axes only.
        """
        x, y, z = (float(part) for part in self.matrix[:3, 3])
        return _stretched(shape, self._stretch()), Pose((x, y, z), matrix_to_rpy(self.rotation))

    def _stretch(self) -> Vector3:
        stretch = self.rotation.T @ self.matrix[:3, :3]
        diagonal = np.diag(stretch)
        size = float(np.abs(stretch).max())
        skewed = np.abs(stretch - np.diag(diagonal)).max() > _SKEW * size
        x, y, z = (
            float(part) for part in (np.linalg.norm(stretch, axis=0) if skewed else diagonal)
        )
        return (x, y, z)


def rigid(rotation: Matrix, origin: Matrix) -> Matrix:
    """Return the 4x4 transform of a rotation and an origin."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = origin
    return matrix


def solid_inertial(place: Place, physics: Physics, shapes: list[tuple[Shape, Pose]]) -> Inertial:
    """Return the inertial, in the link, of a solid with these bounding shapes (in the link).

    What is not given follows from the shapes; a mass without any is a ball of the density. The
    mass is 0 where nothing is known.
    """
    density = physics.density if physics.density > 0.0 else 1000.0
    whole = combined(inertial_of(shape, pose, density) for shape, pose in shapes)
    if physics.mass is not None and physics.mass > 0.0:
        if whole.mass == 0.0:
            radius = (0.75 * physics.mass / density / math.pi) ** (1 / 3)
            x, y, z = (float(part) for part in place.matrix[:3, 3])
            whole = inertial_of(Sphere(radius), Pose((x, y, z)), density)
        whole = _of_mass(whole, physics.mass)
    if physics.centre_of_mass is not None:
        x, y, z = (float(part) for part in place.point(physics.centre_of_mass))
        whole = replace(whole, pose=Pose((x, y, z), whole.pose.rpy))
    if physics.inertia is not None:
        xx, yy, zz, xy, xz, yz = physics.inertia
        pose = Pose(whole.pose.xyz, matrix_to_rpy(place.rotation))
        whole = replace(whole, pose=pose, inertia=(xx, xy, xz, yy, yz, zz))
    return whole


def _of_mass(inertial: Inertial, mass: float) -> Inertial:
    factor = mass / inertial.mass
    xx, xy, xz, yy, yz, zz = (factor * moment for moment in inertial.inertia)
    return Inertial(mass=mass, pose=inertial.pose, inertia=(xx, xy, xz, yy, yz, zz))


def _turn(rotation: AxisAngle) -> Matrix:
    x, y, z, angle = rotation
    if angle == 0.0:
        return np.eye(3)
    try:
        return axis_angle_matrix((x, y, z), angle)
    except ValueError as error:
        raise ModelError(f"rotation {x} {y} {z} {angle} is none: {error}") from error


def _stretched(shape: Shape, stretch: Vector3) -> Shape:
    x, y, z = map(abs, stretch)
    if isinstance(shape, Box):
        return Box((shape.size[0] * x, shape.size[1] * y, shape.size[2] * z))
    if isinstance(shape, Cylinder):
        return Cylinder(shape.radius * math.sqrt(x * y), shape.length * z)
    if isinstance(shape, Capsule):
        return Capsule(shape.radius * math.sqrt(x * y), shape.length * z)
    if isinstance(shape, Mesh):
        scale = (shape.scale[index] * stretch[index] for index in range(3))
        first, second, third = scale
        return Mesh(shape.uri, (first, second, third))
    return Sphere(shape.radius * math.cbrt(x * y * z))
