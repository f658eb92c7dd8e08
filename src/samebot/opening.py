# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot.open`: a robot's body by name; imports only the room of the kind that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from samebot.body import Body
from samebot.core.errors import OptionError, UnknownName
from samebot.model.options import OptionValue
from samebot.model.robot import RobotModel

if TYPE_CHECKING:
    from samebot.sim.world import World

__all__ = ["BODIES", "open"]

PHYSICAL: Final = ("pipuck", "serial", "wifi")
BODIES: Final = ("sim", *PHYSICAL)
"""The kinds of body."""


def open(  # noqa: A001 - the word that people look for: samebot.open
    robot: str | Path | RobotModel,
    *,
    body: str = "sim",
    world: str | Path | World = "empty",
    engine: str = "physics",
    address: str | None = None,
    seed: int = 0,
    period: float | None = None,
    rate: float = 0.0,
    token: str | None = None,
    **options: OptionValue,
) -> Body:
    """Return a robot's body, to be used as a context manager.

    `robot` is a built-in name ("epuck2"), the path of a .urdf or .xacro file, or a RobotModel.
    `world` is a built-in name, a YAML file or a World. `period` (s) is how far one `step()` goes;
    None: what the model says, else 50 ms. `rate` 0 runs as fast as possible, 1 in real time. The
    same `seed` gives the same run. `address` and `token` are for bodies that are somewhere else.

    `options` are those of the robot (see `samebot describe`) and of the simulated body:
    `noise=False` for ideal sensors, and systematic errors that a calibration must find:
    `left_radius`, `right_radius`, `separation` (factors of the model's), `gyro_bias` (rad/s
    about z), `range_offset` (m).

    Physical bodies: `pipuck` (I2C from a Raspberry Pi on the robot; `address` "i2c:12" or
    "unix:PATH"), `serial` (USB, Bluetooth; "/dev/ttyACM0", "/dev/rfcomm0@115200") and `wifi`
    ("192.168.1.7", "HOST:PORT"). They run in real time whatever the `rate`, in no `world`; their
    options beside the robot's are `require="gs,tof"` (absence is an error) and `video`.

    Raises UnknownName, OptionError or another BadInput, with what to do about it.
    """
    if body not in BODIES:
        raise UnknownName("kind of body", body, BODIES)
    if body in PHYSICAL:
        return _physical(body, robot, address, period, rate, token, options)
    for name, value in (("address", address), ("token", token)):
        if value is not None:
            raise OptionError(f"a simulated body has no {name}, {value!r} was given; leave it out")
    from samebot.sim.opening import open_body

    return open_body(
        robot,
        world=world,
        engine=engine,
        seed=seed,
        period=period,
        rate=rate,
        options=options,
    )


def _physical(
    kind: str,
    robot: str | Path | RobotModel,
    address: str | None,
    period: float | None,
    rate: float,
    token: str | None,
    options: Mapping[str, OptionValue],
) -> Body:
    if rate not in (0.0, 1.0):
        raise OptionError(f"a physical body runs in real time, a rate of {rate} was given")
    if token is not None:
        raise OptionError(f"a {kind} body has no token; leave it out")
    from samebot.hardware.opening import open_body

    return open_body(kind, robot, address=address, period=period, options=options)
