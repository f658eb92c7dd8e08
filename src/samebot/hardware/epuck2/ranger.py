# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The time-of-flight sensor VL53L0X of the e-puck2 (I2C 0x29), without waiting for it.

A measurement takes about 33 ms. It is begun at the start of a step and fetched at its end; one
that is not ready then is fetched later, and nothing waits.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.epuck2.ranger_setup import set_up
from samebot.hardware.epuck2.registers import Registers
from samebot.hardware.link import Sample, Samples

__all__ = ["TimeOfFlight", "ahead"]

_START: Final = ((0x80, 0x01), (0xFF, 0x01), (0x00, 0x00))
_GO: Final = ((0x00, 0x01), (0xFF, 0x00), (0x80, 0x00), (0x00, 0x01))
_PATIENCE: Final = 0.5
"""A measurement that is not ready after so long (s) is begun anew."""


_FARTHEST: Final = 2000
"""The sensor's range, mm; 8190 and the like say that it saw nothing."""


def ahead(millimetres: int) -> Sample:
    """Return a sample in m of what the sensor says: it measures millimetres, not the model's raw.

    The model's table is that of Webots, for simulation; GCtronic's and Cyberbotics' drivers take
    the sensor at its word.
    """
    return Sample((millimetres,), (math.inf if millimetres > _FARTHEST else millimetres / 1000.0,))


class TimeOfFlight:
    """Distance ahead, mm."""

    groups: tuple[str, ...] = ("tof",)

    def __init__(self, clock: Clock, address: int = 0x29) -> None:
        """`clock` is what the sensor's own times pass by."""
        self._clock = clock
        self._address = address
        self._chip: Registers | None = None
        self._stop = 0
        self._begun: float | None = None

    def find(self, bus: PatientI2c) -> str:
        """Look for it and set it up."""
        chip = Registers(bus, self._address)
        self._chip, self._begun = None, None
        if chip.probe(0xC0) is None:
            return ""
        self._stop = set_up(chip, self._clock)
        self._chip = chip
        self.begin()
        return "VL53L0X"

    def begin(self) -> None:
        """Start a measurement unless one is under way."""
        if self._chip is None or self._begun is not None:
            return
        self._chip.write_all((*_START, (0x91, self._stop), *_GO))
        self._begun = self._clock.now()

    def sample(self, wanted: Collection[str]) -> Samples:
        """Fetch the measurement if it is ready."""
        if self._chip is None:
            raise BusError("there is no time-of-flight sensor")
        if "tof" not in wanted:
            return {}
        self.begin()
        if not self._chip.byte(0x13) & 0x07:
            if self._begun is not None and self._clock.now() - self._begun > _PATIENCE:
                self._begun = None
                raise BusError("the time-of-flight sensor finishes no measurement")
            return {}
        high, low = self._chip.read(0x1E, 2)
        self._chip.write(0x0B, 0x01)
        self._begun = None
        return {"tof": ahead(high << 8 | low)}
