# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How long things take: from a velocity to the wheels, from the command line to the first /odom."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Final

from bench.figures import Figure
from bench.ros_body import PERIOD
from bench.ros_processes import CLOCK, PATIENCE, Listener, Program, environment, until

__all__ = ["command_delay", "first_odometry"]

_ODOMETRY: Final = {"/odom": "nav_msgs/msg/Odometry"}
_SLOWEST: Final = 0.02
_STEP: Final = 0.001
"""Velocities of commands differ by so much, m/s, to be told apart at the wheels."""
_EVERY: Final = 0.117
"""Between two commands, s: no multiple of the driver's period."""


def command_delay(count: int, domain: int) -> Iterator[Figure]:
    """Measure from the sending of `count` velocities to the wheels' commands."""
    variables = environment(domain)
    words = (str(PATIENCE + count), "--tell")
    with (
        Program.module("bench.ros_ours", *words, variables=variables) as driver,
        Program.module("bench.ros_commander", variables=variables) as commander,
    ):
        _meet(commander, driver)
        delays = [_delay(commander, driver, _SLOWEST + _STEP * n) for n in range(1, count + 1)]
    late = sorted(delays)[int(0.95 * len(delays))]
    yield Figure(
        name="cmd_vel to wheels, median",
        value=1e3 * statistics.median(delays),
        unit="ms",
        most=1e3 * PERIOD,
        note=f"{count} commands, 95 % within {1e3 * late:.0f} ms, period {1e3 * PERIOD:.0f} ms",
    )


def _meet(commander: Program, driver: Program) -> None:
    """Send until something arrives: discovery is complete at one end before the other."""

    def arrived() -> bool:
        commander.ask(str(_SLOWEST))
        commander.answer()
        return driver.says_more()

    until("a command to reach the wheels", arrived)


def _delay(commander: Program, driver: Program, velocity: float) -> float:
    CLOCK.sleep(_EVERY)
    commander.ask(str(velocity))
    sent = int(commander.answer())
    while True:
        when, applied = driver.answer().split()
        if abs(float(applied) - velocity) < _STEP / 2:
            return 1e-9 * (int(when) - sent)


def first_odometry(rounds: int, domain: int) -> Iterator[Figure]:
    """Measure from the start of `samebot run` to the first message that a listener receives."""
    for name, stock, most in (("our", False, 2.0), ("the stock", True, 4.0)):
        times = [_first(domain, environment(domain, stock=stock)) for _ in range(rounds)]
        sent, received = (statistics.median(column) for column in zip(*times, strict=True))
        note = f"median of {rounds}, all {', '.join(f'{r:.2f}' for _, r in times)}"
        if not stock:
            yield Figure(
                name="first /odom sent after the command", value=sent, unit="s", most=2.0, note=note
            )
        yield Figure(
            name=f"first /odom received, {name} discovery",
            value=received,
            unit="s",
            most=most,
            note=note,
        )


def _first(domain: int, listening: Mapping[str, str]) -> tuple[float, float]:
    """Return when the first message was sent and received, s after the command."""
    with Listener(_ODOMETRY, listening) as listener:
        listener.counts()  # it listens
        start = time.time_ns()
        words = [sys.executable, "-m", "samebot", "run", "epuck2"]
        with Program("samebot run", words, environment(domain)):
            until("/odom", lambda: any(listener.counts().values()))
            sent, received = listener.first()["/odom"]
    return 1e-9 * (sent - start), 1e-9 * (received - start)
