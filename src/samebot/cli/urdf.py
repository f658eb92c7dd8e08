# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot urdf ROBOT`: a robot as URDF."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from samebot.cli.arguments import add_output, add_robot, load_robot, report_unread
from samebot.cli.output import write_document

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.model.robot import RobotModel

__all__ = ["add_to", "run"]

_EPILOG = """\
examples:
  samebot urdf epuck2 --output epuck2.urdf
  samebot urdf turtlebot3_burger --prefix robot1_ > robot1.urdf
  samebot urdf my_robot.urdf.xacro -o gripper=true --mujoco"""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "urdf",
        help="write a robot as URDF",
        description="Write a robot as URDF: every device is a link of its own, every link that "
        "moves has an inertial.",
        epilog=_EPILOG,
    )
    add_robot(parser)
    parser.add_argument(
        "--prefix", default="", metavar="P", help="put P before the name of every link and joint"
    )
    parser.add_argument(
        "--mujoco", action="store_true", help="add the <mujoco> block that MuJoCo's reader wants"
    )
    parser.add_argument(
        "--no-device-links",
        action="store_true",
        help="leave out the links that stand for devices",
    )
    add_output(parser, "URDF")


def run(arguments: argparse.Namespace) -> int:
    """Write the URDF."""
    from samebot.model.urdf import write_urdf

    model = load_robot(arguments)
    report_unread(model)
    complete = _completed(model, arguments)
    write_document(write_urdf(complete, mujoco=arguments.mujoco), arguments.output)
    return 0


def _completed(model: RobotModel, arguments: argparse.Namespace) -> RobotModel:
    from samebot.model.changes import with_device_links, with_inertials, with_prefix

    model = with_inertials(model)
    if not arguments.no_device_links:
        model = with_device_links(model)
    return with_prefix(model, arguments.prefix) if arguments.prefix else model
