# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""An I2C bus behind a UNIX stream socket: an emulator, or a bus that another program shares.

One transfer is one request and one answer, all numbers little endian:

    request   u8 n, then n messages: u16 address, u16 flags (1 = read), u16 length,
              and for a write `length` bytes of data
    answer    u8 errno (0 done, 6 nobody answers, 110 too late, 121 not acknowledged);
              if 0, the data of all reads one after the other

That is what the ioctl I2C_RDWR does on /dev/i2c-N.
"""

from __future__ import annotations

import contextlib
import itertools
import socket
import struct
from collections.abc import Sequence
from typing import Final

from samebot.core.clock import Clock, RealClock
from samebot.core.errors import BusError
from samebot.hardware.buses.i2c_linux import transfer_error
from samebot.hardware.buses.role import Read, Target, Write

__all__ = ["SocketI2c", "encode_request"]

_HEAD: Final = struct.Struct("<HHH")
_READ: Final = 1
_MOST: Final = 1 << 16


def encode_request(messages: Sequence[Write | Read]) -> bytes:
    """Return the bytes that ask for one combined transfer."""
    if len(messages) > 255:
        raise ValueError(f"{len(messages)} messages; a request holds up to 255")
    parts = [bytes([len(messages)])]
    for message in messages:
        if isinstance(message, Read):
            parts.append(_HEAD.pack(message.address, _READ, message.length))
        else:
            parts.append(_HEAD.pack(message.address, 0, len(message.data)) + message.data)
    return b"".join(parts)


class SocketI2c:
    """The bus at the other end of a UNIX socket."""

    def __init__(self, path: str, *, timeout: float = 0.25, clock: Clock | None = None) -> None:
        """Connect; an answer may take `timeout` s (of `clock`, real time)."""
        self.name = f"unix:{path}"
        self._path = path
        self._timeout = timeout
        self._clock = clock or RealClock()
        self._socket = self._connected()
        self._late = False
        """Whether the answer to an earlier request may still come."""
        self._refused = False
        """Whether data may lie behind the number of an error: some send what was not read."""

    def _connected(self) -> socket.socket:
        if not hasattr(socket, "AF_UNIX"):
            raise BusError("this system has no UNIX sockets; use a bus i2c:N on the robot")
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(self._timeout)
        try:
            connection.connect(self._path)
        except OSError as error:
            connection.close()
            raise BusError(
                f"nobody answers at the socket {self._path} ({error.strerror or error}); start "
                f"an emulator there: samebot emulate epuck2 --i2c {self._path}",
                lost=True,
            ) from error
        return connection

    def transfer(self, messages: Sequence[Write | Read]) -> list[bytes]:
        """Do all messages as one transfer."""
        lengths = [message.length for message in messages if isinstance(message, Read)]
        try:
            if self._late:
                self._connect_anew()
            if self._refused:
                self._drop()
            self._socket.settimeout(self._timeout)
            self._socket.sendall(encode_request(messages))
            answer = self._answer(sum(lengths))
            self._refused = answer[0] != 0
            if self._refused:
                raise transfer_error(self.name, messages[0].address, answer[0])
            ends = list(itertools.accumulate(lengths, initial=1))
            return [answer[start:end] for start, end in itertools.pairwise(ends)]
        except OSError as error:
            self._late = True
            lost = not isinstance(error, TimeoutError)
            raise BusError(f"{self.name}: {error or 'no answer in time'}", lost=lost) from error

    def _connect_anew(self) -> None:
        """An answer that came too late would be taken for that to another request."""
        self.close()
        self._socket = self._connected()
        self._late = False

    def _drop(self) -> None:
        self._socket.settimeout(0.0)
        with contextlib.suppress(BlockingIOError):
            self._gone_if_empty(self._socket.recv(_MOST))

    def _gone_if_empty(self, data: bytes) -> bool:
        if not data:
            raise BusError(f"{self.name}: the other end hung up", lost=True)
        return False

    def _answer(self, count: int) -> bytes:
        """Return the first byte of an answer and, unless it tells of an error, `count` more."""
        end = self._clock.now() + self._timeout
        data = b""
        while len(data) <= count and not (data and data[0]):
            left = end - self._clock.now()
            if left <= 0.0:
                raise TimeoutError("no answer in time")
            self._socket.settimeout(left)
            part = self._socket.recv(1 + count - len(data))
            self._gone_if_empty(part)
            data += part
        return data

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return Target("unix", self._path, self._socket.fileno())

    def close(self) -> None:
        """Hang up, also for those who share the connection."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
