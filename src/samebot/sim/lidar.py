# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Scanning and depth: many narrow rays from one point, cast in one compiled call."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import Device, Lidar, RangeFinder
from samebot.sim.compiled import compiled
from samebot.sim.rays import FOUND_WIDTH, Point, cast, near, to_world
from samebot.sim.solids import Floats, Solids

__all__ = ["RayBundle", "depth_directions", "scan_directions"]


def scan_directions(lidar: Lidar) -> Floats:
    """Return unit directions in the device's frame: layers from the top, each from min_angle on."""
    turn: Floats = np.linspace(lidar.min_angle, lidar.max_angle, lidar.samples)
    if abs(lidar.max_angle - lidar.min_angle - math.tau) < 1e-3:
        # A full turn: the last ray is not the first one again.
        turn = np.linspace(
            lidar.min_angle, lidar.min_angle + math.tau, lidar.samples, endpoint=False
        )
    half = lidar.vertical_field_of_view / 2
    lift: Floats = np.linspace(half, -half, lidar.layers) if lidar.layers > 1 else np.zeros(1)
    up, round_about = np.meshgrid(lift, turn, indexing="ij")
    directions: Floats = np.stack(
        [np.cos(up) * np.cos(round_about), np.cos(up) * np.sin(round_about), np.sin(up)], axis=-1
    ).reshape(-1, 3)
    return directions


def depth_directions(camera: RangeFinder) -> Floats:
    """Return the direction of each pixel, rows from the top, not normalised: x is 1.

    So a ray's length times the x of its unit direction is the depth that the pixel shows.
    """
    width, height = camera.size
    half = math.tan(camera.field_of_view / 2)
    side = 2 * half / width
    left = half - side * (np.arange(width) + 0.5)
    up = side * height / 2 - side * (np.arange(height) + 0.5)
    z, y = np.meshgrid(up, left, indexing="ij")
    directions: Floats = np.stack([np.ones_like(y), y, z], axis=-1).reshape(-1, 3)
    return directions


class RayBundle:
    """The rays of one lidar or depth camera."""

    def __init__(self, device: Lidar | RangeFinder, links: Mapping[str, int], robot: int) -> None:
        """`links` gives each link's row in the engine's arrays, `robot` the robot's own number."""
        self._device: Device = device
        self._robot = robot
        self._link = links[device.link]
        # Whole numbers, as files may hold them, would be compiled for once more.
        x, y, z = device.pose.xyz
        self._place: Point = (float(x), float(y), float(z))
        depth = isinstance(device, RangeFinder)
        directions = (
            depth_directions(device) if isinstance(device, RangeFinder) else scan_directions(device)
        )
        lengths = np.linalg.norm(directions, axis=1)
        self._scales = 1.0 / lengths if depth else np.ones(len(lengths))
        unit = directions / lengths[:, None]
        self._rays: Floats = unit @ rpy_to_matrix(device.pose.rpy).T
        low, high, noise = map(float, (device.min_range, device.max_range, device.noise))
        self._bounds = (low, high, noise, float(device.resolution or 0.0))
        self._found: Floats = np.empty((0, FOUND_WIDTH))

    def __len__(self) -> int:
        """Return how many rays there are."""
        return len(self._rays)

    def sample(self, solids: Solids, noise: Floats, out: Floats) -> None:
        """Write a distance (lidar) or depth (camera) a ray, m; -inf too close, +inf nothing.

        `noise` holds one standard normal number a ray; zeros for an ideal device.
        """
        if len(self._found) < len(solids.seen):
            self._found = np.empty((len(solids.seen), FOUND_WIDTH))
        _sample(
            solids,
            self._robot,
            self._link,
            self._place,
            self._rays,
            self._scales,
            self._bounds,
            self._found,
            noise,
            out,
        )


@compiled
def _sample(
    solids: Solids,
    robot: int,
    link: int,
    place: Point,
    rays: Floats,
    scales: Floats,
    bounds: tuple[float, float, float, float],
    found: Floats,
    noise: Floats,
    out: Floats,
) -> None:
    low, high, sigma, resolution = bounds
    offset = to_world(solids.link_rotations, link, place)
    centre = (
        solids.link_positions[link, 0] + offset[0],
        solids.link_positions[link, 1] + offset[1],
        solids.link_positions[link, 2] + offset[2],
    )
    count = near(centre, high / scales.min(), solids, robot, found)
    for ray in range(len(rays)):
        towards = to_world(solids.link_rotations, link, (rays[ray, 0], rays[ray, 1], rays[ray, 2]))
        length, _ = cast(centre, towards, high / scales[ray], found, count)
        distance = length * scales[ray]
        if distance < math.inf:
            distance += sigma * noise[ray]
            if resolution > 0.0:
                distance = round(distance / resolution) * resolution
        if distance > high:
            distance = math.inf
        elif distance < low:
            distance = -math.inf
        out[ray] = distance
