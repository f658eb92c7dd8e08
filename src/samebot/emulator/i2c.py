# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""An I2C bus with devices by address, and transfers as Linux makes them (I2C_RDWR)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

__all__ = ["NO_DEVICE", "REMOTE_IO", "TIMED_OUT", "I2cBus", "I2cDevice", "Message"]

NO_DEVICE: Final = 6
"""ENXIO."""
TIMED_OUT: Final = 110
"""ETIMEDOUT."""
REMOTE_IO: Final = 121
"""EREMOTEIO: what the Raspberry Pi says when no device acknowledges."""


@dataclass(frozen=True, slots=True)
class Message:
    """One part of a transfer: bytes for a device, or how many are wanted of it."""

    address: int
    data: bytes = b""
    length: int = 0
    """How many bytes are to be read; of a write the length of its data counts."""
    read: bool = False


class I2cDevice(Protocol):
    """What sits on a bus."""

    def write(self, data: bytes) -> None:
        """Take the bytes of one message."""
        ...

    def read(self, length: int) -> bytes:
        """Return as many bytes as the master clocks out."""
        ...


class I2cBus:
    """The bus of one robot; devices may be plugged in and out at any time."""

    def __init__(self) -> None:
        """Begin with an empty bus."""
        self._devices: dict[int, I2cDevice] = {}
        self.transfers = 0
        """How many transfers were asked for."""
        self.refusal = REMOTE_IO
        """The error number of an address at which nobody is; 6 on some computers."""
        self.fault: Callable[[Sequence[Message]], int] | None = None
        """Asked before each transfer: a number that is not 0 makes it fail with that error."""

    @property
    def addresses(self) -> tuple[int, ...]:
        """Where devices are."""
        return tuple(sorted(self._devices))

    def plug(self, address: int, device: I2cDevice) -> None:
        """Put a device on the bus."""
        self._devices[address] = device

    def unplug(self, address: int) -> I2cDevice | None:
        """Take a device off the bus, to be plugged in again if it is needed; None: none there."""
        return self._devices.pop(address, None)

    def transfer(self, messages: Sequence[Message]) -> tuple[int, bytes]:
        """Carry out one transfer; return an error number (0: done) and all that was read."""
        self.transfers += 1
        wrong = self.fault(messages) if self.fault is not None else 0
        if wrong:
            return wrong, b""
        read = bytearray()
        for message in messages:
            device = self._devices.get(message.address)
            # Some devices are there but cut off from the bus at times.
            if device is None or not getattr(device, "present", True):
                return self.refusal, b""
            if message.read:
                read += device.read(message.length)
            else:
                device.write(message.data)
        return 0, bytes(read)
