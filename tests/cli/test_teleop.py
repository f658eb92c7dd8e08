# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Driving by hand: what keys mean, and a terminal that moves a robot."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from typing import Any

import pytest

from ros_programs import Start, needs_ros
from samebot.cli.main import main
from samebot.cli.steering import HOLD, Steering, keys_in

PATIENCE = 30.0


def test_arrows_are_letters_and_other_sequences_nothing() -> None:
    assert keys_in(b"\x1b[A\x1b[BwD\x1bOC \x1b[Hq\xc3") == [*"wswdd", " ", "q"]


def test_a_key_counts_for_half_a_second() -> None:
    steering = Steering(0.1, 1.5)
    steering.press("w", 10.0)
    assert steering.speeds(10.0 + HOLD) == (0.1, 0.0)
    assert steering.speeds(10.01 + HOLD) == (0.0, 0.0)


def test_keys_together_are_a_curve_and_opposite_ones_replace_each_other() -> None:
    steering = Steering(0.1, 1.5)
    steering.press("w", 0.0)
    steering.press("a", 0.1)
    assert steering.speeds(0.2) == (0.1, 1.5)
    steering.press("s", 0.2)
    assert steering.speeds(0.3) == (-0.1, 1.5)
    steering.press(" ", 0.3)
    assert steering.speeds(0.3) == (0.0, 0.0)


def test_speed_can_be_changed_and_keys_can_hold() -> None:
    steering = Steering(0.1, 1.0, latch=True)
    steering.press("w", 0.0)
    steering.press("+", 0.0)
    assert steering.speeds(1000.0) == pytest.approx((0.11, 0.0))
    steering.press("-", 0.0)
    assert steering.speeds(1000.0) == pytest.approx((0.1, 0.0))
    assert not steering.over
    steering.press("q", 0.0)
    assert steering.over


def test_without_a_terminal_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["teleop"]) == 1
    assert "terminal" in capsys.readouterr().err


ODOMETER = """
import json, sys, rclpy
from nav_msgs.msg import Odometry
rclpy.init()
node = rclpy.create_node("odometer")
def tell(m):
    x, v = m.pose.pose.position.x, m.twist.twist.linear.x
    print(json.dumps([x, v]), flush=True)
node.create_subscription(Odometry, "/odom", tell, 10)
rclpy.spin(node)
"""


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize("end", ["q", "ctrl-c", "hang-up"])
def test_a_robot_goes_while_a_key_is_held_and_stops_at_the_end(
    start: Start, ros_environment: dict[str, str], end: str
) -> None:
    start("-m", "samebot", "run", "epuck2")
    lines = start("-c", ODOMETER).stdout
    assert lines is not None

    def until(reached: Callable[[Any], bool]) -> Any:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            state = json.loads(lines.readline())
            if reached(state):
                return state
        pytest.fail(f"{state} is not what was waited for")

    until(lambda _: True)
    terminal, inner = pty.openpty()
    before = termios.tcgetattr(inner)
    teleop = subprocess.Popen(
        [sys.executable, "-m", "samebot", "teleop", "--latch"],
        stdin=inner,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, **ros_environment},
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while termios.tcgetattr(inner) == before and time.monotonic() < deadline:
            time.sleep(0.02)
        os.write(terminal, b"w")
        until(lambda state: state[1] > 0.08 and state[0] > 0.02)
        if end == "q":
            os.write(terminal, b"q")
        elif end == "ctrl-c":
            teleop.send_signal(signal.SIGINT)
        else:
            teleop.send_signal(signal.SIGHUP)
        _, complained = teleop.communicate(timeout=PATIENCE)
        assert (teleop.returncode, complained) == (0, b"")
        assert termios.tcgetattr(inner) == before
        until(lambda state: abs(state[1]) < 1e-9)
    finally:
        teleop.kill()
        teleop.wait()
        os.close(terminal)
        os.close(inner)
