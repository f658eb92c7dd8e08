# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot mjcf ROBOT`: a robot as MJCF, the format of MuJoCo."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from samebot.cli.arguments import add_output, add_robot, load_completed_robot, report_unread
from samebot.cli.output import write_document

if TYPE_CHECKING:
    from samebot.cli.parser import Commands

__all__ = ["add_to", "run"]

_EPILOG = """\
examples:
  samebot mjcf epuck2 --world --output epuck2.xml
  python -m mujoco.viewer --mjcf=epuck2.xml"""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "mjcf",
        help="write a robot as MJCF, for MuJoCo",
        description="Write a robot as MJCF, as samebot's own simulator loads it.",
        epilog=_EPILOG,
    )
    add_robot(parser)
    parser.add_argument(
        "--world", action="store_true", help="add a floor and a light, and stand the robot on it"
    )
    add_output(parser, "MJCF")


def run(arguments: argparse.Namespace) -> int:
    """Write the MJCF."""
    from samebot.model.mjcf import write_mjcf

    model = load_completed_robot(arguments)
    report_unread(model)
    write_document(write_mjcf(model, world=arguments.world), arguments.output)
    return 0
