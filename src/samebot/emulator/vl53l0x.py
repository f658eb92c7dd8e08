# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The time-of-flight sensor VL53L0X: the registers that drivers derived from ST's and Pololu's use.

Registers lie on pages, chosen by register 0xFF: what drivers write to register 0 of page 1 starts
no measurement. Every measurement is ready at once, so that a driver that polls never waits.
"""

from __future__ import annotations

from typing import Final

from samebot.emulator.mainboard import Mainboard
from samebot.emulator.registers import RegisterDevice

__all__ = ["ADDRESS", "Vl53l0x"]

ADDRESS: Final = 0x29
_PAGE: Final = 0xFF
_START: Final = 0x00
_STATUS: Final = 0x13
_RANGE_STATUS: Final = 0x14
_RANGE: Final = 0x1E
_CLEAR: Final = 0x0B
_CONTINUOUS: Final = 0x06
_READY: Final = 0x07
_VALID, _NO_TARGET = 0x5B, 0x23
"""Range complete; no phase found."""
_FARTHEST: Final = 8190

_POWER_UP: Final = {
    0x01: 0xFF, 0x46: 0x25, 0x50: 0x06, 0x52: 0x96, 0x61: 0x00, 0x70: 0x04, 0x71: 0x02,
    0x72: 0x95, 0x8A: ADDRESS, 0xC0: 0xEE, 0xC1: 0xAA, 0xC2: 0x10,
    **dict.fromkeys(range(0xB0, 0xB6), 0xFF),
}  # fmt: skip
_IDENTITY: Final = (0xC0, 0xC1, 0xC2)
_STOP_VARIABLE: Final = (1, 0x91, 0x3C)
"""Page, register and a value that drivers write back."""
_SPAD_STROBE: Final = (7, 0x83)
_SPAD_INFO: Final = (7, 0x92, 0x80 | 5)
"""Page, register; five reference SPADs with apertures."""


class Vl53l0x(RegisterDevice):
    """One sensor at its usual address."""

    def __init__(self, board: Mainboard) -> None:
        """`board` knows how far the next thing in front is."""
        super().__init__(_POWER_UP)
        self._readings = board.readings
        self._page = 0
        self._pages: dict[int, bytearray] = {}
        for page, register, value in (_STOP_VARIABLE, _SPAD_INFO):
            self._other(page)[register] = value
        self._continuous = False

    def get(self, register: int) -> int:
        """Return a register of the page."""
        if register == _PAGE:
            return self._page
        return self._pages.get(self._page, self.memory)[register]

    def put(self, register: int, value: int) -> None:
        """Set a register of the page; some of page 0 do something."""
        if register == _PAGE:
            self._page = value
        elif self._page:
            strobe = (self._page, register) == _SPAD_STROBE and value == 0
            # Drivers wait here until the sensor has fetched what it knows of its SPADs.
            self._other(self._page)[register] = 0x10 if strobe else value
        elif register == _START:
            self._start(value)
        elif register == _CLEAR:
            self.memory[register] = value
            if value & 1:
                self.memory[_STATUS] = 0
        elif register not in _IDENTITY:
            self.memory[register] = value

    def _other(self, page: int) -> bytearray:
        """Return a page that is not the first; what was never written there is as on the first."""
        return self._pages.setdefault(page, bytearray(self.memory))

    def sample(self) -> None:
        """Measure anew where measurements follow each other."""
        if self._continuous and not self._page:
            self._measure()

    def _start(self, value: int) -> None:
        self._continuous = bool(value & _CONTINUOUS)
        self.memory[_START] = value & ~1  # it clears itself when the measurement has begun
        if value & (1 | _CONTINUOUS):
            self._measure()

    def _measure(self) -> None:
        distance = self._readings.distance
        self.memory[_STATUS] = _READY
        self.memory[_RANGE_STATUS] = _NO_TARGET if distance >= _FARTHEST else _VALID
        self.show(_RANGE, distance.to_bytes(2, "big"))
