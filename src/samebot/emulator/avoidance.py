# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Obstacle avoidance as the e-puck2's firmware does it: near things push the wheels' speeds.

Each infra-red sensor pushes away from where it looks; forward pushes make both wheels faster or
slower, sideward ones turn. Weights: e-puck2_main-processor, behaviors.c.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["avoiding"]

_FORWARD: Final = (-1.0, -0.5, 0.0, 0.75, 0.75, 0.0, -0.5, -1.0)
_LEFTWARD: Final = (0.5, 0.5, 1.0, 0.5, -0.5, -1.0, -0.5, -0.5)
_SLOWING: Final = 0.5
_TURNING: Final = 4.0
_NOISE: Final = 5
"""Smaller values of a sensor push nothing."""


def avoiding(speeds: tuple[int, int], proximity: Sequence[int]) -> tuple[int, int]:
    """Return what becomes of two wheel speeds (steps/s) before what eight sensors see."""
    seen = [value if value >= _NOISE else 0 for value in proximity[:8]]
    forward = _SLOWING * sum(w * p for w, p in zip(_FORWARD, seen, strict=True))
    turn = _TURNING * sum(w * p for w, p in zip(_LEFTWARD, seen, strict=True))
    left, right = (speed + (forward if speed >= 0 else -forward) for speed in speeds)
    return int(left - turn), int(right + turn)
