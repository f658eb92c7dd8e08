# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What to do about a bus that cannot be opened: one sentence for each reason."""

from __future__ import annotations

import errno
from typing import Final

from samebot.core.errors import BusError

__all__ = ["cannot_open"]

_GROUPS: Final = {"i2c": "i2c", "serial": "dialout", "video": "video"}
_MISSING: Final = {
    "i2c": "switch I2C on (raspi-config, and the overlay of the Pi-puck in config.txt), or name "
    "another bus, as in i2c:4; samebot find lists what is there",
    "serial": "plug the robot in or pair it (rfcomm), and see which ports there are: samebot find",
    "video": "plug the camera in",
}


def cannot_open(kind: str, path: str, error: OSError) -> BusError:
    """Return the error that says why a device file cannot be opened and what to do."""
    group = _GROUPS[kind]
    if error.errno in (errno.EACCES, errno.EPERM):
        return BusError(
            f"no permission to use {path}; members of the group {group} may: "
            f"sudo usermod -aG {group} $USER, then log in again"
        )
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ENOTDIR):
        return BusError(f"there is no device {path}; {_MISSING[kind]}")
    if error.errno in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK):
        return BusError(
            f"{path} is in use by another program; end that one first (fuser -v {path} names it)"
        )
    return BusError(f"cannot open {path}: {error.strerror or error}; is it a {kind} device?")
