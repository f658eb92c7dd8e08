# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Joints: where they stand (sensor_msgs/JointState), and what they are to do.

``joint_command`` (JointState) names joints and gives all of them a position, else a velocity,
else an effort; what else is given is passed over. A joint that was given a velocity or an effort
holds its position half a second after the last one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from samebot.commands import Command, JointTarget
from samebot.core.errors import CommandError, UnknownName
from samebot.model.devices import Motor
from samebot.model.kinematics import joint_values
from samebot.model.robot import RobotModel
from samebot.ros.interface import Inlet, Outlet, Sample, Subject
from samebot.ros.topics import JOINT_COMMAND, JOINT_STATES
from samebot.ros.wire import Form, decode

__all__ = ["commanded_joints", "interface", "known_joint"]

_JOINT_STATE: Final = "sensor_msgs/msg/JointState"


def interface(robot: Subject) -> Iterator[Outlet | Inlet]:
    """Yield joint_states, and joint_command where joints have motors besides wheels."""
    if any(joint.kind.freedoms == 1 for joint in robot.model.moving_joints):
        yield Outlet(topic=JOINT_STATES, type=_JOINT_STATE, make=_states(robot.model))
    joints = commanded_joints(robot.model)
    if joints:
        yield Inlet(topic=JOINT_COMMAND, type=_JOINT_STATE, read=_reader(joints))


def commanded_joints(model: RobotModel) -> dict[str, str]:
    """Return the joints that can be moved by name: by their own, and by their motor's.

    Wheels of the drive are none, nor are joints that follow others.
    """
    drive = model.drive
    wheels = () if drive is None else (drive.left_joint, drive.right_joint)
    motors = [
        device
        for device in model.devices
        if isinstance(device, Motor)
        and device.joint not in wheels
        and model.joint(device.joint).mimic is None
    ]
    by_motor = {motor.name: motor.joint for motor in motors}
    return by_motor | {motor.joint: motor.joint for motor in motors}


def known_joint(name: str, joints: Mapping[str, str]) -> str:
    """Return the joint that a name means; UnknownName if it means none that can be moved."""
    try:
        return joints[name]
    except KeyError:
        raise UnknownName("joint to move", name, joints) from None


def _states(model: RobotModel) -> Callable[[Sample], bytes]:
    names = [joint.name for joint in model.moving_joints if joint.kind.freedoms == 1]
    form = Form(
        _JOINT_STATE,
        {"name": names, "position": [0.0] * len(names), "velocity": [0.0] * len(names)},
    )
    write, write_speeds = form.place("position", len(names)), form.place("velocity", len(names))
    followers = _followers(model)

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        positions, velocities = sample.positions, sample.velocities
        if followers:
            positions, velocities = {**positions}, {**velocities}
            for name, leader, multiplier, offset in followers:
                positions[name] = multiplier * positions.get(leader, 0.0) + offset
                velocities[name] = multiplier * velocities.get(leader, 0.0)
        write(*(positions.get(name, 0.0) for name in names))
        write_speeds(*(velocities.get(name, 0.0) for name in names))
        return bytes(form)

    return make


def _followers(model: RobotModel) -> list[tuple[str, str, float, float]]:
    """Return joints that follow: name, the one that leads in the end, multiplier and offset."""
    at_rest = {name: stand[0] for name, stand in joint_values(model).items() if len(stand) == 1}
    found = []
    for joint in model.moving_joints:
        leader, multiplier = joint, 1.0
        while leader.mimic is not None:
            multiplier *= leader.mimic.multiplier
            leader = model.joint(leader.mimic.joint)
        if leader is not joint and joint.name in at_rest:
            found.append((joint.name, leader.name, multiplier, at_rest[joint.name]))
    return found


def _reader(joints: Mapping[str, str]) -> Callable[[bytes], Command]:
    def read(data: bytes) -> Command:
        fields = decode(_JOINT_STATE, data)
        names = [known_joint(name, joints) for name in fields["name"]]
        if len(set(names)) < len(names):
            raise CommandError(f"a joint is named twice: {', '.join(fields['name'])}")
        kind = next((kind for kind in _KINDS if fields[kind]), None)
        if kind is None:
            if not names:
                return Command()
            raise CommandError("give each joint a position, a velocity or an effort")
        given = fields[kind]
        _refuse_unfitting(kind, given, len(names))
        return Command(
            joints={
                name: JointTarget(**{kind: value}) for name, value in zip(names, given, strict=True)
            }
        )

    return read


_KINDS: Final = ("position", "velocity", "effort")


def _refuse_unfitting(kind: str, given: Sequence[float], count: int) -> None:
    if len(given) != count:
        raise CommandError(
            f"it names {count} joints and gives {len(given)} of {kind}; give one for each"
        )
    if not all(map(math.isfinite, given)):
        shown = ", ".join(map(str, given[:10]))
        raise CommandError(f"{kind} is {shown}; finite numbers are expected")
