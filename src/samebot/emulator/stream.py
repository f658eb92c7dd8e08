# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A conversation over a stream of bytes: what comes goes to a protocol, its answers go back."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, Protocol

from samebot.emulator.serving import READ, WRITE, Server

__all__ = ["ByteProtocol", "Stream"]

_AT_ONCE: Final = 4096
_MOST_WAITING: Final = 1 << 17
"""No more is read from a client that leaves so many bytes of answers lying."""
_SOON: Final = 0.01
"""How often a busy firmware is looked after, s."""
_AWAKE: Final = 1e-4
"""What has an exact time is awaited awake for so long: those who sleep are woken late, s."""
_UNREAD: Final = 1.0
"""Answers that nobody takes are lost after so long where a line has no flow control, s."""


class ByteProtocol(Protocol):
    """What a firmware says to the bytes that it gets."""

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came at `now`, s."""
        ...

    def answers(self, now: float) -> bytes:
        """Return what is to be said by now."""
        ...

    @property
    def waiting(self) -> int:
        """How many bytes came that it has not looked at yet."""
        ...

    def due(self) -> float | None:
        """Return when it has something to say by itself, s; None: not before it is told more."""
        ...


class Stream:
    """The two directions of one open file; call `close` when done with it."""

    def __init__(
        self,
        server: Server,
        file: int,
        protocol: ByteProtocol,
        *,
        now: Callable[[], float],
        lost: Callable[[], None],
        forgets: bool = False,
    ) -> None:
        """`lost` is called when the other side is gone; `forgets`: unread answers are dropped."""
        self._server = server
        self._file = file
        self._protocol = protocol
        self._now = now
        self._lost = lost
        self._forgets = forgets
        self._out = bytearray()
        self._moved = 0.0
        self._open = True
        self._events = READ
        self.mangle: Callable[[bytes], bytes] | None = None
        """What a bad line does to answers, for tests."""
        server.watch(file, READ, self._ready)

    def due(self) -> float | None:
        """Return when there is something to do without being asked."""
        exact = self._protocol.due()
        if exact is not None:
            return exact - _AWAKE + self._server.clock.now() - self._now()
        return self._server.clock.now() + _SOON if self._protocol.waiting or self._out else None

    def keep(self) -> None:
        """Say what the protocol has to say by now."""
        if not self._open:
            return
        answer = self._protocol.answers(self._now())
        if answer:
            self._say(self.mangle(answer) if self.mangle is not None else answer)
        elif self._forgets and self._out and self._server.clock.now() - self._moved > _UNREAD:
            self._out.clear()
        self._watch()

    @property
    def backlog(self) -> int:
        """How many bytes of answers wait to be taken."""
        return len(self._out)

    def say(self, data: bytes) -> None:
        """Say something unasked."""
        self._say(data)
        self._watch()

    def close(self) -> None:
        """Talk no more; the file stays open."""
        if self._open:
            self._open = False
            self._server.watch(self._file, 0, self._ready)

    def _say(self, data: bytes) -> None:
        if not self._out:
            self._moved = self._server.clock.now()
        self._out += data
        self._flush()

    def _ready(self, events: int) -> None:
        if events & WRITE:
            self._flush()
        if events & READ and self._open:
            self._read()

    def _read(self) -> None:
        try:
            data = os.read(self._file, _AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._end()
            return
        self._protocol.receive(data, self._now())
        self.keep()

    def _flush(self) -> None:
        while self._out and self._open:
            try:
                count = os.write(self._file, self._out[:_AT_ONCE])
            except BlockingIOError:
                break
            except OSError:
                self._end()
                return
            del self._out[:count]
            self._moved = self._server.clock.now()

    def _end(self) -> None:
        if self._open:
            self.close()
            self._lost()

    def _watch(self) -> None:
        if self._open:
            full = len(self._out) + self._protocol.waiting > _MOST_WAITING
            self._server.watch(
                self._file, (0 if full else READ) | (WRITE if self._out else 0), self._ready
            )
