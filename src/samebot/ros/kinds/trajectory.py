# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""``joint_trajectory``: trajectory_msgs/JointTrajectory for joints that are no wheels.

Positions are needed; where both ends of a piece have velocities it is a cubic, else a line.
Accelerations and efforts are passed over. A new trajectory takes the place of what its joints
did; one without points stops them. The action ``follow_joint_trajectory`` takes the same, and
tells what came of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from samebot.core.errors import CommandError
from samebot.ros.interface import Follow, Inlet, Subject
from samebot.ros.kinds.joints import commanded_joints, known_joint
from samebot.ros.topics import FOLLOW_JOINT_TRAJECTORY, JOINT_TRAJECTORY
from samebot.ros.trajectory import Trajectory, Waypoint
from samebot.ros.wire import decode

__all__ = ["interface", "trajectory_of"]

_TYPE: Final = "trajectory_msgs/msg/JointTrajectory"


def interface(robot: Subject) -> Iterator[Inlet | Follow]:
    """Yield joint_trajectory, and its action, where joints have motors besides wheels."""
    joints = commanded_joints(robot.model)
    if joints:
        read = _reader(joints)
        yield Inlet(topic=JOINT_TRAJECTORY, type=_TYPE, read=read)
        yield Follow(name=FOLLOW_JOINT_TRAJECTORY, read=read)


def _reader(joints: Mapping[str, str]) -> Callable[[bytes], Trajectory]:
    def read(data: bytes) -> Trajectory:
        return trajectory_of(decode(_TYPE, data), joints)

    return read


def trajectory_of(fields: Mapping[str, Any], joints: Mapping[str, str]) -> Trajectory:
    """Return the trajectory of a message's fields; `joints` are those that can be moved.

    Raises CommandError or UnknownName for anything that cannot be followed as a whole.
    """
    names = tuple(known_joint(name, joints) for name in fields["joint_names"])
    if len(set(names)) < len(names):
        raise CommandError(f"a joint is named twice: {', '.join(names)}")
    stamp = fields["header"]["stamp"]
    points = tuple(map(partial(_waypoint, count=len(names)), fields["points"]))
    if points and not names:
        raise CommandError("it has points, but names no joints")
    times = [point.time for point in points]
    if times and (times[0] < 0.0 or any(b <= a for a, b in pairwise(times))):
        raise CommandError(
            f"its times are {_listed(times)} s; time_from_start of 0 or more, each larger than "
            "the one before, is expected"
        )
    return Trajectory(joints=names, points=points, stamp=(stamp["sec"], stamp["nanosec"]))


def _waypoint(fields: Mapping[str, Any], count: int) -> Waypoint:
    positions, velocities = fields["positions"], fields["velocities"]
    if len(positions) != count or len(velocities) not in (0, count):
        raise CommandError(
            f"a point has {len(positions)} positions and {len(velocities)} velocities for "
            f"{count} joints; a position for each, and a velocity for each or none, is expected"
        )
    if not all(map(math.isfinite, (*positions, *velocities))):
        raise CommandError(
            f"a point has positions {_listed(positions)} and velocities {_listed(velocities)}; "
            "finite numbers are expected"
        )
    since = fields["time_from_start"]
    return Waypoint(
        time=since["sec"] + since["nanosec"] * 1e-9,
        positions=tuple(positions),
        velocities=tuple(velocities),
    )


def _listed(numbers: Sequence[float]) -> str:
    shown = ", ".join(f"{number:g}" for number in numbers[:10])
    return shown if len(numbers) <= 10 else f"{shown}, ..."
