# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Scanning and depth: many narrow rays from one point, cast in one compiled call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from samebot.core.errors import ModelError, Where
from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import Lidar, RangeFinder
from samebot.sim.compiled import compiled
from samebot.sim.handing import reader, written
from samebot.sim.rays import FOUND_WIDTH, Point, cast, near, to_world
from samebot.sim.solids import Floats, Solids, no_solids

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
    if camera.field_of_view >= math.pi:
        degrees = math.degrees(camera.field_of_view)
        raise ModelError(
            f"a field of view of {degrees:.4g} degrees is no flat picture; less than 180 is",
            Where(element=f'depth camera "{camera.name}"'),
        )
    width, height = camera.size
    half = math.tan(camera.field_of_view / 2)
    side = 2 * half / width
    left = half - side * (np.arange(width) + 0.5)
    up = side * height / 2 - side * (np.arange(height) + 0.5)
    z, y = np.meshgrid(up, left, indexing="ij")
    directions: Floats = np.stack([np.ones_like(y), y, z], axis=-1).reshape(-1, 3)
    return directions


class _Handed(NamedTuple):
    """All that the compiled function works on, but for what changes with every call."""

    solids: Solids
    found: Floats
    rays: Floats
    scales: Floats
    """What makes a ray's length the distance that is shown."""
    place: Point
    bounds: tuple[float, float, float, float, float]
    """Lowest and highest distance, longest ray, noise, resolution."""
    robot: int
    link: int


class RayBundle:
    """The rays of one lidar or depth camera."""

    def __init__(self, device: Lidar | RangeFinder, links: Mapping[str, int], robot: int) -> None:
        """`links` gives each link's row in the engine's arrays, `robot` the robot's own number."""
        x, y, z = device.pose.xyz
        depth = isinstance(device, RangeFinder)
        directions = (
            depth_directions(device) if isinstance(device, RangeFinder) else scan_directions(device)
        )
        lengths = np.linalg.norm(directions, axis=1)
        unit: Floats = directions / lengths[:, None]
        scales: Floats = 1.0 / lengths if depth else np.ones(len(lengths))
        low, high, noise = map(float, (device.min_range, device.max_range, device.noise))
        longest = high / float(scales.min(initial=1.0))
        self._handed = _Handed(
            solids=_EXAMPLE.solids,
            found=_EXAMPLE.found,
            rays=np.ascontiguousarray(unit @ rpy_to_matrix(device.pose.rpy).T),
            scales=scales,
            place=(float(x), float(y), float(z)),
            bounds=(low, high, longest, noise, float(device.resolution or 0.0)),
            robot=robot,
            link=links[device.link],
        )
        self._words = written(self._handed, _EXAMPLE)

    def __len__(self) -> int:
        """Return how many rays there are."""
        return len(self._handed.rays)

    def sample(self, solids: Solids, noise: Floats, out: Floats) -> None:
        """Write a distance (lidar) or depth (camera) a ray, m; -inf too close, +inf nothing.

        `noise` holds one standard normal number a ray; zeros for an ideal device.
        """
        if self._handed.solids is not solids:
            found: Floats = np.empty((len(solids.seen), FOUND_WIDTH))
            self._handed = self._handed._replace(solids=solids, found=found)
            self._words = written(self._handed, _EXAMPLE)
        _sample(self._words.ctypes.data, noise, out)


_EXAMPLE: Final = _Handed(
    solids=no_solids(),
    found=np.empty((0, FOUND_WIDTH)),
    rays=np.empty((0, 3)),
    scales=np.empty(0),
    place=(0.0, 0.0, 0.0),
    bounds=(0.0, 0.0, 0.0, 0.0, 0.0),
    robot=0,
    link=0,
)
_read = reader(_EXAMPLE)


@compiled
def _sample(address: int, noise: Floats, out: Floats) -> None:
    handed = _read(address)
    solids, found, rays, scales = handed.solids, handed.found, handed.rays, handed.scales
    low, high, longest, sigma, resolution = handed.bounds
    link = handed.link
    offset = to_world(solids.link_rotations, link, handed.place)
    centre = (
        solids.link_positions[link, 0] + offset[0],
        solids.link_positions[link, 1] + offset[1],
        solids.link_positions[link, 2] + offset[2],
    )
    count = near(centre, longest, solids, handed.robot, found)
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
