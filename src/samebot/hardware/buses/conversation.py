# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A stream with questions and answers: exact reads, lines, deadlines, statistics."""

from __future__ import annotations

from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.buses.role import ByteStream, Statistics, Target

__all__ = ["Conversation"]

_RETURN: Final = 0x0D
_BYTE: Final = 0.01
"""How long the second half of a line's end may take, s."""
_MOST: Final = 1 << 20
"""What a robot may send without being asked, bytes, before it is called nonsense."""


class Conversation:
    """Bytes sent and awaited on a stream; what arrives unasked can be dropped."""

    def __init__(self, stream: ByteStream, clock: Clock, statistics: Statistics) -> None:
        """`clock` measures real time, for deadlines."""
        self._stream = stream
        self._clock = clock
        self._held = bytearray()
        self.statistics = statistics

    @property
    def name(self) -> str:
        """The stream's name."""
        return self._stream.name

    @property
    def waiting(self) -> int:
        """How many bytes have arrived and were not read; looks for more."""
        self._held += self._stream.receive(0.0)
        return len(self._held)

    def send(self, data: bytes) -> None:
        """Send all bytes."""
        self._stream.send(data)
        self.statistics.bytes_sent += len(data)

    def peek(self, count: int, timeout: float) -> bytes:
        """Return the next `count` bytes and keep them to be read.

        Raises BusError if nothing comes for `timeout` s.
        """
        end, before = self._clock.now() + timeout, len(self._held)
        while len(self._held) < count:
            if len(self._held) > before:
                end, before = self._clock.now() + timeout, len(self._held)
            self._await(end, f"{count} bytes")
        return bytes(self._held[:count])

    def read(self, count: int, timeout: float) -> bytes:
        """Return exactly `count` bytes, or raise BusError if nothing comes for `timeout` s.

        What came of fewer bytes stays to be read.
        """
        data = self.peek(count, timeout)
        del self._held[:count]
        self.statistics.bytes_received += count
        return data

    def read_line(self, timeout: float) -> str:
        """Return the next line that is not empty, without its end, within `timeout` s."""
        end = self._clock.now() + timeout
        while True:
            while (place := self._end_of_line()) < 0:
                self._await(end, "a line")
            line, ended_by = bytes(self._held[:place]), self._held[place]
            del self._held[: place + 1]
            self.statistics.bytes_received += place + 1
            if ended_by == _RETURN:
                self._take_line_feed()
            text = line.decode("ascii", "replace").strip(" \r\n\x07\x0c\x00")
            if text:
                return text

    def _take_line_feed(self) -> None:
        """Take the other half of a line's end, or it would stand before the next answer."""
        if not self._held:
            self._held += self._stream.receive(_BYTE)
        if self._held[:1] == b"\n":
            del self._held[:1]
            self.statistics.bytes_received += 1

    def _end_of_line(self) -> int:
        places = [self._held.find(end) for end in (b"\n", b"\r")]
        found = [place for place in places if place >= 0]
        return min(found) if found else -1

    def _await(self, end: float, what: str) -> None:
        left = end - self._clock.now()
        data = self._stream.receive(max(left, 0.0))
        if not data and left <= 0.0:
            found = len(self._held)
            raise BusError(f"{self.name}: expected {what}, found {found} bytes in time")
        self._held += data
        if len(self._held) > _MOST:
            self._held.clear()
            raise BusError(f"{self.name}: far more arrives than was asked for; is it a robot?")

    def drop(self) -> bytes:
        """Forget everything that has arrived; return it."""
        while data := self._stream.receive(0.0):
            self._held += data
            if len(self._held) > _MOST:
                break
        dropped = bytes(self._held)
        self._held.clear()
        return dropped

    def drop_until_quiet(self, quiet: float, longest: float) -> bytes:
        """Forget what arrives until nothing did for `quiet` s, at most for `longest` s."""
        end = self._clock.now() + longest
        dropped = self.drop()
        while self._clock.now() < end and (data := self._stream.receive(quiet)):
            dropped += data
        return dropped

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return self._stream.target()

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
