# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the wheels of a robot whose file does not say what drives it.

A wheel turns without end about the robot's y axis, is round about it, and does not hang on
another moving part: so casters, steered wheels and the joints of arms are none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from samebot.core.pose import Matrix, unit
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.model.shapes import Capsule, Collision, Cylinder, Shape, Sphere, Visual
from samebot.model.structure import Joint, JointKind

__all__ = ["Pair", "Wheel", "is_steered", "turns_endlessly", "wheel_pairs", "wheels_of"]

_ALONG: Final = 0.99
"""Cosine of an angle below which two directions are the same."""
_SAME: Final = 0.05
"""Sizes that differ by less, as a fraction, are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A wheel: its centre in the root link and its radius, m; `way` is -1 if its axis is -y."""

    joint: str
    x: float
    y: float
    z: float
    radius: float
    way: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two equal wheels on one axle."""

    left: Wheel
    right: Wheel

    @property
    def separation(self) -> float:
        """How far the wheels are from each other, m."""
        return self.left.y - self.right.y

    def is_like(self, other: Pair) -> bool:
        """Tell whether the wheels of both are of one size, and equally far apart."""
        return _same(self.left.radius, other.left.radius) and _same(
            self.separation, other.separation
        )


def wheels_of(model: RobotModel) -> tuple[Wheel, ...]:
    """Return the robot's wheels, in model order."""
    placed = forward(model)
    found = (
        _wheel(model, joint, placed[joint.child])
        for joint in model.joints
        if turns_endlessly(joint) and _is_held(model, joint)
    )
    return tuple(wheel for wheel in found if wheel is not None)


def wheel_pairs(wheels: tuple[Wheel, ...]) -> tuple[Pair, ...]:
    """Return the wheels that share an axle, the pair that is farthest in front first."""
    pairs = [
        Pair(left=left, right=right)
        for left in wheels
        for right in wheels
        if left.y > 0.0 > right.y and _share_an_axle(left, right)
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.left.x))


def is_steered(model: RobotModel) -> bool:
    """Tell whether a wheel hangs on a joint that turns it, within limits, like a car's."""
    placed = forward(model)
    for joint in filter(turns_endlessly, model.joints):
        above = model.parent_joint(joint.parent)
        while above is not None and above.kind is JointKind.FIXED:
            above = model.parent_joint(above.parent)
        if above is None or above.kind is not JointKind.REVOLUTE:
            continue
        upright = abs((placed[above.child][:3, :3] @ np.array(unit(above.axis)))[2]) > _ALONG
        if upright and _round_shape(model, joint) is not None:
            return True
    return False


def turns_endlessly(joint: Joint) -> bool:
    """Tell whether a joint turns without end, by itself."""
    return joint.kind is JointKind.CONTINUOUS and joint.mimic is None


def _is_held(model: RobotModel, joint: Joint) -> bool:
    above = model.parent_joint(joint.parent)
    while above is not None:
        if above.kind is not JointKind.FIXED:
            return False
        above = model.parent_joint(above.parent)
    return True


def _wheel(model: RobotModel, joint: Joint, placed: Matrix) -> Wheel | None:
    axis = placed[:3, :3] @ np.array(unit(joint.axis))
    shape = _round_shape(model, joint)
    if abs(axis[1]) < _ALONG or shape is None:
        return None
    radius, centre = shape
    x, y, z = (placed[:3, :3] @ centre + placed[:3, 3]).tolist()
    return Wheel(
        joint=joint.name, x=x, y=y, z=z, radius=radius, way=int(math.copysign(1.0, axis[1]))
    )


def _round_shape(model: RobotModel, joint: Joint) -> tuple[float, Matrix] | None:
    """Return radius and centre, in the child link, of what is round about a joint's axis."""
    axis = np.array(unit(joint.axis))
    link = model.link(joint.child)
    bodies: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
    for body in bodies:
        matrix = body.pose.matrix()
        radius = _radius_about(body.shape, matrix[:3, :3].T @ axis)
        if radius is not None:
            return radius, matrix[:3, 3]
    return None


def _radius_about(shape: Shape, axis: Matrix) -> float | None:
    if isinstance(shape, Sphere):
        return shape.radius
    if isinstance(shape, Cylinder | Capsule) and abs(axis[2]) > _ALONG:
        return shape.radius
    return None


def _share_an_axle(left: Wheel, right: Wheel) -> bool:
    near = _SAME * left.radius
    return (
        abs(left.x - right.x) < near
        and abs(left.z - right.z) < near
        and _same(left.radius, right.radius)
    )


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(abs(one), abs(other))
