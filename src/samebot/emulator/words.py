# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers as they stand on the wire: 16 bits, little endian, and checksums."""

from __future__ import annotations

import functools
import operator
import struct
from collections.abc import Iterable

__all__ = ["from_i16", "i16s", "signed16", "u16s", "whole", "xor"]


def signed16(number: int) -> int:
    """Return a number as a counter of 16 bits with sign shows it."""
    return (number + 0x8000) % 0x10000 - 0x8000


def whole(number: float, least: int = 0, most: int = 0xFFFF) -> int:
    """Return the nearest whole number within bounds; what is no number is the least."""
    return max(least, min(most, round(number))) if number == number else least  # noqa: PLR0124


def u16s(numbers: Iterable[int]) -> bytes:
    """Return numbers as 16 bits without sign, little endian."""
    values = [number & 0xFFFF for number in numbers]
    return struct.pack(f"<{len(values)}H", *values)


def i16s(numbers: Iterable[int]) -> bytes:
    """Return numbers as 16 bits with sign, little endian; too large ones stay at the limit."""
    values = [max(-0x8000, min(0x7FFF, number)) for number in numbers]
    return struct.pack(f"<{len(values)}h", *values)


def from_i16(data: bytes) -> tuple[int, ...]:
    """Return the numbers of 16 bits with sign, little endian, that bytes hold."""
    return struct.unpack(f"<{len(data) // 2}h", data)


def xor(data: bytes) -> int:
    """Return the exclusive or of all bytes."""
    return functools.reduce(operator.xor, data, 0)
