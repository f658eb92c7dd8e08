# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot's joints mean for ROS: transforms between frames, and joint states.

Pure: a model and joint positions in, plain values out; no rclpy, no time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from samebot.core.pose import (
    Matrix,
    Quaternion,
    Vector3,
    matrix_to_quaternion,
    quaternion_to_matrix,
)
from samebot.model.kinematics import JointPositions, Values, joint_values, motion
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind

__all__ = [
    "FrameTransform",
    "JointStates",
    "fixed_transforms",
    "joint_states",
    "moving_transforms",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameTransform:
    """Where the frame `child` lies in the frame `parent`: m, and a unit quaternion x y z w."""

    parent: str
    child: str
    translation: Vector3
    rotation: Quaternion

    def matrix(self) -> Matrix:
        """Return the 4x4 transform that takes coordinates in the child to the parent's."""
        matrix = np.eye(4)
        matrix[:3, :3] = quaternion_to_matrix(self.rotation)
        matrix[:3, 3] = self.translation
        return matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class JointStates:
    """The joints that one number describes, and where they stand (rad or m)."""

    names: tuple[str, ...]
    positions: tuple[float, ...]


def fixed_transforms(model: RobotModel, prefix: str = "") -> tuple[FrameTransform, ...]:
    """Return the transform of every fixed joint; `prefix` goes before each frame's name."""
    values = joint_values(model)
    return tuple(
        _transform(joint, values[joint.name], prefix)
        for joint in model.joints_from_root
        if joint.kind is JointKind.FIXED
    )


def moving_transforms(
    model: RobotModel, positions: JointPositions, prefix: str = ""
) -> tuple[FrameTransform, ...]:
    """Return the transform of every joint that moves; joints not named stand at 0."""
    values = joint_values(model, positions)
    return tuple(
        _transform(joint, values[joint.name], prefix)
        for joint in model.joints_from_root
        if joint.kind is not JointKind.FIXED
    )


def joint_states(model: RobotModel, positions: JointPositions) -> JointStates:
    """Return where the joints with one freedom stand, in model order; mimics follow."""
    values = joint_values(model, positions)
    names = tuple(joint.name for joint in model.moving_joints if joint.kind.freedoms == 1)
    return JointStates(names=names, positions=tuple(values[name][0] for name in names))


def _transform(joint: Joint, values: Values, prefix: str) -> FrameTransform:
    matrix = joint.pose.matrix() @ motion(joint, values)
    x, y, z = (float(v) for v in matrix[:3, 3])
    return FrameTransform(
        parent=prefix + joint.parent,
        child=prefix + joint.child,
        translation=(x, y, z),
        rotation=matrix_to_quaternion(matrix[:3, :3]),
    )
