# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""From where a robot can be seen in ROS: this computer, a subnet, some hosts by name.

Fast DDS and rcl read environment variables; what a user has set there wins over our options,
and is named.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Final

from samebot.core.errors import OptionError

__all__ = ["DOMAIN", "LOCAL_ONLY", "PEERS", "RANGE", "reach", "seen_from"]

DOMAIN: Final = "ROS_DOMAIN_ID"
RANGE: Final = "ROS_AUTOMATIC_DISCOVERY_RANGE"
PEERS: Final = "ROS_STATIC_PEERS"
LOCAL_ONLY: Final = "ROS_LOCALHOST_ONLY"
"""Of older ROS distributions; where it is 1, rcl heeds neither range nor peers."""
_LARGEST_DOMAIN: Final = 101
_HOST = re.compile(r"[A-Za-z0-9_.:-]+")
_RANGES: Final = {
    "LOCALHOST": "this computer",
    "SUBNET": "the whole local network",
    "OFF": "nowhere (discovery is off)",
    "SYSTEM_DEFAULT": "where the middleware's own settings say",
}


def reach(
    environ: MutableMapping[str, str],
    *,
    network: bool = False,
    peers: Sequence[str] = (),
    domain: int | None = None,
    resolve: Callable[[str], object] = socket.gethostbyname,
) -> list[str]:
    """Set the variables that options ask for; return what is to be said of those that stay.

    Call it before ROS starts. Raises OptionError for what is no domain, or no host that
    `resolve` finds.
    """
    wanted: dict[str, str] = {}
    if domain is not None:
        if not 0 <= domain <= _LARGEST_DOMAIN:
            raise OptionError(f"the domain is {domain}; 0 to {_LARGEST_DOMAIN} is expected")
        wanted[DOMAIN] = str(domain)
    if network:
        wanted[RANGE] = "SUBNET"
    for peer in peers:
        _check_host(peer, resolve)
    if peers:
        wanted[PEERS] = ";".join(peers)
    notes = []
    for name, value in wanted.items():
        own = environ.get(name)
        if own and own != value:
            notes.append(f"{name}={own} is set in your environment and holds, not {value}")
        else:
            environ[name] = value
    if (network or peers) and _is_local_only(environ):
        notes.append(f"{LOCAL_ONLY}=1 is set in your environment and holds: unset it")
    return notes


def _check_host(peer: str, resolve: Callable[[str], object]) -> None:
    if not _HOST.fullmatch(peer):
        raise OptionError(f"{peer!r} is no host; give a name or an address, as 192.168.1.7")
    try:
        resolve(peer)
    except OSError as error:
        raise OptionError(
            f"the host {peer} cannot be found ({error.strerror}); give a name that this computer "
            "knows, or an address, as 192.168.1.7"
        ) from error


def _is_local_only(environ: Mapping[str, str]) -> bool:
    return environ.get(LOCAL_ONLY) == "1"


def seen_from(environ: Mapping[str, str]) -> str:
    """Return in a few words from where a robot is seen, once the environment is settled."""
    if _is_local_only(environ):
        environ = {DOMAIN: environ.get(DOMAIN, ""), RANGE: "LOCALHOST"}
    where = _RANGES.get(environ.get(RANGE, ""), "where the middleware's own settings say")
    peers = [peer for peer in environ.get(PEERS, "").split(";") if peer]
    if peers:
        where += f" and {', '.join(peers)}"
    only = " only" if where == _RANGES["LOCALHOST"] else ""
    return f"domain {environ.get(DOMAIN) or '0'}, seen from {where}{only}"
