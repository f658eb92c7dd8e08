# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The drive: velocities in, odometry out (nav_msgs/Odometry with its growing uncertainty)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from samebot.core.errors import CommandError
from samebot.ros.interface import Inlet, Outlet, Sample, Subject, Velocity
from samebot.ros.wire import Form, decode

__all__ = ["TWIST", "TWIST_STAMPED", "interface", "read_twist", "read_twist_stamped"]

TWIST: Final = "geometry_msgs/msg/Twist"
TWIST_STAMPED: Final = "geometry_msgs/msg/TwistStamped"
_UNKNOWN: Final = 1e6
"""Variance of what a robot on a plane does not measure: height, roll, pitch."""
_WILD: Final = 1000.0
"""No robot is meant to go faster, m/s or rad/s: such a number is a mistake of its sender."""


def interface(robot: Subject) -> Iterator[Outlet | Inlet]:
    """Yield the topics of the drive, if there is one."""
    if robot.model.drive is None:
        return
    drive = robot.settings.drive
    readers = {TWIST: read_twist, TWIST_STAMPED: read_twist_stamped}
    usual = TWIST_STAMPED if drive.stamped else TWIST
    yield Inlet(
        topic=drive.command_topic,
        type=usual,
        read=readers.pop(usual),
        others=readers,
        refused=Velocity(v=0.0, w=0.0),
    )
    yield Outlet(topic=drive.odometry_topic, type="nav_msgs/msg/Odometry", make=_odometry(robot))


def read_twist(data: bytes) -> Velocity:
    """Return what a Twist asks of a robot that drives on wheels."""
    return _velocity(decode(TWIST, data))


def read_twist_stamped(data: bytes) -> Velocity:
    """Return what a TwistStamped asks of a robot that drives on wheels."""
    return _velocity(decode(TWIST_STAMPED, data)["twist"])


def _velocity(twist: dict[str, dict[str, float]]) -> Velocity:
    speeds = [*twist["linear"].values(), *twist["angular"].values()]
    if not all(abs(speed) <= _WILD for speed in speeds):
        raise CommandError(
            f"speeds of {', '.join(f'{speed:g}' for speed in speeds)} (linear x y z, angular "
            f"x y z); finite numbers of at most {_WILD:g} are expected; the wheels stop"
        )
    return Velocity(v=twist["linear"]["x"], w=twist["angular"]["z"])


def _odometry(robot: Subject) -> Callable[[Sample], bytes | None]:
    drive = robot.settings.drive
    form = Form(
        "nav_msgs/msg/Odometry",
        {
            "header": {"frame_id": robot.frame(drive.odometry_frame)},
            "child_frame_id": robot.frame(drive.robot_base_frame),
            "pose": {"covariance": _diagonal()},
            "twist": {"covariance": _diagonal()},
        },
    )
    position, turn = form.place("pose.pose.position.x", 2), form.place("pose.pose.orientation.z", 2)
    covariance = form.place("pose.covariance.0", 2), form.place("pose.covariance.6", 2)
    with_yaw = form.place("pose.covariance.5"), form.place("pose.covariance.11")
    yaw = form.place("pose.covariance.30", 2), form.place("pose.covariance.35")
    along, turning = form.place("twist.twist.linear.x", 2), form.place("twist.twist.angular.z")
    sure = form.place("twist.covariance.0"), form.place("twist.covariance.35")

    def make(sample: Sample) -> bytes | None:
        state = sample.odometry
        if state is None:
            return None
        form.stamp(sample.stamp)
        pose = state.pose
        position(pose.x, pose.y)
        turn(math.sin(pose.yaw / 2), math.cos(pose.yaw / 2))
        xx, xy, xt, yy, yt, tt = state.covariance
        covariance[0](xx, xy)
        covariance[1](xy, yy)
        with_yaw[0](xt)
        with_yaw[1](yt)
        yaw[0](xt, yt)
        yaw[1](tt)
        along(state.v, state.sideways)
        turning(state.w)
        sure[0](state.twist_covariance[0])
        sure[1](state.twist_covariance[1])
        return bytes(form)

    return make


def _diagonal() -> list[float]:
    """Return a 6x6 covariance in which only the plane is measured; sideways it does not slide."""
    diagonal = (0.0, 1e-9, _UNKNOWN, _UNKNOWN, _UNKNOWN, 0.0)
    return [diagonal[row] if row == column else 0.0 for row in range(6) for column in range(6)]
