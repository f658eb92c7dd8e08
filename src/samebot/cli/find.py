# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot find`: robots that are plugged in or paired, and those of a network if it is named."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from samebot.cli.output import complain, table, write, write_json

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.hardware.finding import Candidate

__all__ = ["add_to", "run"]

_EPILOG: Final = """\
examples:
  samebot find
  samebot find --hosts 192.168.1.0/24
  samebot find --hosts 192.168.1.7,127.0.0.1:11000 --json

No network is scanned unless --hosts names it; each host gets one request, which stops its wheels.
Exit status: 0 there is one or more, 1 there is none."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "find",
        help="robots that are plugged in, paired, or in a network",
        description="List serial ports and I2C buses where a robot may be, and with --hosts "
        "robots that answer in a network.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--hosts", metavar="NET", help="a network, or hosts with commas between them: ask them"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Print what there is."""
    from samebot.hardware.finding import find_buses, find_hosts, find_ports

    found = [*find_ports(), *find_buses()]
    if arguments.hosts:
        found += find_hosts(arguments.hosts)
    if arguments.json:
        write_json([asdict(each) for each in found])
    else:
        _tell(found, arguments.hosts)
    return 0 if found else 1


def _tell(found: list[Candidate], hosts: str | None) -> None:
    if not found:
        wireless = (
            f"none answers at {hosts} (selector at 15? in this network?)"
            if hosts
            else "robots with Wi-Fi are looked for with --hosts NET"
        )
        complain(
            "no robot was found: none is plugged in (USB), paired (rfcomm) or on an I2C bus; "
            f"{wireless}"
        )
        return
    lines = [(each.body, each.address, each.what, "" if each.certain else "?") for each in found]
    write(table(("body", "address", "what it is", ""), lines))
    if len(found) == 1:
        only = found[0]
        write(f"\nUse it: samebot.open(ROBOT, body={only.body!r}, address={only.address!r})")
