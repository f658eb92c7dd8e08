# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A TCP connection as a stream of bytes."""

from __future__ import annotations

import contextlib
import errno
import select
import socket
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.buses.role import Target

__all__ = ["TcpStream"]

_CHUNK: Final = 65536


class TcpStream:
    """A connection to a robot that listens."""

    def __init__(self, host: str, port: int, *, timeout: float = 3.0) -> None:
        """Connect within `timeout` s; raises BusError that says what to do."""
        self.name = f"{host}:{port}"
        try:
            self._socket = socket.create_connection((host, port), timeout)
        except OSError as error:
            raise BusError(_why(host, port, error), lost=True) from error
        # Requests are small, and each waits for its answer.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(timeout)

    def send(self, data: bytes) -> None:
        """Send all bytes."""
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise self._lost(error) from error

    def receive(self, timeout: float) -> bytes:
        """Return what has arrived, waiting up to `timeout` s for the first byte."""
        try:
            if not select.select([self._socket], [], [], max(timeout, 0.0))[0]:
                return b""
            data = self._socket.recv(_CHUNK)
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile
            raise self._lost(error) from error
        if not data:
            raise BusError(f"{self.name}: the robot hung up; is it switched on?", lost=True)
        return data

    def _lost(self, error: Exception) -> BusError:
        reason = getattr(error, "strerror", None) or error
        return BusError(f"{self.name}: the connection broke: {reason}", lost=True)

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return Target("tcp", self.name, self._socket.fileno())

    def close(self) -> None:
        """Hang up, also for those who share the connection."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def _why(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return f"there is no host {host!r}; give the robot's address, like 192.168.1.1"
    if error.errno == errno.ECONNREFUSED:
        return (
            f"{host} refuses connections to port {port}; is the selector of the robot in "
            "position 15 (Wi-Fi), and no other program connected?"
        )
    return (
        f"nobody answers at {host}:{port} ({error.strerror or error}); is the robot switched on "
        "and this computer in its network? samebot find --hosts looks for robots"
    )
