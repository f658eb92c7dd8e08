# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""An I2C bus of Linux: /dev/i2c-N through smbus2, always as combined transfers."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.buses.access import cannot_open
from samebot.hardware.buses.role import Read, Target, Write

__all__ = ["LinuxI2c", "adapters_above", "transfer_error"]

_SET_TIMEOUT: Final = 0x0702
"""The ioctl I2C_TIMEOUT, in units of 10 ms (linux/i2c-dev.h)."""
_TIMEOUT: Final = 2
"""20 ms: with the usual second one lost frame would block for a second (GCtronic's examples)."""
_ADAPTER: Final = re.compile(r"i2c-(\d+)")
_MOST_MESSAGES: Final = 42
"""What one I2C_RDWR may hold."""


def transfer_error(name: str, address: int, number: int) -> BusError:
    """Return what an error number of a transfer means."""
    told = {
        errno.ENXIO: "nobody answers there",
        errno.EREMOTEIO: "it did not acknowledge",
        errno.ETIMEDOUT: "it took too long",
    }
    return BusError(
        f"{name}: transfer with 0x{address:02X} failed: {told.get(number, os.strerror(number))}"
    )


def adapters_above(number: int, sysfs: Path = Path("/sys")) -> list[int]:
    """Return the buses of which this one is a branch behind a switch; the nearest comes first."""
    place = (sysfs / "bus/i2c/devices" / f"i2c-{number}").resolve()
    found = (_ADAPTER.fullmatch(folder.name) for folder in place.parents)
    return [int(each[1]) for each in found if each]


def _wait_less(file: int) -> None:
    """Set how long an open bus waits for a transfer; some have a fixed time."""
    import fcntl

    with contextlib.suppress(OSError):
        fcntl.ioctl(file, _SET_TIMEOUT, _TIMEOUT)


def _wait_less_above(number: int) -> None:
    """Do so for the buses before a switch: theirs are the time-outs that count."""
    for each in adapters_above(number):
        with contextlib.suppress(OSError):  # perhaps it is not ours
            file = os.open(f"/dev/i2c-{each}", os.O_RDWR | os.O_CLOEXEC)
            _wait_less(file)
            os.close(file)


class LinuxI2c:
    """One bus by number, opened for as long as this lives."""

    def __init__(self, number: int) -> None:
        """Open /dev/i2c-`number`; raises BusError that says what to do."""
        # Linux only, and not needed for other buses.
        from smbus2 import SMBus

        self.name = f"/dev/i2c-{number}"
        try:
            self._bus = SMBus(self.name)
        except OSError as error:
            raise cannot_open("i2c", self.name, error) from error
        _wait_less(self._fileno())
        _wait_less_above(number)

    def _fileno(self) -> int:
        return -1 if self._bus.fd is None else self._bus.fd

    def transfer(self, messages: Sequence[Write | Read]) -> list[bytes]:
        """Do all messages as one transfer."""
        from smbus2 import i2c_msg

        if len(messages) > _MOST_MESSAGES:
            raise ValueError(f"{len(messages)} messages; one transfer takes {_MOST_MESSAGES}")
        if self._bus.fd is None:
            raise BusError(f"{self.name} is closed", lost=True)
        made = [
            i2c_msg.read(message.address, message.length)
            if isinstance(message, Read)
            else i2c_msg.write(message.address, list(message.data))
            for message in messages
        ]
        try:
            self._bus.i2c_rdwr(*made)
        except OSError as error:
            raise transfer_error(self.name, messages[0].address, error.errno or 0) from error
        return [
            bytes(each)
            for each, message in zip(made, messages, strict=True)
            if isinstance(message, Read)
        ]

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return Target("i2c", self.name, self._fileno())

    def close(self) -> None:
        """Close the device file."""
        self._bus.close()
