# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Distance sensors of one robot: cones of rays, means, tables and noise, all in one compiled call.

Rays of a sensor lie in a fan across its own x-y plane. An infra-red sensor sees a surface at
its distance divided by 0.2 + 0.8 red (1 - roughness / 2), as Webots does: dark and rough
surfaces look farther away. A sonar loses a surface that it meets at more than 22.5 degrees.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import DistanceSensor
from samebot.model.table import LookupTable
from samebot.sim.compiled import compiled, compiled_part
from samebot.sim.rays import FOUND_WIDTH, Point, along, between, cast, incidence, near, to_world
from samebot.sim.solids import Floats, Solids, Whole

__all__ = [
    "DistanceSensors",
    "Plan",
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


class Plan(NamedTuple):
    """Distance sensors as arrays, a row a sensor, ray or table row."""

    owners: Whole
    """The robot that each sensor belongs to."""
    first: Whole
    """Where each sensor's number lies in the readings."""
    due: Whole
    """Where is written whether it is due."""
    noises: Whole
    """Where its noise lies."""
    links: Whole
    places: Floats
    types: Whole
    first_ray: Whole
    rays: Floats
    weights: Floats
    first_row: Whole
    peaks: Whole
    falling: NDArray[np.bool_]
    rows: Floats
    numbers: Floats
    """Lowest and highest range, raw for nothing, resolution, red sensitivity, plain noise, largest
    raw."""
    groups: Floats
    """Centre in the link and radius of a ball that holds all rays of a sensor and of its like."""
    alike: NDArray[np.bool_]
    """Whether a sensor's ball is that of the one before it."""
    cones: Floats
    """Axis in the link, and tangent of half the aperture (0: too wide) of a sensor by itself."""


class DistanceSensors:
    """The distance sensors of one robot, ready to be sampled together."""

    def __init__(
        self,
        sensors: Sequence[DistanceSensor],
        links: Mapping[str, int],
        robot: int,
        first: Sequence[int] | None = None,
        due: Sequence[int] | None = None,
    ) -> None:
        """`links` gives each link's row in the engine's arrays, `robot` the robot's own number.

        `first` says where each sensor's number lies in the readings, `due` where it stands
        whether it is due (None: in this order).
        """
        self.names = tuple(sensor.name for sensor in sensors)
        tables = [_table(sensor) for sensor in sensors]
        keys = [(s.link, t.rows[-1][0]) for s, t in zip(sensors, tables, strict=True)]
        balls = {
            key: _ball([s for s, k in zip(sensors, keys, strict=True) if k == key], key[1])
            for key in keys
        }
        self.plan = Plan(
            owners=np.full(len(sensors), robot, np.int64),
            first=np.array(range(len(sensors)) if first is None else first, np.int64),
            due=np.array(range(len(sensors)) if due is None else due, np.int64),
            noises=np.arange(len(sensors)),
            links=np.array([links[s.link] for s in sensors], np.int64),
            places=np.array([s.pose.xyz for s in sensors], np.float64).reshape(-1, 3),
            types=np.array([_TYPES[s.type] for s in sensors], np.int64),
            first_ray=_starts([s.rays for s in sensors]),
            rays=_stack([_directions(s) for s in sensors], 3),
            weights=_stack([ray_weights(s)[:, None] for s in sensors], 1)[:, 0].copy(),
            first_row=_starts([len(table.rows) for table in tables]),
            peaks=np.array([table.peak for table in tables], np.int64),
            falling=np.array([table.falling for table in tables], np.bool_),
            rows=_stack([np.array(table.rows) for table in tables], 3),
            numbers=np.array(
                [_numbers(s, t) for s, t in zip(sensors, tables, strict=True)], np.float64
            ).reshape(-1, 7),
            groups=np.array([balls[key] for key in keys], np.float64).reshape(-1, 4),
            cones=np.array(
                [_cone(s, alone=keys.count(key) == 1) for s, key in zip(sensors, keys, strict=True)]
            ).reshape(-1, 4),
            alike=np.array([a == b for a, b in itertools.pairwise([None, *keys])], np.bool_),
        )
        self._found: Floats = np.empty((0, FOUND_WIDTH))

    def sample(
        self, solids: Solids, due: Floats, noise: Floats, raw: Floats, value: Floats
    ) -> None:
        """Write raw and metric readings of the sensors that are `due` (1.0) into the arrays.

        `noise` holds one standard normal number a sensor; zeros for ideal sensors.
        """
        if len(self._found) < len(solids.seen):
            self._found = np.empty((len(solids.seen), FOUND_WIDTH))
        _sample_alone(self.plan, solids, self._found, due, noise, raw, value)


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


def _starts(counts: Sequence[int]) -> Whole:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)


