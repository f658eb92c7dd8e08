# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How well time steps of 2 to 10 ms are kept, alone and beside other programs.

As in E-GO's tables 4.6 and 4.7: the time from the end of one step to the end of the next, by
another clock than the one that was waited with.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from bench.figures import Figure
from bench.ros_processes import Listener, Program, environment, own_domain

from samebot.core.clock import PreciseClock
from samebot.core.errors import SamebotError
from samebot.hardware.rhythm import Rhythm
from samebot.ros.environment import enter

__all__ = ["Steps", "kept", "steps", "time_steps"]

SHORTEST, LONGEST = 2e-3, 10e-3
BINS = (0.01, 0.05, 0.1, 0.2)
"""E-GO's columns: shares of a step by which it may be off."""
_ALLOWANCE = 1e-4
_ALONE = (98.6, 99.5)
_BESIDE = (63.68, 65.09)
"""E-GO with several threads: within 1 and 20 %."""
_HEARD = {
    "image_raw": "sensor_msgs/msg/Image",
    "odom": "nav_msgs/msg/Odometry",
    "scan": "sensor_msgs/msg/LaserScan",
    "imu": "sensor_msgs/msg/Imu",
}


class Steps(NamedTuple):
    """What was wanted and what it was, s; and how many steps said that they were late."""

    wanted: Sequence[float]
    found: Sequence[float]
    counted: int

    def within(self, share: float, allowance: float = 0.0) -> float:
        """Return how many of 100 steps are off by no more than a share of their length."""
        wanted, found = np.array(self.wanted), np.array(self.found)
        return 100.0 * float(np.mean(np.abs(found - wanted) <= share * wanted + allowance))


def steps(count: int, seed: int = 4) -> Steps:
    """Keep steps of random lengths."""
    wanted = np.random.default_rng(seed).uniform(SHORTEST, LONGEST, count).tolist()
    rhythm = Rhythm(PreciseClock(), SHORTEST)
    found = []
    last = time.perf_counter()
    for duration in wanted:
        rhythm.keep(duration)
        now = time.perf_counter()
        found.append(now - last)
        last = now
    return Steps(wanted, found, rhythm.late_steps)


def time_steps(count: int) -> Iterator[Figure]:
    """Measure steps on an idle machine, then beside a camera and ROS in other processes."""
    yield from kept("time steps of 2 to 10 ms", steps(count), _ALONE, _ALLOWANCE)
    try:
        enter()
    except SamebotError as error:
        print(f"skipped: {error}", file=sys.stderr)
        return
    with _camera_and_ros():
        yield from kept("time steps beside camera and ROS", steps(count), _BESIDE, 0.0)


@contextlib.contextmanager
def _camera_and_ros() -> Iterator[None]:
    """Run a simulated robot with a camera at 20 Hz, its driver, and somebody who listens."""
    domain = own_domain()
    words = ["run", "epuck2", "--world", "maze", "-o", "camera=320x240"]
    with (
        Program("samebot", [sys.executable, "-m", "samebot", *words], environment(domain)),
        Listener(_HEARD, environment(domain)) as listener,
    ):
        listener.wait()
        yield
        listener.counts()  # raises if it has ended


def kept(name: str, found: Steps, least: tuple[float, float], allowance: float) -> Iterator[Figure]:
    """Say how many steps were kept, and by how much the others were off."""
    off = 1e3 * np.abs(np.array(found.found) - found.wanted)
    ends = np.percentile(off, (50, 99)).tolist()
    shares = ", ".join(f"{100 * share:.0f} %: {found.within(share):.2f}" for share in BINS)
    extra = " and 0.1 ms" if allowance else ""
    yield Figure(
        name=f"{name}, within 1 %{extra}",
        value=found.within(0.01, allowance),
        unit="%",
        least=least[0],
        note=f"off by {ends[0]:.4f} ms (median), {ends[1]:.3f} (99 %), {off.max():.1f} at most",
    )
    yield Figure(
        name=f"{name}, within 20 %",
        value=found.within(0.2),
        unit="%",
        least=least[1],
        note=f"within {shares}; {found.counted} of {len(found.wanted)} said that they were late",
    )
