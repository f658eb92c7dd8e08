# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Speakers as std_msgs/UInt8: 0 stops, other numbers start that melody."""

from __future__ import annotations

from collections.abc import Iterator

from samebot.commands import Command
from samebot.model.devices import Speaker
from samebot.ros.interface import Inlet, Subject
from samebot.ros.wire import decode

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Inlet]:
    """Yield a topic for each speaker."""
    for _, settings in robot.devices(Speaker):
        yield Inlet(topic=settings.topic, type="std_msgs/msg/UInt8", read=_melody)


def _melody(data: bytes) -> Command:
    return Command(sounds=(decode("std_msgs/msg/UInt8", data)["data"],))
