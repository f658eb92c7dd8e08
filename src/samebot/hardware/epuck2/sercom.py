# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The binary commands of the e-pucks' serial protocol ("advanced sercom"), byte by byte.

A command is the two's complement of a letter or number, with its arguments; integers are little
endian. Any number of them makes one buffer, closed by a byte 0; the answers come in their order.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.epuck2.parts import RING, percentages
from samebot.hardware.epuck2.wifi_packets import actuators
from samebot.hardware.link import Orders

__all__ = [
    "ASK_SPEEDS",
    "END",
    "LED_NUMBERS",
    "PICTURE",
    "STOP",
    "floats",
    "order_bytes",
    "shorts",
    "words",
]

END: Final = b"\x00"
PICTURE: Final = bytes([-ord("I") & 0xFF])
_SPEEDS, _LED, _COUNTERS = (-ord(letter) & 0xFF for letter in "DLP")
_ALL_ACTUATORS: Final = -0x09 & 0xFF
_COLOURS: Final = -0x0A & 0xFF
STOP: Final = bytes([_SPEEDS, 0, 0, 0, 0])
"""Both speeds 0."""
ASK_SPEEDS: Final = bytes([-ord("E") & 0xFF])
"""Answered by the speeds that were set last: tells that what was sent before has arrived."""

LED_NUMBERS: Final[Mapping[str, int]] = {
    **{f"led{number}": number for number in range(8)},
    "led_body": 8,
    "led_front": 9,
}
"""The numbers of command L; with the e-puck2 only those that have one colour."""
_BINARY_2: Final = frozenset({*RING, "led_body", "led_front"})


def words(data: bytes) -> tuple[int, ...]:
    """Return whole numbers of 16 bits without sign."""
    return struct.unpack(f"<{len(data) // 2}H", data)


def shorts(data: bytes) -> tuple[int, ...]:
    """Return whole numbers of 16 bits with sign."""
    return struct.unpack(f"<{len(data) // 2}h", data)


def floats(data: bytes) -> tuple[float, ...]:
    """Return numbers of 32 bits; raises BusError if they are none."""
    found = struct.unpack(f"<{len(data) // 4}f", data)
    if not all(math.isfinite(number) for number in found):
        raise BusError("the robot sent numbers that are not finite")
    return found


def order_bytes(orders: Orders, before: Orders | None, *, version: int) -> bytes:
    """Return the commands for what changed, without the closing 0; empty if nothing did.

    The e-puck2 has one command for all actuators, which is taken where it is shorter or needed.
    """
    single = _single(orders, before, version)
    if version < 2:
        return single
    once = orders.sound is not None or orders.calibrate
    if once or len(single) > 20:
        block = bytes([_ALL_ACTUATORS]) + actuators(_without_counters(orders))
        return block + (_counters(orders) if orders.counters is not None else b"")
    return single


def _without_counters(orders: Orders) -> Orders:
    return Orders(
        left=orders.left,
        right=orders.right,
        leds=orders.leds,
        sound=orders.sound,
        calibrate=orders.calibrate,
    )


def _counters(orders: Orders) -> bytes:
    assert orders.counters is not None
    return struct.pack("<Bhh", _COUNTERS, *orders.counters)


def _single(orders: Orders, before: Orders | None, version: int) -> bytes:
    parts = []
    if before is None or orders.speeds != before.speeds:
        parts.append(struct.pack("<Bhh", _SPEEDS, *orders.speeds))
    known = before.leds if before is not None else {}
    changed = {name: value for name, value in orders.leds.items() if known.get(name) != value}
    binary = [name for name in changed if name in (_BINARY_2 if version >= 2 else LED_NUMBERS)]
    parts += [bytes([_LED, LED_NUMBERS[name], bool(changed[name])]) for name in binary]
    if version >= 2 and len(binary) < len(changed):
        parts.append(bytes([_COLOURS]) + percentages(orders.leds))
    if orders.counters is not None:
        parts.append(_counters(orders))
    return b"".join(parts)
