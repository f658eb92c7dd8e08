# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Buses that fail on purpose, for tests: whichever fault, when it is told to or by chance."""

from __future__ import annotations

import enum
import errno
from collections import deque
from collections.abc import Sequence
from typing import Final

from numpy.random import Generator

from samebot.core.clock import RealClock
from samebot.core.errors import BusError
from samebot.hardware.buses.i2c_linux import transfer_error
from samebot.hardware.buses.role import ByteStream, I2cBus, Read, Target, Write

__all__ = ["Fault", "Faults", "FaultyI2c", "FaultyStream", "SkippingClock"]


class Fault(enum.Enum):
    """What can happen to one transfer, or one frame of a stream."""

    LOST = "a frame does not arrive"
    NACK = "nobody acknowledges; on a stream the answer is missing"
    FLIP = "a bit is turned"
    HALF = "half of a frame arrives"
    SILENCE = "nothing arrives for a while"
    GARBAGE = "other bytes arrive"
    RESET = "the connection breaks"


_SILENT: Final = 8
"""How many transfers a silence lasts."""


class Faults:
    """Which fault comes with which transfer: forced ones first, then by chance."""

    def __init__(
        self, chance: Generator, *, rate: float = 0.0, kinds: Sequence[Fault] = tuple(Fault)
    ) -> None:
        """Let one of `kinds` come with a share `rate` of all transfers."""
        self.chance = chance
        self.rate = rate
        self.kinds = tuple(kinds)
        self.dead = False
        """Whether nothing goes through at all, until this is taken back."""
        self.counts = dict.fromkeys(Fault, 0)
        self._forced: deque[Fault] = deque()

    def force(self, fault: Fault) -> None:
        """Let a fault come with the next transfer."""
        self._forced.append(fault)

    def draw(self) -> Fault | None:
        """Return the fault of this transfer; None: it goes well."""
        if self.dead:
            return Fault.SILENCE
        fault = None
        if self._forced:
            fault = self._forced.popleft()
        elif self.rate > 0.0 and self.chance.random() < self.rate:
            fault = self.kinds[int(self.chance.integers(len(self.kinds)))]
        if fault is None:
            return None
        self.counts[fault] += 1
        if fault is Fault.SILENCE and not self._forced:
            self._forced.extend([Fault.LOST] * (_SILENT - 1))
        return fault

    def flipped(self, data: bytes) -> bytes:
        """Return bytes with one bit turned."""
        if not data:
            return data
        place = int(self.chance.integers(8 * len(data)))
        return bytes(
            byte ^ (1 << place % 8 if number == place // 8 else 0)
            for number, byte in enumerate(data)
        )

    def garbage(self, length: int) -> bytes:
        """Return any bytes."""
        return self.chance.bytes(length)


class SkippingClock:
    """Real time, but for waits that are known to be in vain: these pass at once."""

    def __init__(self) -> None:
        """Begin at the time that it is."""
        self._real = RealClock()
        self._skipped = 0.0

    def now(self) -> float:
        """Return the present time, s."""
        return self._real.now() + self._skipped

    def sleep(self, duration: float) -> None:
        """Let time pass."""
        self._real.sleep(duration)

    def skip(self, duration: float) -> None:
        """Take it that `duration` (s) has passed."""
        self._skipped += max(duration, 0.0)


class FaultyI2c:
    """An I2C bus with faults."""

    def __init__(self, bus: I2cBus, faults: Faults) -> None:
        """Pass everything on but what `faults` spoil."""
        self._bus = bus
        self._faults = faults

    @property
    def name(self) -> str:
        """The bus's own name."""
        return self._bus.name

    def transfer(self, messages: Sequence[Write | Read]) -> list[bytes]:
        """Do a transfer, or spoil it."""
        fault = self._faults.draw()
        address = messages[0].address
        match fault:
            case None:
                return self._bus.transfer(messages)
            case Fault.LOST | Fault.SILENCE:
                raise transfer_error(self.name, address, errno.ETIMEDOUT)
            case Fault.NACK:
                raise transfer_error(self.name, address, errno.EREMOTEIO)
            case Fault.RESET:
                raise BusError(f"{self.name}: the bus is gone", lost=True)
        return self._spoiled(fault, messages)

    def _spoiled(self, fault: Fault, messages: Sequence[Write | Read]) -> list[bytes]:
        if fault is Fault.FLIP and self._faults.chance.random() < 0.5:
            messages = [
                message
                if isinstance(message, Read)
                else Write(message.address, self._faults.flipped(message.data))
                for message in messages
            ]
            return self._bus.transfer(messages)
        writes = [message for message in messages if isinstance(message, Write)]
        if fault is Fault.HALF and len(writes) == len(messages):
            self._bus.transfer(
                [Write(each.address, each.data[: len(each.data) // 2]) for each in writes]
            )
            raise transfer_error(self.name, messages[0].address, errno.EREMOTEIO)
        answers = self._bus.transfer(messages)
        if fault is Fault.FLIP:
            return [self._faults.flipped(answer) for answer in answers]
        if fault is Fault.GARBAGE:
            return [self._faults.garbage(len(answer)) for answer in answers]
        # A slave that gives up leaves the line high.
        return [answer[: len(answer) // 2].ljust(len(answer), b"\xff") for answer in answers]

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return self._bus.target()

    def close(self) -> None:
        """Close the bus."""
        self._bus.close()


class FaultyStream:
    """A stream with faults; each sent frame is one transfer, with what is answered."""

    def __init__(
        self, stream: ByteStream, faults: Faults, clock: SkippingClock | None = None
    ) -> None:
        """Pass everything on but what `faults` spoil; what cannot come is not waited for."""
        self._stream = stream
        self._faults = faults
        self._clock = clock
        self._coming: Fault | None = None
        """What happens to the next bytes that arrive."""
        self._mute = False
        """Whether the last frame was swallowed, so that nothing is answered."""

    @property
    def name(self) -> str:
        """The stream's own name."""
        return self._stream.name

    def send(self, data: bytes) -> None:
        """Send a frame, or spoil it or its answer."""
        fault = self._faults.draw()
        self._coming = None
        self._mute = fault in (Fault.LOST, Fault.SILENCE)
        match fault:
            case Fault.LOST | Fault.SILENCE:
                return
            case Fault.RESET:
                self._stream.close()
                raise BusError(f"{self.name}: the connection broke", lost=True)
            case Fault.HALF if self._faults.chance.random() < 0.5:
                data = data[: len(data) // 2]
            case Fault.FLIP if self._faults.chance.random() < 0.5:
                data = self._faults.flipped(data)
            case _:
                self._coming = fault
        self._stream.send(data)

    def receive(self, timeout: float) -> bytes:
        """Return what arrives, or what is left of it."""
        if self._clock is not None and (self._mute or self._faults.dead):
            self._clock.skip(timeout)
            timeout = 0.0
        data = self._stream.receive(timeout)
        if self._faults.dead:
            return b""
        if not data or self._coming is None:
            return data
        fault, self._coming = self._coming, None
        match fault:
            case Fault.FLIP:
                return self._faults.flipped(data)
            case Fault.HALF:
                return data[: len(data) // 2]
            case Fault.GARBAGE:
                return self._faults.garbage(len(data))
        return b""

    def target(self) -> Target:
        """Tell how another process reaches it."""
        return self._stream.target()

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
