# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Addresses of physical robots as people write them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from samebot.core.errors import OptionError

__all__ = ["BusAddress", "PortAddress", "SocketAddress", "parse_bus", "parse_host", "parse_port"]

_HIGHEST_PORT: Final = 65535
_BUS: Final = re.compile(r"i2c:(\d{1,3})")


class SocketAddress(NamedTuple):
    """A host and its TCP port."""

    host: str
    port: int


class PortAddress(NamedTuple):
    """A serial port and its speed, bits/s."""

    path: str
    baud: int


class BusAddress(NamedTuple):
    """An I2C bus of this computer by number, or (number -1) a UNIX socket."""

    number: int
    path: str


def parse_host(text: str, port: int) -> SocketAddress:
    """Read HOST or HOST:PORT; raises OptionError."""
    host, colon, number = text.rpartition(":")
    if not colon:
        host, number = text, str(port)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not host or not number.isdecimal() or not 0 < int(number[:9]) <= _HIGHEST_PORT:
        raise OptionError(
            f"the address {text[:80]!r} is no HOST or HOST:PORT; write 192.168.1.7 or "
            "127.0.0.1:11000"
        )
    return SocketAddress(host, int(number[:9]))


def parse_port(text: str, baud: int) -> PortAddress:
    """Read PATH or PATH@BAUD; raises OptionError."""
    path, at, speed = text.rpartition("@")
    if not at:
        path, speed = text, str(baud)
    if not path or not speed.isdecimal() or not 0 < int(speed[:9]) <= 4_000_000:
        raise OptionError(
            f"the address {text[:80]!r} is no serial port; write /dev/ttyACM0 or "
            "/dev/rfcomm0@115200"
        )
    return PortAddress(path, int(speed[:9]))


def parse_bus(text: str) -> BusAddress:
    """Read i2c:NUMBER or unix:PATH; raises OptionError."""
    found = _BUS.fullmatch(text)
    if found is not None:
        return BusAddress(int(found[1]), "")
    if text.startswith("unix:") and len(text) > len("unix:"):
        return BusAddress(-1, text.removeprefix("unix:"))
    raise OptionError(
        f"the address {text[:80]!r} is no I2C bus; write i2c:12 or unix:/path/of/socket"
    )
