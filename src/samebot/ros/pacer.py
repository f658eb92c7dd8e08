# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The pace of a simulation: real time or a multiple of it, without drift."""

from __future__ import annotations

import math
from typing import Final

from samebot.core.clock import Clock

__all__ = ["Pacer"]

_GIVEN_UP: Final = 0.5
"""A delay longer than this is not caught up with, s."""


class Pacer:
    """Holds a simulation back to `rate` times real time; 0 never waits.

    Each time is due counted from the first one, so that lateness does not add up. A delay is
    caught up with; one of more than half a second is given up.
    """

    def __init__(self, clock: Clock, rate: float) -> None:
        """Count from the first time that is kept."""
        self._clock = clock
        self._rate = rate
        self._start = math.nan
        self._first = self._before = 0.0
        self.missed = 0
        """How many periods were not over when the next one should have been."""

    @property
    def rate(self) -> float:
        """How many simulated seconds pass in a real one."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = rate
        self.begin()

    def begin(self) -> None:
        """Count anew from the next time that is kept: after a pause."""
        self._start = math.nan

    def left(self, time: float) -> float:
        """Return for how long simulated `time` (s) is not due yet, s; to be asked at each step."""
        if self._rate <= 0.0:
            return 0.0
        now = self._clock.now()
        if math.isnan(self._start):
            self._start, self._first, self._before = now, time, time
            return 0.0
        period = (time - self._before) / self._rate
        self._before = time
        left = self.remaining(time)
        if period > 0.0 and -left >= period:
            self.missed += 1
        if left < -_GIVEN_UP:
            self._start, self._first = now, time
        return max(0.0, left)

    def remaining(self, time: float) -> float:
        """Return for how long simulated `time` is not due yet, s; negative: it is late."""
        if self._rate <= 0.0 or math.isnan(self._start):
            return 0.0
        return self._start + (time - self._first) / self._rate - self._clock.now()
