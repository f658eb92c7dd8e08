# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Chips with 8-bit registers on an I2C bus."""

from __future__ import annotations

from collections.abc import Iterable

from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.buses.role import Read, Write

__all__ = ["Registers"]


class Registers:
    """The registers of the chip at one address; each access is one combined transfer."""

    def __init__(self, bus: PatientI2c, address: int) -> None:
        """`address` has 7 bits."""
        self._bus = bus
        self.address = address

    def read(self, register: int, count: int = 1) -> bytes:
        """Return `count` bytes from a register on."""
        return self._bus.transfer(
            [Write(self.address, bytes([register])), Read(self.address, count)]
        )[0]

    def byte(self, register: int) -> int:
        """Return one register."""
        return self.read(register)[0]

    def probe(self, register: int, count: int = 1) -> bytes | None:
        """Return registers of a chip that may be absent; None: nobody answers."""
        answers = self._bus.probe(
            [Write(self.address, bytes([register])), Read(self.address, count)]
        )
        return answers[0] if answers else None

    def write(self, register: int, *values: int) -> None:
        """Write bytes from a register on."""
        self._bus.transfer([Write(self.address, bytes([register, *values]))])

    def write_all(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Write one register after the other."""
        for register, value in pairs:
            self.write(register, value)

    def set_bits(self, register: int, bits: int) -> None:
        """Set some bits of a register."""
        self.write(register, self.byte(register) | bits)

    def clear_bits(self, register: int, bits: int) -> None:
        """Clear some bits of a register."""
        self.write(register, self.byte(register) & ~bits & 0xFF)
