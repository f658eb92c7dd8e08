# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How the axes of the e-pucks' inertial sensors lie in the robot: x forward, y left, z up.

Sources disagree, and no robot was measured for this: a guess where it is marked so.

- Wi-Fi and serial, acceleration: GCtronic's driver takes y for x and x for y, z as it is, and
  the firmware says +1 g for z at rest. Axes so exchanged have x to the left: not right-handed,
  like the accelerometer of the first e-puck whose numbers the firmware imitates.
- Wi-Fi and serial, turning and magnetic field: taken as they are (guess).
- Pi-puck, chip read directly: GCtronic's driver takes the chip's axes as they are. epuck_ros2
  exchanges x and y without a sign, which makes turns left-handed (a suspected bug).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from samebot.core.errors import BusError
from samebot.core.units import GRAVITY
from samebot.hardware.link import Sample

__all__ = ["acceleration", "exchanged", "field", "turning"]

_LARGEST_FIELD: Final = 1e-2
"""T; what a magnetometer for the earth's field cannot show."""


def exchanged(axes: Sequence[float]) -> tuple[float, float, float]:
    """Return what an e-puck1-like accelerometer says in the robot's axes."""
    return axes[1], axes[0], axes[2]


def acceleration(raw: Sequence[float], per_g: float, *, zero: float = 0.0) -> Sample:
    """Return a sample in m/s2 of counts in the robot's axes."""
    return Sample(raw, [(count - zero) * (GRAVITY / per_g) for count in raw])


def turning(raw: Sequence[float], per_degree: float) -> Sample:
    """Return a sample in rad/s of counts in the robot's axes."""
    return Sample(raw, [math.radians(count / per_degree) for count in raw])


def field(microteslas: Sequence[float]) -> Sample:
    """Return a sample in T of a field in the robot's axes."""
    teslas = [number * 1e-6 for number in microteslas]
    if max(map(abs, teslas)) > _LARGEST_FIELD:
        raise BusError(f"a magnetic field of {max(teslas)} T is none of a robot's")
    return Sample(microteslas, teslas)
