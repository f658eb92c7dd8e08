# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot emulate ROBOT`: a robot's firmware on its real buses, a simulated robot behind it."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from samebot.cli.output import write
from samebot.core.errors import OptionError

if TYPE_CHECKING:
    import threading

    from samebot.cli.parser import Commands
    from samebot.emulator import EmulatedRobot, Emulator

__all__ = ["add_to", "run"]

_ROBOTS: Final = ("epuck", "epuck2")
_WIFI: Final = "127.0.0.1:11000"
_LOOK: Final = 0.5
"""How often it is looked whether the end was asked for, s."""

_EPILOG: Final = """\
examples:
  samebot emulate epuck2
  samebot emulate epuck2 --wifi 127.0.0.1:11000 --serial /tmp/epuck2 --i2c /tmp/epuck2.i2c
  samebot emulate epuck --serial /tmp/epuck --baud 115200 --world maze
  samebot emulate epuck2 --count 3 --world arena

Drivers cannot tell it from the robot: what they send moves a simulated robot, and what they get is
what that robot senses. Of several robots number k is at PORT + k, and at LINK and SOCKET with k
behind them."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "emulate",
        help="a robot's firmware on its real buses, a simulated robot behind it",
        description="Answer as an e-puck's firmware does, byte for byte, on Wi-Fi (TCP), a serial "
        "port (a pseudo terminal) and I2C (a UNIX socket), all at once; without a bus on Wi-Fi.",
        epilog=_EPILOG,
    )
    parser.add_argument("robot", metavar="ROBOT", choices=_ROBOTS, help="epuck or epuck2")
    parser.add_argument(
        "--wifi", metavar="HOST:PORT", help=f"the robot's TCP port (without any bus: {_WIFI})"
    )
    parser.add_argument(
        "--serial", metavar="LINK", help="serial port: a link to a pseudo terminal, at this path"
    )
    parser.add_argument("--i2c", metavar="SOCKET", help="UNIX socket that carries I2C transfers")
    parser.add_argument(
        "--baud",
        type=_positive,
        metavar="N",
        help="let bytes on the serial port take their time: N bits/s, 10 bits each",
    )
    parser.add_argument(
        "--imu",
        default="mpu9250",
        metavar="KIND",
        help="inertial sensor on I2C: mpu9250 (default), icm20948 or none; @0x69 behind it for "
        "the other address",
    )
    parser.add_argument(
        "--world", default="empty", metavar="W", help="where it drives (default: empty)"
    )
    parser.add_argument(
        "--count", type=_count, default=1, metavar="N", help="several robots in one world"
    )
    parser.add_argument(
        "--rate", type=_rate, default=1.0, metavar="X", help="how fast time goes (default: 1)"
    )
    parser.add_argument(
        "-o",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the robot or of its simulation: -o ground=true -o noise=false",
    )
    parser.add_argument("--seed", type=_whole, default=0, metavar="N", help="of the noise")
    parser.add_argument("--duration", type=_rate, metavar="S", help="end after S seconds")


def run(arguments: argparse.Namespace) -> int:
    """Emulate until the end is asked for."""
    from samebot.emulator import open_emulator
    from samebot.ros.ending import asked_to_end

    wifi = arguments.wifi
    if wifi is None and arguments.i2c is None and arguments.serial is None:
        if arguments.robot == "epuck":
            raise OptionError("an epuck has no Wi-Fi; give --serial LINK")
        wifi = _WIFI
    options = dict(_pair(word) for word in arguments.options)
    with (
        asked_to_end() as ending,
        open_emulator(
            arguments.robot,
            wifi=wifi,
            serial=arguments.serial,
            i2c=arguments.i2c,
            baud=arguments.baud,
            imu=arguments.imu,
            count=arguments.count,
            world=arguments.world,
            rate=arguments.rate,
            seed=arguments.seed,
            options=options,
        ) as emulator,
    ):
        write("\n".join(_welcome(arguments, emulator)), at_once=True)
        _wait(ending, arguments.duration, emulator.check)
    return 0


def _wait(ending: threading.Event, duration: float | None, check: Callable[[], None]) -> None:
    """Wait for the end in pieces, so that signals are taken up on every system."""
    left = math.inf if duration is None else duration
    while left > 0.0 and not ending.wait(min(_LOOK, left)):
        check()
        left -= _LOOK


def _welcome(arguments: argparse.Namespace, emulator: Emulator) -> Iterator[str]:
    """Say where each robot is, and how to talk to it."""
    for robot in emulator.robots:
        yield f"{robot.name}   firmware {robot.board.version}.x, world {arguments.world}"
        for bus, place, _ in _places(robot):
            yield f"  {bus:<7} {place}"
    yield ""
    yield "Try:"
    for _, _, command in _places(emulator.robots[0]):
        yield f"  {command}"
    yield ""
    yield "Ctrl-C ends it."


def _places(robot: EmulatedRobot) -> Iterator[tuple[str, str, str]]:
    """Go through the buses: what, where, and a command to try."""
    if robot.wifi is not None:
        host, port = robot.wifi.address
        yield (
            "Wi-Fi",
            f"{host}:{port}",
            r"printf '\x80\x02\x00%18s' '' | tr ' ' '\000' | " + f"nc -w1 {host} {port} | xxd",
        )
    if robot.serial is not None:
        link = robot.serial.link
        yield ("serial", str(link), f"(echo V; sleep 0.2) >{link} & timeout 1 cat {link}")
    if robot.i2c is not None:
        path = robot.i2c.path
        yield (
            "I2C",
            str(path),
            r"printf '\x01\x1f\x00\x01\x00\x2f\x00' | " + f"nc -w1 -U {path} | xxd",
        )


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise OptionError(f"expected NAME=VALUE, found {word!r}")
    return name, value


def _count(text: str) -> int:
    number = _whole(text)
    if not 1 <= number <= 64:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 64, found {text!r}")
    return number


def _positive(text: str) -> int:
    number = _whole(text)
    if not number:
        raise argparse.ArgumentTypeError("expected a positive number, found 0")
    return number


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"expected a whole number, found {text!r}")
    return int(text)


def _rate(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number of 0 or more, found {text!r}")
    return number
