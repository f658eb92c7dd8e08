# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The serial protocol "advanced sercom": binary commands or lines of text, as they come.

A first byte with bit 7 set begins binary commands, back to back, each obeyed as soon as it is
complete; after the byte 0 their answers are sent together. Any other first byte begins a line.
The rest of a command is awaited for ever: the firmware has no time-out. Nothing is listened to
while it is busy: calibrating, or answering K.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from samebot.emulator.binary import BinaryCommand, Sercom, binary_commands
from samebot.emulator.lines import GREETING, LineCommands

__all__ = ["SercomProtocol"]

_BINARY: Final = 0x80
_ENDS: Final = b"\r\n"
_LONGEST_LINE: Final = 80
_LONGEST_REPLY: Final = 1 << 16
"""Answers of one packet beyond so many bytes are lost; the firmware has room for 4 kB."""


class SercomProtocol:
    """The conversation of one robot on its serial line."""

    def __init__(self, sercom: Sercom) -> None:
        """Begin after power-up; `GREETING` is said by who opens the line."""
        self._sercom = sercom
        self._binary = binary_commands(sercom.board.version)
        self._lines = LineCommands(sercom, self._wait, self._when_calibrated)
        self._pending = bytearray()
        self._reply: bytearray | None = None
        """Answers so far, within a binary packet."""
        self._now = 0.0
        self._due: float | None = None
        self._then: Callable[[], str] = str
        self._closing: deque[str] = deque()
        """What is said when the calibration has ended."""

    @staticmethod
    def greeting() -> bytes:
        """Return what the firmware says when it starts."""
        return GREETING

    @property
    def _busy(self) -> bool:
        return self._due is not None or self._sercom.board.calibrating

    @property
    def waiting(self) -> int:
        """How many bytes wait for the end of what keeps the firmware busy."""
        return max(1, len(self._pending)) if self._busy else 0

    def due(self) -> float | None:
        """Return None: there is no exact time to anything."""
        return None

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came at `now`, s."""
        del now
        self._pending += data

    def answers(self, now: float) -> bytes:
        """Do what can be done by now; return what is said."""
        self._now = now
        out = bytearray()
        while self._go_on(out):
            pass
        return bytes(out)

    def _go_on(self, out: bytearray) -> bool:
        """Do one thing; tell whether there may be another."""
        if self._due is not None and self._now >= self._due:
            self._due = None
            out += self._then().encode()
            return True
        if self._busy:
            return False
        if self._closing:
            out += self._closing.popleft().encode()
            return True
        if not self._pending:
            return False
        if self._reply is not None:
            return self._command(self._reply, out)
        if self._pending[0] & _BINARY:
            self._reply = bytearray()
            return True
        return self._line(out)

    def _command(self, reply: bytearray, out: bytearray) -> bool:
        """Obey one binary command, or end the packet; bytes that mean nothing are ignored."""
        code = self._pending[0]
        if code == 0:
            out += reply
            self._reply = None
            del self._pending[:1]
            return True
        command = self._binary.get(code, _NOTHING)
        if len(self._pending) <= command.arguments:
            return False
        arguments = bytes(self._pending[1 : 1 + command.arguments])
        del self._pending[: 1 + command.arguments]
        answer = command.answer(self._sercom, arguments)
        if command.at_once:
            out += answer
            reply += b"\x00"
        elif len(reply) < _LONGEST_REPLY:
            reply += answer
        return True

    def _line(self, out: bytearray) -> bool:
        """Obey one line of text, if its end has come."""
        if self._pending[0] == 0 or self._pending[0] in _ENDS:
            del self._pending[:1]
            return True
        end = next((n for n, byte in enumerate(self._pending) if byte in _ENDS), -1)
        if end < 0:
            # What no buffer holds is no command; the rest of the line comes as another.
            del self._pending[: max(0, len(self._pending) - _LONGEST_LINE)]
            return False
        line = self._pending[:end].decode("latin-1")
        del self._pending[: end + 1]
        out += self._lines.answer(line)
        return True

    def _wait(self, duration: float, then: Callable[[], str]) -> None:
        self._due, self._then = self._now + duration, then

    def _when_calibrated(self, text: str) -> None:
        self._closing.append(text)


_NOTHING: Final = BinaryCommand(0, lambda _s, _a: b"")
