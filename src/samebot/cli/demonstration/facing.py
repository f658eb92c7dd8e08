# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The demo's robot in ROS: its whole interface, beside what the demo itself does with it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from samebot.body import Body
from samebot.ros.bringup import NODE, clock_teller, driver_of
from samebot.ros.edge import Ros
from samebot.ros.listing import TopicInfo
from samebot.ros.robot_driver import RobotDriver

__all__ = ["Face", "in_ros"]


class Face:
    """A robot's driver, to be asked before each step of its body and told after it."""

    def __init__(self, driver: RobotDriver, *, simulated: bool) -> None:
        """A `simulated` robot's time is ROS's time."""
        self.driver = driver
        self._tell_time = clock_teller(driver.node) if simulated else None

    @property
    def topics(self) -> tuple[TopicInfo, ...]:
        """What is sent and heard."""
        return self.driver.topics

    def run(self, ended: Callable[[], bool]) -> None:
        """Step the body until the end."""
        with self.driver.body as body:
            while not ended():
                self.before()
                body.step()
                self.after()

    def before(self) -> bool:
        """Do what ROS asks for; return whether somebody there drives the robot."""
        self.driver.hear()
        return self.driver.commanded

    def after(self) -> None:
        """Tell ROS what was sensed."""
        if self._tell_time is not None:
            self._tell_time(self.driver.body.time)
        self.driver.tell()


@contextlib.contextmanager
def in_ros(body: Body, *, simulated: bool) -> Iterator[Face]:
    """Be a body's node until the context is left."""
    with Ros() as ros:
        yield Face(driver_of(ros.node(NODE, managed=True), body, alone=False), simulated=simulated)
