# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""From where a robot is looked at, so that it fills the view whatever its size. Pure."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from samebot.core.pose import Pose, Vector3
from samebot.dashboard.geometry import Extent

__all__ = ["FIELD_OF_VIEW", "Viewpoint", "view_into", "viewpoint"]

FIELD_OF_VIEW: Final = 0.6
"""Vertical, rad."""

_TOWARDS: Final = (1.0, 0.62, 0.62)
"""The direction of the eye: before the robot, to its left and above."""
_ASPECT: Final = 1.6
_WIDTH_FILLED: Final = 0.68
_HEIGHT_FILLED: Final = 0.95
_ASIDE: Final = 0.2
"""By how much of half the view's width the robot is moved to the left: the panel is right."""
_STEEP: Final = 1.3
"""How far up the eye is in a world, as a share of how far aside."""
_NEAR_IN_WORLD: Final = 16.0
"""How far the eye is from a robot in a world, in radii of the robot."""
_BEHIND: Final = 0.12


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where the eye is and the point it looks at, in the robot's root link, m."""

    position: Vector3
    look_at: Vector3
    distance: float


def viewpoint(extent: Extent) -> Viewpoint:
    """Return the nearest viewpoint from which the whole box is seen beside the panel."""
    back = np.array(_TOWARDS) / np.linalg.norm(_TOWARDS)
    right = np.cross((0.0, 0.0, 1.0), back)
    right /= np.linalg.norm(right)
    up = np.cross(back, right)
    centre = np.array(extent.centre)
    corners = np.array(list(itertools.product(*zip(extent.low, extent.high, strict=True)))) - centre
    tall = math.tan(FIELD_OF_VIEW / 2)
    wide = tall * _ASPECT
    distance = float(
        np.max(
            corners @ back
            + np.maximum(
                np.abs(corners @ right) / (wide * _WIDTH_FILLED),
                np.abs(corners @ up) / (tall * _HEIGHT_FILLED),
            )
        )
    )
    look_at = centre + right * (_ASIDE * wide * distance)
    eye = look_at + back * distance
    return Viewpoint(_vector(eye), _vector(look_at), distance)


def view_into(centre: tuple[float, float], robot: Pose, extent: Extent) -> Viewpoint:
    """Return a viewpoint from which a robot is near, with the world that it stands in behind it.

    `centre` is that of the world's floor; the eye is on the other side of the robot, steeply
    above it, so that walls do not hide it.
    """
    place = np.array(robot.xyz)
    away = place[:2] - centre
    if np.linalg.norm(away) < extent.radius:
        yaw = robot.rpy[2]
        away = np.array([-math.cos(yaw), -math.sin(yaw)])
    away = away / np.linalg.norm(away)
    distance = _NEAR_IN_WORLD * extent.radius
    back = np.array([away[0], away[1], _STEEP]) / math.hypot(1.0, _STEEP)
    # The robot is below the middle of the view and left of it, beside the panel.
    right = np.cross((0.0, 0.0, 1.0), back)
    right /= np.linalg.norm(right)
    look_at = place - _BEHIND * distance * np.array([*away, 0.0]) + right * (_ASIDE * distance / 3)
    return Viewpoint(_vector(look_at + back * distance), _vector(look_at), distance)


def _vector(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Vector3:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
