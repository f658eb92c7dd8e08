# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where other programs place the links of a robot: the independent calculations of kinematics."""

from __future__ import annotations

import io
from collections.abc import Mapping

import mujoco
import numpy as np
from numpy.typing import NDArray
from yourdfpy import URDF  # type: ignore[import-untyped]

from samebot.core.pose import rpy_to_quaternion
from samebot.model import Joint, JointKind, RobotModel
from samebot.model.kinematics import JointPositions, Values, joint_values
from samebot.model.urdf import write_urdf

__all__ = ["MujocoRobot", "YourdfpyRobot"]

Placed = dict[str, NDArray[np.float64]]


class MujocoRobot:
    """A robot that MuJoCo has read, as URDF or MJCF."""

    def __init__(self, model: RobotModel, text: str) -> None:
        """Load the text; `model` tells what is asked of it."""
        self.robot = model
        self.loaded = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.loaded)

    def placed(self, positions: JointPositions) -> Placed:
        """Return every link's transform in the root link."""
        for joint in self.robot.moving_joints:
            self._set(joint, joint_values(self.robot, positions)[joint.name])
        mujoco.mj_kinematics(self.loaded, self.data)
        root = np.linalg.inv(self._body(self.robot.root))
        return {link.name: root @ self._body(link.name) for link in self.robot.links}

    def _set(self, joint: Joint, values: Values) -> None:
        if joint.kind is JointKind.PLANAR:
            ours = {f"{joint.name}/x", f"{joint.name}/y", f"{joint.name}/turn"}
            known = {self.loaded.joint(index).name for index in range(self.loaded.njnt)}
            ends = ("/x", "/y", "/turn") if ours <= known else ("_TX", "_TY", "_RZ")
            for end, value in zip(ends, values, strict=True):
                self.data.joint(joint.name + end).qpos[0] = value
        elif joint.kind is JointKind.FLOATING:
            for end, value in zip(("/x", "/y", "/z"), values[:3], strict=True):
                self.data.joint(joint.name + end).qpos[0] = value
            x, y, z, w = rpy_to_quaternion((values[3], values[4], values[5]))
            self.data.joint(f"{joint.name}/turn").qpos[:] = (w, x, y, z)
        else:
            self.data.joint(joint.name).qpos[0] = values[0]

    def _body(self, link: str) -> NDArray[np.float64]:
        matrix = np.eye(4)
        matrix[:3, :3] = self.data.body(link).xmat.reshape(3, 3)
        matrix[:3, 3] = self.data.body(link).xpos
        return matrix


class YourdfpyRobot:
    """A robot that yourdfpy has read from our URDF; it knows no planar and floating joints."""

    def __init__(self, model: RobotModel) -> None:
        """Write and load the model."""
        self.robot = model
        self.loaded = URDF.load(
            io.BytesIO(write_urdf(model).encode()),
            load_meshes=False,
            load_collision_meshes=False,
            build_scene_graph=True,
        )

    def placed(self, positions: Mapping[str, float]) -> Placed:
        """Return every link's transform in the root link."""
        values = joint_values(self.robot, positions)
        self.loaded.update_cfg({name: values[name][0] for name in self.loaded.actuated_joint_names})
        return {
            link.name: self.loaded.get_transform(link.name, self.robot.root)
            for link in self.robot.links
        }
