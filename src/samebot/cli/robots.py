# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot robots`: which robots there are."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from samebot.cli.output import table, write, write_json

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.model.catalogue import RobotInfo
    from samebot.model.options import Option
    from samebot.model.robot import RobotModel

__all__ = ["add_to", "run"]

_EPILOG = """\
examples:
  samebot robots
  samebot robots --json

Any other robot is a file: samebot describe my_robot.urdf.xacro"""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "robots",
        help="which robots there are",
        description="List the built-in robots: what each is, what it has, its options.",
        epilog=_EPILOG,
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Print the robots."""
    from samebot.model.catalogue import load, robots

    known = [(info, load(info.name)) for info in robots()]
    if arguments.json:
        write_json([_as_json(info, model) for info, model in known])
        return 0
    head = ("robot", "what it is", "moving joints", "devices", "options (-o name=value)")
    write(table(head, [_as_row(info, model) for info, model in known]))
    write("\nMore of one: samebot describe ROBOT. Any other robot is a file: describe FILE.urdf")
    return 0


def _as_row(info: RobotInfo, model: RobotModel) -> tuple[str, ...]:
    options = " ".join(map(_in_short, info.options)) or "-"
    counts = (str(len(model.moving_joints)), str(len(model.devices)))
    return (info.name, info.title, *counts, options)


def _in_short(option: Option) -> str:
    from samebot.model.options import option_text

    return f"{option.name}={option_text(option.default)}"


def _as_json(info: RobotInfo, model: RobotModel) -> dict[str, object]:
    from samebot.cli.describe_json import option_as_json

    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "links": len(model.links),
        "joints": len(model.joints),
        "moving_joints": len(model.moving_joints),
        "devices": len(model.devices),
        "options": [option_as_json(option) for option in info.options],
    }
