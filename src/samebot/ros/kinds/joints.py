# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Joints: where they stand (sensor_msgs/JointState), and what they are to do.

``joint_command`` (JointState) names joints and gives each a position, else a velocity, else an
effort. ``joint_trajectory`` is in `samebot.ros.kinds.trajectory`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from samebot.commands import Command, JointTarget
from samebot.core.errors import CommandError
from samebot.model.devices import Motor
from samebot.model.kinematics import joint_values
from samebot.model.robot import RobotModel
from samebot.ros.interface import Inlet, Outlet, Sample, Subject
from samebot.ros.topics import JOINT_COMMAND, JOINT_STATES
from samebot.ros.wire import Form, decode

__all__ = ["interface"]

_JOINT_STATE: Final = "sensor_msgs/msg/JointState"


def interface(robot: Subject) -> Iterator[Outlet | Inlet]:
    """Yield joint_states, and joint_command where joints have motors besides wheels."""
    if any(joint.kind.freedoms == 1 for joint in robot.model.moving_joints):
        yield Outlet(topic=JOINT_STATES, type=_JOINT_STATE, make=_states(robot.model))
    if commanded_joints(robot.model):
        yield Inlet(topic=JOINT_COMMAND, type=_JOINT_STATE, read=read_command)


def commanded_joints(model: RobotModel) -> tuple[str, ...]:
    """Return the joints that have a motor and are no wheels of the drive."""
    drive = model.drive
    wheels = () if drive is None else (drive.left_joint, drive.right_joint)
    motors = (device.joint for device in model.devices if isinstance(device, Motor))
    return tuple(joint for joint in motors if joint not in wheels)


def _states(model: RobotModel) -> Callable[[Sample], bytes]:
    names = [joint.name for joint in model.moving_joints if joint.kind.freedoms == 1]
    form = Form(
        _JOINT_STATE,
        {"name": names, "position": [0.0] * len(names), "velocity": [0.0] * len(names)},
    )
    write, write_speeds = form.place("position", len(names)), form.place("velocity", len(names))
    follows = any(joint.mimic is not None for joint in model.moving_joints)

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        positions, velocities = sample.positions, sample.velocities
        if follows:
            stand = joint_values(model, {k: v for k, v in positions.items() if math.isfinite(v)})
            write(*(stand[name][0] for name in names))
        else:
            write(*(positions.get(name, 0.0) for name in names))
        write_speeds(*(velocities.get(name, 0.0) for name in names))
        return bytes(form)

    return make


def read_command(data: bytes) -> Command:
    """Return what a JointState asks of joints; position goes before velocity before effort."""
    fields = decode(_JOINT_STATE, data)
    names: Sequence[str] = fields["name"]
    for kind in ("position", "velocity", "effort"):
        given = fields[kind]
        if len(given) not in (0, len(names)):
            raise CommandError(
                f"joint_command names {len(names)} joints and gives {len(given)} of {kind}; "
                "give one for each, or none"
            )
    return Command(joints={name: _target(fields, number) for number, name in enumerate(names)})


def _target(fields: dict[str, Any], number: int) -> JointTarget:
    position, velocity, effort = (
        fields[kind][number] if fields[kind] else None
        for kind in ("position", "velocity", "effort")
    )
    return JointTarget(position=position, velocity=velocity, effort=effort)
