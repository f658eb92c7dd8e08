# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Distance sensors: cones of rays, means, tables and noise, compiled.

Rays of a sensor lie in a fan across its own x-y plane. An infra-red sensor sees a surface at
its distance divided by 0.2 + 0.8 red (1 - roughness / 2), as Webots does: dark and rough
surfaces look farther away. A sonar loses a surface that it meets at more than 22.5 degrees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import DistanceSensor
from samebot.model.table import LookupTable
from samebot.sim.columns import (
    DUE,
    FIRST,
    FIRST_OWN,
    LINK,
    NOISE,
    OWNER,
    RAY,
    RAY_END,
    ROW,
    ROW_END,
    Columns,
    Place,
    columns,
)
from samebot.sim.compiled import compiled_part
from samebot.sim.grid import Grid, along_way
from samebot.sim.rays import Point, along, cast, incidence, to_world
from samebot.sim.solids import Floats, Solids

__all__ = [
    "distance_columns",
    "ray_angles",
    "ray_weights",
    "sample_distances",
    "table_column",
    "table_distance",
]

PULL_BACK: Final = 0.005
"""Rays start so far behind the sensor (m): a robot pressed to a wall has its sensors in it."""
SONAR_LIMIT: Final = math.cos(math.radians(22.5))

_GENERIC, _INFRA_RED, _SONAR, _LASER = range(4)
_TYPES: Final = {"generic": _GENERIC, "infra-red": _INFRA_RED, "sonar": _SONAR, "laser": _LASER}


def ray_angles(sensor: DistanceSensor) -> Floats:
    """Return the direction of each ray from the sensor's axis, rad, over the whole aperture."""
    if sensor.rays == 1:
        return np.zeros(1)
    return np.linspace(-sensor.aperture / 2, sensor.aperture / 2, sensor.rays)


def ray_weights(sensor: DistanceSensor) -> Floats:
    """Return each ray's share of the mean: a bell over the aperture, adding up to 1."""
    spread = sensor.aperture * sensor.gaussian_width
    weights = np.exp(-((ray_angles(sensor) / spread) ** 2)) if spread else np.ones(sensor.rays)
    shares: Floats = weights / weights.sum()
    return shares


_TYPE, _PEAK, _FALLING, _ALIKE = range(FIRST_OWN, FIRST_OWN + 4)
"""Columns of whole numbers. Peak: the row of the table from which on it is turned round. Alike:
whether a sensor has the ball of the one before it."""
_X, _BALL, _CONE, _LOW, _HIGH, _NOTHING, _STEP, _RED, _NOISE, _MOST = (0, 3, 7, *range(11, 18))
"""Columns of numbers. Place in the link; centre in the link and radius of a ball that holds all
rays of a sensor and of its like; axis in the link, and tangent of half the aperture (0: too wide),
of a sensor by itself; lowest and highest range, raw for nothing, resolution, red sensitivity, plain
noise, largest raw."""


def distance_columns(
    sensors: Sequence[DistanceSensor],
    links: Mapping[str, int],
    robot: int,
    places: Sequence[Place],
) -> Columns:
    """Return the sensors of one robot; `links` gives each link's row in the engine's arrays."""
    tables = [_table(sensor) for sensor in sensors]
    keys = [(s.link, t.rows[-1][0]) for s, t in zip(sensors, tables, strict=True)]
    balls = {
        key: _ball([s for s, k in zip(sensors, keys, strict=True) if k == key], key[1])
        for key in keys
    }
    own, numbers = [], []
    for before, sensor, table, key in zip([None, *keys], sensors, tables, keys, strict=False):
        own.append((_TYPES[sensor.type], table.peak, table.falling, before == key))
        cone = _cone(sensor, alone=keys.count(key) == 1)
        numbers.append((*sensor.pose.xyz, *balls[key], *cone, *_numbers(sensor, table)))
    return columns(
        places,
        robot,
        [links[sensor.link] for sensor in sensors],
        own=own,
        numbers=numbers,
        rows=[np.array(table.rows) for table in tables],
        rays=[np.column_stack([_directions(s), ray_weights(s)]) for s in sensors],
    )


def _ball(sensors: Sequence[DistanceSensor], reach: float) -> tuple[float, ...]:
    """Return centre (in their link) and radius of a ball that holds all rays of sensors."""
    places = np.array([sensor.pose.xyz for sensor in sensors])
    centre = places.mean(axis=0)
    spread = float(np.linalg.norm(places - centre, axis=1).max())
    return (*centre.tolist(), spread + reach + PULL_BACK)


