# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot doctor`: finds what is wrong and says what to do.

JSON: {"format": 1, "healthy": true, "findings": [{"name", "state", "finding", "remedy"}]},
state is "ok", "note" or "problem". Exit status 1 if there is a problem.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from samebot.cli.output import write, write_json

if TYPE_CHECKING:
    from samebot.cli.diagnosis import Finding
    from samebot.cli.parser import Commands

__all__ = ["add_to", "run"]

_EPILOG = """\
examples:
  samebot doctor
  samebot doctor --json > doctor.json      (for a report; look it over before you send it)

JSON: format, healthy, findings: name, state ("ok", "note", "problem"), finding, remedy.
Exit status: 0 no problem, 1 at least one problem."""

_MARKS = {"ok": "  ok  ", "note": " note ", "problem": "PROBLEM"}


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "doctor",
        help="finds what is wrong here and says what to do",
        description="Look at Python, packages, ROS 2, network, disk and permissions; say what is "
        "wrong and what to do about it. Changes nothing.",
        epilog=_EPILOG,
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")


def run(arguments: argparse.Namespace) -> int:
    """Examine this machine and tell."""
    from samebot.cli.diagnosis import Surroundings, diagnose

    findings = diagnose(Surroundings.here())
    healthy = all(finding.state != "problem" for finding in findings)
    if arguments.json:
        write_json({"format": 1, "healthy": healthy, "findings": [_as_json(f) for f in findings]})
    else:
        write(as_text(findings))
    return 0 if healthy else 1


def as_text(findings: Sequence[Finding]) -> str:
    """Return a line a finding, what to do below it, and a summary."""
    width = max((len(finding.name) for finding in findings), default=0)
    lines: list[str] = []
    for finding in findings:
        lines.append(f"{_MARKS[finding.state]:8}{finding.name.ljust(width)}  {finding.finding}")
        if finding.remedy:
            lines.append(f"{'':8}{'':{width}}  -> {finding.remedy}")
    return "\n".join([*lines, "", _summary(findings)])


def _summary(findings: Sequence[Finding]) -> str:
    number = Counter(finding.state.value for finding in findings)
    problems, notes = (_counted(number[state], state) for state in ("problem", "note"))
    if not number["problem"]:
        return f"Nothing is wrong ({notes})."
    return f"{problems}, {notes}. Begin with the first."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _as_json(finding: Finding) -> dict[str, str]:
    return {
        "name": finding.name,
        "state": finding.state.value,
        "finding": finding.finding,
        "remedy": finding.remedy,
    }
