# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The loops that bodies live in: those of one simulated world share one, others have their own.

Everything that touches a body happens here, in one thread: commands are applied, the body is
stepped, the clock is told, then what was sensed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from samebot.core.clock import Clock
from samebot.ros.gate import Gate, Pacer
from samebot.ros.robot_driver import RobotDriver

if TYPE_CHECKING:
    from samebot.sim.simulation import Simulation

__all__ = ["BodyLoop", "WorldLoop"]


class WorldLoop:
    """Robots in one simulated world."""

    def __init__(
        self,
        simulation: Simulation,
        drivers: Sequence[tuple[int, RobotDriver]],
        clock: Clock,
        *,
        rate: float,
        gate: Gate,
        tick: Callable[[float], None] = lambda _: None,
    ) -> None:
        """`drivers` come with their robots' numbers; `tick` is told each new time first."""
        self.gate = gate
        self.pacer = Pacer(clock, rate)
        self._simulation = simulation
        self._drivers = dict(drivers)
        self._clock = clock
        self._tick = tick

    def run(self, ended: Callable[[], bool], duration: float | None = None) -> None:
        """Live until `ended`, or for a `duration` (s) of simulated time."""
        simulation = self._simulation
        end = None if duration is None else simulation.time + duration - 1e-9
        while end is None or simulation.time < end:
            paused = self.gate.paused
            if not self.gate.wait(ended, self._clock):
                return
            if paused:
                self.pacer.begin()
            self.step()

    def step(self) -> None:
        """Step the robots whose turn is next, and keep the pace."""
        turn = self._turn()
        drivers = [self._drivers[number] for number in turn]
        for driver in drivers:
            driver.hear()
        self._simulation.step_together(turn, drivers[0].body.period)
        self._tick(self._simulation.time)
        for driver in drivers:
            driver.tell()
        self.pacer.keep(self._simulation.time)

    def _turn(self) -> tuple[int, ...]:
        """Return the robots that come next: of one period, and due at one time."""
        bodies = self._simulation.bodies
        due = {
            number: (bodies[number].next_time, bodies[number].period) for number in self._drivers
        }
        first, period = min(due.values())
        return tuple(
            number
            for number, (when, every) in due.items()
            if when <= first + 1e-9 and every == period
        )


class BodyLoop:
    """A body that keeps time by itself."""

    def __init__(self, driver: RobotDriver, clock: Clock, *, gate: Gate) -> None:
        """The body's own `step` waits for the end of each period."""
        self.gate = gate
        self._driver = driver
        self._clock = clock

    def run(self, ended: Callable[[], bool], duration: float | None = None) -> None:
        """Live until `ended`, or for a `duration` (s) of the body's time."""
        body = self._driver.body
        end = None if duration is None else body.time + duration - 1e-9
        while end is None or body.time < end:
            if not self.gate.wait(ended, self._clock):
                return
            self._driver.hear()
            body.step()
            self._driver.tell()
