# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Every error that samebot raises on purpose.

.. code-block:: text

    SamebotError
    +-- BadInput              what a person or a file gave us is wrong
    |   +-- ModelError        a robot model (names file, line and element)
    |   +-- UnknownName       no robot, world, device ... of that name (names the nearest)
    |   +-- OptionError       an option's value does not fit
    +-- CommandError          a command that no robot, or not this one, can follow
    +-- BodyError             a body is closed, lost, or not able to do this
    +-- MissingDependency     an optional package is not installed (says what to install)

A message says what was found, what was expected, and what to do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "BadInput",
    "BodyError",
    "CommandError",
    "MissingDependency",
    "ModelError",
    "OptionError",
    "SamebotError",
    "UnknownName",
    "Where",
]


class SamebotError(Exception):
    """Base of all errors that samebot raises on purpose."""


class BadInput(SamebotError):
    """What a person or a file gave us is wrong."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: its name, the line (0 = unknown) and the element."""

    file: str = ""
    line: int = 0
    element: str = ""

    def __str__(self) -> str:
        """Return ``file:line: element``, leaving out what is unknown."""
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return ": ".join(part for part in (place, self.element) if part)


class ModelError(BadInput):
    """A robot model is not well formed; the message begins with the place."""

    def __init__(self, problem: str, where: Where | None = None) -> None:
        """Keep the problem and its place apart, for programs that want either."""
        self.problem = problem
        self.where = where or Where()
        place = str(self.where)
        super().__init__(f"{place}: {problem}" if place else problem)


class UnknownName(BadInput):
    """There is no such thing; the message names the nearest match."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        """`what` is the kind of thing ("robot"), `known` are the names that exist."""
        self.name = name
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names) or 'none'}"
        super().__init__(f"no {what} named {name!r}; {hint}")


class OptionError(BadInput):
    """An option's value does not fit."""


class CommandError(SamebotError):
    """A command that no robot, or not this one, can follow; motors stop."""


class BodyError(SamebotError):
    """A body is closed, lost, or cannot do this."""


class MissingDependency(SamebotError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        """`extra` is the samebot extra that brings the package, `purpose` what wants it."""
        super().__init__(
            f"{purpose} needs {package}, which is not installed; "
            f"install it with: pip install 'samebot[{extra}]'"
        )
