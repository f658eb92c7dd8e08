# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A drive's two wheels in the robot's own steps."""

from __future__ import annotations

import math
from typing import Final

from samebot.hardware.counters import StepCounter
from samebot.hardware.link import Sample
from samebot.model.drive import DifferentialDrive

__all__ = ["Wheels"]

_FRESH: Final = 50
"""What a counter shows at most, steps, right after it began at 0."""


class Wheels:
    """Speeds and counters of left and right wheel."""

    def __init__(self, drive: DifferentialDrive) -> None:
        """Begin with counters that were never read."""
        self.drive = drive
        self.step = math.tau / (drive.steps_per_turn or 1000)
        fastest = (drive.max_wheel_velocity or 0.0) / self.step
        self.counters = (StepCounter(fastest), StepCounter(fastest))
        self._reconnected = False

    def mind_reconnection(self) -> None:
        """Take it that the robot may have been switched off: it was not heard for a while."""
        self._reconnected = True

    def _begin_anew(self, sample: Sample) -> bool:
        """Tell whether both counters are where a robot's begin, and were not before.

        After a long silence the difference alone says nothing: so far it may have driven.
        """
        fresh = all(abs(raw) <= _FRESH for raw in sample.raw)
        return fresh and any(abs(counter.last) > 2 * _FRESH for counter in self.counters)

    def steps(self, speed: float) -> int:
        """Return a wheel's speed (rad/s) in steps/s."""
        return round(speed / self.step)

    @property
    def resets(self) -> int:
        """How often a counter began anew by itself."""
        return sum(counter.resets for counter in self.counters)

    def count(self, sample: Sample, time: float) -> Sample | None:
        """Return angles (rad) with the counters' sample of body time (s); None: it is doubtful."""
        if self._reconnected:
            self._reconnected = False
            if self._begin_anew(sample):
                for counter, raw in zip(self.counters, sample.raw, strict=True):
                    counter.restart(int(raw), time)
        pairs = list(zip(self.counters, sample.raw, strict=True))
        sound = [counter.update(int(raw), time) for counter, raw in pairs]
        if not all(sound):
            return None
        return Sample(sample.raw, [counter.total * self.step for counter in self.counters])
