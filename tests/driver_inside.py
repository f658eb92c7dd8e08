# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A driver in the tests' own process, stepped by hand: real nodes, no waiting for real time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from samebot.model.catalogue import load
from samebot.model.completion import completed
from samebot.model.robot import RobotModel

if TYPE_CHECKING:
    from samebot.ros.loop import WorldLoop
    from samebot.ros.robot_driver import RobotDriver

Open = Callable[..., "Inside"]


class Inside:
    """A driver and what steps it, as its loop does."""

    def __init__(self, driver: RobotDriver, loop: WorldLoop) -> None:
        """`driver` is active; `loop` is its loop, which does not run."""
        self.driver = driver
        self.loop = loop
        self.node = driver.node

    def step(self, count: int = 1) -> None:
        """Hear, step the body, tell; so often."""
        for _ in range(count):
            self.driver.hear()
            self.driver.body.step()
            self.driver.tell()
            self.loop.steps += 1


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, ros_environment: dict[str, str]) -> Iterator[Open]:
    """Return a function that opens a simulated robot with its driver; all are closed after."""
    for name, value in ros_environment.items():
        monkeypatch.setenv(name, value)
    with ExitStack() as opened:

        def start(
            robot: str | RobotModel,
            *ros_arguments: str,
            config: Mapping[str, Any] | None = None,
            parts: tuple[Any, ...] = (),
            **options: Any,
        ) -> Inside:
            from samebot.ros.bringup import driver_of
            from samebot.ros.edge import Ros
            from samebot.ros.gate import Gate
            from samebot.ros.loop import WorldLoop
            from samebot.ros.services import offer_services
            from samebot.sim.opening import open_simulation

            model = completed(load(robot) if isinstance(robot, str) else robot).model
            simulation = open_simulation([model], options=options)
            body = opened.enter_context(simulation.bodies[0])
            arguments = ["--ros-args", *ros_arguments] if ros_arguments else []
            ros = opened.enter_context(Ros(arguments))
            gate = Gate()
            driver = driver_of(
                ros.node("driver", managed=True), body, config or {}, parts, gate=gate
            )
            clock = RealClock()
            loop = WorldLoop(simulation, [(0, driver)], clock, rate=0.0, gate=gate)
            offer_services(driver, loop)
            return Inside(driver, loop)

        from samebot.core.clock import RealClock

        yield start
