# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""All sensors of the e-puck2 in one block, as Wi-Fi and the serial command 0xF8 carry them."""

from __future__ import annotations

import math
import struct

from samebot.emulator.mainboard import Mainboard
from samebot.emulator.words import i16s, u16s

__all__ = ["all_sensors", "spherical"]

_FLAT, _TURNED_OVER = 5.0, 160.0
"""Between these inclinations the orientation means something, degrees."""


def spherical(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return strength (as given), orientation and inclination (degrees) of an acceleration."""
    across = math.hypot(x, y)
    inclination = 90.0 - math.degrees(math.atan2(z, across))
    orientation = 0.0
    if _FLAT <= inclination <= _TURNED_OVER:
        orientation = math.degrees(math.atan2(x, y)) + 180.0
    return math.hypot(across, z), orientation, inclination


def all_sensors(board: Mainboard, selector: int) -> bytes:
    """Return the 102 bytes from the acceleration to the light below the robot."""
    readings = board.readings
    acceleration = readings.acceleration
    check, address, data = board.remote
    parts = (
        i16s(acceleration),
        struct.pack("<3f", *spherical(*acceleration)),
        i16s(readings.gyro),
        struct.pack("<3f", *readings.field),
        struct.pack("b", readings.temperature),
        u16s(board.proximity[:8]),
        u16s(readings.ambient[:8]),
        u16s([readings.distance]),
        u16s(readings.microphones),
        i16s(board.steps),
        u16s([readings.battery]),
        bytes((board.panel.sd_card, check, address, data, selector)),
        u16s(readings.ground),
        u16s(readings.ground_ambient),
    )
    return b"".join(parts)
