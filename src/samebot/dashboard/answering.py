# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Whether a page answers as a browser would see it: its text over HTTP, its data behind it."""

from __future__ import annotations

import http.client
from importlib.metadata import version
from typing import Final

__all__ = ["what_is_wrong_with"]

_TIMEOUT: Final = 5.0


def what_is_wrong_with(host: str, port: int) -> str:
    """Return why the page at a port does not serve a browser; empty if it does."""
    return _wrong_text(host, port) or _wrong_data(host, port)


def _wrong_text(host: str, port: int) -> str:
    connection = http.client.HTTPConnection(host, port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, http.client.HTTPException) as error:
        return f"the page on port {port} does not answer ({error})"
    finally:
        connection.close()
    if answer.status != http.client.OK or b"<title>Viser" not in body:
        return f"port {port} answers with something else than the page (status {answer.status})"
    return ""


def _wrong_data(host: str, port: int) -> str:
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect
    from websockets.typing import Subprotocol

    try:
        with connect(
            f"ws://{host}:{port}",
            subprotocols=[Subprotocol(f"viser-v{version('viser')}")],
            open_timeout=_TIMEOUT,
            close_timeout=_TIMEOUT,
            proxy=None,
            max_size=None,
        ) as data:
            data.recv(timeout=_TIMEOUT)
    except (OSError, TimeoutError, WebSocketException) as error:
        return f"the page on port {port} sends no robot ({error})"
    return ""
