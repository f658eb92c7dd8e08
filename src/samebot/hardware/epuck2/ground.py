# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ground sensor board (I2C 0x60): three reflected values, big endian from register 0."""

from __future__ import annotations

import struct
from collections.abc import Collection
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.epuck2.registers import Registers
from samebot.hardware.link import Sample, Samples

__all__ = ["GroundBoard"]

_REVISION: Final = 0x0C
_LARGEST: Final = 1023


class GroundBoard:
    """Left, centre, right; 1000 on white, less on black or where there is no ground."""

    groups: tuple[str, ...] = ("ground",)

    def __init__(self, address: int = 0x60) -> None:
        """The board has one address."""
        self._address = address
        self._board: Registers | None = None

    def find(self, bus: PatientI2c) -> str:
        """Look for it."""
        board = Registers(bus, self._address)
        revision = board.probe(_REVISION)
        self._board = None if revision is None else board
        return "" if revision is None else f"ground sensor board, revision {revision[0]}"

    def begin(self) -> None:
        """Nothing: it measures all the time."""

    def sample(self, wanted: Collection[str]) -> Samples:
        """Read the reflected values."""
        if self._board is None:
            raise BusError("there is no ground sensor board")
        values = struct.unpack(">3H", self._board.read(0x00, 6))
        if max(values) > _LARGEST:
            raise BusError(f"the ground sensors say {values}; up to {_LARGEST} is possible")
        return {"ground": Sample(values)} if "ground" in wanted else {}
