# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a full cycle over the serial line takes beside the bytes themselves.

E-GO's worst case (section 5.2): in every step all actuators get something new and all sensors are
asked. The far end is an emulated robot in another process whose bytes take their time.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure
from bench.hardware_emulator import emulated

from samebot.commands import Command
from samebot.core.clock import PreciseClock
from samebot.hardware.opening import open_body
from samebot.hardware.physical import PhysicalBody

__all__ = ["BAUD", "Cycles", "full_cycle", "measured", "serial_cycles"]

BAUD = 230_400
_BITS = 10
_MOST = 1.15
"""Of the wire time."""
_EGO = 53.5
"""What E-GO took, ms."""
_TEXT = ("selector", "remote", "battery")
"""The first e-puck tells these as lines of text, or is not asked by E-GO."""
_WARM = 20


class Cycles(NamedTuple):
    """How long single cycles took (s), and how many bytes all of them moved."""

    durations: tuple[float, ...]
    moved: int

    @property
    def ratio(self) -> float:
        """The mean cycle by the time of its bytes on the wire."""
        return sum(self.durations) / (self.moved * _BITS / BAUD)


def serial_cycles(count: int) -> Iterator[Figure]:
    """Measure both generations of the robot."""
    for robot in ("epuck", "epuck2"):
        with tempfile.TemporaryDirectory() as folder:
            line = Path(folder) / "line"
            words = ["--serial", str(line), "--baud", str(BAUD), "-o", "ground=true"]
            with emulated(robot, words, line), opened(robot, line) as body:
                cycles = measured(body, count)
        yield figure(robot, cycles)


def figure(robot: str, cycles: Cycles) -> Figure:
    """Say how long cycles took, beside the wire."""
    size = cycles.moved / len(cycles.durations)
    ordered = sorted(cycles.durations)
    ends = [1e3 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99)]
    return Figure(
        name=f"serial, full cycle of an {robot}, of its bytes' wire time",
        value=cycles.ratio,
        most=_MOST,
        note=f"{1e3 * statistics.fmean(cycles.durations):.2f} ms for {size:.0f} bytes "
        f"({1e3 * size * _BITS / BAUD:.2f} ms at {BAUD} bits/s), median {ends[0]:.2f}, 99 % below "
        f"{ends[1]:.2f}; E-GO {_EGO} ms",
    )


def opened(robot: str, line: Path) -> PhysicalBody:
    """Return a body whose every sensor is asked in every step, and whose steps never wait."""
    body = open_body(
        "serial",
        robot,
        address=f"{line}@{BAUD}",
        period=1e-3,
        clock=PreciseClock(),
        options={"ground": True},
    )
    for name in _TEXT if robot == "epuck" else ():
        body.device(name).disable()
    body.extras["motor speeds"].enable()
    return body


def measured(body: PhysicalBody, count: int) -> Cycles:
    """Run full cycles and take the time of each, from its orders to its snapshot."""
    cycle = full_cycle(body)
    for number in range(_WARM):
        cycle(number)
    clock, durations = PreciseClock(), []
    moved, before = _moved(body), clock.now()
    for number in range(count):
        cycle(number)
        now = clock.now()
        durations.append(now - before)
        before = now
    return Cycles(tuple(durations), _moved(body) - moved)


def _moved(body: PhysicalBody) -> int:
    health = body.health
    return health.bytes_sent + health.bytes_received


def full_cycle(body: PhysicalBody) -> Callable[[int], None]:
    """Return what does one cycle: new speeds, all LEDs and both counters, then every sensor."""
    leds = [device.name for device in body.model.devices if device.kind == "led"]

    def cycle(number: int) -> None:
        wheel = 0.5 + 0.1 * (number % 3)
        lit = number % 2
        body.write(Command(wheels=(wheel, -wheel), leds=dict.fromkeys(leds, lit)))
        body.set_step_counters(number % 100, -(number % 100))
        body.step()

    return cycle
