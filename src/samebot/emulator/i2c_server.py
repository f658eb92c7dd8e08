# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""An I2C bus over a UNIX stream socket, for drivers on a computer without one.

A request is one transfer (I2C_RDWR of Linux), little endian: u8 count, then for each message u16
address, u16 flags (1: read), u16 length and, of a write, the data. The answer is u8 error number
(0, 6 ENXIO, 110 ETIMEDOUT, 121 EREMOTEIO) and, if that is 0, the data of all reads in their order.
Several clients may be connected (64 at most, more are sent away); one transfer is carried out at
a time. Half a request ends the connection after five seconds: a stream has no place to begin anew.
What Linux does not carry, more than 42 messages or 8192 bytes in one, is EREMOTEIO.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import stat
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from samebot.core.errors import BadInput, BodyError
from samebot.emulator.i2c import REMOTE_IO, I2cBus, Message
from samebot.emulator.serving import READ, Server
from samebot.emulator.stream import Stream

__all__ = ["I2cProtocol", "I2cServer"]

_HEAD: Final = struct.Struct("<HHH")
_READ_FLAG: Final = 1
_HALF_TIMEOUT: Final = 5.0
_QUEUE: Final = 128
_MOST_CLIENTS: Final = 64
_MOST_MESSAGES: Final = 42
_LONGEST_MESSAGE: Final = 8192
_LONGEST_PATH: Final = 107


class I2cProtocol:
    """One client's transfers."""

    def __init__(self, bus: I2cBus) -> None:
        """Begin with a client that has asked for nothing yet."""
        self._bus = bus
        self._pending = bytearray()
        self._since = 0.0
        self.silent = False
        """Whether requests stay unanswered, for tests."""

    @property
    def waiting(self) -> int:
        """How many bytes of an incomplete request are there."""
        return 0

    def stale(self, now: float) -> bool:
        """Tell whether half a request lies there for too long."""
        return bool(self._pending) and now - self._since > _HALF_TIMEOUT

    def due(self) -> float | None:
        """Return None: there is no exact time to anything."""
        return None

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came at `now`, s."""
        self._since = now
        self._pending += data

    def answers(self, now: float) -> bytes:
        """Carry out the transfers that are complete; return their answers."""
        del now
        answers = bytearray()
        while (end := self._end()) is not None:
            wrong, data = self._carry_out(bytes(self._pending[:end]))
            del self._pending[:end]
            if not self.silent:
                answers += bytes((wrong,)) + data
        return bytes(answers)

    def _end(self) -> int | None:
        """Return where the first request ends; None: it has not all come."""
        if not self._pending:
            return None
        place = 1
        for _ in range(self._pending[0]):
            if len(self._pending) < place + _HEAD.size:
                return None
            _, flags, length = _HEAD.unpack_from(self._pending, place)
            place += _HEAD.size + (0 if flags & _READ_FLAG else length)
        return place if place <= len(self._pending) else None

    def _carry_out(self, request: bytes) -> tuple[int, bytes]:
        messages = list(_messages(request))
        too_long = any(max(m.length, len(m.data)) > _LONGEST_MESSAGE for m in messages)
        if too_long or len(messages) > _MOST_MESSAGES:
            return REMOTE_IO, b""
        return self._bus.transfer(messages)


def _messages(request: bytes) -> Iterator[Message]:
    """Take a whole request apart."""
    place = 1
    for _ in range(request[0]):
        address, flags, length = _HEAD.unpack_from(request, place)
        place += _HEAD.size
        if flags & _READ_FLAG:
            yield Message(address, length=length, read=True)
        else:
            yield Message(address, request[place : place + length])
            place += length


class _Client:
    """One connection."""

    def __init__(self, server: Server, connection: socket.socket, bus: I2cBus) -> None:
        self.connection = connection
        self.protocol = I2cProtocol(bus)
        self.gone = False
        self.stream = Stream(
            server,
            connection.fileno(),
            self.protocol,
            now=server.clock.now,
            lost=self.leave,
        )

    def leave(self) -> None:
        """Close the connection."""
        if not self.gone:
            self.gone = True
            self.stream.close()
            self.connection.close()


class I2cServer:
    """Listens at a path; each client is a master on the bus."""

    def __init__(self, server: Server, bus: I2cBus, path: Path) -> None:
        """Bind. Raises BadInput where that cannot be."""
        self._server = server
        self.bus = bus
        self.path = path
        self._clients: list[_Client] = []
        self._listener = _listening(path)
        self._inode = path.stat().st_ino
        try:
            server.watch(self._listener.fileno(), READ, self._accept)
        except BodyError:
            self.close()
            raise

    def due(self) -> float | None:
        """Return when half a request is given up."""
        times = [when for client in self._clients if (when := client.stream.due()) is not None]
        if any(client.protocol.stale(float("inf")) for client in self._clients):
            times.append(self._server.clock.now() + 1.0)
        return min(times, default=None)

    def keep(self) -> None:
        """Let clients go that gave half a request, and forget those that went."""
        now = self._server.clock.now()
        for client in self._clients:
            client.stream.keep()
            if client.protocol.stale(now):
                client.leave()
        self._clients = [client for client in self._clients if not client.gone]

    def close(self) -> None:
        """Let all clients go and remove the socket."""
        for client in self._clients:
            client.leave()
        self._server.watch(self._listener.fileno(), 0, self._accept)
        self._listener.close()
        with contextlib.suppress(OSError):
            if self.path.lstat().st_ino == self._inode:
                self.path.unlink()

    def for_each(self, action: Callable[[I2cProtocol], None]) -> None:
        """Do something to the conversation of each client, for tests."""
        for client in self._clients:
            action(client.protocol)

    def _accept(self, _: int) -> None:
        with contextlib.suppress(OSError):
            connection, _address = self._listener.accept()
            connection.settimeout(0.0)
            if len(self._clients) >= _MOST_CLIENTS:
                connection.close()
                return
            try:
                self._clients.append(_Client(self._server, connection, self.bus))
            except BodyError:
                connection.close()


def _listening(path: Path) -> socket.socket:
    if len(str(path).encode()) > _LONGEST_PATH:
        raise BadInput(
            f"the path {path} is longer than the {_LONGEST_PATH} bytes that a socket may have; "
            "give a shorter one"
        )
    _clear(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        listener.listen(_QUEUE)
        listener.settimeout(0.0)
    except OSError as error:
        listener.close()
        raise BadInput(
            f"cannot make the socket {path}: {error.strerror or error}; give a path in a folder "
            "that exists and may be written"
        ) from error
    return listener


def _clear(path: Path) -> None:
    """Remove a socket that nobody listens to any more; anything else stays."""
    try:
        kind = path.lstat().st_mode
    except OSError:
        return
    if not stat.S_ISSOCK(kind):
        raise BadInput(f"{path} exists and is no socket; remove it or give another path")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError as error:
            if error.errno == errno.ECONNREFUSED:
                path.unlink()
                return
    raise BadInput(f"another program listens at {path}; end it or give another path")
