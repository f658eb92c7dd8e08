# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The world of emulated robots: one simulation, one lock, one time for all who look at it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

from samebot.emulator.mainboard import Mainboard
from samebot.sim.simulation import Simulation

__all__ = ["LONGEST_STEP", "EmulatedWorld"]

LONGEST_STEP: Final = 0.05
"""No step of the simulation is longer, s."""
_FINE: Final = 5e-7
"""Times closer than this are the same, s."""


class EmulatedWorld:
    """Steps a simulation with the robots' main boards; hold `lock` while looking at either."""

    def __init__(self, simulation: Simulation, boards: Sequence[Mainboard]) -> None:
        """Begin at the simulation's time."""
        self.lock = threading.RLock()
        self.boards = tuple(boards)
        self._simulation = simulation
        self._bodies = simulation.bodies

    @property
    def time(self) -> float:
        """The simulation's time, s."""
        return self._simulation.time

    def advance_to(self, time: float) -> None:
        """Go on to `time`, s; nothing happens if it is past."""
        with self.lock:
            while (left := time - self.time) > _FINE:
                self._step(left if left <= LONGEST_STEP + _FINE else LONGEST_STEP)

    def _step(self, duration: float) -> None:
        for body in self._bodies:
            body.step(duration)
        for board in self.boards:
            board.passed(duration)
