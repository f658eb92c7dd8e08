# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Our own simulation, to be measured: robots with all their sensors and a controller in Python."""

from __future__ import annotations

import copy
from typing import Any

import mujoco
from bench.layouts import Layout, world_of

from samebot.body import Body
from samebot.model.catalogue import load
from samebot.sim.opening import open_simulation

__all__ = ["Ours", "Raw", "steer"]


def steer(robot: Body) -> None:
    """Turn away from what is near."""
    ranges = robot.ranges("ps*")
    right, left = min(ranges[:3]), min(ranges[5:])
    near = min(left, right) < 0.04
    turn = -2.0 if left < right else 2.0
    robot.drive(0.0 if near else 0.1, turn if near else 0.0)


class Ours:
    """A world with robots; everything that an e-puck2 has but the camera is sampled each step."""

    def __init__(self, layout: Layout, period: float) -> None:
        """Open the world and step it once."""
        robots = [load("epuck2")] * len(layout.starts)
        self.simulation = open_simulation(robots, world=world_of(layout), period=period)
        self.controls: list[Any] = []
        self.run(1)

    def run(self, steps: int) -> None:
        """Let every controller steer, and step."""
        simulation = self.simulation
        for _ in range(steps):
            for robot in simulation.bodies:
                steer(robot)
            simulation.step()

    def raw(self) -> Raw:
        """Return nothing but physics, as it is now."""
        engine: Any = self.simulation.engine
        return Raw(engine._model, engine._data)  # noqa: SLF001 - the very same model is wanted

    def record(self, raw: Raw, steps: int) -> None:
        """Run, and let physics alone make the same motion when it is run."""
        controls = self.simulation.engine._data.ctrl  # type: ignore[attr-defined] # noqa: SLF001
        for _ in range(steps):
            self.run(1)
            raw.controls.append(controls.copy())


class Raw:
    """MuJoCo alone, on the same model, from the same state, with the same controls."""

    def __init__(self, model: Any, data: Any) -> None:
        """Copy model and state."""
        self._model = copy.copy(model)
        self._data = copy.copy(data)
        self.controls: list[Any] = []

    def run(self, substeps: int) -> None:
        """Go through all controls."""
        model, data = self._model, self._data
        for control in self.controls:
            data.ctrl[:] = control
            mujoco.mj_step(model, data, substeps)
