# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Tells the guard that this program runs while its robot moves, and notices if it did not."""

from __future__ import annotations

import threading
from typing import Final

from samebot.core.clock import RealClock
from samebot.hardware.guard import Guard

__all__ = ["Pulse"]

_EVERY: Final = 0.1
"""How often it is told, s."""
_PAUSE: Final = 0.3
"""After so long (s) the guard may have stopped the robot, or be about to."""


class Pulse:
    """The beats of one body; called by its threads whenever they come by."""

    def __init__(self, guard: Guard | None, key: int) -> None:
        """Begin with a robot that stands; without a `guard` there is nobody to tell."""
        self._guard = guard
        self._key = key
        self._clock = RealClock()
        self._lock = threading.Lock()
        self._moving = False
        self._at = self._clock.now()

    def beat(self, *, moving: bool) -> bool:
        """Tell it; return whether the guard may have stopped the robot since the last time."""
        if self._guard is None:
            return False
        with self._lock:
            now = self._clock.now()
            paused = self._moving and now - self._at >= _PAUSE
            if moving != self._moving or (moving and now - self._at >= _EVERY):
                self._guard.beat(self._key, moving=moving)
                self._moving, self._at = moving, now
            return paused
