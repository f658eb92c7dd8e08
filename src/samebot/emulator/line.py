# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A serial line that takes its time: ten bits a byte, in both directions at once."""

from __future__ import annotations

from collections import deque
from typing import Final

from samebot.core.errors import OptionError
from samebot.emulator.stream import ByteProtocol

__all__ = ["PacedLine"]

_BITS: Final = 10
"""A start bit, eight of data, a stop bit."""
_GRAIN: Final = 1e-3
"""Longer pieces are handed on in parts of this length, s."""


class _Wire:
    """One direction: bytes go in at once and come out one after the other."""

    def __init__(self, byte_time: float) -> None:
        self._byte_time = byte_time
        self._free = 0.0
        self._pieces: deque[tuple[float, bytearray]] = deque()
        """When the first byte of each piece begins, and its bytes."""
        self.held = 0

    def put(self, data: bytes, now: float) -> None:
        """Begin to send when the wire is free."""
        if data:
            start = max(now, self._free)
            self._pieces.append((start, bytearray(data)))
            self._free = start + len(data) * self._byte_time
            self.held += len(data)

    def take(self, now: float) -> bytes:
        """Return the bytes that are through by now."""
        through = bytearray()
        while self._pieces:
            start, piece = self._pieces[0]
            count = min(len(piece), int((now - start) / self._byte_time + 1e-6))
            if count <= 0:
                break
            through += piece[:count]
            self._pieces.popleft()
            if count < len(piece):
                self._pieces.appendleft((start + count * self._byte_time, piece[count:]))
                break
        self.held -= len(through)
        return bytes(through)

    def due(self) -> float | None:
        """Return when the next part is through."""
        if not self._pieces:
            return None
        start, piece = self._pieces[0]
        return start + max(self._byte_time, min(_GRAIN, len(piece) * self._byte_time))

    @property
    def last(self) -> float:
        """When the last byte that was put in is through, s."""
        return self._free


class PacedLine:
    """A protocol at the end of a line with a baud rate."""

    def __init__(self, protocol: ByteProtocol, baud: int) -> None:
        """`baud`: bits/s."""
        if baud <= 0:
            raise OptionError(f"the baud rate is {baud}; a positive number of bits/s is expected")
        self._protocol = protocol
        self._in, self._out = (_Wire(_BITS / baud) for _ in range(2))

    @property
    def waiting(self) -> int:
        """How many bytes are on the line or not looked at yet."""
        return self._protocol.waiting + self._in.held + self._out.held

    def receive(self, data: bytes, now: float) -> None:
        """Let bytes begin their way at `now`, s."""
        self._in.put(data, now)

    def answers(self, now: float) -> bytes:
        """Return the bytes that have come back by now."""
        arrived = self._in.take(now)
        if arrived:
            self._protocol.receive(arrived, now)
        answer = self._protocol.answers(now)
        # An answer begins when the last byte of its question came, not when that was noticed.
        self._out.put(answer, min(now, self._in.last) if arrived else now)
        return self._out.take(now)

    def due(self) -> float | None:
        """Return when the next bytes are through, s; None: none are on the line."""
        times = [when for wire in (self._in, self._out) if (when := wire.due()) is not None]
        return min(times, default=None)
