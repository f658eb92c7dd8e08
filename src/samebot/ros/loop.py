# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The loops that bodies live in: those of one simulated world share one, others have their own.

Everything that touches a body happens here, in one thread: commands are applied, the body is
stepped, the clock is told, then what was sensed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from samebot.core.clock import Clock
from samebot.ros.gate import PATIENCE, Gate
from samebot.ros.pacer import Pacer
from samebot.ros.robot_driver import RobotDriver

if TYPE_CHECKING:
    from samebot.sim.simulation import Simulation

__all__ = ["BodyLoop", "Loop", "OwnTime", "Timekeeper", "WorldLoop"]


class Timekeeper(Protocol):
    """Who says what time it is for all: this process, or another one that it follows."""

    @property
    def following(self) -> bool:
        """Whether another process tells the time."""
        ...

    def tell(self, time: float) -> None:
        """Take note of the simulation's new time, s, and tell it if that is ours to do."""
        ...

    def wait(self, time: float, patience: float) -> bool:
        """Return whether simulated `time` has come elsewhere; wait for it at most so long, s."""
        ...


class OwnTime:
    """A simulation's own time, told to nobody."""

    following = False

    def tell(self, time: float) -> None:
        """Do nothing."""

    def wait(self, time: float, patience: float) -> bool:  # noqa: ARG002 - as the role has it
        """Return True: nobody else's time is waited for."""
        return True


class Loop(Protocol):
    """What services may ask of a loop, whatever lives in it."""

    gate: Gate

    @property
    def drivers(self) -> Sequence[RobotDriver]:
        """The robots that live in it."""
        ...

    @property
    def steps(self) -> int:
        """How many steps were made."""
        ...

    @property
    def missed(self) -> int:
        """How many periods took too long."""
        ...


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
        timekeeper: Timekeeper | None = None,
    ) -> None:
        """`drivers` come with their robots' numbers; the timekeeper is told each time first."""
        self.gate = gate
        self.pacer = Pacer(clock, rate)
        self.steps = 0
        self._simulation = simulation
        self._drivers = dict(drivers)
        self._clock = clock
        self._time = timekeeper or OwnTime()

    @property
    def drivers(self) -> Sequence[RobotDriver]:
        """The robots that live in it."""
        return tuple(self._drivers.values())

    @property
    def missed(self) -> int:
        """How many periods took too long."""
        return self.pacer.missed

    @property
    def period(self) -> float:
        """How often there is a step, s of simulated time."""
        return min(driver.body.period for driver in self._drivers.values())

    def run(self, ended: Callable[[], bool], duration: float | None = None) -> None:
        """Live until `ended`, or for a `duration` (s) of simulated time."""
        simulation = self._simulation
        end = math.inf if duration is None else simulation.time + duration - 1e-9

        def over() -> bool:
            return ended() or all(driver.finished for driver in self._drivers.values())

        with self.gate.attended():
            while simulation.time < end:
                paused = self.gate.paused
                if not (self.gate.wait(over, self._clock) and self._time_has_come(over)):
                    return
                if paused:
                    self.pacer.begin()
                self.step()
                self._keep_pace(over)

    def step(self) -> None:
        """Step the robots whose turn is next."""
        turn = self._turn()
        drivers = [self._drivers[number] for number in turn]
        for driver in drivers:
            driver.hear()
        self._simulation.step_together(turn, drivers[0].body.period)
        self._time.tell(self._simulation.time)
        for driver in drivers:
            driver.tell()
        self.steps += 1

    def _keep_pace(self, over: Callable[[], bool]) -> None:
        if self._time.following:
            return
        time = self._simulation.time
        left = self.pacer.left(time)
        while left > PATIENCE and not over():
            self._clock.sleep(PATIENCE)
            self.gate.serve()
            left = self.pacer.remaining(time)
        self._clock.sleep(min(left, PATIENCE))

    def _time_has_come(self, over: Callable[[], bool]) -> bool:
        """Wait for the time that another process tells; return False at the end."""
        while self._time.following:
            if self._time.wait(self._next_time(), PATIENCE):
                break
            if over():
                return False
            self.gate.serve()
        return True

    def _next_time(self) -> float:
        bodies = self._simulation.bodies
        return min(bodies[number].next_time for number in self._drivers)

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
        self.steps = 0
        self._driver = driver
        self._clock = clock

    @property
    def drivers(self) -> Sequence[RobotDriver]:
        """The robot that lives in it."""
        return (self._driver,)

    @property
    def missed(self) -> int:
        """How many periods took too long, as far as the body tells."""
        health = getattr(self._driver.body, "health", None)
        return int(getattr(health, "late_steps", 0))

    def run(self, ended: Callable[[], bool], duration: float | None = None) -> None:
        """Live until `ended`, or for a `duration` (s) of the body's time."""
        body, driver = self._driver.body, self._driver
        end = math.inf if duration is None else body.time + duration - 1e-9

        def over() -> bool:
            return ended() or driver.finished

        with self.gate.attended():
            while body.time < end:
                paused = self.gate.paused
                if paused:
                    body.stop()  # real time goes on while nobody controls the robot
                if not self.gate.wait(over, self._clock):
                    return
                if paused and not self.gate.paused:
                    driver.ignore()
                driver.hear()
                body.step()
                driver.tell()
                self.steps += 1