def _cone(sensor: DistanceSensor, *, alone: bool) -> tuple[float, ...]:
    """Return a sensor's axis, and how steeply its cone opens."""
    axis = rpy_to_matrix(sensor.pose.rpy)[:, 0].tolist()
    narrow = alone and sensor.aperture < math.pi / 2
    return (*axis, math.tan(sensor.aperture / 2) if narrow else 0.0)


def _directions(sensor: DistanceSensor) -> Floats:
    angles = ray_angles(sensor)
    fan = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
    turned: Floats = fan @ rpy_to_matrix(sensor.pose.rpy).T
    return turned


def _table(sensor: DistanceSensor) -> LookupTable:
    """Return the sensor's table; without one raw is metres, over its range."""
    if sensor.table is not None:
        return sensor.table
    last = sensor.max_range if sensor.max_range is not None else 1.0
    return LookupTable.of([(0.0, 0.0), (last, last)])


def _numbers(sensor: DistanceSensor, table: LookupTable) -> tuple[float, ...]:
    low = sensor.min_range if sensor.min_range is not None else -math.inf
    high = sensor.max_range if sensor.max_range is not None else math.inf
    nothing = sensor.nothing
    if nothing is None:
        nothing = 0.0 if table.falling else 1.05 * table.rows[-1][1]
    most = max(row[1] for row in table.rows)
    given = (low, high, nothing, sensor.resolution or 0.0, sensor.red_sensitivity, sensor.noise)
    return (*given, most)


@compiled_part
def _red(point: Point, solids: Solids, solid: int) -> float:
    """Return how much red light a solid sends back at a point, 0 to 1."""
    if solid != solids.floor:
        return float(solids.colours[solid, 0])
    picture = solids.picture
    row = math.floor((point[1] - picture.bottom) / picture.side)
    column = math.floor((point[0] - picture.left) / picture.side)
    row = min(max(row, 0), picture.pixels.shape[0] - 1)
    column = min(max(column, 0), picture.pixels.shape[1] - 1)
    return float(picture.pixels[row, column, 0])


@compiled_part
def table_column(distance: float, rows: Floats, column: int) -> float:
    """Return a table's raw value (column 1) or noise (column 2) at a distance."""
    last = len(rows) - 1
    if distance <= rows[0, 0]:
        return float(rows[0, column])
    for row in range(last):
        if distance <= rows[row + 1, 0]:
            step = rows[row + 1, 0] - rows[row, 0]
            share = (distance - rows[row, 0]) / step if step > 0.0 else 1.0
            return float(rows[row, column] + share * (rows[row + 1, column] - rows[row, column]))
    return float(rows[last, column])


@compiled_part
def table_distance(raw: float, rows: Floats, falling: bool) -> float:  # noqa: FBT001
    """Return the largest distance at which rows give a raw value, as LookupTable.distance does.

    `rows` begin at the table's peak.
    """
    lowest = rows[0, 1]
    for row in range(len(rows) - 1, 0, -1):
        near_raw = rows[row - 1, 1]
        far_raw = rows[row, 1]
        lowest = min(lowest, far_raw)
        if min(near_raw, far_raw) <= raw <= max(near_raw, far_raw):
            if raw == far_raw:
                return float(rows[row, 0])
            if raw == near_raw:
                return float(rows[row - 1, 0])
            share = (raw - near_raw) / (far_raw - near_raw)
            return float(rows[row - 1, 0] + share * (rows[row, 0] - rows[row - 1, 0]))
    return math.inf if (raw < lowest) == falling else -math.inf


@compiled_part
def _reflecting(point: Point, solid: int, sensitivity: float, solids: Solids) -> float:
    """Return by what an infra-red sensor divides its distance to a point on a solid."""
    red = _red(point, solids, solid) * sensitivity
    return 0.2 + 0.8 * red * (1.0 - 0.5 * float(solids.roughness[solid]))


@compiled_part
def _centre(some: Columns, sensor: int, solids: Solids, column: int) -> Point:
    """Return where in the world a point of a sensor's link is that is told in three columns."""
    link = some.whole[sensor, LINK]
    numbers = some.numbers
    offset = to_world(
        solids.link_rotations,
        link,
        (numbers[sensor, column], numbers[sensor, column + 1], numbers[sensor, column + 2]),
    )
    return (
        solids.link_positions[link, 0] + offset[0],
        solids.link_positions[link, 1] + offset[1],
        solids.link_positions[link, 2] + offset[2],
    )


