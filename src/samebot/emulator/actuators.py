# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The 19 bytes that set all actuators of the e-puck2, on Wi-Fi and with the serial command 0xF7."""

from __future__ import annotations

from typing import Final

from samebot.emulator.mainboard import Mainboard
from samebot.emulator.words import from_i16

__all__ = ["ACTUATORS_SIZE", "obey"]

ACTUATORS_SIZE: Final = 19

_CALIBRATE, _AVOID, _SET_STEPS = 1, 2, 4
_BODY_LED, _FRONT_LED = 0x10, 0x20
_SOUNDS: Final = {0x01: 1, 0x02: 2, 0x04: 3, 0x08: 4, 0x10: 5, 0x20: 0}
"""Number of the sound by its bit; 0 stops."""


def obey(board: Mainboard, actuators: bytes) -> None:
    """Do what 19 bytes say: settings, two speeds or steps, LEDs, four RGB LEDs, sound."""
    settings = actuators[0]
    if settings & _CALIBRATE:
        board.calibrate()
    board.obstacle_avoidance = bool(settings & _AVOID)
    left, right = from_i16(actuators[1:5])
    if settings & _SET_STEPS:
        board.set_steps(left, right)
    else:
        board.set_speeds(left, right)
    board.set_red_bits(actuators[5])
    board.set_led("led_body", int(bool(actuators[5] & _BODY_LED)))
    board.set_led("led_front", int(bool(actuators[5] & _FRONT_LED)))
    board.set_rgb_ring(actuators[6:18])
    for bit, sound in _SOUNDS.items():
        if actuators[18] & bit:
            board.play(sound)
