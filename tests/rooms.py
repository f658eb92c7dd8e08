# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A room with one robot in it, and what sensors must measure there, by geometry alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samebot.model.devices import DistanceSensor

Vector = NDArray[np.float64]
AMBIENT = 1.1
LAMP = 0.7
DIRECTION = (-0.4, 0.3, -1.0)
"""The way the lamp's light travels: steep enough to pass over the walls."""


@dataclass(frozen=True, kw_only=True)
class Room:
    """Walls at x = +-`x` and y = +-`y`, `height` high, on a floor at z = 0; m."""

    x: float
    y: float
    height: float = 0.1

    def world(self) -> str:
        """Return it as a world file; the wall in front is red, the others are white."""
        (a, b), t, h = (self.x, self.y), 0.02, self.height
        walls = {
            "back": (-a - t / 2, 0.0, t, 2 * (b + t)),
            "left": (0.0, b + t / 2, 2 * a, t),
            "right": (0.0, -b - t / 2, 2 * a, t),
            "front": (a + t / 2, 0.0, t, 2 * (b + t)),
        }
        lines = [f"floor: {{size: [{2 * a + 1}, {2 * b + 1}]}}", "things:"]
        for name, (x, y, along, across) in walls.items():
            colour = "[1.0, 0.1, 0.1]" if name == "front" else "[1.0, 1.0, 1.0]"
            lines.append(
                f"  - {{kind: box, name: {name}, x: {x}, y: {y}, size: [{along}, {across}, {h}], "
                f"surface: {{colour: {colour}}}}}"
            )
        lines += [
            "lights:",
            f"  - {{kind: ambient, intensity: {AMBIENT}}}",
            f"  - {{kind: directional, intensity: {LAMP}, direction: {list(DIRECTION)}}}",
            "starts: [{x: 0.0, y: 0.0, yaw: 0.0}]",
        ]
        return "\n".join(lines)

    def distance(self, origin: Vector, direction: Vector) -> tuple[float, float]:
        """Return how far a ray goes to a wall or the floor, and the cosine at which it meets it."""
        best, cosine = math.inf, 0.0
        for axis, place in ((0, self.x), (0, -self.x), (1, self.y), (1, -self.y), (2, 0.0)):
            if abs(direction[axis]) < 1e-9:
                continue
            length = float((place - origin[axis]) / direction[axis])
            hit = origin + length * direction
            inside = axis == 2 or 0.0 <= hit[2] <= self.height
            if 1e-9 < length < best and inside:
                best, cosine = length, abs(float(direction[axis]))
        return best, cosine

    def seen_by(self, sensor: DistanceSensor, placed: Vector) -> float:
        """Return what a distance sensor at a 4x4 pose must measure, before any limit of its own."""
        half = sensor.aperture / 2
        angles = np.linspace(-half, half, sensor.rays) if sensor.rays > 1 else np.zeros(1)
        last = end_of(sensor)
        found = []
        for angle in angles:
            ray = placed[:3, :3] @ np.array([math.cos(angle), math.sin(angle), 0.0])
            length, cosine = self.distance(placed[:3, 3], ray)
            lost = sensor.type == "sonar" and cosine < math.cos(math.radians(22.5))
            found.append(last if lost else min(length, last))
        if sensor.type in ("sonar", "laser"):
            return min(found)
        weights = np.exp(-((angles / (sensor.aperture * sensor.gaussian_width)) ** 2))
        return float(np.dot(weights, found) / weights.sum())


def end_of(sensor: DistanceSensor) -> float:
    """Return how far a sensor sees at all, m."""
    if sensor.table is not None:
        return float(sensor.table.rows[-1][0])
    return sensor.max_range or 1.0


def irradiance(axis: Sequence[float]) -> float:
    """Return what a light sensor that looks along `axis` gets in a room, W/m2."""
    towards = -np.array(DIRECTION) / np.linalg.norm(DIRECTION)
    return AMBIENT + LAMP * max(float(np.dot(towards, np.asarray(axis))), 0.0)


def accuracy(sensor: DistanceSensor, distance: float, *, noisy: bool) -> float:
    """Return by how much one reading may be wrong, m: noise, and the step of the raw value."""
    if sensor.table is None:
        return 0.002 + (5 * sensor.noise if noisy else 0.0)
    rows = np.array(sensor.table.rows, float)
    raw = float(np.interp(distance, rows[:, 0], rows[:, 1]))
    share = float(np.interp(distance, rows[:, 0], rows[:, 2])) if noisy else 0.0
    ahead, behind = distance * 1.02, distance * 0.98
    rise = np.interp(ahead, rows[:, 0], rows[:, 1]) - np.interp(behind, rows[:, 0], rows[:, 1])
    slope = max(abs(float(rise)) / (ahead - behind), 1e-9)
    return 0.001 + (5 * share * raw + (sensor.resolution or 0.0)) / slope
