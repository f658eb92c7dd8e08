# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The machine: system, display, memory, clock, character set, what is plugged in."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok, problem
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS"]

_LEAST_MEMORY: Final = 256 * 2**20
_A_DAY: Final = 86400.0
_NODES: Final[Mapping[str, tuple[str, str]]] = {
    "dev/ttyACM*": ("dialout", "robots on USB"),
    "dev/ttyUSB*": ("dialout", "robots on USB"),
    "dev/rfcomm*": ("dialout", "robots on Bluetooth"),
    "dev/i2c-*": ("i2c", "the e-puck2 under a Pi-puck"),
}


def _system(here: Surroundings) -> Iterator[Finding]:
    libc = " ".join(filter(None, here.libc))
    yield ok("system", " ".join(filter(None, [here.system, here.machine, libc])))
    kernel = here.text("proc/version")
    if "microsoft" in kernel.lower():
        yield from _wsl(kernel)
    if (here.root / ".dockerenv").exists() or (here.root / "run/.containerenv").exists():
        yield note(
            "container",
            "this is one: pages and ROS topics, which stay on this machine, stay inside",
            "start the container with --network=host to see them from outside",
        )


def _wsl(kernel: str) -> Iterator[Finding]:
    if "WSL2" in kernel or "microsoft-standard" in kernel:
        yield note(
            "WSL",
            "Linux under Windows: the page opens in the browser of Windows; USB robots and "
            "programs on Windows are not seen by themselves",
            "usbipd attach brings a USB robot in; networkingMode=mirrored in .wslconfig lets "
            "ROS programs on both sides meet",
        )
    else:
        yield problem(
            "WSL",
            "version 1, whose network lacks what ROS 2 needs",
            "in Windows: wsl --set-version DISTRIBUTION 2",
        )


def _display(here: Surroundings) -> Iterator[Finding]:
    found = here.environ.get("WAYLAND_DISPLAY") or here.environ.get("DISPLAY")
    if found:
        yield ok("display", f"{found} (none is needed)")
    else:
        yield ok("display", "none, and none is needed: pictures are made without, pages are served")


def _memory(here: Surroundings) -> Iterator[Finding]:
    match = re.search(r"^MemAvailable:\s+(\d+) kB", here.text("proc/meminfo"), re.MULTILINE)
    available = int(match[1]) * 1024 if match else None
    if available is not None and available < _LEAST_MEMORY:
        yield note(
            "memory",
            f"{available / 2**20:.0f} MB are left; the simulator wants {_LEAST_MEMORY // 2**20}",
            "close other programs, or add swap",
        )


def _clock(here: Surroundings) -> Iterator[Finding]:
    today = dt.datetime.fromtimestamp(here.now, tz=dt.UTC)
    if here.now < here.installed - _A_DAY:
        yield problem(
            "clock",
            f"{today:%Y-%m-%d %H:%M} UTC, before samebot was installed: downloads fail, and "
            "other computers refuse this one's transforms",
            "set it: sudo timedatectl set-ntp true (a Raspberry Pi has no clock of its own)",
        )
    else:
        yield ok("clock", f"{today:%Y-%m-%d %H:%M} UTC")


def _characters(here: Surroundings) -> Iterator[Finding]:
    found = here.encoding.lower().replace("-", "")
    if found == "utf8" or here.system == "Windows":
        yield ok("character set", here.encoding)
    else:
        yield note(
            "character set",
            f"is {here.encoding}: files with other letters than a to z may not be read",
            "export LANG=C.UTF-8",
        )


def _plugged_in(here: Surroundings) -> Iterator[Finding]:
    groups: dict[str, list[Path]] = {}
    reachable: list[Path] = []
    for pattern, (group, _) in _NODES.items():
        for node in sorted(here.root.glob(pattern)):
            if here.may(node, os.R_OK | os.W_OK):
                reachable.append(node)
            else:
                groups.setdefault(group, []).append(node)
    for group, nodes in groups.items():
        yield note(
            "cables",
            f"{', '.join(map(str, nodes))} may not be used by you",
            f"sudo usermod -aG {group} $USER, then log out and in again",
        )
    if reachable:
        yield ok("cables", f"{', '.join(map(str, reachable))}")
    elif not groups and here.system == "Linux":
        yield ok("cables", "no robot on a cable (no serial port, no I2C)")


CHECKS: Final[tuple[Check, ...]] = (
    _system,
    _display,
    _memory,
    _clock,
    _characters,
    _plugged_in,
)
