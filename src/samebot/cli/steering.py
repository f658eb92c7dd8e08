# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What keys mean for a robot that is driven by hand. Pure: keys and times in, speeds out."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["HELP", "HOLD", "Steering", "keys_in"]

HOLD: Final = 0.5
"""A key counts as held for so long after it came, s: terminals repeat it more often."""

HELP: Final = """\
arrow keys or w a s d   drive and turn; two of them follow each other as curves
space                   stop
+ and -                 faster and slower
q                       end; the robot stops"""

_ARROWS: Final = {"A": "w", "B": "s", "C": "d", "D": "a"}
_DIRECTIONS: Final = {"w": (1, 0), "s": (-1, 0), "a": (0, 1), "d": (0, -1)}
_STEP: Final = 1.1
_ENDS: Final = ("q", "\x03", "\x04")


def keys_in(typed: bytes) -> list[str]:
    """Return the keys in what a terminal sent; arrows as w a s d, other sequences left out."""
    text = typed.decode("ascii", "ignore").lower()
    keys: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == "\x1b" and text[at + 1 : at + 2] in ("[", "o"):
            keys.extend(filter(None, [_ARROWS.get(text[at + 2 : at + 3].upper())]))
            at += 3
        else:
            keys.append(text[at])
            at += 1
    return keys


class Steering:
    """The speeds that keys ask for; without a key for a while it is standstill."""

    def __init__(self, v: float, w: float, *, latch: bool = False) -> None:
        """`v` (m/s) and `w` (rad/s) are full speed; `latch`: keys hold until the next one."""
        self._v, self._w = v, w
        self._hold = math.inf if latch else HOLD
        self._pressed: dict[str, float] = {}
        self.over = False

    def press(self, key: str, now: float) -> None:
        """Note a key."""
        if key in _ENDS:
            self.over = True
        elif key in _DIRECTIONS:
            forward, turn = _DIRECTIONS[key]
            opposite = {k for k, d in _DIRECTIONS.items() if d == (-forward, -turn)}
            self._pressed = {k: t for k, t in self._pressed.items() if k not in opposite}
            self._pressed[key] = now
        elif key == " ":
            self._pressed.clear()
        elif key in "+-=":
            factor = 1 / _STEP if key == "-" else _STEP
            self._v, self._w = self._v * factor, self._w * factor

    def speeds(self, now: float) -> tuple[float, float]:
        """Return m/s and rad/s."""
        held = [key for key, when in self._pressed.items() if now - when <= self._hold]
        forward = sum(_DIRECTIONS[key][0] for key in held)
        turn = sum(_DIRECTIONS[key][1] for key in held)
        return forward * self._v, turn * self._w
