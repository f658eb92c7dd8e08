# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The process that stops robots leaves those alone that others drive."""

from __future__ import annotations

import os
import pty
import select
import socket
import sys
import tty
from collections.abc import Iterator

import pytest

from samebot.core.clock import RealClock
from samebot.hardware.buses.role import Target
from samebot.hardware.buses.serial_port import SerialPort
from samebot.hardware.guard import Guard
from samebot.hardware.link import StopPlan

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such process")

STOP, DONE = b"stop", b"done"
CLOCK = RealClock()


class Robot:
    """The far end of a connection that a driver handed to the guard."""

    def __init__(self) -> None:
        """Connect both ends."""
        self.near, self.far = socket.socketpair()

    @property
    def plan(self) -> StopPlan:
        """How the guard stops it."""
        target = Target("tcp", "127.0.0.1:9", self.near.fileno())
        return StopPlan(target, 0, STOP, DONE, len(DONE))

    def hears(self, patience: float) -> bytes:
        """Return what arrives; empty: nothing in time."""
        if not select.select([self.far], [], [], patience)[0]:
            return b""
        return self.far.recv(len(STOP))

    def close(self) -> None:
        """Hang up both ends."""
        self.near.close()
        self.far.close()


@pytest.fixture
def guard() -> Iterator[Guard]:
    made = Guard()
    yield made
    made._end()


@pytest.fixture
def robots() -> Iterator[tuple[Robot, Robot]]:
    both = Robot(), Robot()
    yield both
    for robot in both:
        robot.close()


def test_one_robot_that_is_given_up_does_not_stop_the_others(
    guard: Guard, robots: tuple[Robot, Robot]
) -> None:
    silent, driven = robots
    guard.watch(1, silent.plan)
    guard.watch(2, driven.plan)
    guard.release(1, stopped=False)
    assert silent.hears(5.0) == STOP
    assert driven.hears(0.3) == b""
    guard._end()  # as when the program dies
    assert driven.hears(5.0) == STOP


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """Yield the far end of a serial line, and the near one's name."""
    far, near = pty.openpty()
    tty.setraw(near)
    yield far, os.ttyname(near)
    os.close(far)
    os.close(near)


def test_a_port_is_opened_again_while_its_robot_is_guarded(
    guard: Guard, line: tuple[int, str]
) -> None:
    first = SerialPort(line[1], 115200)
    guard.watch(1, StopPlan(first.target(), 0, STOP, DONE, len(DONE)))
    first.close()  # the robot was silent, so its driver connects anew
    SerialPort(line[1], 115200).close()
    guard.release(1, stopped=True)


def test_a_port_that_another_program_opened_is_left_to_it(
    guard: Guard, line: tuple[int, str]
) -> None:
    far, path = line
    first = SerialPort(path, 115200)
    guard.watch(1, StopPlan(first.target(), 0, STOP, DONE, len(DONE)))
    first.close()
    guard.release(1, stopped=False)
    assert select.select([far], [], [], 5.0)[0], "it is told to stop, and says nothing"
    second = SerialPort(path, 115200)
    CLOCK.sleep(0.6)  # what was under way
    while select.select([far], [], [], 0.0)[0]:
        os.read(far, 4096)
    assert not select.select([far], [], [], 0.5)[0]
    second.close()
