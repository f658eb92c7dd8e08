# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a link looks like and what it bumps with: shapes, materials, inertia. SI units."""

from __future__ import annotations

from dataclasses import dataclass

from samebot.core.pose import Pose, Vector3

__all__ = [
    "Box",
    "Capsule",
    "Collision",
    "Colour",
    "Cylinder",
    "Inertial",
    "Material",
    "Mesh",
    "Shape",
    "Sphere",
    "Visual",
]

Colour = tuple[float, float, float, float]
"""Red, green, blue, opacity, each 0 to 1."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box about its centre; `size` along x, y, z."""

    size: Vector3


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder about its centre, its axis along z."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere about its centre."""

    radius: float


@dataclass(frozen=True, slots=True)
class Capsule:
    """A cylinder of `length` along z with a half sphere on either end (not counted in length)."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh file by reference: a path, `file://` or `package://` address, kept as written."""

    uri: str
    scale: Vector3 = (1.0, 1.0, 1.0)


Shape = Box | Cylinder | Sphere | Capsule | Mesh


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """How a surface looks; within one model a name has one meaning.

    `roughness` and `metalness` are 0 to 1; infra-red sensors see roughness and colour.
    """

    name: str
    colour: Colour | None = None
    texture: str | None = None
    roughness: float = 1.0
    metalness: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Visual:
    """A shape that is seen."""

    shape: Shape
    pose: Pose = Pose()
    name: str | None = None
    material: Material | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Collision:
    """A shape that bumps."""

    shape: Shape
    pose: Pose = Pose()
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inertial:
    """Mass (kg), centre of mass with the axes of inertia, and inertia about it (kg m2)."""

    mass: float
    pose: Pose = Pose()
    inertia: tuple[float, float, float, float, float, float] = (0.0,) * 6
    """ixx, ixy, ixz, iyy, iyz, izz, as in URDF."""