@compiled_part
def _around(some: Columns, sensor: int, solids: Solids, grid: Grid, found: Floats) -> int:
    """Put into `found` what the rays of a sensor and of its like can hit; count it."""
    numbers = some.numbers
    centre = _centre(some, sensor, solids, _BALL)
    axis = (numbers[sensor, _CONE], numbers[sensor, _CONE + 1], numbers[sensor, _CONE + 2])
    axis = to_world(solids.link_rotations, some.whole[sensor, LINK], axis)
    opening = numbers[sensor, _CONE + 3]
    reach = 0.0
    margin = numbers[sensor, _BALL + 3]
    if opening > 0.0:
        centre = along(centre, axis, -PULL_BACK)
        reach, margin = margin + PULL_BACK, 1e-6
    own = some.whole[sensor, OWNER]
    return along_way(grid, centre, axis, reach, margin, opening, solids, own, found)


@compiled_part
def _combined(
    some: Columns, sensor: int, last: float, solids: Solids, found: Floats, count: int
) -> float:
    """Return the distance that a sensor's rays make together; `last` if none hits anything."""
    link = some.whole[sensor, LINK]
    kind = some.whole[sensor, _TYPE]
    centre = _centre(some, sensor, solids, _X)
    rays = some.rays
    mean = 0.0
    nearest = last
    for ray in range(some.whole[sensor, RAY], some.whole[sensor, RAY_END]):
        towards = to_world(solids.link_rotations, link, (rays[ray, 0], rays[ray, 1], rays[ray, 2]))
        start = along(centre, towards, -PULL_BACK)
        length, hit = cast(start, towards, last + PULL_BACK, found, count)
        distance = last
        if hit >= 0:
            distance = max(length - PULL_BACK, 0.0)
            point = along(start, towards, length)
            if kind == _INFRA_RED:
                sensitivity = some.numbers[sensor, _RED]
                distance /= _reflecting(point, int(found[hit, 17]), sensitivity, solids)
            elif kind == _SONAR and incidence(point, towards, found, hit) < SONAR_LIMIT:
                distance = last
            distance = min(distance, last)
        mean += rays[ray, 3] * distance
        nearest = min(nearest, distance)
    if nearest >= last or kind >= _SONAR:
        return nearest
    return min(mean, last)


@compiled_part
def _raw(some: Columns, sensor: int, distance: float, rows: Floats, noise: float) -> float:
    """Return what the sensor says at a distance, with noise, as its hardware can say it."""
    exact = table_column(distance, rows, 1)
    spread = table_column(distance, rows, 2) * exact + some.numbers[sensor, _NOISE]
    raw = exact + spread * noise
    if some.whole[sensor, _FALLING]:
        raw = min(raw, some.numbers[sensor, _MOST])  # the converter ends where the table begins
    resolution = some.numbers[sensor, _STEP]
    return float(round(raw / resolution) * resolution) if resolution > 0.0 else raw


@compiled_part
def sample_distances(
    some: Columns,
    solids: Solids,
    grid: Grid,
    found: Floats,
    due: Floats,
    noise: Floats,
    raw_out: Floats,
    value_out: Floats,
) -> None:
    """Write raw and metric readings of the sensors that are `due` (1.0) into the arrays."""
    count = 0
    fresh = False
    for sensor in range(len(some.whole)):
        whole = some.whole[sensor]
        numbers = some.numbers[sensor]
        fresh = fresh and whole[_ALIKE] == 1
        if due[whole[DUE]] == 0.0:
            continue
        if not fresh:
            count = _around(some, sensor, solids, grid, found)
            fresh = True
        rows = some.rows[whole[ROW] : whole[ROW_END]]
        last = rows[len(rows) - 1, 0]
        distance = last if count == 0 else _combined(some, sensor, last, solids, found, count)
        raw = numbers[_NOTHING]
        value = math.inf
        if distance < last:
            raw = _raw(some, sensor, distance, rows, noise[whole[NOISE]])
            value = table_distance(raw, rows[whole[_PEAK] :], whole[_FALLING] == 1)
            if value > numbers[_HIGH]:
                value = math.inf
            elif value < numbers[_LOW]:
                value = -math.inf
        raw_out[whole[FIRST]] = raw
        value_out[whole[FIRST]] = value
