# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The server of the page: the only file that imports viser. It listens on this computer only."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from samebot.core.errors import BadInput, MissingDependency
from samebot.dashboard import HOST

try:
    import rich
    import viser
except ModuleNotFoundError as error:
    missing = (error.name or "viser").partition(".")[0]
    raise MissingDependency(missing, "web", "the page") from error

if TYPE_CHECKING:
    from viser import ViserServer

__all__ = ["PROTOCOL", "start", "stop"]

PROTOCOL: Final = f"viser-v{viser.__version__}"
"""What a browser's page must speak to get the data behind it."""

_TRIED_PORTS: Final = 100
_LARGEST_PORT: Final = 65535


def start(port: int) -> ViserServer:
    """Return a server on the first free port from `port` on; 0: the system chooses.

    Raises BadInput if there is none.
    """
    logging.getLogger("websockets.server").addFilter(_is_worth_telling)
    with _quiet():
        return viser.ViserServer(host=HOST, port=_free_port(port), verbose=False)


def stop(server: ViserServer) -> None:
    """End serving."""
    with _quiet():
        server.stop()


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Leave out that a browser connected ahead of need and went away, told with a traceback."""
    return record.getMessage() != "opening handshake failed"


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the server's own greeting off the terminal."""
    console = rich.get_console()
    before, console.quiet = console.quiet, True
    try:
        yield
    finally:
        console.quiet = before


def _free_port(wanted: int) -> int:
    # The server itself would go on past the last port, and then wait for ever.
    last = min(wanted + _TRIED_PORTS, _LARGEST_PORT + 1) if wanted else 1
    for port in range(wanted, last):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((HOST, port))
            except OSError:
                continue
            return int(trial.getsockname()[1])
    raise BadInput(f"no port from {wanted} to {last - 1} on {HOST} is free; name another")
