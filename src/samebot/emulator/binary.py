# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Binary commands of the serial protocol ("advanced sercom"), of the e-puck and the e-puck2.

A command is one byte, the negative of a letter or of a number, then its arguments; all numbers are
little endian. Source: DemoGCtronic and BTcom of the e-puck-library, e-puck2_main-processor.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from samebot.emulator.actuators import obey
from samebot.emulator.i2c import I2cBus, Message
from samebot.emulator.mainboard import Mainboard
from samebot.emulator.mcu import ADDRESS as OWN_ADDRESS
from samebot.emulator.readings import ACCELEROMETER_ZERO
from samebot.emulator.sensors import all_sensors, spherical
from samebot.emulator.words import from_i16, i16s, signed16, u16s

__all__ = ["Answer", "BinaryCommand", "Sercom", "binary_commands", "read_register"]

USUAL_SELECTORS: Final = {(1, False): 3, (1, True): 10, (2, False): 3, (2, True): 3}
"""Where the selector stands when the firmware talks here: by version and extension."""
_LOW_BATTERY: Final = 3.4
_MICROPHONE_BUFFER: Final = 600
_BODY_LED, _FRONT_LED = 8, 9


@dataclass(slots=True)
class Sercom:
    """What commands work on, and the state that only this protocol has."""

    board: Mainboard
    bus: I2cBus
    cliff: bool = False
    """Whether the first e-puck's firmware knows the cliff sensors: 10 bytes of floor, not 6."""

    @property
    def selector(self) -> int:
        """The selector's position."""
        board = self.board
        return board.selector(USUAL_SELECTORS[board.version, board.gumstix])

    @property
    def acceleration(self) -> tuple[int, ...]:
        """Acceleration as the first e-puck's converter shows it."""
        return tuple(part + ACCELEROMETER_ZERO for part in self.board.readings.acceleration)

    @property
    def battery(self) -> tuple[int, ...]:
        """What is said of the battery: the converter's value, or whether it is full enough."""
        readings = self.board.readings
        return (
            (readings.battery,) if self.board.version == 2 else (readings.voltage > _LOW_BATTERY,)
        )

    @property
    def floor(self) -> tuple[int, ...]:
        """The ground sensors, then as many cliff sensors as the firmware has; these see nothing."""
        cliffs = 1 if self.board.version == 2 else 2 if self.cliff else 0
        return (*self.board.readings.ground, *(0,) * cliffs)


Answer = Callable[[Sercom, bytes], bytes]


@dataclass(frozen=True, slots=True)
class BinaryCommand:
    """How many bytes of arguments follow, and what is done and answered."""

    arguments: int
    answer: Answer
    at_once: bool = False
    """Whether the answer is sent before those of earlier commands."""


def binary_commands(version: int) -> Mapping[int, BinaryCommand]:
    """Return the commands of a firmware by their byte."""
    return {**_OF_BOTH, **(_OF_EPUCK2 if version == 2 else _OF_EPUCK)}


def read_register(bus: I2cBus, module: int, register: int) -> int:
    """Return a register of a device by its address of 8 bits; -1: nobody there, or itself."""
    address = module >> 1 & 0x7F
    if address == OWN_ADDRESS:
        return -1
    messages = (
        Message(address, bytes((register & 0xFF,))),
        Message(address, length=1, read=True),
    )
    wrong, data = bus.transfer(messages)
    return -1 if wrong else data[0]


def _speeds(sercom: Sercom, arguments: bytes) -> bytes:
    left, right = from_i16(arguments)
    sercom.board.set_speeds(left, right)
    return b""


def _steps(sercom: Sercom, arguments: bytes) -> bytes:
    left, right = from_i16(arguments)
    sercom.board.set_steps(left, right)
    return b""


def _led(sercom: Sercom, arguments: bytes) -> bytes:
    number, value = arguments
    board = sercom.board
    if number in (_BODY_LED, _FRONT_LED):
        if not board.gumstix:
            board.set_led("led_body" if number == _BODY_LED else "led_front", value)
    else:
        board.set_sercom_led(number, value)
    return b""


def _battery(sercom: Sercom, _: bytes) -> bytes:
    return u16s(sercom.battery)


def _picture(sercom: Sercom, _: bytes) -> bytes:
    return b"" if sercom.board.gumstix else sercom.board.camera.picture()


