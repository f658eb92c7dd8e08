# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The Wi-Fi protocol of the e-puck2: requests of 21 bytes, answers of an identifier and a payload.

Knows the bytes, not the sockets. Source: the maker's drivers and monitor; the firmware of the
radio is not public, so what it does with half a request (dropped after a second) is a guess.
"""

from __future__ import annotations

import struct
from typing import Final

from samebot.emulator.actuators import ACTUATORS_SIZE, obey
from samebot.emulator.mainboard import Mainboard
from samebot.emulator.sensors import all_sensors

__all__ = ["EMPTY", "IMAGE", "REQUEST_SIZE", "SENSORS", "WifiProtocol"]

REQUEST_SIZE: Final = 2 + ACTUATORS_SIZE
_HEAD: Final = 0x80
IMAGE: Final = 0x01
SENSORS: Final = 0x02
EMPTY: Final = 0x03
_WANTS_IMAGE: Final = 1
_WANTS_SENSORS: Final = 2
USUAL_SELECTOR: Final = 15

HALF_TIMEOUT: Final = 1.0
"""Half a request is forgotten after so long, s."""


class WifiProtocol:
    """One client's conversation.

    While the infra-red sensors are calibrated, about a second, nothing is answered: the
    microcontroller is busy with that.
    """

    def __init__(self, board: Mainboard) -> None:
        """Begin with a client that has said nothing yet."""
        self._board = board
        self._pending = bytearray()
        self._heard = 0.0
        self._owed: int | None = None
        self._astray = False
        """Whether what is pending may be the inside of something that was no request."""

    @property
    def waiting(self) -> int:
        """How many bytes wait for the end of a calibration."""
        return len(self._pending) if self._board.calibrating else 0

    def due(self) -> float | None:
        """Return None: there is no exact time to anything."""
        return None

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came at `now`, s."""
        if now - self._heard > HALF_TIMEOUT and not self._board.calibrating:
            self._pending.clear()
        if self._astray and data[:1] == bytes((_HEAD,)):
            self._pending.clear()
        self._heard = now
        self._pending += data

    def answers(self, now: float) -> bytes:
        """Return the answers to the requests that are complete."""
        del now
        answers = bytearray()
        while not self._board.calibrating:
            if self._owed is not None:
                answers += self._answer(self._owed)
                self._owed = None
            request = self._next()
            if request is None:
                break
            obey(self._board, request[2:])
            self._owed = request[1]
        return bytes(answers)

    def _next(self) -> bytes | None:
        """Take the next whole request; what comes before its head is not understood."""
        head = self._pending.find(_HEAD)
        if head:
            del self._pending[: len(self._pending) if head < 0 else head]
            self._astray = bool(self._pending)
        if len(self._pending) < REQUEST_SIZE:
            return None
        self._astray = False
        request = bytes(self._pending[:REQUEST_SIZE])
        del self._pending[:REQUEST_SIZE]
        return request

    def _answer(self, wanted: int) -> bytes:
        answer = b""
        if wanted & _WANTS_IMAGE:
            answer += struct.pack("B", IMAGE) + self._board.camera.wifi_picture()
        if wanted & _WANTS_SENSORS:
            sensors = all_sensors(self._board, self._board.selector(USUAL_SELECTOR))
            answer += struct.pack("B", SENSORS) + sensors + bytes((self._board.panel.button, 0))
        return answer or struct.pack("B", EMPTY)
