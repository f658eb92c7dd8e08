# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Files of strangers: only regular ones are opened, and no more is read than is allowed.

A pipe would wait for a writer, a device like /dev/zero would never end.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from samebot.core.errors import ModelError, Where

__all__ = ["check_regular", "check_size", "exists", "is_folder", "read_bytes"]

_MEGA: Final = 2**20


def check_regular(path: Path) -> None:
    """Raise ModelError unless there is a regular file at this path (links are followed)."""
    where = Where(str(path))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise ModelError("no such file; check the path", where) from None
    except (OSError, ValueError) as error:
        raise _unreadable(error, where) from error
    if stat.S_ISDIR(mode):
        raise ModelError("is a directory; expected a file", where)
    if not stat.S_ISREG(mode):
        raise ModelError("is not a regular file; copy it into one", where)


def exists(path: str | Path) -> bool:
    """Return whether anything is there; a text that can be no path is nothing."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Return whether a folder is there; a text that can be no path is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most: int) -> bytes:
    """Return what is in a regular file of at most `most` bytes, reading no more than that."""
    check_regular(path)
    where = Where(str(path))
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            data = stream.read(most + 1) if size <= most else b""
    except OSError as error:
        raise _unreadable(error, where) from error
    check_size(max(size, len(data)), most, where)
    return data


def check_size(size: int, most: int, where: Where) -> None:
    """Raise ModelError for more than `most` bytes."""
    if size > most:
        raise ModelError(f"has {_amount(size)}; at most {_amount(most)} are read", where)


def _amount(size: int) -> str:
    return f"{size / _MEGA:.0f} MB" if size >= _MEGA else f"{size} bytes"


def _unreadable(error: OSError | ValueError, where: Where) -> ModelError:
    if isinstance(error, PermissionError):
        return ModelError("cannot be read: no permission; change its mode", where)
    reason = error.strerror if isinstance(error, OSError) else error
    return ModelError(f"cannot be read: {reason}; check the path", where)
