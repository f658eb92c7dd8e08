# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The options of `samebot run`, in three groups: the body, its world, ROS 2."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Final

from samebot.cli.network import add_network

__all__ = ["add_options"]

_MOST: Final = 1000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add everything but the robot."""
    _add_body(parser.add_argument_group("the body"))
    _add_world(parser.add_argument_group("simulation"))
    _add_ros(parser.add_argument_group("ROS 2"))
    parser.add_argument(
        "--duration", type=_positive, metavar="S", help="end after S seconds of the robot's time"
    )
    parser.add_argument(
        "--record", type=Path, metavar="F.mcap", help="record all topics into a new file"
    )
    parser.add_argument("--no-ros", action="store_true", help="only the body: nobody controls it")


def _add_body(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--body",
        default="sim",
        metavar="KIND",
        help="sim, pipuck, serial or wifi (default: sim)",
    )
    group.add_argument(
        "--address",
        action="append",
        default=[],
        metavar="A",
        help="where a physical robot is; repeated for several robots",
    )
    group.add_argument("--token", help="what a body on another computer asks for")
    group.add_argument(
        "--require",
        default="",
        metavar="D,D",
        help="devices without which a physical robot is refused, for example gs,tof",
    )


def _add_world(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--world", default="empty", metavar="W", help="a built-in world or a file (default: empty)"
    )
    group.add_argument(
        "--engine", default="physics", metavar="E", help="what moves the world (default: physics)"
    )
    group.add_argument(
        "--count", type=_count, default=1, metavar="N", help="so many robots in one world"
    )
    group.add_argument(
        "--rate",
        type=_rate,
        default=1.0,
        metavar="X",
        help="times real time; 0: as fast as possible (default: 1)",
    )
    group.add_argument(
        "--seed", type=_seed, default=0, metavar="N", help="of all noise (default: 0)"
    )
    group.add_argument(
        "--lockstep",
        action="store_true",
        help="wait after each period for a command or ~/step, at most a second",
    )
    group.add_argument(
        "--headless", action="store_true", help="no window or page; so far there is none anyway"
    )


def _add_ros(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--namespace", default="", metavar="NS", help="stands before every relative name"
    )
    group.add_argument(
        "-p",
        dest="parameters",
        metavar="NAME:=VALUE",
        action="append",
        default=[],
        help="set a ROS parameter of the driver; may be repeated",
    )
    group.add_argument(
        "--config", type=Path, metavar="FILE", help="parameters of the interface, as YAML"
    )
    add_network(group)
    group.add_argument(
        "--ros-args",
        nargs=argparse.REMAINDER,
        default=[],
        metavar="ARGUMENT",
        help="what ROS programs take, to the end of the line: -r for another name, "
        "--params-file, --log-level",
    )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= _MOST):
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {_MOST}, found {text!r}")
    return int(text)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"expected a whole number of 0 or more, found {text!r}")
    return int(text)


def _rate(text: str) -> float:
    return _number(text, "a number of 0 or more", zero=True)


def _positive(text: str) -> float:
    return _number(text, "a positive number of seconds", zero=False)


def _number(text: str, expected: str, *, zero: bool) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not (0.0 < number < math.inf or (zero and number == 0.0)):
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}")
    return number
