# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One robot in one world on each kind of body, in lock-step with its emulator if it has one."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rooms import AMBIENT, DIRECTION, LAMP
from samebot.body import Body, Supervisor
from samebot.core.pose import Pose
from samebot.emulator import EmulatedRobot, open_emulator
from samebot.hardware.opening import open_body
from samebot.model.shapes import Box
from samebot.sim.opening import open_body as open_simulated
from samebot.sim.world import Light, Thing, World

__all__ = [
    "KINDS",
    "SLOPE",
    "Floats",
    "Twin",
    "address_of",
    "buses",
    "on_slope",
    "opened",
    "slope",
    "standing",
]

Floats = NDArray[np.float64]
KINDS = ("sim", "pipuck", "serial", "wifi")

SLOPE = 0.2
"""The board's inclination, rad: it rises along +x."""
LIGHTS = (
    Light(kind="ambient", intensity=AMBIENT),
    Light(kind="directional", intensity=LAMP, direction=DIRECTION),
)
_BOARD = Box((1.2, 1.2, 0.02))
_FOOT = (0.0, 2.0, 0.4)
"""Where the middle of the board's upper side is, m: well away from the robot's flat start."""


@dataclass(frozen=True)
class Twin:
    """A body, and the world's side of the robot that it moves."""

    body: Body
    truth: Supervisor


def slope() -> World:
    """Return a flat floor beside a rough board on which robots stand inclined, under a lamp."""
    turned = Pose(_FOOT, (0.0, -SLOPE, 0.0))
    board = Thing(name="board", shape=_BOARD, pose=turned @ Pose((0.0, 0.0, -0.01)), friction=2.0)
    return World(name="slope", things=(board,), lights=LIGHTS)


def on_slope(yaw: float, *, beside: float = 0.0) -> Pose:
    """Return where a robot stands on the board, turned by `yaw`, `beside` its middle line (m)."""
    return Pose(_FOOT, (0.0, -SLOPE, 0.0)) @ Pose((0.0, beside, 0.0), (0.0, 0.0, yaw))


def standing(*, beside: float = 0.0) -> Pose:
    """Return where a robot stands on the flat floor."""
    return Pose((0.0, beside, 0.0))


def buses(kind: str, folder: Path) -> dict[str, str]:
    """Return what of an emulator's buses a kind of body needs."""
    return {
        "wifi": {"wifi": "127.0.0.1:0"},
        "serial": {"serial": str(folder / "line")},
        "pipuck": {"i2c": str(folder / "bus")},
    }[kind]


def address_of(kind: str, robot: EmulatedRobot) -> str:
    """Return where a kind of body finds an emulated robot."""
    if kind == "wifi":
        assert robot.wifi is not None
        return "{}:{}".format(*robot.wifi.address)
    if kind == "serial":
        assert robot.serial is not None
        return str(robot.serial.link)
    assert robot.i2c is not None
    return f"unix:{robot.i2c.path}"


def opened(
    stack: ExitStack,
    kind: str,
    folder: Path,
    world: str | World,
    *,
    robot: str = "epuck2",
    period: float = 0.05,
) -> Twin:
    """Return one kind of body in a world, without noise; it is closed with the stack."""
    ideal = {"noise": False}
    if kind == "sim":
        body = open_simulated(robot, world=world, period=period, options=ideal)
        return Twin(stack.enter_context(body), body.supervisor)
    emulator = stack.enter_context(
        open_emulator(
            robot,
            world=world,
            rate=None,
            options=ideal,
            **buses(kind, folder),  # type: ignore[arg-type]
        )
    )
    physical = open_body(
        kind,
        robot,
        address=address_of(kind, emulator.robots[0]),
        period=period,
        clock=emulator.clock,
        watch=False,
        outlived=False,
    )
    return Twin(stack.enter_context(physical), emulator.simulation.bodies[0].supervisor)
