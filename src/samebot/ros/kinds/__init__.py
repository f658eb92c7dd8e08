# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Each kind of device as its messages: a new kind is one new module, and a line here."""

from __future__ import annotations

from typing import Final

from samebot.ros.interface import Part
from samebot.ros.kinds import (
    battery,
    camera,
    depth,
    distance,
    drive,
    gps,
    inertial,
    joints,
    led,
    lidar,
    light,
    magnetic,
    microphone,
    numbers,
    scan,
    services,
    speaker,
    temperature,
    touch,
    trajectory,
)

__all__ = ["PARTS"]

PARTS: Final[tuple[Part, ...]] = (
    drive.interface,
    joints.interface,
    trajectory.interface,
    services.interface,
    distance.interface,
    scan.interface,
    lidar.interface,
    light.interface,
    inertial.interface,
    magnetic.interface,
    gps.interface,
    touch.interface,
    camera.interface,
    depth.interface,
    microphone.interface,
    speaker.interface,
    led.interface,
    battery.interface,
    temperature.interface,
    numbers.interface,
)
"""The interface that every robot has, made from its model."""
