# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The network of this machine, as samebot's pages, its remote robots and ROS 2 need it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS"]

_PORTS: Final[Mapping[int, str]] = {
    8080: "the page in the browser",
    9713: "robots over the network",
}
_LOOPBACK: Final = "127.0.0.1"


def _ports(here: Surroundings) -> Iterator[Finding]:
    for port, purpose in _PORTS.items():
        if here.port_is_free(port):
            yield ok("ports", f"{port} ({purpose}) is free")
        else:
            yield note(
                "ports",
                f"{port} ({purpose}) is taken by {here.listener(port)}",
                "end that program if it is an old samebot; else another port is taken instead",
            )


def _loopback(here: Surroundings) -> Iterator[Finding]:
    if _LOOPBACK not in here.addresses_of("localhost"):
        yield note(
            "loopback",
            f"the name localhost does not mean {_LOOPBACK}",
            f"use {_LOOPBACK} in addresses, or add to /etc/hosts: {_LOOPBACK} localhost",
        )
    if here.multicast_works():
        yield ok("loopback", "multicast works")
    else:
        yield note(
            "loopback",
            "multicast does not work: ROS 2 programs on this machine may not find each other",
            "sudo ip link set lo multicast on; look for a firewall or VPN that forbids it",
        )


CHECKS: Final[tuple[Check, ...]] = (_ports, _loopback)
