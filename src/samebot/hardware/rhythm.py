# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Steps of real time: each ends when it is due, and says so if it could not."""

from __future__ import annotations

from typing import Final

from samebot.core.clock import Clock

__all__ = ["Rhythm"]

_SHARE: Final = 0.01
_ALLOWANCE: Final = 1e-4
"""A step is late beyond 1 % of its length and 0.1 ms."""


class Rhythm:
    """The time of a body that runs with a clock, in steps without drift."""

    def __init__(self, clock: Clock, period: float) -> None:
        """Time is 0 now; `period` (s) is the usual step."""
        self._clock = clock
        self._period = period
        self._origin = clock.now()
        self._base = 0.0
        self._steps = 0
        self.time = 0.0
        """When the last step was due, s; later than that if it could not be held."""
        self.lateness = 0.0
        """By how much the last step ended late, s."""
        self.late_steps = 0

    def skip(self) -> None:
        """Take it that the time until now was wanted: the next step begins here."""
        self._base, self._steps = self._clock.now() - self._origin, 0
        self.time = self._base

    def keep(self, duration: float) -> float:
        """Wait until `duration` s after the last step; return the time.

        Time that was lost is not made up for.
        """
        # Counted, not summed, so that 200 steps of 50 ms are 10 s and not a little less.
        if duration == self._period:
            self._steps += 1
        else:
            self._base, self._steps = self.time + duration, 0
        due = self._origin + self._base + self._steps * self._period
        now = self._clock.now()
        if now > due + _ALLOWANCE:
            self._base, self._steps = now - self._origin, 0
        else:
            self._clock.sleep(due - now)
            now = self._clock.now()
        self.time = self._base + self._steps * self._period
        self.lateness = max(now - due, 0.0)
        if self.lateness > _SHARE * duration + _ALLOWANCE:
            self.late_steps += 1
        return self.time
