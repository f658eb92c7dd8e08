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
    |   +-- BusError          a bus or connection to a robot carries nothing, or nonsense
    +-- TransformError        no transform of this kind can be given, or taken
    |   +-- UnknownFrame      no such frame (names the nearest); an UnknownName as well
    |   +-- UnconnectedFrames no way leads from one frame to the other
    |   +-- FrameCycle        a frame would be its own ancestor
    |   +-- Extrapolation     nothing is known of that time (says how far off it is)
    +-- MissingDependency     an optional package is not installed (says what to install)

A message says what was found, what was expected, and what to do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

__all__ = [
    "BadInput",
    "BodyError",
    "BusError",
    "CommandError",
    "Extrapolation",
    "FrameCycle",
    "MissingDependency",
    "ModelError",
    "OptionError",
    "SamebotError",
    "TransformError",
    "UnconnectedFrames",
    "UnknownFrame",
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
        place = self.file
        if self.line:
            place = f"{self.file}:{self.line}" if self.file else f"line {self.line}"
        return ": ".join(part for part in (place, self.element) if part)


class ModelError(BadInput):
    """A robot model is not well formed; the message begins with the place."""

    def __init__(self, problem: str, where: Where | None = None) -> None:
        """Keep the problem and its place apart, for programs that want either."""
        self.problem = problem
        self.where = where or Where()
        place = str(self.where)
        super().__init__(f"{place}: {problem}" if place else problem)

    def __reduce__(self) -> tuple[type[Self], tuple[str, Where]]:
        """Pickle by the parts, so that worker processes can report it."""
        return (type(self), (self.problem, self.where))


class UnknownName(BadInput):
    """There is no such thing; the message names the nearest match."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        """`what` is the kind of thing ("robot"), `known` are the names that exist."""
        self.what = what
        self.name = name
        self.known = tuple(sorted(known))
        super().__init__(f"no {what} named {_shortened(repr(name))}; {self._hint()}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, tuple[str, ...]]]:
        """Pickle by the parts, so that worker processes can report it."""
        return (type(self), (self.what, self.name, self.known))

    def _hint(self) -> str:
        folded = {known.casefold(): known for known in self.known}
        asked = str(self.name).casefold()
        near = difflib.get_close_matches(asked, folded, n=1, cutoff=0.5) if asked else []
        if near:
            return f"did you mean {folded[near[0]]!r}?"
        return f"known: {_shortened(', '.join(self.known)) or 'none'}"


class OptionError(BadInput):
    """An option's value does not fit."""


class CommandError(SamebotError):
    """A command that no robot, or not this one, can follow; motors stop."""


class BodyError(SamebotError):
    """A body is closed, lost, or cannot do this."""


class BusError(BodyError):
    """A bus or connection to a robot did not carry what it should.

    `lost` tells whether the connection itself is gone, so that it must be made anew.
    """

    def __init__(self, problem: str, *, lost: bool = False) -> None:
        """`problem` says what was found, what was expected, and what to do."""
        self.lost = lost
        super().__init__(problem)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with the flag."""
        return (type(self), self.args, {"lost": self.lost})


class TransformError(SamebotError):
    """A transform between frames that cannot be given, or taken."""


class UnknownFrame(TransformError, UnknownName):
    """There is no such frame; the message names the nearest one."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        """`known` are the frames that exist."""
        super().__init__("frame", name, known)

    def __reduce__(self) -> tuple[type[Self], tuple[str, tuple[str, ...]]]:  # type: ignore[override]
        """Pickle by the parts, so that worker processes can report it."""
        return (type(self), (self.name, self.known))


class UnconnectedFrames(TransformError):
    """No way leads from one frame to the other."""


class FrameCycle(TransformError):
    """A frame would be its own ancestor."""


class Extrapolation(TransformError):
    """Nothing is known of the time that is asked for."""

    def __init__(self, problem: str, ahead: float) -> None:
        """`ahead` is how far it lies after the last time known, s; negative: before the first."""
        self.problem, self.ahead = problem, ahead
        super().__init__(problem)

    def __reduce__(self) -> tuple[type[Self], tuple[str, float]]:
        """Pickle by the parts, so that worker processes can report it."""
        return (type(self), (self.problem, self.ahead))


class MissingDependency(SamebotError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        """`extra` is the samebot extra that brings the package, `purpose` what wants it."""
        self.package, self.extra, self.purpose = package, extra, purpose
        super().__init__(
            f"{purpose} needs {package}, which is not installed; "
            f"install it with: pip install 'samebot[{extra}]'"
        )

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str]]:
        """Pickle by the parts, so that worker processes can report it."""
        return (type(self), (self.package, self.extra, self.purpose))


def _shortened(text: str, limit: int = 400) -> str:
    return text if len(text) <= limit else f"{text[:limit]}..."
