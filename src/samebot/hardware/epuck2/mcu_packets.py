# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The two packets between a Pi-puck and the e-puck2's microcontroller (I2C, address 0x1F).

20 bytes go out and 47 come back, both closed by the XOR of the bytes before. Whatever arrives
with a wrong sum is refused: by the robot (it applies nothing) and here.
"""

from __future__ import annotations

import functools
import operator
import struct
from typing import Final, NamedTuple

from samebot.core.errors import BusError
from samebot.hardware.epuck2.parts import RING, light_bits, percentages
from samebot.hardware.link import Orders

__all__ = ["ANSWER_LENGTH", "McuSample", "checksum", "decode", "encode"]

ANSWER_LENGTH: Final = 47
_HEAD: Final = struct.Struct("<hhBB")
_ANSWER: Final = struct.Struct("<20HBhhBB")
_CALIBRATE: Final = 0x01
_SET_COUNTERS: Final = 0x04
_PRESSED: Final = 0x10


class McuSample(NamedTuple):
    """What the microcontroller measured, as sent."""

    proximity: tuple[int, ...]
    light: tuple[int, ...]
    microphones: tuple[int, ...]
    selector: int
    button: int
    steps: tuple[int, int]
    remote: int


def checksum(data: bytes) -> int:
    """Return the XOR of all bytes."""
    return functools.reduce(operator.xor, data, 0)


def encode(orders: Orders) -> bytes:
    """Return the packet of actuators, 20 bytes."""
    left, right = orders.speeds if orders.counters is None else orders.counters
    settings = _CALIBRATE if orders.calibrate else 0
    settings |= _SET_COUNTERS if orders.counters is not None else 0
    ring = light_bits(orders.leds, RING)
    packet = _HEAD.pack(left, right, orders.sound or 0, ring)
    packet += percentages(orders.leds) + bytes([settings])
    return packet + bytes([checksum(packet)])


def decode(packet: bytes) -> McuSample:
    """Return what a packet of sensors says; raises BusError for one that is broken."""
    if len(packet) != ANSWER_LENGTH:
        raise BusError(
            f"the microcontroller sent {len(packet)} bytes, {ANSWER_LENGTH} were expected"
        )
    if checksum(packet):
        raise BusError("the checksum of the microcontroller's packet is wrong")
    numbers = _ANSWER.unpack(packet)
    return McuSample(
        proximity=numbers[:8],
        light=numbers[8:16],
        microphones=numbers[16:20],
        selector=numbers[20] & 0x0F,
        button=1 if numbers[20] & _PRESSED else 0,
        steps=(numbers[21], numbers[22]),
        remote=numbers[23],
    )
