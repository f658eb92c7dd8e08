# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Places on the disk: room, and folders that must be writable."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok, problem
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS"]

_MB: Final = 2**20
_NO_ROOM: Final = 100 * _MB
_LITTLE_ROOM: Final = 1024 * _MB
_SHM_OF_CONTAINERS: Final = 64 * _MB
_SHM_NO_ROOM: Final = 8 * _MB


def _room(here: Surroundings) -> Iterator[Finding]:
    places = {"environment": Path(here.prefix), "home": here.home}
    for name, place in places.items():
        free = here.disk(_existing(place)).free
        found = f"{free / _MB:.0f} MB are left for the {name} ({place})"
        if free < _NO_ROOM:
            yield problem("disk", found, "delete what is not needed: pip cache purge")
        elif free < _LITTLE_ROOM:
            yield note("disk", f"{found}; an installation takes about 1000", "make room")
        else:
            yield ok("disk", found)


def _folders(here: Surroundings) -> Iterator[Finding]:
    for purpose, folder in _wanted(here).items():
        base = _existing(folder)
        if base.is_dir() and here.may(base, os.W_OK | os.X_OK):
            yield ok("folders", f"{purpose}: {folder}")
        else:
            what = "is no folder" if not base.is_dir() else "may not be written"
            yield problem(
                "folders",
                f"{purpose}: {folder}, but {base} {what}",
                f"make {base} yours, or set {_VARIABLES[purpose]} to a folder of yours",
            )


_VARIABLES: Final[Mapping[str, str]] = {
    "cache": "XDG_CACHE_HOME",
    "settings": "XDG_CONFIG_HOME",
    "ROS logs": "ROS_LOG_DIR",
}


def _wanted(here: Surroundings) -> dict[str, Path]:
    environ = here.environ
    ros_home = Path(environ.get("ROS_HOME") or here.home / ".ros")
    return {
        "cache": Path(environ.get("XDG_CACHE_HOME") or here.home / ".cache") / "samebot",
        "settings": Path(environ.get("XDG_CONFIG_HOME") or here.home / ".config") / "samebot",
        "ROS logs": Path(environ.get("ROS_LOG_DIR") or ros_home / "log"),
    }


def _shared_memory(here: Surroundings) -> Iterator[Finding]:
    folder = here.root / "dev/shm"
    if here.system != "Linux":
        return
    if not folder.is_dir() or not here.may(folder, os.W_OK | os.X_OK):
        yield note(
            "shared memory",
            f"{folder} is not there or may not be written: ROS 2 sends over the loopback instead",
            "mount it: sudo mount -t tmpfs shm /dev/shm",
        )
        return
    disk = here.disk(folder)
    found = f"{folder}: {disk.free / _MB:.0f} of {disk.total / _MB:.0f} MB free"
    if disk.free < _SHM_NO_ROOM:
        yield problem(
            "shared memory",
            f"{found}; ROS 2 programs cannot talk through it",
            "end ROS programs, then: rm -f /dev/shm/fastrtps_* /dev/shm/sem.fastrtps_*",
        )
    elif disk.total <= _SHM_OF_CONTAINERS:
        yield note(
            "shared memory",
            f"{found}; camera pictures of several robots fill it",
            "start the container with --shm-size=512m or --ipc=host",
        )
    else:
        yield ok("shared memory", found)


def _existing(path: Path) -> Path:
    """Return the path, or the nearest folder above it that exists."""
    return next((place for place in (path, *path.parents) if place.exists()), path)


CHECKS: Final[tuple[Check, ...]] = (_room, _folders, _shared_memory)
