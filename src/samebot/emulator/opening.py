# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Opens emulators: robots by name in a world, on the buses that are asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import OptionError, UnknownName
from samebot.emulator.clocks import STEP
from samebot.emulator.emulator import VERSIONS, Emulator
from samebot.model.options import OptionValue
from samebot.sim.opening import open_simulation
from samebot.sim.world import World

__all__ = ["open_emulator", "split_address"]

_CAMERA: Final = "160x120"
"""The picture of which all others are taken, pixels."""
_IMU_ADDRESSES: Final = {"0x68": 0x68, "0x69": 0x69}
_LAST_PORT: Final = 0xFFFF


def open_emulator(
    robot: str = "epuck2",
    *,
    wifi: str | None = None,
    serial: str | os.PathLike[str] | None = None,
    i2c: str | os.PathLike[str] | None = None,
    baud: int | None = None,
    imu: str = "mpu9250",
    count: int = 1,
    world: str | Path | World = "empty",
    rate: float | None = 1.0,
    seed: int = 0,
    clock: Clock | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Emulator:
    """Return emulated robots on buses, to be used as a context manager.

    `wifi` is HOST:PORT (port 0: any that is free), `serial` the path of a link to a pseudo
    terminal, `i2c` the path of a UNIX socket. Of several robots (`count`) number k is at PORT + k
    and at the paths with k behind them; all are in one world. `baud` (bits/s) makes each byte on
    the serial line take its time. `imu` is the inertial sensor on I2C: mpu9250, icm20948 or none,
    and @0x69 behind it for the other address. `rate`: 1 is real time, 0 as fast as possible; None:
    the world stands still until somebody sleeps on the emulator's `clock`. `options` are those of
    the robot and of the simulated body (`ground=True`, `noise=False`).

    Raises BadInput where an address is taken or wrong.
    """
    if robot not in VERSIONS:
        raise UnknownName("robot with an emulated firmware", robot, VERSIONS)
    if count < 1:
        raise OptionError(f"{count} robots were asked for; give a number of 1 or more")
    simulation = open_simulation(
        [robot] * count,
        world=world,
        seed=seed,
        period=STEP,
        options={"camera": _CAMERA, **(options or {})},
    )
    emulator = Emulator(simulation, rate=rate, clock=clock)
    try:
        for number in range(count):
            _fit(emulator, number, imu)
            _serve(emulator, number, wifi=wifi, serial=serial, i2c=i2c, baud=baud)
    except BaseException:
        emulator.close()
        raise
    return emulator


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT; raises OptionError for anything else."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()):
        raise OptionError(f"the address is {address!r}; HOST:PORT is expected: 127.0.0.1:11000")
    if int(port[:9]) > _LAST_PORT:
        raise OptionError(f"the port of {address!r} is larger than {_LAST_PORT}")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _fit(emulator: Emulator, number: int, imu: str) -> None:
    """Give a robot its inertial sensor; the first e-puck's is no device of its own."""
    kind, at, address = imu.partition("@")
    if at and address not in _IMU_ADDRESSES:
        raise OptionError(f"the inertial sensor is at {address!r}; @0x68 or @0x69 is expected")
    if emulator.robots[number].board.version == 2:
        emulator.robots[number].fit_imu(
            None if kind == "none" else kind, _IMU_ADDRESSES.get(address, 0x68)
        )


def _serve(
    emulator: Emulator,
    number: int,
    *,
    wifi: str | None,
    serial: str | os.PathLike[str] | None,
    i2c: str | os.PathLike[str] | None,
    baud: int | None,
) -> None:
    if wifi is not None:
        host, port = split_address(wifi)
        if port and port + number > _LAST_PORT:
            raise OptionError(f"port {port} + {number} is larger than {_LAST_PORT}")
        emulator.serve_wifi(number, host, port + number if port else 0)
    behind = str(number) if len(emulator.robots) > 1 else ""
    if serial is not None:
        emulator.serve_serial(number, Path(f"{os.fspath(serial)}{behind}"), baud)
    if i2c is not None:
        emulator.serve_i2c(number, Path(f"{os.fspath(i2c)}{behind}"))
