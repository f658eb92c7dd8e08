# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""An I2C bus that tries again: about one transfer in 1000 fails on real robots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.buses.role import I2cBus, Read, Statistics, Target, Write

__all__ = ["ATTEMPTS", "PatientI2c"]

ATTEMPTS: Final = 3
"""As GCtronic's examples do."""


class PatientI2c:
    """Another bus, with retries and statistics."""

    def __init__(
        self, bus: I2cBus, clock: Clock, statistics: Statistics, attempts: int = ATTEMPTS
    ) -> None:
        """Try each transfer up to `attempts` times; `clock` measures real time."""
        self._bus = bus
        self._clock = clock
        self._attempts = attempts
        self.statistics = statistics

    @property
    def name(self) -> str:
        """The bus's own name."""
        return self._bus.name

    def transfer(self, messages: Sequence[Write | Read]) -> list[bytes]:
        """Do a transfer, again if it fails; raises the last BusError."""
        for left in range(self._attempts - 1, -1, -1):
            try:
                return self._once(messages)
            except BusError as error:
                self.statistics.note_error(error)
                if error.lost or not left:
                    raise
                self.statistics.retries += 1
        raise AssertionError  # at least one attempt is made

    def probe(self, messages: Sequence[Write | Read]) -> list[bytes] | None:
        """Do a transfer with a device that may be absent; None: nobody answers."""
        for _ in range(self._attempts):
            try:
                return self._once(messages)
            except BusError as error:
                if error.lost:
                    raise
        return None

    def _once(self, messages: Sequence[Write | Read]) -> list[bytes]:
        start = self._clock.now()
        answers = self._bus.transfer(messages)
        sent = sum(len(message.data) for message in messages if isinstance(message, Write))
        self.statistics.note_transfer(self._clock.now() - start, sent, sum(map(len, answers)))
        return answers

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return self._bus.target()

    def close(self) -> None:
        """Close the bus."""
        self._bus.close()
