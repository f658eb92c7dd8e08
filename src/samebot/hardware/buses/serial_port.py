# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A serial port through pyserial: USB, Bluetooth (rfcomm), a UART, a pseudo-terminal."""

from __future__ import annotations

import contextlib
import errno
import os
import select

from samebot.core.errors import BusError
from samebot.hardware.buses.access import cannot_open
from samebot.hardware.buses.role import Target

__all__ = ["SerialPort"]

_CHUNK = 65536


class SerialPort:
    """One port, 8N1, that nobody else uses meanwhile."""

    def __init__(self, path: str, baud: int, *, timeout: float = 1.0) -> None:
        """Open the port at `baud` bits/s; sending may take up to `timeout` s."""
        import serial

        self.name = path
        self._baud = baud
        exclusive = os.name == "posix" or None  # elsewhere always so
        try:
            self._port = serial.Serial(
                path, baud, timeout=0, write_timeout=timeout, exclusive=exclusive
            )
        except serial.SerialException as error:
            raise _cannot_open(path, error) from error
        except (ValueError, OSError) as error:
            raise BusError(f"cannot open {path} at {baud} bits/s: {error}") from error

    def send(self, data: bytes) -> None:
        """Send all bytes."""
        import serial

        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise BusError(f"{self.name} takes no more bytes; is the robot on?") from error
        except (serial.SerialException, OSError, TypeError) as error:
            raise self._lost(error) from error

    def receive(self, timeout: float) -> bytes:
        """Return what has arrived, waiting up to `timeout` s for the first byte."""
        import serial

        try:
            if os.name != "posix":
                self._port.timeout = max(timeout, 0.0)
                return bytes(self._port.read(max(1, self._port.in_waiting)))
            number = self._port.fileno()
            if not select.select([number], [], [], max(timeout, 0.0))[0]:
                return b""
            data = os.read(number, _CHUNK)
        except BlockingIOError:
            return b""
        except (serial.SerialException, OSError, ValueError, TypeError) as error:
            raise self._lost(error) from error
        if not data:
            raise BusError(f"{self.name}: the device is gone; was it unplugged?", lost=True)
        return data

    def _lost(self, error: Exception) -> BusError:
        reason = getattr(error, "strerror", None) or error
        return BusError(f"{self.name}: the port broke: {reason}", lost=True)

    def target(self) -> Target:
        """Tell how another process reaches it."""
        number = self._port.fileno() if os.name == "posix" and self._port.is_open else -1
        return Target("serial", f"{self.name}@{self._baud}", number)

    def close(self) -> None:
        """Close the port and give up its claim, which the guard's copy of the file has, too."""
        if os.name == "posix" and self._port.is_open:
            import fcntl

            with contextlib.suppress(OSError):
                fcntl.flock(self._port.fileno(), fcntl.LOCK_UN)
        self._port.close()


def _cannot_open(path: str, error: Exception) -> BusError:
    number = getattr(error, "errno", None)
    text = str(error)
    if number is None and "exclusively lock" in text:
        number = errno.EBUSY
    if number is None or "configure port" in text:
        return BusError(f"cannot open {path}: it is no serial port; samebot find lists the ports")
    return cannot_open("serial", path, OSError(number, os.strerror(number)))