def _write_register(sercom: Sercom, arguments: bytes) -> bytes:
    sercom.bus.transfer((Message(arguments[0] >> 1, arguments[1:]),))
    return b""


def _actuators(sercom: Sercom, arguments: bytes) -> bytes:
    obey(sercom.board, arguments)
    return b""


def _rgb(sercom: Sercom, arguments: bytes) -> bytes:
    sercom.board.set_rgb_ring(arguments)
    return b""


def _enable_magnetometer(sercom: Sercom, arguments: bytes) -> bytes:
    sercom.board.readings.magnetometer_on = bool(arguments[0])
    return b"\x00"


def _set_proximity(sercom: Sercom, arguments: bytes) -> bytes:
    sercom.board.readings.proximity_on = bool(arguments[0])
    return b"\x00"


def _enable_distance(sercom: Sercom, arguments: bytes) -> bytes:
    sercom.board.readings.distance_on = bool(arguments[0])
    return b"\x00"


def _byte(letter: str) -> int:
    return -ord(letter) & 0xFF


_OF_BOTH: Final[Mapping[int, BinaryCommand]] = {
    _byte("a"): BinaryCommand(0, lambda s, _: i16s(s.acceleration)),
    _byte("A"): BinaryCommand(
        0, lambda s, _: struct.pack("<3f", *spherical(*s.board.readings.acceleration))
    ),
    _byte("b"): BinaryCommand(0, _battery),
    _byte("D"): BinaryCommand(4, _speeds),
    _byte("E"): BinaryCommand(0, lambda s, _: i16s(map(signed16, s.board.speeds))),
    _byte("g"): BinaryCommand(
        0, lambda s, _: i16s(s.board.readings.gyro) if s.board.version == 2 else bytes(6)
    ),
    _byte("I"): BinaryCommand(0, _picture),
    _byte("L"): BinaryCommand(2, _led),
    _byte("M"): BinaryCommand(0, lambda s, _: u16s(s.floor)),
    _byte("N"): BinaryCommand(0, lambda s, _: u16s(s.board.proximity)),
    _byte("O"): BinaryCommand(0, lambda s, _: u16s(s.board.readings.ambient)),
    _byte("P"): BinaryCommand(4, _steps),
    _byte("Q"): BinaryCommand(0, lambda s, _: i16s(s.board.steps)),
    _byte("t"): BinaryCommand(
        0, lambda s, _: struct.pack("b", s.board.readings.temperature * (s.board.version == 2))
    ),
    _byte("u"): BinaryCommand(0, lambda s, _: u16s(s.board.readings.microphones[:3])),
    _byte("W"): BinaryCommand(3, _write_register),
    _byte("w"): BinaryCommand(35, lambda _s, _a: b""),
}

_OF_EPUCK: Final[Mapping[int, BinaryCommand]] = {
    # Samples of the microphones are sent as they lie in memory; only their number waits its turn.
    _byte("U"): BinaryCommand(
        0, lambda s, _: s.board.readings.microphone_buffer(_MICROPHONE_BUFFER), at_once=True
    ),
}

_OF_EPUCK2: Final[Mapping[int, BinaryCommand]] = {
    _byte("U"): BinaryCommand(0, lambda _s, _a: b""),
    _byte("Y"): BinaryCommand(2, lambda s, a: bytes((read_register(s.bus, a[0], a[1]) & 0xFF,))),
    0xF8: BinaryCommand(0, lambda s, _: all_sensors(s.board, s.selector) + b"\x00"),
    0xF7: BinaryCommand(19, _actuators),
    0xF6: BinaryCommand(12, _rgb),
    0xF5: BinaryCommand(0, lambda s, _: bytes((s.board.panel.button,))),
    0xF4: BinaryCommand(0, lambda s, _: u16s(s.board.readings.microphones)),
    0xF3: BinaryCommand(0, lambda s, _: u16s([s.board.readings.distance])),
    0xF2: BinaryCommand(0, lambda s, _: bytes((s.board.panel.sd_card,))),
    0xF1: BinaryCommand(1, _enable_magnetometer),
    0xF0: BinaryCommand(1, _set_proximity),
    0xEF: BinaryCommand(1, _enable_distance),
}
