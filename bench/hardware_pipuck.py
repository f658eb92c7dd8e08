# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot on a Pi-puck costs the computer on it: one cycle, and everything with ROS.

The robot is emulated in another process behind a UNIX socket, so what a real I2C bus takes is not
in it; processor time is this side's own.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from bench.figures import Figure
from bench.hardware_emulator import emulated
from bench.ros import messages_of_plain
from bench.ros_cost import Cost, cost
from bench.ros_processes import Program, environment, own_domain

from samebot.core.clock import RealClock
from samebot.core.errors import BodyError, SamebotError
from samebot.hardware.connection import CONNECT_TIMEOUT
from samebot.hardware.epuck2.parts import COMMON_GROUPS
from samebot.hardware.link import RobotLink
from samebot.hardware.links import LinkOptions, make_link
from samebot.hardware.opening import open_body
from samebot.hardware.physical import PhysicalBody
from samebot.model.catalogue import load
from samebot.ros.environment import enter

__all__ = ["connected", "cycle_cost", "mcu_cycles", "opened", "step_cost", "whole_body"]

PERIOD = 0.05
RATE = 1.0 / PERIOD
_MOST = 0.3
"""Of one cycle with the microcontroller, ms of processor time."""
_SHARE = 0.9
"""Of the cycles; with fewer exchanges a figure means nothing."""
_SIZE = (160, 120)
_IMAGE = {"image_raw": "sensor_msgs/msg/Image"}
_ABSENT = ("battery_state",)
"""The kernel's battery converter is not here."""
_MCU = {name for names in COMMON_GROUPS.values() for name in names}


def mcu_cycles(count: int) -> Iterator[Figure]:
    """Measure cycles of 20 Hz, and the steps around them; nothing spins in between."""
    with tempfile.TemporaryDirectory() as folder:
        bus = Path(folder) / "bus"
        with emulated("epuck2", ["--i2c", str(bus)], bus):
            with contextlib.closing(connected(bus)) as link:
                cycle = cycle_cost(link, count)
            with opened(bus) as body:
                standing = step_cost(body, count, turning=False)
                turning = step_cost(body, count, turning=True)
    name = "pipuck, one MCU cycle's own processor time"
    note = f"20 bytes out, 47 in, checked and taken apart, {RATE:.0f} times a second"
    yield Figure(name=name, value=1e3 * cycle, unit="ms", most=_MOST, note=note)
    name = "pipuck, the step around it"
    note = f"with readings in SI; with new speeds in every step {1e3 * turning:.2f}"
    yield Figure(name=name, value=1e3 * standing, unit="ms", note=note)


def connected(bus: Path) -> RobotLink:
    """Return the way to the robot, without a body."""
    options = LinkOptions(address=f"unix:{bus}")
    link = make_link("pipuck", load("epuck2"), RealClock(), options)
    link.connect(CONNECT_TIMEOUT)
    return link


def opened(bus: Path) -> PhysicalBody:
    """Return a body that asks its microcontroller only; it sleeps without spinning."""
    body = open_body("pipuck", "epuck2", address=f"unix:{bus}", period=PERIOD, clock=RealClock())
    for name in set(body.devices) - _MCU:
        body.device(name).disable()
    return body


def cycle_cost(link: RobotLink, count: int) -> float:
    """Return the processor time of one exchange with the microcontroller, s."""
    clock, used, before = RealClock(), 0.0, link.statistics.transfers
    for _ in range(count):
        clock.sleep(PERIOD)
        start = time.process_time()
        link.sample(COMMON_GROUPS)
        used += time.process_time() - start
    return used / _exchanges(link.statistics.transfers - before, count)


def step_cost(body: PhysicalBody, count: int, *, turning: bool) -> float:
    """Return the processor time of this whole program for one step, s."""
    body.stop()
    body.step()
    before, start = body.health.transfers, time.process_time()
    for number in range(count):
        if turning:
            body.drive(0.02, 0.5 + 0.1 * (number % 3))
        body.step()
    used = time.process_time() - start
    return used / _exchanges(body.health.transfers - before, count)


def _exchanges(found: int, expected: int) -> int:
    """Return how many exchanges a cost is shared by; a busy machine misses a few."""
    if found < _SHARE * expected:
        raise BodyError(f"{found} exchanges in {expected} cycles: the figure would mean nothing")
    return min(found, expected)


def whole_body(seconds: float) -> Iterator[Figure]:
    """Measure `samebot run` with this body at 20 Hz, every topic heard; then pictures, too."""
    try:
        enter()
    except SamebotError as error:
        print(f"skipped: {error}", file=sys.stderr)
        return
    variables = environment(own_domain())
    types = {topic: name for topic, name, _ in messages_of_plain(variables) if topic not in _ABSENT}
    with tempfile.TemporaryDirectory() as folder:
        bus, video = Path(folder) / "bus", Path(folder) / "frames.yuyv"
        video.write_bytes(np.random.default_rng(3).bytes(4 * 2 * _SIZE[0] * _SIZE[1]))
        with emulated("epuck2", ["--i2c", str(bus), "-o", "ground=true"], bus):
            yield _share("all topics heard", types, _driven(bus, video, types, variables, seconds))
            seen = types | _IMAGE
            what = "and pictures of 160x120"
            yield _share(what, seen, _driven(bus, video, seen, variables, seconds))


def _driven(
    bus: Path, video: Path, types: Mapping[str, str], variables: Mapping[str, str], seconds: float
) -> Cost:
    words = ["-m", "samebot", "run", "epuck2", "--body", "pipuck", "--address", f"unix:{bus}"]
    words += ["-o", "ground=true", "-o", f"video={video}"]
    with Program("samebot", [sys.executable, *words], variables) as driver:
        return cost(driver, types, RATE, seconds, variables)


def _share(what: str, types: Mapping[str, str], one: Cost) -> Figure:
    return Figure(
        name=f"pipuck, whole body with ROS at 20 Hz, {what}",
        value=100 * one.heard.processor,
        unit="% CPU",
        note=f"{len(types)} topics, {one.arrived:.1%} arrived, memory "
        f"{one.heard.memory / 1e6:.0f} MB; nobody listens: {100 * one.alone.processor:.1f} %",
    )
