# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The simulated body: a robot in a world that an engine steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from samebot.body import Body, Image, Snapshot, Supervisor
from samebot.commands import Command, JointTarget
from samebot.model.robot import RobotModel
from samebot.sim.chance import Noise
from samebot.sim.sampling import Copies, Places, Readings
from samebot.sim.senses import Senses

if TYPE_CHECKING:
    from samebot.sim.simulation import Simulation

__all__ = ["SimulatedBody"]


class SimulatedBody(Body):
    """A robot in a simulated world; made by `Simulation`."""

    def __init__(
        self,
        simulation: Simulation,
        model: RobotModel,
        build: RobotModel,
        *,
        number: int,
        name: str,
        period: float,
        noise: Noise,
    ) -> None:
        """`number` is the robot's place in the simulation's engine, `build` what it really is."""
        super().__init__(model, period=period)
        self.name = name
        self._simulation = simulation
        self._number = number
        self._origin = self._time = simulation.time
        self._steps = 0
        self._schedule.on_change = lambda: simulation.note_switched(number)
        self.senses = Senses(
            build.devices,
            self._layout,
            simulation.engine,
            number,
            noise,
            lambda camera: simulation.picture(number, camera),
        )
        self._sensed = self.senses.sensed(self._time)

    @property
    def time(self) -> float:
        """The body's own time, s."""
        return self._time

    @property
    def supervisor(self) -> Supervisor:
        """The world's side: poses, reset, ground truth."""
        return self._simulation.supervisor(self._number)

    def read(self) -> Snapshot:
        """Return what the last step sampled."""
        return self._sensed.snapshot()

    def forget(self) -> None:
        """Begin anew after the robot was put somewhere: the jump is no motion."""
        self.senses.forget(self._time)

    @property
    def next_time(self) -> float:
        """When the next step of one period ends, s."""
        # Counted, not summed, so that 200 steps of 50 ms are 10 s and not a little less.
        return self._origin + (self._steps + 1) * self.period

    def settle(self, own: Readings) -> None:
        """Keep what is sensed, and when it is due, in these arrays from now on."""
        self._schedule.move(own.due_at, own.periods)
        self.senses.settle(own)

    def tick(self, duration: float) -> float:
        """Let the body's own time go on; return it."""
        self._refuse_if_closed()
        if duration == self.period:
            self._time = self.next_time
            self._steps += 1
        else:
            self._origin, self._steps = self._time + duration, 0
            self._time = self._origin
        return self._time

    def switch(self) -> None:
        """Make the readings of devices that are off invalid."""
        self.senses.switch(off=self._schedule.due == math.inf)

    def show(self, copies: Copies, places: Places) -> None:
        """Take over what was sampled: copies, and where in them are the robot's own."""
        self._sensed = self.senses.sensed(self._time, copies, places)

    def _advance(self, duration: float) -> None:
        self._simulation.step_together((self._number,), duration)

    def _apply(self, command: Command) -> None:
        simulation = self._simulation
        with simulation.lock:
            if command.wheels is not None:
                simulation.engine.set_wheels(self._number, *command.wheels)
            for joint, target in command.joints.items():
                if isinstance(target, JointTarget):
                    simulation.engine.set_joint(self._number, joint, target)
            if command.wheels is not None or command.joints:
                simulation.moved(self._number)
            for led, value in command.leds.items():
                simulation.set_led(self._number, led, value)

    def _turn_wheels(self, wheels: tuple[float, float]) -> None:
        simulation = self._simulation
        with simulation.lock:
            simulation.engine.set_wheels(self._number, *wheels)
            simulation.moved(self._number)

    def _halt(self) -> None:
        with self._simulation.lock:
            self._simulation.engine.halt(self._number)

    def _take_picture(self, name: str) -> Image:
        with self._simulation.lock:
            picture = self.senses.take_picture(name, self._time)
            self._sensed = self.senses.sensed(self._sensed.time)
        return picture

    def _release(self) -> None:
        self._simulation.leave(self._number)
