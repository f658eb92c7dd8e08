# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where a robot with two driven wheels is, from what the wheels have turned.

Knows the geometry of a differential drive, two rules of integration, and how the error of the
wheels spreads (Siegwart & Nourbakhsh, Introduction to Autonomous Mobile Robots, section 5.2.4).
It does not know counters (see core/counting.py), time, or ROS.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from samebot.core.errors import OptionError
from samebot.core.pose import Pose2
from samebot.core.units import wrap_angle

__all__ = [
    "SLIP",
    "Covariance",
    "Method",
    "Odometry",
    "OdometryState",
    "WheelGeometry",
    "advance_arc",
    "advance_rk4",
]

Method = Literal["arc", "rk4"]
Covariance = tuple[float, float, float, float, float, float]
"""The upper triangle of the symmetric 3x3 matrix of x, y (m) and yaw (rad), row by row:
xx, xy, x-yaw, yy, y-yaw, yaw-yaw."""

SLIP: Final = 1e-6
"""Variance of a wheel's travel, m2 for each metre travelled.

Estimated: a standard deviation of 1 mm after 1 m, as much as a radius wrong by 0.1 % makes. An
e-puck2 then knows its heading to 1.5 degrees after 1 m.
"""
_ABSURD: Final = 1e6
"""m or rad between two samples: no motion, but a broken sensor."""
_INSTANT: Final = 1e-6
"""Less than this between two samples, s, gives no speed."""
_NONE: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelGeometry:
    """Sizes that turn wheel angles into motion; all in metres."""

    left_radius: float
    right_radius: float
    separation: float

    def __post_init__(self) -> None:
        """Refuse sizes that no robot has."""
        for size in fields(self):
            value = getattr(self, size.name)
            if not 0.0 < value < math.inf:
                raise OptionError(
                    f"wheel geometry: {size.name} is {value} m; give a length above 0 m"
                )

    def motion(self, left: float, right: float) -> tuple[float, float]:
        """Return the way of the middle between the wheels (m) and the turn (rad)."""
        travel_left, travel_right = left * self.left_radius, right * self.right_radius
        return (travel_left + travel_right) / 2, (travel_right - travel_left) / self.separation


def advance_arc(pose: Pose2, left: float, right: float, geometry: WheelGeometry) -> Pose2:
    """Return the pose after both wheels turned by the given angles (rad).

    The motion is taken as one circular arc, exact for constant wheel speeds.
    """
    length, turn = geometry.motion(left, right)
    return _arc(pose, length, turn)


def advance_rk4(pose: Pose2, left: float, right: float, geometry: WheelGeometry) -> Pose2:
    """Return the same by one step of the fourth-order Runge-Kutta rule.

    For constant wheel speeds it is wrong by about length * turn^4 / 2880.
    """
    length, turn = geometry.motion(left, right)
    return _rk4(pose, length, turn)


def _arc(pose: Pose2, length: float, turn: float) -> Pose2:
    return pose.along_arc(length=length, turn=turn)


def _rk4(pose: Pose2, length: float, turn: float) -> Pose2:
    # Equation 3.5 of the thesis as it is meant: the turn belongs inside the cosine. The slopes
    # k1 and k2 are equal, for the heading does not depend on the place.
    middle, end = pose.yaw + turn / 2, pose.yaw + turn
    x = math.cos(pose.yaw) + 4.0 * math.cos(middle) + math.cos(end)
    y = math.sin(pose.yaw) + 4.0 * math.sin(middle) + math.sin(end)
    return Pose2(pose.x + length / 6.0 * x, pose.y + length / 6.0 * y, wrap_angle(end))


_METHODS: Final[dict[str, Callable[[Pose2, float, float], Pose2]]] = {"arc": _arc, "rk4": _rk4}


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryState:
    """Where the robot is, how fast it goes, and how far both may be wrong.

    The yaw is kept in (-pi, pi], so that it is as exact after a day as at the start.
    """

    pose: Pose2 = Pose2()
    v: float = 0.0
    """Mean speed forward over the last period, m/s."""
    w: float = 0.0
    """Mean speed of turning over the last period, rad/s, counter-clockwise."""
    sideways: float = 0.0
    """Mean speed to the left, m/s: wheels do not slide, but a frame before their axle swings."""
    covariance: Covariance = _NONE
    """Of the pose, in the frame of odometry; zero where it starts, which is so by definition."""
    twist_covariance: tuple[float, float] = (0.0, 0.0)
    """The variances of `v` (m2/s2) and `w` (rad2/s2)."""


