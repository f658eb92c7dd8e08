# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The microcontroller of the e-puck2 as an I2C device, for the Pi-puck: 20 bytes in, 47 out.

The firmware (e-puck2_main-processor, branch gumstix) prepares its answer when a packet arrives,
and obeys it only if its checksum is right; a bare read returns the answer prepared last.
"""

from __future__ import annotations

from typing import Final

from samebot.emulator.mainboard import Mainboard
from samebot.emulator.words import from_i16, i16s, u16s, xor

__all__ = ["ADDRESS", "ANSWER_SIZE", "PACKET_SIZE", "MainboardDevice"]

ADDRESS: Final = 0x1F
PACKET_SIZE: Final = 20
ANSWER_SIZE: Final = 47
USUAL_SELECTOR: Final = 10
_CALIBRATE, _SET_STEPS = 1, 4
"""Bit 1, obstacle avoidance, does nothing here: that firmware only reads it."""
_BUTTON: Final = 0x10
_MELODIES: Final = (1, 2, 3)


class MainboardDevice:
    """The slave at 0x1F."""

    def __init__(self, board: Mainboard) -> None:
        """Begin with an answer that was never prepared: zeros, whose checksum is right."""
        self._board = board
        self._answer = bytes(ANSWER_SIZE)

    def write(self, data: bytes) -> None:
        """Take a packet; an empty one only asks whether somebody is there."""
        if not data:
            return
        packet = data[:PACKET_SIZE]
        if len(packet) == PACKET_SIZE and xor(packet) == 0:
            self._obey(packet)
        self._answer = self._prepared()

    def read(self, length: int) -> bytes:
        """Return the answer; whoever reads on gets the bus at rest."""
        return self._answer[:length].ljust(length, b"\xff")

    def _obey(self, packet: bytes) -> None:
        board = self._board
        left, right = from_i16(packet[:4])
        settings = packet[18]
        if settings & _SET_STEPS:
            board.set_steps(left, right)
        else:
            board.set_speeds(left, right)
        if packet[4] in _MELODIES:
            board.play(packet[4])
        board.set_red_bits(packet[5])
        board.set_rgb_ring(packet[6:18])
        if settings & _CALIBRATE and not board.calibrating:
            board.calibrate()

    def _prepared(self) -> bytes:
        board = self._board
        pressed = _BUTTON if board.panel.button else 0
        answer = (
            u16s(board.proximity[:8])
            + u16s(board.readings.ambient[:8])
            + u16s(board.readings.microphones)
            + bytes((board.selector(USUAL_SELECTOR) | pressed,))
            + i16s(board.steps)
            + bytes((board.remote[2],))
        )
        return answer + bytes((xor(answer),))
