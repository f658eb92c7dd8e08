# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""ASCII commands of the serial protocol: a letter, numbers with commas, an end of line.

Answers end with CR LF. Letters may be small, but for b (battery) and g (gyro), which mean something
else then. Numbers that are left out stay as they were the last time, as with the firmware's sscanf.
Source: DemoGCtronic of the e-puck-library, Asercom2 of e-puck2_main-processor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from samebot.emulator.binary import Sercom, read_register
from samebot.emulator.i2c import Message
from samebot.emulator.words import signed16

__all__ = ["GREETING", "LineCommands"]

GREETING: Final = (
    b"\f\aWELCOME to the SerCom protocol on e-Puck\r\n"
    b'the EPFL education robot type "H" for help\r\n'
)
_VERSIONS: Final = {
    1: "v,Version 1.2.2 August 2008 GCtronic",
    2: "v,Version 2.0 January 2018 GCtronic",
}
_NUMBER: Final = re.compile(r",\s*([+-]?\d{1,9})")
_LOWER: Final = "bg"
_FULL, _EMPTY = 4.2, 3.4
"""Of the battery, V."""
_MELODIES: Final = 5

_HELP: Final = (
    ("A", "Accelerometer"),
    ("B,#", "Body led 0=off 1=on 2=inverse"),
    ("b", "Battery value"),
    ("C", "Selector position"),
    ("D,#,#", "Set motor speed left,right"),
    ("E", "Get motor speed left,right"),
    ("F,#", "Front led 0=off 1=on 2=inverse"),
    ("G", "IR receiver"),
    ("g", "Gyro"),
    ("H", "Help"),
    ("I", "Get camera parameter"),
    ("J,#,#,#,#,#,#", "Set camera parameter mode,width,heigth,zoom(1,4 or 8),x1,y1"),
    ("K", "Calibrate proximity sensors"),
    ("L,#,#", "Led number,0=off 1=on 2=inverse"),
    ("M", "Floor sensors"),
    ("N", "Proximity"),
    ("O", "Light sensors"),
    ("P,#,#", "Set motor position left,right"),
    ("Q", "Get motor position left,right"),
    ("R", "Reset e-puck"),
    ("S", "Stop e-puck and turn off leds"),
    ("T,#", "Play sound 1-5 else stop sound"),
    ("t", "Temperature"),
    ("U", "Get microphone amplitude"),
    ("V", "Version of SerCom"),
    ("W", "Write I2C (mod,reg,val)"),
    ("Y", "Read I2C val=(mod,reg)"),
)
_FIRST_BATTERY: Final = "Battery state (1=ok, 0=low)"
_NOT_ON_FIRST: Final = ("g", "t")

Wait = Callable[[float, Callable[[], str]], None]
"""Lets something happen and be said after so many seconds; nothing is listened to before."""


