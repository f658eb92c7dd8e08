# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Time as a value that is handed in. The only sleep in samebot's library code is here."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from typing import Protocol

__all__ = ["Clock", "PreciseClock", "RealClock", "ScriptedClock", "SimulatedClock"]


class Clock(Protocol):
    """A source of time, in seconds from an origin of its own; it never goes backwards."""

    def now(self) -> float:
        """Return the present time, s."""
        ...

    def sleep(self, duration: float) -> None:
        """Return when `duration` seconds of this clock have passed; at once if not positive."""
        ...


class RealClock:
    """The computer's monotonic clock."""

    def now(self) -> float:
        """Return the present time, s."""
        return time.monotonic()

    def sleep(self, duration: float) -> None:
        """Sleep for `duration` seconds of real time."""
        if duration > 0.0:
            time.sleep(duration)


class PreciseClock:
    """The computer's monotonic clock, with a sleep that ends on time: it waits the last bit awake.

    A sleeping process is woken late by tens of microseconds or more; `margin` (s) is how long
    before the end it wakes up and spins. That costs processor time: margin / duration of it.
    """

    def __init__(self, margin: float = 3e-4) -> None:
        """Spin for up to `margin` seconds at the end of each sleep."""
        self._margin = margin

    def now(self) -> float:
        """Return the present time, s."""
        return time.monotonic()

    def sleep(self, duration: float) -> None:
        """Sleep for `duration` seconds of real time, to within microseconds on an idle machine."""
        end = time.monotonic() + duration
        if duration > self._margin:
            time.sleep(duration - self._margin)
        while time.monotonic() < end:
            pass


class SimulatedClock:
    """A clock that stands still until it is advanced; sleeping advances it."""

    def __init__(self, start: float = 0.0) -> None:
        """Start at `start` seconds."""
        self._now = start

    def now(self) -> float:
        """Return the present time, s."""
        return self._now

    def advance(self, duration: float) -> float:
        """Go forward by `duration` seconds and return the new time."""
        if not 0.0 <= duration < math.inf:
            raise ValueError(f"a clock cannot advance by {duration} s; advance by 0 s or more")
        self._now += duration
        return self._now

    def sleep(self, duration: float) -> None:
        """Advance by `duration` seconds if it is positive."""
        if duration > 0.0:
            self.advance(duration)


class ScriptedClock:
    """A clock that shows given instants one after the other, for tests of what depends on time."""

    def __init__(self, instants: Iterable[float]) -> None:
        """Show each of `instants` (s, ascending) once; the last one stays."""
        self._instants: Iterator[float] = iter(instants)
        first = next(self._instants, None)
        if first is None:
            raise ValueError("a script of instants is empty; give at least one instant")
        self._now = first
        self._fresh = True
        self.slept: list[float] = []

    def now(self) -> float:
        """Return the next instant of the script, s."""
        if self._fresh:
            self._fresh = False
            return self._now
        self._now = max(self._now, next(self._instants, self._now))
        return self._now

    def sleep(self, duration: float) -> None:
        """Keep `duration` in `slept`; the script alone says what time it is afterwards."""
        self.slept.append(duration)
