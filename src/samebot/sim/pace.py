# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The pace of a simulation: real time, or a multiple of it."""

from __future__ import annotations

import math

from samebot.core.clock import Clock
from samebot.core.errors import OptionError

__all__ = ["Pace"]


class Pace:
    """Holds a simulation back to `rate` times real time; a rate of 0 never waits."""

    def __init__(self, clock: Clock, rate: float = 0.0) -> None:
        """Count from the first time that is kept."""
        if not 0.0 <= rate < math.inf:
            raise OptionError(f"the rate is {rate}; 0 (as fast as possible) or more is expected")
        self._clock = clock
        self._rate = rate
        self._due = math.nan
        self._time = 0.0

    def left(self, time: float) -> float:
        """Return how long it is until simulated `time` (s) is due; lost time is not made up for."""
        if self._rate == 0.0:
            return 0.0
        now = self._clock.now()
        if math.isnan(self._due):
            self._due, self._time = now, time
            return 0.0
        self._due = max(self._due + (time - self._time) / self._rate, now)
        self._time = time
        return self._due - now

    def rest(self, duration: float) -> None:
        """Let `duration` seconds pass."""
        if duration > 0.0:
            self._clock.sleep(duration)
