# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A controller that wanders about and avoids what its range sensors see; knows no simulator.

Every reading is taken as a point around the robot, so that any range sensors will do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.body import Snapshot
from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import DistanceSensor, Lidar
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel

__all__ = ["Around", "Eyes", "Wanderer"]

Floats = NDArray[np.float64]

_FASTEST: Final = 0.4
"""m/s, whatever the robot could do."""
_SHARE: Final = 0.6
"""Of what the wheels can do."""
_TURN: Final = 1.2
"""rad/s."""
_TURN_TIME: Final = 0.4
_LONGEST_TURN: Final = 6.0
_BACK_TIME: Final = 0.6
_LEVEL: Final = 0.5
"""Rays that point up or down more than this (sine) see floor or ceiling."""


class Around(NamedTuple):
    """Free way in m: straight ahead of the robot's hull, and to the left and right before it."""

    ahead: float
    left: float
    right: float


class Eyes:
    """A robot's range sensors as rays from its root link, seen from above."""

    def __init__(self, model: RobotModel, radius: float) -> None:
        """`radius` (m) is that of the circle that holds what may bump."""
        self._radius = radius
        links = forward(model)
        self._names: list[str] = []
        starts, rays = [np.empty((0, 2))], [np.empty((0, 2))]
        for device in model.devices:
            if not isinstance(device, DistanceSensor | Lidar):
                continue
            placed = links[device.link] @ device.pose.matrix()
            directions = _directions(device) @ placed[:3, :3].T
            if abs(directions[:, 2]).max() > _LEVEL:
                continue
            self._names.append(device.name)
            starts.append(np.tile(placed[:2, 3], (len(directions), 1)))
            rays.append(directions[:, :2])
        self._starts: Floats = np.vstack(starts)
        self._rays: Floats = np.vstack(rays)

    @property
    def blind(self) -> bool:
        """Whether there is no sensor that looks along the floor."""
        return not self._names

    def look(self, snapshot: Snapshot) -> Around:
        """Return how much room there is; inf where nothing is seen, 0 where it is too close."""
        if self.blind:
            return Around(math.inf, math.inf, math.inf)
        ranges: Floats = np.concatenate([np.ravel(snapshot[name].value) for name in self._names])
        ranges = np.maximum(ranges, 0.0)
        seen = np.isfinite(ranges)
        points = self._starts[seen] + self._rays[seen] * ranges[seen, None]
        before = points[:, 0] > 0.0
        x, y = points[before, 0], points[before, 1]
        away: Floats = np.maximum(np.hypot(x, y) - self._radius, 0.0)
        inside = np.abs(y) < 1.1 * self._radius
        return Around(
            ahead=_least(np.maximum(x[inside] - self._radius, 0.0)),
            left=_least(away[y >= 0.0]),
            right=_least(away[y < 0.0]),
        )


@dataclass(slots=True)
class _Turning:
    """A turn on the spot, or backwards, that goes on for a while."""

    side: float
    since: float
    least: float


class Wanderer:
    """Drives ahead, turns where there is more room, and now and then as it pleases."""

    def __init__(self, model: RobotModel, radius: float, chance: np.random.Generator) -> None:
        """`model` must have a drive; `radius` (m) as for `Eyes`."""
        drive = model.drive
        assert drive is not None
        wheel = drive.max_wheel_velocity or math.inf
        top = min(wheel * drive.wheel_radius, drive.max_linear or math.inf)
        self._speed = min(_SHARE * top, 2.5 * radius, _FASTEST)
        spin = 2 * wheel * drive.wheel_radius / drive.wheel_separation
        self._turn = min(_SHARE * spin, _SHARE * (drive.max_angular or math.inf), _TURN)
        self._near = max(0.3 * radius, 0.012)
        self._eyes = Eyes(model, radius)
        # Without eyes it goes round in a circle, which keeps it where there was room.
        self._drift = self._speed / (4 * radius) if self._eyes.blind else 0.0
        self._until = -math.inf
        self._chance = chance
        self._turning: _Turning | None = None

    def speeds(self, snapshot: Snapshot) -> tuple[float, float]:
        """Return how to drive now: m/s and rad/s."""
        around = self._eyes.look(snapshot)
        if self._turning is not None:
            return self._turn_on(self._turning, snapshot.time, around)
        if around.ahead < self._near:
            more_left = around.left > around.right
            if around.left == around.right:
                more_left = self._chance.random() < 0.5
            least = _TURN_TIME + 0.8 * self._chance.random()
            self._turning = _Turning(1.0 if more_left else -1.0, snapshot.time, least)
            return 0.0, self._turning.side * self._turn
        return self._speed, self._steer(around, snapshot.time)

    def _turn_on(self, turning: _Turning, now: float, around: Around) -> tuple[float, float]:
        lasted = now - turning.since
        if lasted > _LONGEST_TURN + _BACK_TIME:
            turning.since, turning.side = now, -turning.side
        elif lasted > _LONGEST_TURN:
            return -self._speed / 2, 0.0
        elif lasted > turning.least and around.ahead > 1.5 * self._near:
            self._turning = None
        return 0.0, turning.side * self._turn

    def _steer(self, around: Around, now: float) -> float:
        """Keep off the sides, and stray a little."""
        push = 0.0
        for room, side in ((around.left, -1.0), (around.right, 1.0)):
            push += side * max(0.0, 1.0 - room / self._near)
        if now >= self._until and not self._eyes.blind:
            self._until = now + 1.0 + 2.0 * self._chance.random()
            self._drift = 0.25 * self._turn * (2.0 * self._chance.random() - 1.0)
        return 0.6 * self._turn * push if push else self._drift


def _directions(device: DistanceSensor | Lidar) -> Floats:
    """Return the unit directions of a sensor's rays in its own frame."""
    if isinstance(device, DistanceSensor):
        return np.array([[1.0, 0.0, 0.0]])
    turned = np.linspace(
        device.min_angle,
        device.max_angle,
        device.samples,
        endpoint=device.max_angle - device.min_angle < math.tau - 1e-3,
    )
    half = device.vertical_field_of_view / 2
    lifts = np.linspace(half, -half, device.layers) if device.layers > 1 else [0.0]
    ray = np.stack([np.cos(turned), np.sin(turned), np.zeros_like(turned)], axis=-1)
    return np.vstack([ray @ rpy_to_matrix((0.0, -lift, 0.0)).T for lift in lifts])


def _least(values: Floats) -> float:
    return float(values.min()) if values.size else math.inf
