# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot run`: bring up one robot or several, with the ROS 2 interface of each."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from samebot.cli.arguments import add_robot, given_options, report_unread
from samebot.cli.output import write

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.model.robot import RobotModel
    from samebot.ros.robot_driver import RobotDriver

__all__ = ["add_to", "run"]

_MOST: Final = 1000
_EPILOG: Final = """\
examples:
  samebot run
  samebot run epuck2 --world maze -o ground=true
  samebot run epuck2 --count 3 --world arena
  samebot run my_robot.urdf -p wheel_radius:=0.021 -p ps0.disable:=true

One robot has the topics /cmd_vel, /odom, /ps0 ...; of several each has its namespace, epuck2_0
and so on. Ctrl-C stops the motors and ends it."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="bring up one robot or several, with their ROS 2 interface",
        description="Bring up one robot or several, with the ROS 2 interface that their models "
        "make, in a simulated world.",
        epilog=_EPILOG,
    )
    add_robot(parser, default="epuck2")
    parser.add_argument(
        "--world", default="empty", metavar="W", help="a built-in world or a file (default: empty)"
    )
    parser.add_argument(
        "--count", type=_count, default=1, metavar="N", help="so many robots in one world"
    )
    parser.add_argument(
        "--namespace", default="", metavar="NS", help="stands before every relative name"
    )
    parser.add_argument(
        "--rate",
        type=_rate,
        default=1.0,
        metavar="X",
        help="times real time; 0: as fast as possible (default: 1)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of all noise (default: 0)"
    )
    parser.add_argument(
        "--duration", type=_positive, metavar="S", help="end after S seconds of the robot's time"
    )
    parser.add_argument(
        "-p",
        dest="parameters",
        metavar="NAME:=VALUE",
        action="append",
        default=[],
        help="set a ROS parameter of the driver; may be repeated",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="parameters of the interface, as YAML"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the robots until the end is asked for."""
    from samebot.ros.ending import asked_to_end
    from samebot.ros.environment import enter

    with asked_to_end() as ending:
        enter()
        from samebot.ros.bringup import Simulated, bring_up, namespaces_of
        from samebot.ros.choices import read_config
        from samebot.sim.opening import OPTIONS

        own = {option.name for option in OPTIONS}
        options = given_options(arguments)
        model = _model(arguments, {k: v for k, v in options.items() if k not in own})
        plan = Simulated(
            robots=(model,) * arguments.count,
            world=arguments.world,
            seed=arguments.seed,
            rate=arguments.rate,
            options={k: v for k, v in options.items() if k in own},
            namespaces=namespaces_of(model, arguments.count, arguments.namespace),
            config={} if arguments.config is None else read_config(arguments.config),
        )
        bring_up(
            plan,
            ended=ending.is_set,
            ros_arguments=_ros_arguments(arguments.parameters),
            duration=arguments.duration,
            ready=_say_ready,
        )
    return 0


def _model(arguments: argparse.Namespace, options: Mapping[str, str]) -> RobotModel:
    from samebot.cli.arguments import load_robot

    model = load_robot(argparse.Namespace(robot=arguments.robot, options=list(options.items())))
    report_unread(model)
    return model


def _ros_arguments(parameters: Sequence[str]) -> list[str]:
    words = [word for parameter in parameters for word in ("-p", parameter)]
    return ["--ros-args", *words] if words else []


def _say_ready(drivers: Sequence[RobotDriver]) -> None:
    for driver in drivers:
        write(f"{driver.node.name}: {driver.body.model.name} is up")
    sys.stdout.flush()


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= _MOST):
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {_MOST}, found {text!r}")
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
