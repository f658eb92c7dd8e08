# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 node `driver`: the face of one robot, made from its model alone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from samebot.core.errors import SamebotError
from samebot.ros.ending import asked_to_end

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the node until it is told to end; return the exit status."""
    with asked_to_end() as ending:
        ours, for_ros = split_ros_arguments(sys.argv[1:] if argv is None else argv)
        arguments = _parser().parse_args(ours)
        try:
            _run(arguments, for_ros, ending.is_set)
        except SamebotError as error:
            sys.stderr.write(f"samebot: {error}\n")
            return 1
    return 0


def split_ros_arguments(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return samebot's own arguments and those for ROS: from `--ros-args` to `--` or the end."""
    ours: list[str] = []
    for_ros: list[str] = []
    in_ros = False
    for word in argv:
        in_ros = in_ros or word == "--ros-args"
        (for_ros if in_ros else ours).append(word)
        in_ros = in_ros and word != "--"
    return ours, for_ros


def _run(
    arguments: argparse.Namespace, ros_arguments: Sequence[str], ended: Callable[[], bool]
) -> None:
    from samebot.ros.environment import enter

    enter()
    from samebot.model.catalogue import load
    from samebot.ros.bringup import Simulated, bring_up
    from samebot.ros.choices import read_config

    plan = Simulated(
        robots=(load(arguments.robot, dict(arguments.options)),),
        world=arguments.world,
        config={} if arguments.config is None else read_config(arguments.config),
    )
    bring_up(plan, ended=ended, ros_arguments=ros_arguments, duration=arguments.duration)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="driver",
        description="The ROS 2 interface of one simulated robot; samebot run has more options.",
        epilog="example: driver --robot epuck2 -o ground=true --ros-args -r __ns:=/epuck2_0",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--robot",
        default="epuck2",
        help="a built-in robot, or a .urdf or .xacro file (default: epuck2)",
    )
    parser.add_argument(
        "-o",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=name_and_value,
        help="set an option of the robot; may be repeated",
    )
    parser.add_argument(
        "--world", default="empty", help="a built-in world or a .yaml file (default: empty)"
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="parameters of the interface, as YAML"
    )
    parser.add_argument(
        "--duration", type=positive, metavar="S", help="end after S seconds instead of Ctrl-C"
    )
    return parser


def name_and_value(text: str) -> tuple[str, str]:
    """Return the two sides of NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, found {text!r}")
    return name.strip(), value


def positive(text: str) -> float:
    """Return a positive, finite number."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, found {text!r}")
    return number


if __name__ == "__main__":
    sys.exit(main())
