# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How a robot moves itself. Each way is one value with a `kind`; a new way is one more class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["DRIVES", "DifferentialDrive", "Drive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentialDrive:
    """Two driven wheels on one axle. Radii and separation in m, speeds in SI units.

    Joints and encoders are named; an empty encoder name means the joint's own position.
    Limits: `max_wheel_velocity` (rad/s) holds on every body; `max_linear` (m/s) and
    `max_angular` (rad/s) only where the maker gives them.
    """

    kind: ClassVar[str] = "differential"

    left_joint: str
    right_joint: str
    left_encoder: str = ""
    right_encoder: str = ""
    wheel_radius: float
    wheel_separation: float
    max_wheel_velocity: float | None = None
    max_linear: float | None = None
    max_angular: float | None = None
    steps_per_turn: int | None = None
    """Stepper motors: full steps per wheel turn, which quantise speed and position."""
    odometry_frame: str = "odom"
    base_frame: str = ""
    """The frame that odometry moves; empty: the model's root link."""
    source: str = ""


Drive = DifferentialDrive
"""Any way of moving; a union as soon as there are more."""

DRIVES: dict[str, type[Drive]] = {DifferentialDrive.kind: DifferentialDrive}
