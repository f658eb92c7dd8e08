# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The Wi-Fi side of one robot: a TCP server with one client at a time.

Others that connect wait in the queue of the system, unanswered, until the first one has gone.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

from samebot.core.errors import BadInput, BodyError
from samebot.emulator.mainboard import Mainboard
from samebot.emulator.serving import READ, Server
from samebot.emulator.stream import Stream
from samebot.emulator.wifi import WifiProtocol

__all__ = ["WifiServer"]

_QUEUE = 4


class WifiServer:
    """Listens at an address; what is said there is the Wi-Fi protocol."""

    def __init__(
        self,
        server: Server,
        board: Mainboard,
        host: str,
        port: int,
        *,
        now: Callable[[], float],
    ) -> None:
        """Bind; port 0 is any that is free. Raises BadInput where that cannot be."""
        self._server = server
        self._now = now
        self._board = board
        self._listener = _listening(host, port)
        self._client: socket.socket | None = None
        self.stream: Stream | None = None
        try:
            self._await_client()
        except BodyError:
            self._listener.close()
            raise

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, port = self._listener.getsockname()[:2]
        return str(host), int(port)

    @property
    def connected(self) -> bool:
        """Whether a client is there."""
        return self._client is not None

    def due(self) -> float | None:
        """Return when the conversation wants to go on by itself."""
        return self.stream.due() if self.stream is not None else None

    def keep(self) -> None:
        """Go on with the conversation."""
        if self.stream is not None:
            self.stream.keep()

    def hang_up(self) -> None:
        """Let the client go, as a robot that is switched off does; the next may come."""
        self._server.call(self._hang_up)

    def _hang_up(self) -> None:
        if self.stream is not None:
            self.stream.close()
        self._part()

    def close(self) -> None:
        """Let the client go and listen no more."""
        self._hang_up()
        self._server.watch(self._listener.fileno(), 0, self._accept)
        self._listener.close()

    def _await_client(self) -> None:
        self._server.watch(self._listener.fileno(), READ, self._accept)

    def _accept(self, _: int) -> None:
        try:
            client, _address = self._listener.accept()
        except OSError:
            return
        client.settimeout(0.0)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        try:
            self.stream = Stream(
                self._server,
                client.fileno(),
                WifiProtocol(self._board),
                now=self._now,
                lost=self._part,
            )
        except BodyError:
            client.close()
            return
        self._client = client
        self._server.watch(self._listener.fileno(), 0, self._accept)

    def _part(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = self.stream = None
            self._await_client()


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadInput(
            f"{host!r} is no address of this computer ({error.strerror or error}); give a name or "
            "number that is, such as 127.0.0.1"
        ) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_QUEUE)
        listener.settimeout(0.0)
    except OSError as error:
        listener.close()
        raise BadInput(_cannot_listen(host, port, error)) from error
    return listener


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; end the program that has it or give another port"
    if error.errno == errno.EACCES:
        return f"port {port} of {host} is for the administrator only; give one from 1024 on"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this computer; give one that is, such as 127.0.0.1"
    return f"cannot listen at {host}:{port}: {error.strerror or error}; give another address"
