# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What several commands take: a robot with its options, and where the output goes."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from samebot.cli.output import complain
from samebot.core.errors import ModelError, OptionError, Where

if TYPE_CHECKING:
    from samebot.model.robot import RobotModel

__all__ = [
    "STDIN",
    "add_output",
    "add_robot",
    "given_options",
    "load_completed_robot",
    "load_robot",
    "report_unread",
]

STDIN: Final = "-"
_LONGEST_STDIN: Final = 64 * 2**20
_SHOWN: Final = 4


def add_robot(parser: argparse.ArgumentParser, default: str = "") -> None:
    """Add ROBOT (which may be left out where there is a default) and `-o name=value`."""
    parser.add_argument(
        "robot",
        metavar="ROBOT",
        nargs="?" if default else None,
        default=default or None,
        help="a built-in robot (see: samebot robots), or a .urdf or .xacro file; "
        "- reads a URDF from stdin" + (f"; default: {default}" if default else ""),
    )
    parser.add_argument(
        "-o",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=_name_and_value,
        help="set an option of the robot, or an argument of the xacro file; may be repeated",
    )


def add_output(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--output FILE`."""
    parser.add_argument(
        "--output", metavar="FILE", default="", help=f"write the {what} to FILE instead of stdout"
    )


def given_options(arguments: argparse.Namespace) -> dict[str, str]:
    """Return what stood after each `-o`; the last of a name holds."""
    return dict(arguments.options)


def load_completed_robot(arguments: argparse.Namespace) -> RobotModel:
    """Return the named model as bodies have it, and say on stderr what was found besides."""
    from samebot.model.catalogue import load_completed
    from samebot.model.completion import completed

    options = given_options(arguments)
    if arguments.robot == STDIN:
        found = completed(_from_stdin(options))
    else:
        found = load_completed(arguments.robot, options)
    for note in found.notes:
        complain(f"note: {note}")
    return found.model


def load_robot(arguments: argparse.Namespace) -> RobotModel:
    """Return the model that the command line names, as its file tells it."""
    options = given_options(arguments)
    if arguments.robot == STDIN:
        return _from_stdin(options)
    from samebot.model.catalogue import load

    return load(arguments.robot, options)


def report_unread(model: RobotModel) -> None:
    """Say in one line on stderr what of a file samebot kept without understanding it."""
    if not model.extras:
        return
    from samebot.model.urdf import unread

    found = unread(model)
    if found:
        more = f"; {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        complain(f"note: kept as written, but not understood: {'; '.join(found[:_SHOWN])}{more}")


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, found {text!r}")
    return name.strip(), value


def _from_stdin(options: dict[str, str]) -> RobotModel:
    if options:
        raise OptionError("a robot from stdin takes no options; give a file instead of -")
    if sys.stdin is None or sys.stdin.isatty():
        raise ModelError("nothing is piped in; give a file, or pipe a URDF", Where("<stdin>"))
    from samebot.model.urdf import parse_urdf

    data = sys.stdin.buffer.read(_LONGEST_STDIN + 1)
    if len(data) > _LONGEST_STDIN:
        raise ModelError(
            f"is longer than {_LONGEST_STDIN // 2**20} MB; a robot is expected", Where("<stdin>")
        )
    return parse_urdf(data, file="<stdin>")