class Odometry:
    """Adds up what two wheels turn."""

    def __init__(
        self,
        geometry: WheelGeometry,
        *,
        method: Method = "arc",
        start: Pose2 = Pose2(),
        slip: float = SLIP,
        resolution: float = 0.0,
        axle: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Begin at `start`, with whatever wheel angles the first update brings.

        `axle` is where the middle between the wheels lies in the frame that is followed, m.

        `slip` is the variance of a wheel's travel for each metre (m2/m). `resolution` is a step
        of the encoders (rad); its rounding makes speeds uncertain, but does not add up.
        """
        if method not in _METHODS:
            raise OptionError(f"odometry method {method!r}; give one of {', '.join(_METHODS)}")
        for name, value in (("slip", slip), ("resolution", resolution)):
            if not 0.0 <= value < math.inf:
                raise OptionError(f"odometry: {name} is {value}; give a number of 0 or more")
        self._geometry = geometry
        self._advance = _METHODS[method]
        self._slip = slip
        self._axle = Pose2(*axle)
        self._frame = self._axle.inverse()
        """The frame that is followed, as the axle sees it."""
        # Each travel is the difference of two readings, each rounded: a step squared / 12.
        radii = geometry.left_radius**2 + geometry.right_radius**2
        self._rounding = resolution**2 / 6 * radii
        self._angles: tuple[float, float] | None = None
        self._pending = 0.0
        self._state = OdometryState(pose=start)

    @property
    def state(self) -> OdometryState:
        """The state after the last update."""
        return self._state

    def reset(self, pose: Pose2 = Pose2()) -> None:
        """Be at `pose`, at rest and certain.

        The wheels are followed on from their last angles: where they begin anew as well, make a
        new Odometry.
        """
        self._state = OdometryState(pose=pose)

    def update(self, left_angle: float, right_angle: float, dt: float) -> OdometryState:
        """Take the wheels' continuous angles (rad) `dt` seconds after the last call.

        Angles that are not finite are a lost sample: nothing changes, and the next good one
        brings the motion meanwhile. Without time between two samples, speeds stay as they are.
        """
        if dt > 0.0:
            self._pending += dt
        if not (math.isfinite(left_angle) and math.isfinite(right_angle)):
            return self._state
        left, right = self._angles or (left_angle, right_angle)
        self._angles = (left_angle, right_angle)
        period, self._pending = self._pending, 0.0
        self._state = self._moved(left_angle - left, right_angle - right, period)
        return self._state

    def _moved(self, left: float, right: float, dt: float) -> OdometryState:
        old, geometry = self._state, self._geometry
        if left == right == old.v == old.w == self._rounding == 0.0:
            return old  # it stands, as before
        length, turn = geometry.motion(left, right)
        if not (abs(length) < _ABSURD and abs(turn) < _ABSURD):
            return old
        pose = self._advance(old.pose @ self._axle, length, turn) @ self._frame
        noise_left = self._slip * abs(left) * geometry.left_radius
        noise_right = self._slip * abs(right) * geometry.right_radius
        covariance = self._spread(pose, length, turn, noise_left, noise_right)
        if dt < _INSTANT:
            return replace(old, pose=pose, covariance=covariance)
        squared = (noise_left + noise_right + self._rounding) / (dt * dt)
        return OdometryState(
            pose=pose,
            v=(length + turn * self._axle.y) / dt,
            w=turn / dt,
            sideways=-turn * self._axle.x / dt,
            covariance=covariance,
            twist_covariance=(squared / 4.0, squared / geometry.separation**2),
        )

    def _spread(
        self, pose: Pose2, length: float, turn: float, noise_left: float, noise_right: float
    ) -> Covariance:
        """Return F P F' + G Q G': what was uncertain is carried along, the wheels' noise added."""
        old, separation = self._state, self._geometry.separation
        dx, dy = pose.x - old.pose.x, pose.y - old.pose.y
        xx, xy, xt, yy, yt, tt = old.covariance
        xt_new, yt_new = xt - dy * tt, yt + dx * tt
        middle = old.pose.yaw + turn / 2
        cos, sin = math.cos(middle) / 2, math.sin(middle) / 2
        # One metre more of a wheel: half a metre forward, the rest of the way points elsewhere,
        # and the frame swings round the axle.
        lever, arm = length / separation, 1.0 / separation
        swing_x, swing_y = self._swing(pose.yaw, arm)
        lx, ly = cos + lever * sin - swing_x, sin - lever * cos - swing_y
        rx, ry = cos - lever * sin + swing_x, sin + lever * cos + swing_y
        return (
            xx - dy * (xt + xt_new) + noise_left * lx * lx + noise_right * rx * rx,
            xy + dx * xt - dy * yt_new + noise_left * lx * ly + noise_right * rx * ry,
            xt_new + arm * (noise_right * rx - noise_left * lx),
            yy + dx * (yt + yt_new) + noise_left * ly * ly + noise_right * ry * ry,
            yt_new + arm * (noise_right * ry - noise_left * ly),
            tt + arm * arm * (noise_left + noise_right),
        )

    def _swing(self, yaw: float, turn: float) -> tuple[float, float]:
        """Return how the frame moves when the robot turns about its axle by a small angle."""
        x, y = self._axle.x * turn, self._axle.y * turn
        cos, sin = math.cos(yaw), math.sin(yaw)
        return sin * x + cos * y, sin * y - cos * x
