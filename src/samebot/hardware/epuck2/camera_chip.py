# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2's camera chip OV7670 (I2C 0x21): set up for YUYV, 640x480, 15 pictures a second."""

from __future__ import annotations

from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.buses.role import Read, Write

__all__ = ["set_up_camera"]

_RESET: Final = (0x12, 0x80)
_AFTER_RESET: Final = 0.2
_TRIES: Final = 5
_SETTINGS: Final = bytes.fromhex(
    "1180 3A04 1200 40C0 3D00 B084 1713 1801 3236 1902 1A7A 030A 2A00 2B5B 9222 9301 0C00 3E00"
    "703A 7135 7211 73F0 A202"
)


def set_up_camera(bus: PatientI2c, clock: Clock, address: int = 0x21) -> str:
    """Write the chip's registers; return its name, empty if it does not answer."""
    # SCCB has no repeated start: the register's number and its content are two transfers.
    if bus.probe([Write(address, b"\x0a")]) is None:
        return ""
    identity = bus.probe([Read(address, 1)])
    if identity is None:
        return ""
    _write(bus, clock, address, *_RESET)
    clock.sleep(_AFTER_RESET)
    for register, value in zip(_SETTINGS[0::2], _SETTINGS[1::2], strict=True):
        _write(bus, clock, address, register, value)
    return f"camera OV{identity[0][0]:02X}70"


def _write(bus: PatientI2c, clock: Clock, address: int, register: int, value: int) -> None:
    for _ in range(_TRIES):
        if bus.probe([Write(address, bytes([register, value]))]) is not None:
            return
        clock.sleep(_AFTER_RESET)
    raise BusError(f"the camera chip does not take register 0x{register:02X}")
