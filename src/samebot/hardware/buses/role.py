# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a bus is to those who use it: transfers of I2C messages, or a stream of bytes.

A bus says by BusError that something was not carried; whether to try again is for its user.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

__all__ = ["ByteStream", "I2cBus", "Read", "Statistics", "Target", "Write"]


class Write(NamedTuple):
    """Bytes for the device at a 7-bit address."""

    address: int
    data: bytes


class Read(NamedTuple):
    """A wish for so many bytes of the device at a 7-bit address."""

    address: int
    length: int


class Target(NamedTuple):
    """What another process must know to reach the same robot: an open file and its address."""

    kind: Literal["i2c", "unix", "serial", "tcp"]
    address: str
    """A device file or socket path; for tcp HOST:PORT, for serial PATH@BAUD."""
    fileno: int
    """-1: there is none to hand over."""


class I2cBus(Protocol):
    """An I2C bus of which this program is the master."""

    @property
    def name(self) -> str:
        """What people call it: /dev/i2c-12, a socket's path."""
        ...

    def transfer(self, messages: Sequence[Write | Read]) -> list[bytes]:
        """Do all messages as one combined transfer; return what was read, in order.

        Raises BusError if any of them was not acknowledged, or in time.
        """
        ...

    def target(self) -> Target:
        """Tell how another process reaches it."""
        ...

    def close(self) -> None:
        """Let go of it; closing twice is harmless."""
        ...


class ByteStream(Protocol):
    """A line of bytes both ways: a serial port, a TCP connection."""

    @property
    def name(self) -> str:
        """What people call it: /dev/ttyACM0, 192.168.1.7:1000."""
        ...

    def send(self, data: bytes) -> None:
        """Hand over all bytes, in bounded time; raises BusError."""
        ...

    def receive(self, timeout: float) -> bytes:
        """Return what has arrived, waiting up to `timeout` s for the first byte; empty: nothing.

        Raises BusError if the other end is gone.
        """
        ...

    def target(self) -> Target:
        """Tell how another process reaches it."""
        ...

    def close(self) -> None:
        """Let go of it; closing twice is harmless."""
        ...


@dataclass(slots=True)
class Statistics:
    """Counts of what a bus did since it was first opened, for diagnostics."""

    transfers: int = 0
    errors: int = 0
    retries: int = 0
    reconnects: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0
    latency: float = 0.0
    """Running mean of an exchange, s."""
    last_error: str = ""

    def note_transfer(self, duration: float, sent: int, received: int) -> None:
        """Count one exchange that worked and took `duration` s."""
        self.transfers += 1
        self.bytes_sent += sent
        self.bytes_received += received
        share = 0.1 if self.transfers > 1 else 1.0
        self.latency += share * (duration - self.latency)

    def note_error(self, problem: object) -> None:
        """Count one that did not."""
        self.errors += 1
        self.last_error = str(problem)
