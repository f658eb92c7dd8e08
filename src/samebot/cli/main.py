# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The entry point: finds the command, runs it, and turns what goes wrong into one sentence.

Exit status: 0 done; 1 something that was given is wrong (a file, the machine); 2 wrong use of the
command line (an unknown command, robot or option, a value that does not fit); 130 Ctrl-C;
141 the reader of the output went away.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import Final, Protocol, cast

from samebot.cli.output import complain, settle_encoding, write
from samebot.cli.parser import WRONG_USE, Commands, Parser
from samebot.core.errors import OptionError, SamebotError, UnknownName

__all__ = ["COMMANDS", "main"]

COMMANDS: Final = (
    "demo",
    "run",
    "robots",
    "worlds",
    "describe",
    "urdf",
    "mjcf",
    "find",
    "emulate",
    "record",
    "teleop",
    "doctor",
    "bench",
)
"""Every command, in the order of the help; each is a module of this name beside this one."""

_FAILED: Final = 1
_INTERRUPTED: Final = 128 + signal.SIGINT
_NOBODY_READS: Final = 128 + 13  # SIGPIPE, which Windows does not name

_WELCOME: Final = """\
samebot: one interface for a robot's simulated and physical body.

Try first:
  samebot demo                 a robot in the browser, and in ROS 2 where that is installed
  samebot robots               which robots there are
  samebot describe epuck2      what one robot has: devices, poses, ranges
  samebot doctor               finds what is wrong here and says what to do

All commands: samebot --help
"""

_EPILOG: Final = """\
examples:
  samebot demo
  samebot describe epuck2 -o ground=true
  samebot urdf my_robot.urdf.xacro --output my_robot.urdf

Each command has its own help with an example: samebot COMMAND --help
Exit status: 0 done, 1 something given is wrong, 2 wrong use of the command line."""


class _Command(Protocol):
    def add_to(self, subparsers: Commands) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name) and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    settle_encoding()
    try:
        status = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return _NOBODY_READS
    except Exception as error:  # noqa: BLE001 - the one place that may: no traceback at people
        if "--debug" in words:
            traceback.print_exc()
        _settle_stdout()
        return _explain(error)
    return status


def _run(words: list[str]) -> int:
    if not words:
        write(_WELCOME)
        return 0
    name = next((word for word in words if not word.startswith("-")), None)
    if name is not None and name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, n=1, cutoff=0.5)
        hint = f"did you mean: samebot {near[0]}?" if near else f"known: {', '.join(COMMANDS)}"
        complain(f"there is no command {name!r}; {hint}")
        return WRONG_USE
    # Only the command that is wanted is imported: a fast start however many there are.
    commands = {each: _load(each) for each in ([name] if name else COMMANDS)}
    try:
        arguments = _parser(commands).parse_args(words)
    except SystemExit as end:  # after --help, --version or wrong use
        return end.code if isinstance(end.code, int) else WRONG_USE
    if name is None:
        complain("a command is missing; see: samebot --help")
        return WRONG_USE
    return commands[name].run(arguments)


def _load(name: str) -> _Command:
    return cast("_Command", importlib.import_module(f"samebot.cli.{name}"))


def _parser(commands: dict[str, _Command]) -> Parser:
    parser = Parser(
        prog="samebot",
        description="One interface for a robot's simulated and physical body.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action=_Version, help="say which version this is and exit")
    _add_debug(parser)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in commands.values():
        command.add_to(subparsers)
    for subparser in subparsers.choices.values():
        _add_debug(subparser)
    return parser


def _add_debug(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--debug",
        action="store_true",
        default=argparse.SUPPRESS,
        help="show the traceback of an error",
    )


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes a while."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from samebot.cli.version import samebot_version

        write(f"samebot {samebot_version()}")
        parser.exit()


def _explain(error: Exception) -> int:
    if isinstance(error, SamebotError):
        complain(str(error))
        return WRONG_USE if isinstance(error, UnknownName | OptionError) else _FAILED
    if isinstance(error, OSError):
        complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        return _FAILED
    if isinstance(error, ImportError) and not (error.name or "").startswith("samebot"):
        complain(f"{error}; samebot doctor says what is missing and how to get it")
        return _FAILED
    complain(
        f"{type(error).__name__}: {error}. This is a mistake in samebot; "
        "run it again with --debug and report what it prints"
    )
    return _FAILED


def _settle_stdout() -> None:
    """Write what is still held back; where that fails (a full disk), give it up."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _silence_stdout()


def _silence_stdout() -> None:
    # Python flushes stdout once more at its end, and would complain of the pipe or disk again.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
