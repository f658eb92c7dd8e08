# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What answers at the far end of a pseudo terminal: canned numbers, in the robot's bytes."""

from __future__ import annotations

import os
import pty
import select
import struct
import threading
import tty
from collections.abc import Callable
from types import TracebackType
from typing import Self

from samebot.core.clock import RealClock

__all__ = ["SerialPeer"]

CLOCK = RealClock()
ANSWERS_1 = {
    "a": struct.pack("<3h", 2048, 2148, 2848),
    "A": struct.pack("<3f", 800.0, 90.0, 5.0),
    "b": struct.pack("<H", 1),
    "M": struct.pack("<3H", 1000, 300, 650),
    "N": struct.pack("<8H", 120, 384, 0, 4095, 0, 0, 0, 0),
    "O": struct.pack("<8H", 4095, 0, 2000, 0, 0, 0, 0, 0),
    "u": struct.pack("<3H", 4095, 0, 100),
    "U": struct.pack("<300h", *range(300)) + b"\x02",
}
ANSWERS_2 = ANSWERS_1 | {
    "M": struct.pack("<4H", 1000, 300, 650, 0),
    "b": struct.pack("<H", 3277),
    "g": struct.pack("<3h", 0, 0, 13107),
    "t": b"\x19",
    "\x0c": struct.pack("<4H", 4095, 0, 100, 200),
    "\x0d": struct.pack("<H", 500),
    "\x0b": b"\x01",
    "\x0f": b"\x00",
    "\x11": b"\x00",
    "\x08": struct.pack("<3h3f3h3fB", 100, 0, 800, 806.0, 0.0, 0.0, 0, 0, 13107, 20.0, 0, -40, 25)
    + ANSWERS_1["N"]
    + ANSWERS_1["O"]
    + struct.pack("<H4HhhHBBBBB3H3HB", 500, 4095, 0, 100, 200, 7, 9, 3277, 1, 0, 0, 5, 3, 1000, 300,
                  650, 0, 0, 0, 0),
}  # fmt: skip
ARGUMENTS = {"D": 4, "L": 2, "P": 4, "\x09": 19, "\x0a": 12, "\x0f": 1, "\x11": 1}
TEXTS = {
    "C": "c,7\r\n",
    "G": "g IR check : 0x1, address : 0x8, data : 0x2c\r\n",
    "T": "t\r\n",
    "K": "k, Starting calibration\r\n",
    "J": "j\r\n",
}


class SerialPeer:
    """A robot of canned numbers; `buffers` are the binary commands that it got."""

    def __init__(self, version: int = 2, *, says: str | None = None, lacks: str = "") -> None:
        """Answer as `version` 1 or 2; `says` replaces its version, it `lacks` some commands."""
        self._far, near = pty.openpty()
        tty.setraw(near)
        self.path = os.ttyname(near)
        self._near = near
        text = "v,Version 1.2.1 December 2004 EPFL\r\n"
        if version == 2:
            text = "v,Version 2.0 January 2018 GCtronic\r\nHW version: 1\r\n"
        self._texts = TEXTS | {"V": text if says is None else says}
        self._answers = dict(ANSWERS_2 if version == 2 else ANSWERS_1)
        for letter in lacks:
            del self._answers[letter]
        self.buffers: list[bytes] = []
        self.lines: list[str] = []
        self.speeds, self.counters = (0, 0), (7, 9)
        self.picture = (40, 40)
        self.stutters = 0
        """How many of the next answers of sensors pause in their middle."""
        self.deaf = False
        """Whether speeds are passed over."""
        self.orders: list[tuple[str, bytes]] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def received(self) -> int:
        """How many bytes came in binary buffers."""
        return sum(map(len, self.buffers))

    def until(self, condition: Callable[[], bool], most: float = 5.0) -> bool:
        """Return whether something that the robot does happens soon."""
        end = CLOCK.now() + most
        while not condition() and CLOCK.now() < end:
            CLOCK.sleep(0.002)
        return condition()

    def say(self, data: bytes) -> None:
        """Send something without being asked."""
        os.write(self._far, data)

    def _serve(self) -> None:
        held = b""
        while not self._ended.is_set():
            if not select.select([self._far], [], [], 0.02)[0]:
                continue
            try:
                held += os.read(self._far, 4096)
            except OSError:
                return
            while held:
                rest = self._taken(held)
                if rest is None:
                    break
                held = rest

    def _taken(self, data: bytes) -> bytes | None:
        """Take one command line or buffer; None: it is not whole yet."""
        if data[0] == 0:
            return data[1:]
        return self._line(data) if data[0] < 0x80 else self._buffer(data)

    def _line(self, data: bytes) -> bytes | None:
        """Take a line. After an empty one the firmware takes whatever comes for another."""
        line, end, rest = data.lstrip(b"\n").partition(b"\n")
        if not end:
            return None
        self.lines.append(line.decode("latin-1"))
        letter = line[:1].decode("latin-1").upper()
        self.say(self._texts.get(letter, "z,Command not found\r\n").encode())
        return rest

    def _buffer(self, data: bytes) -> bytes | None:
        place, answer, orders = 0, b"", []
        while place < len(data) and data[place]:
            letter = chr(-data[place] & 0xFF)
            length = ARGUMENTS.get(letter, 0)
            orders.append((letter, data[place + 1 : place + 1 + length]))
            place += 1 + length
        if place >= len(data):
            return None
        for letter, arguments in orders:
            answer += self._obeyed(letter, arguments)
        self.orders += orders
        self.buffers.append(data[: place + 1])
        if self.stutters and len(answer) > 4:
            self.stutters -= 1
            self.say(answer[:3])
            CLOCK.sleep(0.1)
            answer = answer[3:]
        self.say(answer)
        return data[place + 1 :]

    def _obeyed(self, letter: str, arguments: bytes) -> bytes:
        match letter:
            case "D" if self.deaf:
                pass
            case "D":
                self.speeds = struct.unpack("<hh", arguments)
            case "P":
                self.counters = struct.unpack("<hh", arguments)
            case "\x09":
                self.speeds = struct.unpack("<hh", arguments[1:5])
            case "E":
                return struct.pack("<hh", *self.speeds)
            case "Q":
                return struct.pack("<hh", *self.counters)
            case "I":
                width, height = self.picture
                pixels = b"\xf8\x00" + b"\x00\x1f" * (width * height - 1)
                return bytes((1, width, height)) + pixels
        return self._answers.get(letter, b"")

    def __enter__(self) -> Self:
        """Begin to answer."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up."""
        self._ended.set()
        self._thread.join(1.0)
        os.close(self._far)
        os.close(self._near)
