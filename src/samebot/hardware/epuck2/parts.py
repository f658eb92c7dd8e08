# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the e-pucks' devices are called, and how orders become bits on every bus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = [
    "COMMON_GROUPS",
    "RGB",
    "RING",
    "SOUND_BITS",
    "STOP_SOUND",
    "light_bits",
    "percentages",
    "plausible",
]

RING: Final = ("led0", "led2", "led4", "led6")
"""The red LEDs of the e-puck2 (LED1, 3, 5, 7 of the maker), from bit 0 on."""
RGB: Final = ("led1", "led3", "led5", "led7")
"""Its coloured ones (LED2, 4, 6, 8), in the order of every packet."""

COMMON_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "proximity": tuple(f"ps{number}" for number in range(8)),
    "light": tuple(f"ls{number}" for number in range(8)),
    "microphones": tuple(f"mic{number}" for number in range(4)),
    "steps": ("left wheel sensor", "right wheel sensor"),
    "selector": ("selector",),
    "button": ("button",),
    "remote": ("remote",),
}
"""What the e-puck2 sends on every bus, by group. Volumes: right, left, back, front."""

SOUND_BITS: Final = {1: 0x01, 2: 0x02, 3: 0x04}
"""Melodies in the byte of the Wi-Fi request and of the serial block of actuators."""
STOP_SOUND: Final = 0x20

_LARGEST: Final = {
    "proximity": 4095,
    "light": 4095,
    "microphones": 4095,
    "ground": 4095,
    "selector": 15,
    "button": 1,
}
"""What converters of 12 bits and the like can give; anything else is no such sample."""


def light_bits(leds: Mapping[str, int], names: tuple[str, ...]) -> int:
    """Return a bit for each LED by name that is on."""
    return sum(1 << bit for bit, name in enumerate(names) if leds.get(name))


def percentages(leds: Mapping[str, int]) -> bytes:
    """Return red, green, blue of the coloured LEDs, 0 to 100 each (12 bytes)."""
    values = (leds.get(name, 0) for name in RGB)
    return bytes(
        round((value >> shift & 0xFF) * 100 / 255) for value in values for shift in (16, 8, 0)
    )


def plausible(group: str, raw: tuple[int, ...]) -> bool:
    """Tell whether a robot can have sent these numbers."""
    largest = _LARGEST.get(group)
    return largest is None or max(raw) <= largest
