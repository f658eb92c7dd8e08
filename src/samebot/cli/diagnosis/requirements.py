# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Requirements as distributions write them, as far as the doctor compares them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from samebot.cli.diagnosis.surroundings import normalised

__all__ = ["Requirement", "parse_requirement"]

_REQUIREMENT = re.compile(
    r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;)]*)\)?\s*(?:;(.*))?$"
)
_BOUND = re.compile(r"(>=|<=|==|!=|~=|<|>)\s*([\w.*+!-]+)")
_CLAUSE = re.compile(r"(platform_system|platform_machine)\s*(==|!=)\s*['\"]([^'\"]*)['\"]")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]*)['\"]")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A wanted distribution: normalised name, version bounds as text, extra ("": always)."""

    name: str
    bounds: str
    extra: str
    marker: str

    def applies_to(self, system: str, machine: str) -> bool:
        """Return whether it is wanted on this system (markers joined by `and` only)."""
        here = {"platform_system": system, "platform_machine": machine}
        return all(
            (here[variable] == value) == (operator == "==")
            for variable, operator, value in _CLAUSE.findall(self.marker)
        )

    def admits(self, version: str) -> bool:
        """Return whether a version fits; pre-releases count as their release."""
        return all(_holds(version, *bound) for bound in _BOUND.findall(self.bounds))


def parse_requirement(text: str) -> Requirement | None:
    """Return the requirement that a text states; None where it states none."""
    match = _REQUIREMENT.match(text)
    if match is None:
        return None
    marker = match[3] or ""
    extra = _EXTRA.search(marker)
    bounds = ",".join(sorted(part.strip() for part in match[2].split(",") if part.strip()))
    return Requirement(normalised(match[1]), bounds, extra[1] if extra else "", marker)


def _holds(version: str, operator: str, bound: str) -> bool:
    has, wants = _numbers(version), _numbers(bound)
    if operator == "~=":
        return has >= wants and has[: len(wants) - 1] == wants[:-1]
    if operator in ("==", "!="):
        shown = has[: len(wants)] if bound.endswith("*") else has
        return (_padded(shown, wants) == _padded(wants, shown)) == (operator == "==")
    less, same = (
        _padded(has, wants) < _padded(wants, has),
        _padded(has, wants) == _padded(wants, has),
    )
    return {"<": less, "<=": less or same, ">=": not less, ">": not less and not same}[operator]


def _numbers(version: str) -> tuple[int, ...]:
    release = re.match(r"(?:\d+!)?(\d+(?:\.\d+)*)", version)
    return tuple(int(part) for part in release[1].split(".")) if release else ()


def _padded(numbers: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return numbers + (0,) * (len(other) - len(numbers))
