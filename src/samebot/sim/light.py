# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Light sensors: every lamp by the inverse square and the cosine, less its shadows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import LightSensor
from samebot.model.table import LookupTable
from samebot.sim.columns import (
    DUE,
    FIRST,
    FIRST_OWN,
    LINK,
    NOISE,
    OWNER,
    ROW,
    ROW_END,
    Columns,
    Place,
    columns,
)
from samebot.sim.compiled import compiled_part
from samebot.sim.distance import table_column, table_distance
from samebot.sim.grid import Grid, along_way
from samebot.sim.rays import Point, cast, to_world
from samebot.sim.solids import Floats, Solids, Whole
from samebot.sim.world import Light

__all__ = ["Lights", "light_columns", "lights_of", "sample_light"]

_AMBIENT, _DIRECTIONAL, _POINT = range(3)
_KINDS: Final = {"ambient": _AMBIENT, "directional": _DIRECTIONAL, "point": _POINT}
_WIDEST: Final = 1.5
"""Light sensors on several links are at most so far from the first one's link, m."""
_FAR: Final = 100.0
"""A shadow is looked for so far towards a directional light, m."""


_Ray = tuple[Point, Point, float, float]


class Lights(NamedTuple):
    """The lights of a world as arrays, a row a light."""

    kinds: Whole
    strengths: Floats
    """Irradiance of red, green and blue, W/m2."""
    directions: Floats
    """Unit vectors, the way the light travels."""
    positions: Floats
    attenuations: Floats


def lights_of(lights: Sequence[Light]) -> Lights:
    """Return a world's lights as arrays."""
    directions = np.array([light.direction for light in lights], np.float64).reshape(-1, 3)
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    return Lights(
        kinds=np.array([_KINDS[light.kind] for light in lights], np.int64),
        strengths=np.array(
            [[light.intensity * part for part in light.colour] for light in lights], np.float64
        ).reshape(-1, 3),
        directions=directions / np.where(lengths > 0.0, lengths, 1.0),
        positions=np.array([light.position for light in lights], np.float64).reshape(-1, 3),
        attenuations=np.array([light.attenuation for light in lights], np.float64).reshape(-1, 3),
    )


_PEAK, _FALLING, _SHADED = range(FIRST_OWN, FIRST_OWN + 3)
"""Columns of whole numbers; shaded: whether what stands before a lamp matters."""
_X, _AXIS, _FILTER, _STEP, _LEAST, _MOST, _SPREAD = (0, 3, 6, *range(9, 13))
"""Columns of numbers: place and direction in the link, colour filter, resolution, smallest and
largest raw value; all sensors of a robot lie within `_SPREAD` (m) of the first one's link."""


def light_columns(
    sensors: Sequence[LightSensor],
    links: Mapping[str, int],
    robot: int,
    places: Sequence[Place],
) -> Columns:
    """Return the sensors of one robot; `links` gives each link's row in the engine's arrays."""
    tables = [sensor.table or _IRRADIANCE for sensor in sensors]
    spread = _spread(sensors)
    own, numbers = [], []
    for sensor, table in zip(sensors, tables, strict=True):
        own.append((table.peak, table.falling, sensor.occlusion))
        axis = rpy_to_matrix(sensor.pose.rpy)[:, 0].tolist()
        step = sensor.resolution or 0.0
        own_numbers = (*sensor.colour_filter, step, *_ends(table), spread)
        numbers.append((*sensor.pose.xyz, *axis, *own_numbers))
    return columns(
        places,
        robot,
        [links[sensor.link] for sensor in sensors],
        own=own,
        numbers=numbers,
        rows=[np.array(table.rows) for table in tables],
    )


_IRRADIANCE: Final = LookupTable.of([(0.0, 0.0), (1e15, 1e15)])
"""Without a table raw is W/m2."""


def _spread(sensors: Sequence[LightSensor]) -> float:
    if len({sensor.link for sensor in sensors}) > 1:
        return _WIDEST
    return max((math.hypot(*sensor.pose.xyz) for sensor in sensors), default=0.0)


def _ends(table: LookupTable) -> tuple[float, float]:
    raws = [row[1] for row in table.rows]
    return min(raws), max(raws)


@compiled_part
def _lamp(place: Point, lights: Lights, light: int) -> tuple[Point, float, float]:
    """Return the direction to a lamp, how far it is, and which share of its strength arrives."""
    if lights.kinds[light] == _DIRECTIONAL:
        away = lights.directions[light]
        return (-away[0], -away[1], -away[2]), _FAR, 1.0
    x = lights.positions[light, 0] - place[0]
    y = lights.positions[light, 1] - place[1]
    z = lights.positions[light, 2] - place[2]
    distance = math.sqrt(x * x + y * y + z * z)
    if distance < 1e-9:
        return (0.0, 0.0, 1.0), 0.0, 0.0
    a = lights.attenuations[light]
    fall = a[0] + a[1] * distance + a[2] * distance * distance
    return (x / distance, y / distance, z / distance), distance, 1.0 / max(fall, 1e-9)


