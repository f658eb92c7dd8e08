# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One topic for each device: files of Gazebo let several sensors send on one.

Only the parts of an inertial measurement unit belong on one topic: they are one message.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from samebot.model.devices import Device
from samebot.model.names import device_topics, ros_name
from samebot.model.robot import RobotModel

__all__ = ["with_own_topics"]

_MOTION: Final = frozenset(("accelerometer", "gyro", "inertial_unit"))


def with_own_topics(model: RobotModel) -> tuple[RobotModel, tuple[str, ...]]:
    """Return the model where no chosen topic is an earlier device's, and a note of what changed."""
    topics = device_topics(model)
    users: dict[str, dict[str, str]] = {}
    devices: list[Device] = []
    notes: list[str] = []
    for device in model.devices:
        topic = topics[device.name]
        others = users.setdefault(topic, {})
        if device.topic and others and not _is_one_message(device, others):
            own = ros_name(device.name)
            devices.append(replace(device, topic=own))
            notes.append(f"topic {topic!r} is that of {_any(others)}, so {device.name} has {own!r}")
        else:
            others[device.kind] = device.name
            devices.append(device)
    if not notes:
        return model, ()
    more = f"; {len(notes) - 1} more likewise" if len(notes) > 1 else ""
    return replace(model, devices=tuple(devices)), (f"{model.name}: {notes[0]}{more}",)


def _is_one_message(device: Device, others: dict[str, str]) -> bool:
    return device.kind not in others and {device.kind, *others} <= _MOTION


def _any(others: dict[str, str]) -> str:
    return next(iter(others.values()))
