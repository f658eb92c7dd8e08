# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Devices made of registers of 8 bits: the first byte written is where, the others what.

The place goes on by one with each byte, in writing and in reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from samebot.emulator.mainboard import Mainboard
from samebot.emulator.words import from_i16, signed16

__all__ = ["GroundBoard", "Ov7670", "RegisterDevice", "WordRegisters"]

_SIZE = 256


class RegisterDevice:
    """Registers that keep what is written; kinds of device override `get` and `put`."""

    def __init__(self, values: Mapping[int, int] | None = None) -> None:
        """Begin with `values`; other registers are 0."""
        self.memory = bytearray(_SIZE)
        for register, value in (values or {}).items():
            self.memory[register] = value
        self._place = 0

    def write(self, data: bytes) -> None:
        """Go to a register and write what follows."""
        if data:
            self._place = data[0]
        for byte in data[1:]:
            self.put(self._place, byte)
            self._place = (self._place + 1) % _SIZE

    def read(self, length: int) -> bytes:
        """Read on from where the last write or read ended."""
        self.sample()
        data = bytes(self.get((self._place + n) % _SIZE) for n in range(length))
        self._place = (self._place + length) % _SIZE
        return data

    def sample(self) -> None:
        """Measure, so that the bytes of one reading belong together."""

    def get(self, register: int) -> int:
        """Return a register."""
        return self.memory[register]

    def put(self, register: int, value: int) -> None:
        """Set a register."""
        self.memory[register] = value

    def show(self, register: int, data: bytes) -> None:
        """Put what was measured into registers."""
        self.memory[register : register + len(data)] = data


class GroundBoard(RegisterDevice):
    """The ground sensors: reflected light, ambient light, revision, cliff sensors that see nothing.

    Pairs have the high byte first: left, centre, right. Nothing can be written.
    """

    _REVISION = 3
    """Of its software, in register 0x0C (a guess)."""

    def __init__(self, board: Mainboard) -> None:
        """`board` knows what is below the robot."""
        super().__init__({0x0C: self._REVISION})
        self._readings = board.readings

    def sample(self) -> None:
        """Measure the floor."""
        numbers = (*self._readings.ground, *self._readings.ground_ambient)
        self.show(0, b"".join(number.to_bytes(2, "big") for number in numbers))

    def put(self, register: int, value: int) -> None:
        """Ignore it."""


class Ov7670(RegisterDevice):
    """The camera's settings: its product number, and what a driver writes."""

    _IDENTITY: Final = {0x0A: 0x76, 0x0B: 0x73, 0x1C: 0x7F, 0x1D: 0xA2}
    _COM7, _RESET = 0x12, 0x80

    def __init__(self) -> None:
        """Begin as after a reset."""
        super().__init__(self._IDENTITY)

    def put(self, register: int, value: int) -> None:
        """Set a register; the reset forgets them all, the product number stays."""
        if register == self._COM7 and value & self._RESET:
            self.memory[:] = bytes(_SIZE)
            for known, number in self._IDENTITY.items():
                self.memory[known] = number
        elif register not in self._IDENTITY:
            self.memory[register] = value


class WordRegisters:
    """The first e-puck's microcontroller on the Pi-puck: SMBus words, low byte first, at 0x1F.

    Register 0 the ring's LEDs, 1 front and body LED, 2 and 3 speeds, 4 and 5 steps, 6 infra-red on
    or off, 7 to 14 reflected light, 15 to 22 ambient light.
    """

    def __init__(self, board: Mainboard) -> None:
        """Begin at register 0."""
        self._board = board
        self._register = 0
        self._writers: dict[int, Callable[[int], None]] = {
            0: self._set_ring,
            1: self._set_inner,
            2: lambda value: board.set_speeds(value, board.speeds[1]),
            3: lambda value: board.set_speeds(board.speeds[0], value),
            4: lambda value: board.set_steps(value, board.steps[1]),
            5: lambda value: board.set_steps(board.steps[0], value),
            6: self._switch_infra_red,
        }

    def write(self, data: bytes) -> None:
        """Choose a register; set it if a word follows."""
        if data:
            self._register = data[0]
        if len(data) >= 3 and self._register in self._writers:
            (value,) = from_i16(data[1:3])
            self._writers[self._register](value)

    def read(self, length: int) -> bytes:
        """Return the register's word, over and over."""
        word = (self._word() & 0xFFFF).to_bytes(2, "little")
        return (word * (length // 2 + 1))[:length]

    def _word(self) -> int:
        board = self._board
        ring = sum(board.leds[f"led{n}"] << n for n in range(8))
        inner = board.leds["led_front"] | board.leds["led_body"] << 1
        words = (
            ring,
            inner,
            *map(signed16, board.speeds),
            *board.steps,
            int(board.readings.proximity_on),
            *board.proximity[:8],
            *board.readings.ambient[:8],
        )
        return words[self._register] if self._register < len(words) else 0

    def _set_ring(self, bits: int) -> None:
        for number in range(8):
            self._board.set_led(f"led{number}", bits >> number & 1)

    def _set_inner(self, bits: int) -> None:
        self._board.set_led("led_front", bits & 1)
        self._board.set_led("led_body", bits >> 1 & 1)

    def _switch_infra_red(self, value: int) -> None:
        self._board.readings.proximity_on = bool(value & 1)
