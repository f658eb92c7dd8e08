# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Clocks of emulated worlds: real time, or the time that a controller lets pass."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import OptionError
from samebot.emulator.world import EmulatedWorld

__all__ = ["STEP", "RealTime", "WorldClock"]

STEP: Final = 0.01
"""How far a world in real time goes at once, s: the firmware samples at 100 Hz."""
_FINE: Final = 5e-7
_LOST: Final = 0.25
"""A world that is so late (s) does not make up for it."""


class WorldClock:
    """A clock that stands still until its owner sleeps; sleeping lets the world go on.

    Each controller of several robots in one world has one of its own: the world goes on to the
    latest time that any of them asked for, so the others find it there already.
    """

    def __init__(self, world: EmulatedWorld, settle: Callable[[], None]) -> None:
        """`settle` returns when everything that was sent to the emulator has been taken up."""
        self._world = world
        self._settle = settle
        self._now = world.time

    def now(self) -> float:
        """Return the present time, s."""
        return self._now

    def sleep(self, duration: float) -> None:
        """Let `duration` seconds pass in the world, after what was sent to it has been done."""
        if not duration < math.inf:
            raise ValueError(f"a clock cannot sleep {duration} s; a finite time is expected")
        if duration <= 0.0:
            return
        self._settle()
        self._now += duration
        self._world.advance_to(self._now)
        self._settle()

    advance = sleep


class RealTime:
    """Steps a world so that it keeps up with a clock."""

    def __init__(self, world: EmulatedWorld, clock: Clock, rate: float) -> None:
        """`rate`: 1 is as fast as the clock, 0 as fast as possible."""
        if not 0.0 <= rate < math.inf:
            raise OptionError(f"the rate is {rate}; 0 (as fast as possible) or more is expected")
        self._world = world
        self._clock = clock
        self._rate = rate
        self._start = clock.now()
        self._origin = world.time
        self._steps = 0

    def due(self) -> float | None:
        """Return when the next step is due on the clock, s."""
        if self._rate == 0.0:
            return self._clock.now()
        return self._start + (self._steps + 1) * STEP / self._rate

    def keep(self) -> None:
        """Step the world as far as it is due, at most a quarter of a second."""
        now = self._clock.now()
        if self._rate == 0.0:
            self._world.advance_to(self._world.time + STEP)
            return
        late = (now - self._start) * self._rate - self._steps * STEP
        if late > _LOST:
            self._start += (late - STEP) / self._rate
            late = STEP
        self._steps += int(late / STEP + _FINE)
        self._world.advance_to(self._origin + self._steps * STEP)
