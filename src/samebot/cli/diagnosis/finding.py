# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A finding of the doctor, and how checks are run so that none can crash the rest."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["Check", "Finding", "State", "examine", "note", "ok", "problem"]


class State(enum.StrEnum):
    """How bad it is: fine, worth knowing, or something does not work."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it stands, what was found, and what to do ("" if nothing)."""

    name: str
    state: State
    finding: str
    remedy: str = ""


Check = Callable[[Surroundings], Iterable[Finding]]


def ok(name: str, finding: str) -> Finding:
    """Return a finding that is fine."""
    return Finding(name, State.OK, finding)


def note(name: str, finding: str, remedy: str = "") -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(name, State.NOTE, finding, remedy)


def problem(name: str, finding: str, remedy: str) -> Finding:
    """Return a finding about something that does not work."""
    return Finding(name, State.PROBLEM, finding, remedy)


def examine(here: Surroundings, checks: Iterable[Check]) -> list[Finding]:
    """Return the findings of all checks; a check that fails is a finding itself."""
    return [finding for check in checks for finding in _examined(here, check)]


def _examined(here: Surroundings, check: Check) -> list[Finding]:
    try:
        return list(check(here))
    except Exception as error:  # noqa: BLE001 - on a broken machine anything may raise anything
        name = check.__name__.strip("_").replace("_", " ")
        found = f"could not be looked at: {type(error).__name__}: {error}"
        return [note(name, found, "report this if the machine seems fine otherwise")]
