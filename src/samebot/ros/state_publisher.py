# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Tells ROS what a robot is and how it stands: description, joint states, transforms.

Knows no pacing: each call of `publish` is one tick, stamped with the node's clock.
"""

from __future__ import annotations

from samebot.model.changes import with_device_links
from samebot.model.kinematics import JointPositions
from samebot.model.robot import RobotModel
from samebot.model.urdf import write_urdf
from samebot.ros.rclpy_edge import RosNode, Stamp
from samebot.ros.topics import JOINT_STATES, ROBOT_DESCRIPTION, TF, TF_STATIC
from samebot.ros.transforms import (
    fixed_transforms,
    joint_states,
    moving_transforms,
)

__all__ = ["StatePublisher"]


class StatePublisher:
    """The topics robot_description, joint_states, /tf and /tf_static of one robot.

    Every device has a frame of its own. Frames carry the parameter `frame_prefix`; the
    description does not, as with ROS's own robot_state_publisher.
    """

    def __init__(self, node: RosNode, model: RobotModel) -> None:
        """Open the topics and send what does not change."""
        self._node = node
        self._model = with_device_links(model)
        self._prefix = node.text_parameter(
            "frame_prefix", "", "goes before the name of every frame, for example 'epuck2_0/'"
        )
        node.text_topic(ROBOT_DESCRIPTION).send(write_urdf(self._model))
        self._tf_static = node.transform_topic("/" + TF_STATIC, latched=True)
        self._tf_static.send(fixed_transforms(self._model, self._prefix), node.now())
        self._tf = node.transform_topic("/" + TF, latched=False)
        self._joint_states = node.joint_state_topic(JOINT_STATES)
        self._stamp: Stamp | None = None
        self._stand({})

    def publish(self, positions: JointPositions) -> None:
        """Send joint states and moving transforms, if the node's clock has moved on.

        The same stamp twice would only make listeners warn: a paused simulation is silent.
        """
        if dict(positions) != self._positions:
            self._stand(positions)
        stamp = self._node.now()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        self._joint_states.send(self._states, stamp)
        if self._transforms:
            self._tf.send(self._transforms, stamp)

    def _stand(self, positions: JointPositions) -> None:
        self._positions = dict(positions)
        self._states = joint_states(self._model, positions)
        self._transforms = moving_transforms(self._model, positions, self._prefix)
