# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Finds out which robot is at a serial port, after stopping it."""

from __future__ import annotations

from typing import Final, NamedTuple

from samebot.core.errors import BusError
from samebot.hardware.buses.conversation import Conversation
from samebot.hardware.epuck2 import ascii_commands as text
from samebot.hardware.epuck2 import sercom
from samebot.hardware.epuck2.queries import BLOCK, Dialect

__all__ = ["Greeting", "ask_version", "greet", "stands"]

_QUIET: Final = 0.05
_PAUSE: Final = 0.2
_ANSWER: Final = 0.4
_CONFIRMED: Final = 0.2
"""How long a robot that is known may take to confirm that it stands, s."""
_QUESTIONS: Final = 3
_LINES: Final = 8
"""How many other lines may come before the answer: a greeting after a reset has two."""
_LOOSEN: Final = bytes(40)
"""Ends whatever binary command another program left half sent; half a line ends with the question
before. No line is ended here: after an empty one the firmware takes what comes for another."""
_ON: Final = bytes([-0x0F & 0xFF, 1, -0x11 & 0xFF, 1]) + sercom.END
"""Switches magnetometer and time-of-flight sensor of the e-puck2 on."""
_VARYING: Final = {"ground": (0, 6, 8, 10), "proximity": (16, 20), "light": (16, 20)}
"""Answers that differ in length between programs on the robot."""


class Greeting(NamedTuple):
    """What was found."""

    firmware: str
    lengths: dict[str, int]


def greet(
    line: Conversation, dialect: Dialect, known: Greeting | None = None, timeout: float = _ANSWER
) -> Greeting:
    """Stop the robot, ask for its version and the lengths of its answers.

    A robot that was `known` before is not asked again if it confirms at once that it stands.
    """
    if known is not None and stands(line):
        _switch_on(line, dialect.version)
        return known
    version = ask_version(line, min(timeout, _ANSWER))
    generation = 2 if version.major >= 2 else 1
    if generation != dialect.version:
        here, there = ("epuck", "epuck2") if generation == 1 else ("epuck2", "epuck")
        raise BusError(
            f"the robot at {line.name} is an {here} ({version.text.strip()}), not an {there}; "
            f"open it as {here!r}"
        )
    lengths = known.lengths if known is not None else _lengths(line, dialect, version)
    _switch_on(line, generation)
    return Greeting(f"e-puck{'2' if generation == 2 else ''}, {version.text.strip()}", lengths)


def stands(line: Conversation) -> bool:
    """Stop a robot that speaks as it did before; tell whether it confirms that."""
    line.drop()
    line.send(sercom.STOP + sercom.ASK_SPEEDS + sercom.END)
    try:
        answer = line.read(4, _CONFIRMED)
    except BusError as error:
        if error.lost:
            raise
        return False
    return answer == bytes(4) and not line.waiting


def _switch_on(line: Conversation, generation: int) -> None:
    if generation == 2:
        line.send(_ON)
        line.drop_until_quiet(_QUIET, _ANSWER)


def ask_version(line: Conversation, patience: float = _ANSWER) -> text.Version:
    """Return the version; raises BusError if whatever is there is no e-puck.

    Whatever it is doing, it is told to stand before each question.
    """
    heard = ""
    for _ in range(_QUESTIONS):
        line.send(_LOOSEN + sercom.STOP + sercom.END)
        line.drop_until_quiet(_QUIET, _ANSWER)
        line.send(text.VERSION)
        try:
            for _ in range(_LINES):
                heard = line.read_line(patience)
                version = text.parse_version(heard)
                if version is not None:
                    line.drop_until_quiet(_QUIET, _ANSWER)
                    return version
        except BusError as error:
            if error.lost:
                raise
    if heard:
        raise BusError(
            f"{line.name} says {heard[:60]!r} where an e-puck says 'v,Version ...'; is it another "
            "device, another speed (as in /dev/X@230400), or does another program use the port?"
        )
    raise BusError(
        f"nothing answers at {line.name}; is the robot switched on, with its selector at 3 "
        "(Bluetooth), 8 (USB) or 10 (extension), and the speed right (as in /dev/X@230400)?"
    )


def _lengths(line: Conversation, dialect: Dialect, version: text.Version) -> dict[str, int]:
    found: dict[str, int] = {}
    for query in dialect.queries:
        possible = _VARYING.get(query.group)
        if possible is not None:
            length = _sure_length(line, possible, query.command)
            if length not in possible:
                raise BusError(
                    f"{line.name}: the robot's program ({version.text.strip()}) answers "
                    f"{query.group} with {length} bytes, one of {possible} was expected; it is "
                    "too old or none of GCtronic's: update the firmware"
                )
            found[query.group] = length
    if dialect.version < 2:
        found |= _unanswered(line, dialect.with_lengths(found))
    elif (length := _sure_length(line, (BLOCK.length,), BLOCK.command)) != BLOCK.length:
        raise BusError(
            f"{line.name}: the robot's program ({version.text.strip()}) answers the question for "
            f"all sensors with {length} bytes, {BLOCK.length} were expected; it is too old: "
            "update the firmware of the e-puck2's main processor"
        )
    return found


def _unanswered(line: Conversation, dialect: Dialect) -> dict[str, int]:
    """Return the groups of which the robot's program knows nothing, with length 0."""
    asked = dialect.queries
    if _length(line, *(each.command for each in asked)) == sum(each.length for each in asked):
        return {}
    return {
        each.group: 0 for each in asked if _sure_length(line, (each.length,), each.command) == 0
    }


def _sure_length(line: Conversation, possible: tuple[int, ...], command: int) -> int:
    """Return the length of an answer, asked for again unless it is one of those that can be.

    Bluetooth may lose an answer, or pause within it for longer than it is waited for.
    """
    length = _length(line, command)
    if length and length in possible:
        return length
    line.drop_until_quiet(_PAUSE, _ANSWER)
    return _length(line, command)


def _length(line: Conversation, *commands: int) -> int:
    line.send(bytes(commands) + sercom.END)
    try:
        first = line.read(1, _ANSWER)
    except BusError:
        return 0
    return len(first) + len(line.drop_until_quiet(_QUIET, _ANSWER))
