# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-pucks' commands in text: a line to the robot, a line back."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from samebot.core.errors import BusError

__all__ = [
    "CALIBRATE",
    "REMOTE",
    "SELECTOR",
    "VERSION",
    "Version",
    "camera",
    "parse_remote",
    "parse_selector",
    "parse_version",
    "sound",
]

VERSION: Final = b"V\n"
SELECTOR: Final = b"C\n"
REMOTE: Final = b"G\n"
CALIBRATE: Final = b"K\n"

_VERSION: Final = re.compile(r"v,.*?[Vv]ersion\s+(\d{1,3})\.(\d{1,3})")
_SELECTOR: Final = re.compile(r"c,\s*(\d{1,2})")
_REMOTE: Final = re.compile(r"g.*data\s*:\s*(?:0x)?([0-9a-fA-F]{1,4})")


class Version(NamedTuple):
    """What the robot says that its program is."""

    major: int
    minor: int
    text: str


def parse_version(line: str) -> Version | None:
    """Return the version that a line tells; None: it tells none."""
    found = _VERSION.search(line)
    return Version(int(found[1]), int(found[2]), line[line.index("v,") + 2 :]) if found else None


def parse_selector(line: str) -> int:
    """Return the selector's position."""
    found = _SELECTOR.search(line)
    if found is None or int(found[1]) > 15:
        raise BusError(f"the robot answered {line[:40]!r}; c,0 to c,15 was expected")
    return int(found[1])


def parse_remote(line: str) -> int:
    """Return the last code of a remote control."""
    found = _REMOTE.search(line)
    if found is None:
        raise BusError(f"the robot answered {line[:60]!r}; g IR check ... data : was expected")
    return int(found[1], 16) & 0xFF


def sound(number: int) -> bytes:
    """Return the line that plays a melody; 0 stops."""
    return f"T,{number}\n".encode()


def camera(width: int, height: int, zoom: int) -> bytes:
    """Return the line that asks for pictures in colour of a size; `zoom` pixels become one."""
    return f"J,1,{width},{height},{zoom}\n".encode()