def _stack(parts: Sequence[Floats], width: int) -> Floats:
    return np.concatenate([*parts, np.empty((0, width))]).astype(np.float64)


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
def _around(plan: Plan, sensor: int, solids: Solids, found: Floats) -> int:
    """Put into `found` what the rays of a sensor and of its like can hit; count it."""
    link = plan.links[sensor]
    ball = plan.groups[sensor]
    offset = to_world(solids.link_rotations, link, (ball[0], ball[1], ball[2]))
    centre = (
        solids.link_positions[link, 0] + offset[0],
        solids.link_positions[link, 1] + offset[1],
        solids.link_positions[link, 2] + offset[2],
    )
    cone = plan.cones[sensor]
    if cone[3] == 0.0:
        return near(centre, ball[3], solids, plan.owners[sensor], found)
    axis = to_world(solids.link_rotations, link, (cone[0], cone[1], cone[2]))
    start = along(centre, axis, -PULL_BACK)
    own = plan.owners[sensor]
    return between(start, axis, ball[3] + PULL_BACK, 1e-6, cone[3], solids, own, found)


@compiled_part
def _combined(
    plan: Plan, sensor: int, last: float, solids: Solids, found: Floats, count: int
) -> float:
    """Return the distance that a sensor's rays make together; `last` if none hits anything."""
    link = plan.links[sensor]
    place = to_world(
        solids.link_rotations,
        link,
        (plan.places[sensor, 0], plan.places[sensor, 1], plan.places[sensor, 2]),
    )
    centre = (
        solids.link_positions[link, 0] + place[0],
        solids.link_positions[link, 1] + place[1],
        solids.link_positions[link, 2] + place[2],
    )
    kind = plan.types[sensor]
    mean = 0.0
    nearest = last
    for ray in range(plan.first_ray[sensor], plan.first_ray[sensor + 1]):
        towards = to_world(
            solids.link_rotations, link, (plan.rays[ray, 0], plan.rays[ray, 1], plan.rays[ray, 2])
        )
        start = along(centre, towards, -PULL_BACK)
        length, hit = cast(start, towards, last + PULL_BACK, found, count)
        distance = last
        if hit >= 0:
            distance = max(length - PULL_BACK, 0.0)
            point = along(start, towards, length)
            if kind == _INFRA_RED:
                sensitivity = plan.numbers[sensor, 4]
                distance /= _reflecting(point, int(found[hit, 17]), sensitivity, solids)
            elif kind == _SONAR and incidence(point, towards, found, hit) < SONAR_LIMIT:
                distance = last
            distance = min(distance, last)
        mean += plan.weights[ray] * distance
        nearest = min(nearest, distance)
    if nearest >= last or kind >= _SONAR:
        return nearest
    return min(mean, last)


@compiled_part
def _raw(plan: Plan, sensor: int, distance: float, rows: Floats, noise: float) -> float:
    """Return what the sensor says at a distance, with noise, as its hardware can say it."""
    exact = table_column(distance, rows, 1)
    raw = exact + (table_column(distance, rows, 2) * exact + plan.numbers[sensor, 5]) * noise
    if plan.falling[sensor]:
        raw = min(raw, plan.numbers[sensor, 6])  # the converter ends where the table begins
    resolution = plan.numbers[sensor, 3]
    return float(round(raw / resolution) * resolution) if resolution > 0.0 else raw


@compiled_part
def sample_distances(
    plan: Plan,
    solids: Solids,
    found: Floats,
    due: Floats,
    noise: Floats,
    raw_out: Floats,
    value_out: Floats,
) -> None:
    """Write raw and metric readings of the sensors that are `due` (1.0) into the arrays."""
    count = 0
    fresh = False
    for sensor in range(len(plan.links)):
        fresh = fresh and plan.alike[sensor]
        if due[plan.due[sensor]] == 0.0:
            continue
        if not fresh:
            count = _around(plan, sensor, solids, found)
            fresh = True
        rows = plan.rows[plan.first_row[sensor] : plan.first_row[sensor + 1]]
        numbers = plan.numbers[sensor]
        last = rows[len(rows) - 1, 0]
        distance = last if count == 0 else _combined(plan, sensor, last, solids, found, count)
        if distance >= last:
            raw_out[plan.first[sensor]] = numbers[2]
            value_out[plan.first[sensor]] = math.inf
            continue
        raw = _raw(plan, sensor, distance, rows, noise[plan.noises[sensor]])
        value = table_distance(raw, rows[plan.peaks[sensor] :], plan.falling[sensor])
        if value > numbers[1]:
            value = math.inf
        elif value < numbers[0]:
            value = -math.inf
        raw_out[plan.first[sensor]] = raw
        value_out[plan.first[sensor]] = value


@compiled
def _sample_alone(
    plan: Plan,
    solids: Solids,
    found: Floats,
    due: Floats,
    noise: Floats,
    raw: Floats,
    value: Floats,
) -> None:
    sample_distances(plan, solids, found, due, noise, raw, value)
