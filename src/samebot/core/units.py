# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Units at the edges; inside samebot every quantity is SI (REP 103)."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["GRAVITY", "from_degrees", "from_rpm", "to_degrees", "wrap_angle"]

GRAVITY: Final = 9.81
"""Standard gravity as robots and simulators of this size use it, m/s2."""


def from_degrees(angle_deg: float) -> float:
    """Return an angle in rad."""
    return math.radians(angle_deg)


def to_degrees(angle: float) -> float:
    """Return an angle in degrees."""
    return math.degrees(angle)


def from_rpm(turns_per_minute: float) -> float:
    """Return an angular speed in rad/s."""
    return turns_per_minute * math.tau / 60.0


def wrap_angle(angle: float) -> float:
    """Return the same direction in (-pi, pi]."""
    wrapped = math.remainder(angle, math.tau)
    return math.pi if wrapped == -math.pi else wrapped
