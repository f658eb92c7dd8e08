# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where the links of a robot are when its joints stand at given values. No dynamics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from samebot.core.errors import BadInput, ModelError, Where
from samebot.core.pose import (
    Matrix,
    Vector3,
    axis_angle_matrix,
    quaternion_to_matrix,
    rpy_to_matrix,
    unit,
)
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind

__all__ = ["JointPositions", "Values", "forward", "joint_values", "motion", "plane_of", "unit"]

Values = tuple[float, ...]
"""Where a joint stands: as many numbers as its kind has freedoms."""
JointPositions = Mapping[str, float | Sequence[float]]
"""Values by joint name; one number may stand without a sequence."""
_NO_TURN: Final = 1e-10
"""Sine below which an axis counts as z or -z itself."""
_ALL_ZERO: Final[JointPositions] = MappingProxyType({})


def forward(model: RobotModel, positions: JointPositions = _ALL_ZERO) -> dict[str, Matrix]:
    """Return every link's 4x4 transform in the root link.

    Joints that are not named stand at 0 (rad, m). Mimics follow their joint whatever is given
    for them. Raises UnknownName for joints that do not exist, BadInput for values that do not fit.
    """
    values = joint_values(model, positions)
    placed = {model.root: np.eye(4)}
    for joint in model.joints_from_root:
        in_parent = joint.pose.matrix() @ motion(joint, values[joint.name])
        placed[joint.child] = placed[joint.parent] @ in_parent
    return {link.name: placed[link.name] for link in model.links}


def joint_values(model: RobotModel, positions: JointPositions = _ALL_ZERO) -> dict[str, Values]:
    """Return where every joint stands, mimics resolved (chains of mimics too).

    A joint that mimics a fixed one stands at its offset. Raises as `forward`.
    """
    given = {name: _fitting(model.joint(name), value) for name, value in positions.items()}
    return {joint.name: _value(model, joint, given) for joint in model.joints}


def motion(joint: Joint, values: Values) -> Matrix:
    """Return the 4x4 transform of the child in the joint's frame.

    Planar: x and y (m) along the axes of `plane_of`, then the turn (rad) about the axis.
    Floating: x, y, z (m), then extrinsic roll, pitch, yaw (rad).
    """
    matrix = np.eye(4)
    if joint.kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS):
        matrix[:3, :3] = axis_angle_matrix(joint.axis, values[0])
    elif joint.kind is JointKind.PRISMATIC:
        matrix[:3, 3] = np.array(unit(joint.axis)) * values[0]
    elif joint.kind is JointKind.PLANAR:
        matrix[:3, 3] = plane_of(joint.axis)[:, :2] @ np.array(values[:2])
        matrix[:3, :3] = axis_angle_matrix(joint.axis, values[2])
    elif joint.kind is JointKind.FLOATING:
        matrix[:3, 3] = values[:3]
        matrix[:3, :3] = rpy_to_matrix((values[3], values[4], values[5]))
    return matrix


def plane_of(axis: Vector3) -> Matrix:
    """Return a 3x3 rotation whose columns are x and y of a planar joint's plane, and the axis.

    It is the shortest turn that takes z to the axis (for -z: half a turn about x). URDF leaves
    x and y open; this is what MuJoCo's URDF reader does.
    """
    x, y, z = unit(axis)
    if z < 0.0 and math.hypot(x, y) < _NO_TURN:
        return np.diag([1.0, -1.0, -1.0])
    # The turn about z x axis by the angle between them, as the quaternion (z x axis, 1 + z . axis).
    return quaternion_to_matrix((-y, x, 0.0, _one_plus(z, x, y)))


def _one_plus(z: float, x: float, y: float) -> float:
    # 1 + z without cancelling digits near z = -1, for a unit vector.
    return 1.0 + z if z > -0.5 else (x * x + y * y) / (1.0 - z)


def _fitting(joint: Joint, value: float | Sequence[float]) -> Values:
    numbers = (value,) if isinstance(value, int | float) else tuple(value)
    expected = joint.kind.freedoms
    if len(numbers) != expected:
        raise BadInput(
            f"joint {joint.name!r} is {joint.kind.value}: expected {expected} value(s), "
            f"found {len(numbers)}"
        )
    if not all(map(math.isfinite, numbers)):
        raise BadInput(
            f"joint {joint.name!r} cannot stand at {', '.join(map(str, numbers))}; "
            "finite numbers are expected"
        )
    return tuple(map(float, numbers))


def _value(model: RobotModel, joint: Joint, given: Mapping[str, Values]) -> Values:
    if joint.mimic is None or joint.kind.freedoms == 0:
        return given.get(joint.name, (0.0,) * joint.kind.freedoms)
    multiplier, offset = 1.0, 0.0
    leader = joint
    # The model has checked that mimics do not circle, so this ends.
    while leader.mimic is not None:
        offset += multiplier * leader.mimic.offset
        multiplier *= leader.mimic.multiplier
        leader = model.joint(leader.mimic.joint)
    if joint.kind.freedoms != 1 or leader.kind.freedoms > 1:
        raise ModelError(
            f"mimics joint {leader.name!r}; both need to be joints with one value",
            Where(element=f'joint "{joint.name}"'),
        )
    value = given.get(leader.name, (0.0,))
    return (multiplier * value[0] + offset if value else offset,)
