# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""From where a robot can be seen in ROS: this computer, a subnet, some hosts by name.

Fast DDS and rcl read environment variables; what a user has set there wins over our options,
and is named.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Final

from samebot.core.errors import OptionError

__all__ = ["DOMAIN", "PEERS", "RANGE", "reach", "seen_from"]

DOMAIN: Final = "ROS_DOMAIN_ID"
RANGE: Final = "ROS_AUTOMATIC_DISCOVERY_RANGE"
PEERS: Final = "ROS_STATIC_PEERS"
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
) -> list[str]:
    """Set the variables that options ask for; return what is to be said of those that stay.

    Call it before ROS starts. Raises OptionError for what is no host or domain.
    """
    wanted: dict[str, str] = {}
    if domain is not None:
        if not 0 <= domain <= _LARGEST_DOMAIN:
            raise OptionError(f"the domain is {domain}; 0 to {_LARGEST_DOMAIN} is expected")
        wanted[DOMAIN] = str(domain)
    if network:
        wanted[RANGE] = "SUBNET"
    for peer in peers:
        if not _HOST.fullmatch(peer):
            raise OptionError(f"{peer!r} is no host; give a name or an address, as 192.168.1.7")
    if peers:
        wanted[PEERS] = ";".join(peers)
    notes = []
    for name, value in wanted.items():
        own = environ.get(name)
        if own and own != value:
            notes.append(f"{name}={own} is set in your environment and holds, not {value}")
        else:
            environ[name] = value
    return notes


def seen_from(environ: MutableMapping[str, str]) -> str:
    """Return in a few words from where a robot is seen, once the environment is settled."""
    where = _RANGES.get(environ.get(RANGE, ""), "where the middleware's own settings say")
    peers = [peer for peer in environ.get(PEERS, "").split(";") if peer]
    if peers:
        where += f" and {', '.join(peers)}"
    only = " only" if where == _RANGES["LOCALHOST"] else ""
    return f"domain {environ.get(DOMAIN) or '0'}, seen from {where}{only}"
