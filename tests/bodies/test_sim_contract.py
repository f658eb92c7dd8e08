# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The simulated body keeps the contract of all bodies."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from body_contract import LetPass, Make, OfEveryRobot, OfOneRobot
from samebot.body import Body
from samebot.model.catalogue import load
from samebot.model.robot import RobotModel

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.sim.opening import open_simulation
from samebot.sim.simulation import Simulation


@functools.cache
def model(robot: str) -> RobotModel:
    return load(robot)


@pytest.fixture
def worlds() -> dict[Body, Simulation]:
    return {}


@pytest.fixture
def make(worlds: dict[Body, Simulation]) -> Iterator[Make]:
    with ExitStack() as bodies:

        def opened(robot: str) -> Body:
            # A second robot lets time go on while the controller of the first one is silent.
            models = [model(robot)] if robot != "epuck2" else [model(robot)] * 2
            simulation = open_simulation(models)
            for body in simulation.bodies:
                bodies.enter_context(body)
            worlds[simulation.bodies[0]] = simulation
            return simulation.bodies[0]

        yield opened


@pytest.fixture
def let_pass(worlds: dict[Body, Simulation]) -> LetPass:
    def passing(body: Body, duration: float) -> None:
        other = worlds[body].bodies[1]
        end = other.time + duration
        while other.time < end:
            other.step()

    return passing


class TestEveryRobot(OfEveryRobot):
    """What every simulated robot does."""


class TestOneRobot(OfOneRobot):
    """What one shows for all."""
