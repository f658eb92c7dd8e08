# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Systematic errors: how a robot that is really built differs from its model.

Calibration must find them, so a controller sees the model alone, with its nominal numbers.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from samebot.core.pose import Pose
from samebot.model.devices import Device, DistanceSensor, Gyro
from samebot.model.robot import RobotModel

__all__ = ["Flaws"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaws:
    """What is wrong with one robot; the defaults are a robot exactly as its model says."""

    left_radius: float = 1.0
    """Left wheel's radius as a factor of the nominal one."""
    right_radius: float = 1.0
    separation: float = 1.0
    """Distance between the wheels as a factor of the nominal one."""
    gyro_bias: float = 0.0
    """What gyros show too much about their z axis, rad/s."""
    range_offset: float = 0.0
    """How far behind its nominal place each distance sensor sits, m: it reads so much more."""

    def built(self, model: RobotModel) -> RobotModel:
        """Return the model of the robot that is really built, except for its wheels' radii."""
        drive = model.drive
        if drive is not None:
            apart = drive.wheel_separation * self.separation
            drive = dataclasses.replace(drive, wheel_separation=apart)
        devices = tuple(self._built(device) for device in model.devices)
        return dataclasses.replace(model, drive=drive, devices=devices)

    def _built(self, device: Device) -> Device:
        if isinstance(device, Gyro) and self.gyro_bias:
            x, y, z = device.bias
            return dataclasses.replace(device, bias=(x, y, z + self.gyro_bias))
        if isinstance(device, DistanceSensor) and self.range_offset:
            behind = Pose((-self.range_offset, 0.0, 0.0))
            return dataclasses.replace(device, pose=device.pose @ behind)
        return device

    @property
    def radii(self) -> tuple[float, float]:
        """The radii of the left and right wheel as factors of the nominal ones."""
        return (self.left_radius, self.right_radius)

    @property
    def none(self) -> bool:
        """Whether the robot is exactly as its model says."""
        perfect = all(math.isclose(f, 1.0, abs_tol=0.0) for f in (*self.radii, self.separation))
        return perfect and not self.gyro_bias and not self.range_offset
