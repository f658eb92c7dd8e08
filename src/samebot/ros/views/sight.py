# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What there is to be seen of one robot: its topics, its frames, and from how far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from samebot.model.robot import RobotModel
from samebot.ros.listing import TopicInfo, topics_of
from samebot.ros.topics import CLOCK, DIAGNOSTICS, TF, TF_STATIC

__all__ = ["CAMERA_INFO", "IMAGE", "ODOMETRY", "RANGE", "SCAN", "TWIST", "Fields", "Sight", "Value"]

Value = str | float | bool | Sequence["Value"] | Mapping[str, "Value"]
"""What stands in a configuration file."""
Fields = dict[str, Value]

RANGE = "sensor_msgs/msg/Range"
SCAN = "sensor_msgs/msg/LaserScan"
IMAGE = "sensor_msgs/msg/Image"
CAMERA_INFO = "sensor_msgs/msg/CameraInfo"
ODOMETRY = "nav_msgs/msg/Odometry"
TWIST = "geometry_msgs/msg/Twist"

_SHARED = {CLOCK, DIAGNOSTICS, f"/{TF}", f"/{TF_STATIC}"}
_STANDING = 2.0
"""From how far a robot is looked at that has no wheels, m."""


class Sight:
    """One robot as it is seen in ROS, below a namespace."""

    def __init__(self, model: RobotModel, namespace: str = "") -> None:
        """`namespace` as in `samebot run --namespace`."""
        self.name = model.name
        self.namespace = namespace.strip("/")
        self._topics = topics_of(model)
        drive = model.drive
        base = (drive.base_frame if drive else "") or model.root
        self.base = self.frame(base)
        """The frame that goes with the robot."""
        self.fixed = self.frame(drive.odometry_frame) if drive else self.base
        """The frame in which it moves."""
        self.distance = max(0.6, 12 * drive.wheel_separation) if drive else _STANDING
        """From how far the whole of it can be seen, m."""

    def frame(self, name: str) -> str:
        """Return a frame's full name."""
        return f"{self.namespace}/{name}" if self.namespace else name

    def topic(self, name: str) -> str:
        """Return a topic's full name; `name` is the one without namespace."""
        absolute = f"/{name.lstrip('/')}"
        if absolute in _SHARED or not self.namespace:
            return absolute
        return f"/{self.namespace}{absolute}"

    def sent(self, kind: str) -> Iterator[tuple[str, TopicInfo]]:
        """Go through the topics of a type that the robot sends, by their full names."""
        for info in self._topics:
            if info.sent and info.type == kind:
                yield self.topic(info.topic), info

    def heard(self, kind: str) -> list[str]:
        """Return the full names of the topics of a type that the robot hears."""
        return [self.topic(t.topic) for t in self._topics if not t.sent and t.type == kind]
