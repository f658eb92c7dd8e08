# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Physical bodies with emulators of their robots at the other end, in lock-step."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from samebot.emulator import Emulator, open_emulator
from samebot.hardware.links import LinkOptions
from samebot.hardware.opening import open_body
from samebot.hardware.physical import PhysicalBody

__all__ = ["KINDS", "OpenPair", "Pair", "address_of", "emulated", "opened_pair"]

KINDS = ("pipuck", "serial", "wifi")
OpenPair = Callable[..., "Pair"]


@dataclass(frozen=True)
class Pair:
    """A body and the emulator of its robot."""

    body: PhysicalBody
    emulator: Emulator

    @property
    def speeds(self) -> tuple[int, int]:
        """What the robot was told last, steps/s."""
        self.emulator.settle()
        return self.emulator.robots[0].board.speeds

    @property
    def steps(self) -> tuple[int, int]:
        """What the robot's counters say."""
        self.emulator.settle()
        return self.emulator.robots[0].board.steps

    def advance(self, duration: float) -> None:
        """Step the body for so many seconds."""
        for _ in range(round(duration / self.body.period)):
            self.body.step()


def emulated(kind: str, folder: Path, robot: str = "epuck2", rate: float | None = None) -> Emulator:
    """Return an emulator with the bus that a kind of body uses; not entered yet."""
    options = {"noise": False, "ground": True}
    match kind:
        case "wifi":
            return open_emulator(robot, wifi="127.0.0.1:0", rate=rate, options=options)
        case "serial":
            return open_emulator(robot, serial=folder / "tty", rate=rate, options=options)
    return open_emulator(robot, i2c=folder / "bus", rate=rate, options=options)


def address_of(kind: str, emulator: Emulator) -> str:
    """Return where a kind of body finds the first robot."""
    robot = emulator.robots[0]
    if kind == "wifi":
        assert robot.wifi is not None
        return "{}:{}".format(*robot.wifi.address)
    if kind == "serial":
        assert robot.serial is not None
        return str(robot.serial.link)
    assert robot.i2c is not None
    return f"unix:{robot.i2c.path}"


def opened_pair(
    stack: ExitStack, kind: str, folder: Path, wrapped: LinkOptions | None = None
) -> Pair:
    """Return a body with an emulator in lock-step, closed with the stack."""
    emulator = stack.enter_context(emulated(kind, folder))
    body = open_body(
        kind,
        "epuck2",
        address=address_of(kind, emulator),
        clock=emulator.clock,
        watch=False,
        outlived=False,
        wrapped=wrapped,
    )
    return Pair(stack.enter_context(body), emulator)