class LineCommands:
    """Does what lines say; made once a robot, for numbers are remembered."""

    def __init__(self, sercom: Sercom, wait: Wait, calibrated: Callable[[str], None]) -> None:
        """`calibrated` says something when the calibration that runs has ended."""
        self._sercom = sercom
        self._wait = wait
        self._calibrated = calibrated
        self._numbers: dict[str, list[int]] = {}
        self._commands: Mapping[str, Callable[[str], str]] = {
            "A": lambda _: _listed("a", sercom.acceleration),
            "b": self._battery,
            "B": lambda line: self._lit(line, "led_body"),
            "C": lambda _: f"c,{sercom.selector}\r\n",
            "D": self._speeds,
            "E": lambda _: _listed("e", sercom.board.speeds),
            "F": lambda line: self._lit(line, "led_front"),
            "G": self._remote,
            "g": lambda _: _listed("g", _gyro(sercom)),
            "H": lambda _: "".join(_help(sercom.board.version)),
            "I": self._camera,
            "J": self._set_camera,
            "K": self._calibrate,
            "L": self._led,
            "M": lambda _: _listed("m", _floor(sercom)),
            "N": lambda _: _listed("n", sercom.board.proximity),
            "O": lambda _: _listed("o", sercom.board.readings.ambient),
            "P": self._steps,
            "Q": lambda _: _listed("q", sercom.board.steps),
            "R": self._reset,
            "S": self._stop,
            "T": self._sound,
            "U": lambda _: _listed("u", sercom.board.readings.microphones[:3]),
            "V": lambda _: f"{_VERSIONS[sercom.board.version]}\r\nHW version: FFFF\r\n",
            "W": self._write_register,
            "Y": self._read_register,
            "Z": lambda _: "".join(self._scan()),
        }

    def answer(self, line: str) -> bytes:
        """Do what a line says (without its end) and return what is answered at once."""
        letter = line[:1] if line[:1] in _LOWER else line[:1].upper()
        command = self._commands.get(letter)
        text = "z,Command not found\r\n" if command is None else command(line)
        return text.encode("ascii", "replace")

    def _given(self, line: str, count: int, default: int = 0) -> list[int]:
        """Return the numbers of a line; those left out are the last ones."""
        letter = line[0].upper()
        numbers = self._numbers.setdefault(letter, [default] * count)
        place = 1
        for number in range(count):
            found = _NUMBER.match(line, place)
            if found is None:
                break
            numbers[number] = int(found[1])
            place = found.end()
        return numbers

    def _number(self, given: int) -> int:
        """Return a number as the microcontroller holds it: in 16 bits on the first e-puck."""
        return signed16(given) if self._sercom.board.version == 1 else given

    def _battery(self, _: str) -> str:
        readings = self._sercom.board.readings
        if self._sercom.board.version == 1:
            return f"b,{int(self._sercom.battery[0])}\r\n"
        share = (readings.voltage - _EMPTY) / (_FULL - _EMPTY)
        return f"b,{readings.battery} ({max(0, min(100, round(100 * share)))}%)\r\n"

    def _lit(self, line: str, led: str) -> str:
        (value,) = self._given(line, 1)
        if not self._sercom.board.gumstix:
            self._sercom.board.set_led(led, value)
        return "b\r\n" if led == "led_body" else "f\r\n"

    def _speeds(self, line: str) -> str:
        self._sercom.board.set_speeds(*map(self._number, self._given(line, 2)))
        return "d\r\n"

    def _steps(self, line: str) -> str:
        self._sercom.board.set_steps(*map(self._number, self._given(line, 2)))
        return "p\r\n"

    def _remote(self, _: str) -> str:
        check, address, data = self._sercom.board.remote
        return f"g IR check : 0x{check:x}, address : 0x{address:x}, data : 0x{data:x}\r\n"

    def _led(self, line: str) -> str:
        number, value = self._given(line, 2)
        self._sercom.board.set_sercom_led(number, value)
        return "l\r\n"

    def _camera(self, _: str) -> str:
        camera = self._sercom.board.camera
        if self._sercom.board.gumstix:
            return ""
        return _listed("i", (camera.mode, camera.width, camera.height, camera.zoom, camera.size))

    def _set_camera(self, line: str) -> str:
        if self._sercom.board.gumstix:
            return ""
        camera = self._sercom.board.camera
        self._numbers["J"] = [camera.mode, camera.width, camera.height, camera.zoom, -1, -1]
        mode, width, height, zoom, left, top = self._given(line, 6)
        camera.configure(mode, width, height, zoom, (left, top))
        return "j\r\n"

    def _calibrate(self, _: str) -> str:
        board = self._sercom.board
        board.set_sercom_led(8, 1)
        quick = board.version == 1

        def darken() -> str:
            board.clear_leds()
            self._wait(0.01 if quick else 0.1, begin)
            return ""

        def begin() -> str:
            board.calibrate()
            self._calibrated("k, Calibration finished\r\n")
            return ""

        self._wait(0.1 if quick else 0.4, darken)
        return "k, Starting calibration - Remove any object in sensors range\r\n"

    def _reset(self, _: str) -> str:
        if self._sercom.board.version == 2:  # the firmware has it switched off, without an answer
            return ""
        self._sercom.board.power_up()
        self._wait(0.5, GREETING.decode)
        return "r\r\n"

    def _stop(self, _: str) -> str:
        self._sercom.board.set_speeds(0, 0)
        self._sercom.board.clear_leds()
        return "s\r\n"

    def _sound(self, line: str) -> str:
        (sound,) = self._given(line, 1)
        self._sercom.board.play(sound if 0 < sound <= _MELODIES else 0)
        return "t\r\n"

    def _write_register(self, line: str) -> str:
        module, register, value = self._given(line, 3)
        data = bytes((register & 0xFF, value & 0xFF))
        self._sercom.bus.transfer((Message(module >> 1 & 0x7F, data),))
        return "w\r\n"

    def _read_register(self, line: str) -> str:
        module, register = self._given(line, 2)
        value = read_register(self._sercom.bus, module, register)
        return f"y,{module},{register}\r\ny,{value}\r\n"

    def _scan(self) -> Iterator[str]:
        for module in range(2, 255, 2):
            value = read_register(self._sercom.bus, module, 0)
            if value >= 0:
                yield f"{module}: {value}\r\n"


def _listed(letter: str, numbers: tuple[int, ...]) -> str:
    return f"{letter},{','.join(map(str, numbers))}\r\n"


def _gyro(sercom: Sercom) -> tuple[int, ...]:
    return sercom.board.readings.gyro if sercom.board.version == 2 else (0, 0, 0)


def _floor(sercom: Sercom) -> tuple[int, ...]:
    """Return the ground sensors; the e-puck2 adds both cliff sensors here."""
    return (*sercom.board.readings.ground, 0, 0) if sercom.board.version == 2 else sercom.floor


def _help(version: int) -> Iterator[str]:
    yield "\n"
    for command, meaning in _HELP:
        if version == 1 and command in _NOT_ON_FIRST:
            continue
        quoted = f'"{command}"'
        said = _FIRST_BATTERY if version == 1 and command == "b" else meaning
        yield f"{quoted:<20}{said}\r\n"
