# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Motors and position sensors of joints, however a file tells of them.

A motor is called like its joint, as ros2_control does; its position sensor JOINT_sensor.
"""

from __future__ import annotations

from typing import Final, Literal

from samebot.model.devices import Motor, PositionSensor
from samebot.model.urdf.draft import Draft
from samebot.model.xml import Element

__all__ = ["Command", "add_motor", "add_position_sensor", "command_of"]

Command = Literal["velocity", "position", "effort"]
_COMMANDS: Final[tuple[Command, ...]] = ("velocity", "position", "effort")


def command_of(text: str) -> Command | None:
    """Return what an interface's name commands: "VelocityJointInterface", "velocity" ..."""
    return next((command for command in _COMMANDS if command in text.lower()), None)


def add_motor(joint: str, element: Element, draft: Draft, *, command: Command) -> Motor:
    """Return the motor of a joint, which is added (with its position sensor) if it is new."""
    known = draft.device_of_joint(Motor.kind, joint)
    if isinstance(known, Motor):
        return known
    limits = draft.joints[joint].limits
    motor = Motor(
        name=draft.free_name(joint),
        link=draft.joints[joint].child,
        joint=joint,
        command=command,
        # Some exporters write 0 where they know nothing.
        max_velocity=(limits.velocity or None) if limits is not None else None,
        max_effort=(limits.effort or None) if limits is not None else None,
    )
    draft.add_device(motor, element)
    add_position_sensor(joint, element, draft)
    return motor


def add_position_sensor(joint: str, element: Element, draft: Draft, name: str = "") -> None:
    """Add the position sensor of a joint unless it has one."""
    if draft.device_of_joint(PositionSensor.kind, joint) is not None:
        return
    sensor = PositionSensor(
        name=name or f"{joint}_sensor", link=draft.joints[joint].child, joint=joint
    )
    draft.add_device(sensor, element)
