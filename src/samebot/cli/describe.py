# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot describe ROBOT`: everything one robot has."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from samebot.cli.arguments import (
    STDIN,
    add_output,
    add_robot,
    given_options,
    load_completed_robot,
    report_unread,
)
from samebot.cli.output import write, write_document, write_json
from samebot.core.errors import OptionError

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.model.robot import RobotModel

__all__ = ["add_to", "run"]

_EPILOG = """\
examples:
  samebot describe epuck2
  samebot describe epuck2 -o ground=true --json
  samebot describe my_robot.urdf.xacro -o gripper=true
  samebot describe epuck2 --rviz --output epuck2.rviz

The table is for people (mm, degrees). --json is for programs, in SI units:
  format            1; later versions only add keys
  name, title, summary, root, mass, links, joints, drive, hardware
  devices           kind, name, link, frame, topic, period, source and every field of the
                    kind; pose in the link, pose_in_root with all joints at zero (each xyz,
                    rpy, quaternion x y z w); simulation is "constant" without physics yet
  ros               topics (type, direction, quality, period) and parameters of `samebot run`
  optional_devices  the same, with "when": what to write after -o to have it
  options           value, default, choices, and what every other value adds and removes
  extras, unread    elements of a file kept as they are; those not understood, in words
  units             the unit of every field; rows of a table are distance, raw, noise"""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "describe",
        help="what one robot has: links, devices, drive, options",
        description="Describe one robot: links and joints, drive, every device with its pose, "
        "range, lookup table and noise, and what each option changes.",
        epilog=_EPILOG,
    )
    add_robot(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--json", action="store_true", help="print JSON instead of tables")
    instead.add_argument(
        "--rviz", action="store_true", help="print a file for RViz 2 that shows the robot"
    )
    instead.add_argument(
        "--foxglove", action="store_true", help="print a layout for Foxglove that shows the robot"
    )
    parser.add_argument(
        "--namespace", default="", metavar="NS", help="that of the robot, for RViz or Foxglove"
    )
    add_output(parser, "file for RViz or Foxglove")


def run(arguments: argparse.Namespace) -> int:
    """Print the description."""
    from samebot.model.catalogue import robot_info
    from samebot.model.variants import variants

    model, given = load_completed_robot(arguments), given_options(arguments)
    if arguments.rviz or arguments.foxglove:
        _view(model, arguments)
        return 0
    if arguments.namespace or arguments.output:
        raise OptionError("--namespace and --output go with --rviz or --foxglove only")
    info = None if arguments.robot == STDIN else robot_info(arguments.robot)
    found = variants(model, info, given) if info else ()
    if arguments.json:
        from samebot.cli.describe_json import as_json

        report_unread(model)
        write_json(as_json(model, info, given, found))
    else:
        from samebot.cli.describe_text import as_text

        write(as_text(model, info, given, found))
    return 0


def _view(model: RobotModel, arguments: argparse.Namespace) -> None:
    from samebot.ros.views import foxglove_layout, rviz_file

    report_unread(model)
    view = rviz_file if arguments.rviz else foxglove_layout
    write_document(view(model, arguments.namespace), arguments.output)
