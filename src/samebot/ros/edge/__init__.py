# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The edge to ROS 2: the only package that imports rclpy and message packages.

rclpy's objects are untyped here and stay here; everything that goes in and out are samebot's
own values, and messages as bytes. The environment must have been settled before
(`samebot.ros.environment.enter`).
"""

from samebot.ros.edge.actions import TrajectoryServer
from samebot.ros.edge.context import Ros
from samebot.ros.edge.node import Change, RosNode
from samebot.ros.edge.parameters import Declaration, ParameterValue
from samebot.ros.edge.topics import Copy, Receiver, Sender, Served, Tap

__all__ = [
    "Change",
    "Copy",
    "Declaration",
    "ParameterValue",
    "Receiver",
    "Ros",
    "RosNode",
    "Sender",
    "Served",
    "Tap",
    "TrajectoryServer",
]
