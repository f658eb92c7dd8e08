# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The true pose and speed of a simulated robot, on wish: what no real robot can tell."""

from __future__ import annotations

from collections.abc import Iterator

from samebot.body import Supervisor
from samebot.ros.interface import Outlet, Part, Sample, Subject
from samebot.ros.topics import GROUND_TRUTH
from samebot.ros.wire import Form

__all__ = ["truth_of"]

_ODOMETRY = "nav_msgs/msg/Odometry"
_WORLD = "world"


def truth_of(supervisor: Supervisor) -> Part:
    """Return the part of the interface that tells the truth about one robot."""

    def interface(robot: Subject) -> Iterator[Outlet]:
        if not robot.settings.ground_truth:
            return
        base = robot.settings.drive.robot_base_frame or robot.model.root
        form = Form(
            _ODOMETRY,
            {"header": {"frame_id": _WORLD}, "child_frame_id": robot.frame(base)},
        )
        position = form.place("pose.pose.position.x", 3)
        orientation = form.place("pose.pose.orientation.x", 4)
        forward, turning = form.place("twist.twist.linear.x"), form.place("twist.twist.angular.z")

        def make(sample: Sample) -> bytes:
            form.stamp(sample.stamp)
            pose, (v, w) = supervisor.pose(), supervisor.velocity()
            position(*pose.xyz)
            orientation(*pose.quaternion)
            forward(v)
            turning(w)
            return bytes(form)

        yield Outlet(topic=GROUND_TRUTH, type=_ODOMETRY, make=make)

    return interface
