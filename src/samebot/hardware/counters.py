# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Step counters of 16 bits, continued over overflows, resets and broken samples."""

from __future__ import annotations

from typing import Final

__all__ = ["StepCounter"]

_BITS: Final = 16
_SPAN: Final = 1 << _BITS
_GRACE: Final = 50
"""Steps that may pass in no time at all."""


class StepCounter:
    """The total of one wheel's counter.

    The difference of two samples is the one nearest to 0 modulo 2^16. If a wheel cannot have
    turned so far (1.2 times its greatest speed, and 50 steps), the sample waits for the next
    one: if that one fits to what was before, the sample was broken and is dropped; if it fits
    to the sample, the counter was reset and is continued without a jump.
    """

    def __init__(self, fastest: float) -> None:
        """`fastest` is the wheel's greatest speed, steps/s."""
        self._fastest = 1.2 * fastest
        self._last: tuple[int, float] | None = None
        self._doubtful: tuple[int, float] | None = None
        self.total = 0
        """Steps, with the sign of the motion; the first sample counts from 0."""
        self.resets = 0

    def update(self, raw: int, time: float) -> bool:
        """Take a sample of body time (s); False: it is doubtful, and the total stays."""
        if self._last is None:
            self.total = raw
        elif self._fits(self._last, raw, time):
            self.total += _difference(raw, self._last[0])
        elif self._doubtful is not None and self._fits(self._doubtful, raw, time):
            self.total += _difference(raw, self._doubtful[0])
            self.resets += 1
        else:
            self._doubtful = (raw, time)
            return False
        self._last, self._doubtful = (raw, time), None
        return True

    def restart(self, raw: int, time: float) -> None:
        """Go on from a counter that began anew: the wheel has not turned by the difference."""
        self.resets += 1
        self._last, self._doubtful = (raw, time), None

    @property
    def last(self) -> int:
        """The last sample that counted; 0: there was none."""
        return 0 if self._last is None else self._last[0]

    def set(self, raw: int, time: float) -> None:
        """Begin anew at a value that the counter was set to."""
        self.total = raw
        self._last, self._doubtful = (raw, time), None

    def _fits(self, before: tuple[int, float], raw: int, time: float) -> bool:
        passed = max(time - before[1], 0.0)
        return abs(_difference(raw, before[0])) <= self._fastest * passed + _GRACE


def _difference(now: int, before: int) -> int:
    return (now - before + _SPAN // 2) % _SPAN - _SPAN // 2
