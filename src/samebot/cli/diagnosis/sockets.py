# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Trying sockets on this machine: free ports and who has the others, multicast, names."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

__all__ = ["addresses_of", "listener", "multicast_works", "port_is_free"]

_LOOPBACK = "127.0.0.1"
_GROUP = "239.255.0.1"
_PATIENCE = 0.5
_LISTENING = "0A"


def port_is_free(port: int) -> bool:
    """Return whether a server could listen on this loopback port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
        if os.name == "posix":  # elsewhere the option would allow to steal the port
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((_LOOPBACK, port))
            server.listen(1)
        except OSError:
            return False
    return True


def listener(port: int, proc: Path = Path("/proc")) -> str:
    """Return "name (process 123)" of who listens on a port, as far as the system tells (Linux)."""
    sockets = {f"socket:[{inode}]" for inode in _listening_inodes(port, proc)}
    for process in proc.glob("[0-9]*") if sockets else ():
        if any(target in sockets for target in _open_files(process)):
            name = (process / "comm").read_text(errors="replace").strip()
            return f"{name} (process {process.name})"
    return "another program"


def multicast_works() -> bool:
    """Return whether a multicast packet sent on the loopback interface comes back."""
    try:
        with _member() as receiver, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(
                socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(_LOOPBACK)
            )
            sender.sendto(b"samebot", (_GROUP, receiver.getsockname()[1]))
            return receiver.recv(64) == b"samebot"
    except OSError:
        return False


def addresses_of(name: str) -> tuple[str, ...]:
    """Return the addresses of a host name; none where it has none."""
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


@contextlib.contextmanager
def _member() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("", 0))
        receiver.settimeout(_PATIENCE)
        membership = socket.inet_aton(_GROUP) + socket.inet_aton(_LOOPBACK)
        receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        yield receiver


def _listening_inodes(port: int, proc: Path) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        with contextlib.suppress(OSError):
            for line in (proc / "net" / table).read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == _LISTENING and int(words[1].rpartition(":")[2], 16) == port:
                    yield words[9]


def _open_files(process: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):  # another user's process, or one that has just ended
        for entry in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                yield str(entry.readlink())