@compiled_part
def _shaders(
    some: Columns,
    first: int,
    solids: Solids,
    lights: Lights,
    light: int,
    grid: Grid,
    top: float,
    found: Floats,
) -> int:
    """Put into `found` what can stand between a light and a robot's sensors; count it."""
    link = some.whole[first, LINK]
    place = (
        solids.link_positions[link, 0],
        solids.link_positions[link, 1],
        solids.link_positions[link, 2],
    )
    towards, distance, _ = _lamp(place, lights, light)
    spread = some.numbers[first, _SPREAD]
    if towards[2] > 0.0:
        # Above everything nothing shades.
        distance = min(distance, max(top + spread - place[2], 0.0) / towards[2])
    own = some.whole[first, OWNER]
    return along_way(grid, place, towards, distance, spread, 0.0, solids, own, found)


@compiled_part
def _arriving(some: Columns, sensor: int, solids: Solids, lights: Lights, light: int) -> _Ray:
    """Return a sensor's place, the direction to a light and how far it is, and what arrives."""
    numbers = some.numbers[sensor]
    strength = 0.0
    for part in range(3):
        strength += lights.strengths[light, part] * numbers[_FILTER + part] / 3.0
    link = some.whole[sensor, LINK]
    offset = to_world(solids.link_rotations, link, (numbers[_X], numbers[_X + 1], numbers[_X + 2]))
    place = (
        solids.link_positions[link, 0] + offset[0],
        solids.link_positions[link, 1] + offset[1],
        solids.link_positions[link, 2] + offset[2],
    )
    if lights.kinds[light] == _AMBIENT:
        return place, (0.0, 0.0, 1.0), 0.0, strength
    own = (numbers[_AXIS], numbers[_AXIS + 1], numbers[_AXIS + 2])
    axis = to_world(solids.link_rotations, link, own)
    towards, distance, share = _lamp(place, lights, light)
    cosine = towards[0] * axis[0] + towards[1] * axis[1] + towards[2] * axis[2]
    return place, towards, distance, strength * max(cosine, 0.0) * share


@compiled_part
def _add_light(
    some: Columns,
    solids: Solids,
    lights: Lights,
    light: int,
    grid: Grid,
    top: float,
    found: Floats,
    due: Floats,
    value_out: Floats,
) -> None:
    """Add what one light gives to each sensor that is due."""
    count = -1
    first = 0
    for sensor in range(len(some.whole)):
        if some.whole[sensor, OWNER] != some.whole[first, OWNER]:
            first, count = sensor, -1
        if due[some.whole[sensor, DUE]] == 0.0:
            continue
        place, towards, distance, strength = _arriving(some, sensor, solids, lights, light)
        if strength > 0.0 and distance > 0.0 and some.whole[sensor, _SHADED] == 1:
            if count < 0:
                count = _shaders(some, first, solids, lights, light, grid, top, found)
            if count > 0 and cast(place, towards, distance, found, count)[1] >= 0:
                strength = 0.0
        value_out[some.whole[sensor, FIRST]] += strength


@compiled_part
def sample_light(
    some: Columns,
    solids: Solids,
    lights: Lights,
    grid: Grid,
    top: float,
    found: Floats,
    due: Floats,
    noise: Floats,
    raw_out: Floats,
    value_out: Floats,
) -> None:
    """Write raw readings and irradiance (W/m2) of the sensors that are `due` (1.0)."""
    for sensor in range(len(some.whole)):
        if due[some.whole[sensor, DUE]] > 0.0:
            value_out[some.whole[sensor, FIRST]] = 0.0
    for light in range(len(lights.kinds)):
        _add_light(some, solids, lights, light, grid, top, found, due, value_out)
    for sensor in range(len(some.whole)):
        whole = some.whole[sensor]
        if due[whole[DUE]] == 0.0:
            continue
        numbers = some.numbers[sensor]
        rows = some.rows[whole[ROW] : whole[ROW_END]]
        irradiance = value_out[whole[FIRST]]
        exact = table_column(irradiance, rows, 1)
        raw = exact + table_column(irradiance, rows, 2) * exact * noise[whole[NOISE]]
        if numbers[_STEP] > 0.0:
            raw = round(raw / numbers[_STEP]) * numbers[_STEP]
        # The converter ends where the table does: darker than dark is dark.
        raw = min(max(raw, numbers[_LEAST]), numbers[_MOST])
        raw_out[whole[FIRST]] = raw
        value_out[whole[FIRST]] = table_distance(raw, rows[whole[_PEAK] :], whole[_FALLING] == 1)
