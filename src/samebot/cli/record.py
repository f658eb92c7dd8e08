# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot record`: everything that is sent, or chosen topics, into an MCAP file."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from samebot.cli.network import add_network, join
from samebot.cli.output import write

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.record.writing import BagWriter
    from samebot.ros.edge import Tap
    from samebot.ros.recording import Recorder

__all__ = ["add_to", "recording", "run"]

_EPILOG: Final = """\
examples:
  samebot record run_1.mcap
  samebot record walls.mcap /odom '/ps*' /tf /tf_static
  samebot record short.mcap --duration 10

The file can be read by ros2 bag, Foxglove and all that reads MCAP, after a crash too."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "record",
        help="record topics into an MCAP file",
        description="Record everything that is sent, or chosen topics, into an MCAP file.",
        epilog=_EPILOG,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a new .mcap file")
    parser.add_argument(
        "topics", nargs="*", metavar="TOPIC", help="names, also with * and ?; none: every topic"
    )
    parser.add_argument(
        "--duration", type=_positive, metavar="S", help="end after S seconds instead of Ctrl-C"
    )
    add_network(parser)


def run(arguments: argparse.Namespace) -> int:
    """Record until the end is asked for."""
    from samebot.core.clock import RealClock
    from samebot.ros.ending import asked_to_end

    with asked_to_end() as ending:
        join(arguments)
        with _recorder(arguments.file, arguments.topics) as (recorder, bag):
            write(f"recording into {arguments.file}; Ctrl-C ends it")
            recorder.run(ending.is_set, RealClock(), arguments.duration)
    write(_what_came(bag))
    return 0 if bag.messages else 1


@contextlib.contextmanager
def recording(file: Path) -> Iterator[Tap]:
    """Record every topic beside what else happens, in a thread of its own.

    The tap is for what this process sends: nothing of it gets lost.
    """
    from samebot.core.clock import RealClock

    left = threading.Event()
    with _recorder(file, ()) as (recorder, bag), ThreadPoolExecutor(1, "recorder") as pool:
        future = pool.submit(recorder.run, left.is_set, RealClock())
        try:
            yield recorder.tap
        finally:
            left.set()
            future.result()
    write(_what_came(bag))


@contextlib.contextmanager
def _recorder(file: Path, topics: Sequence[str]) -> Iterator[tuple[Recorder, BagWriter]]:
    from samebot.core.clock import RealClock
    from samebot.record.writing import BagWriter
    from samebot.ros.edge import Ros
    from samebot.ros.recording import Recorder

    # The file is closed last, when nothing can arrive any more.
    with BagWriter(file, RealClock()) as bag, Ros() as ros:
        yield Recorder(ros.node("recorder"), bag, topics), bag


def _what_came(bag: BagWriter) -> str:
    return f"{bag.messages} messages of {len(bag.topics)} topics in {bag.path}"


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, found {text!r}")
    return number
