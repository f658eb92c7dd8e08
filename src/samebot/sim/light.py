# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Light sensors of one robot: every lamp by the inverse square and the cosine, less its shadows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import LightSensor
from samebot.model.table import LookupTable
from samebot.sim.compiled import compiled, compiled_part
from samebot.sim.distance import table_column, table_distance
from samebot.sim.rays import FOUND_WIDTH, Point, between, cast, to_world
from samebot.sim.solids import Floats, Solids, Whole
from samebot.sim.world import Light

__all__ = ["LightSensors", "Lights", "Plan", "lights_of", "sample_light"]

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


class Plan(NamedTuple):
    """Light sensors as arrays, a row a sensor or table row; those of a robot follow each other."""

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
    axes: Floats
    filters: Floats
    occlusion: NDArray[np.bool_]
    first_row: Whole
    peaks: Whole
    falling: NDArray[np.bool_]
    rows: Floats
    resolutions: Floats
    ends: Floats
    """Smallest and largest raw value."""
    spreads: Floats
    """All sensors of its robot lie within it of the first one's link, m."""


class LightSensors:
    """The light sensors of one robot, ready to be sampled together."""

    def __init__(
        self,
        sensors: Sequence[LightSensor],
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
        tables = [sensor.table or _IRRADIANCE for sensor in sensors]
        counts = np.cumsum([0, *(len(table.rows) for table in tables)])
        self.plan = Plan(
            owners=np.full(len(sensors), robot, np.int64),
            first=np.array(range(len(sensors)) if first is None else first, np.int64),
            due=np.array(range(len(sensors)) if due is None else due, np.int64),
            noises=np.arange(len(sensors)),
            links=np.array([links[s.link] for s in sensors], np.int64),
            places=np.array([s.pose.xyz for s in sensors], np.float64).reshape(-1, 3),
            axes=np.array([rpy_to_matrix(s.pose.rpy)[:, 0] for s in sensors]).reshape(-1, 3),
            filters=np.array([s.colour_filter for s in sensors], np.float64).reshape(-1, 3),
            occlusion=np.array([s.occlusion for s in sensors], np.bool_),
            first_row=counts.astype(np.int64),
            peaks=np.array([table.peak for table in tables], np.int64),
            falling=np.array([table.falling for table in tables], np.bool_),
            rows=np.array([row for table in tables for row in table.rows]).reshape(-1, 3),
            resolutions=np.array([s.resolution or 0.0 for s in sensors], np.float64),
            spreads=np.full(len(sensors), _spread(sensors)),
            ends=np.array([_ends(table) for table in tables], np.float64).reshape(-1, 2),
        )
        self._found: Floats = np.empty((0, FOUND_WIDTH))

    def sample(
        self, solids: Solids, lights: Lights, due: Floats, noise: Floats, raw: Floats, value: Floats
    ) -> None:
        """Write raw readings and irradiance (W/m2) of the sensors that are `due` (1.0)."""
        if len(self._found) < len(solids.seen):
            self._found = np.empty((len(solids.seen), FOUND_WIDTH))
        _sample_alone(self.plan, solids, lights, self._found, due, noise, raw, value)


_IRRADIANCE: Final = LookupTable.of([(0.0, 0.0), (1000.0, 1000.0)])
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
    plan: Plan, first: int, solids: Solids, lights: Lights, light: int, found: Floats
) -> int:
    """Put into `found` what can stand between a light and a robot's sensors; count it."""
    link = plan.links[first]
    place = (
        solids.link_positions[link, 0],
        solids.link_positions[link, 1],
        solids.link_positions[link, 2],
    )
    towards, distance, _ = _lamp(place, lights, light)
    spread, own = plan.spreads[first], plan.owners[first]
    return between(place, towards, distance, spread, 0.0, solids, own, found)


@compiled_part
def _arriving(plan: Plan, sensor: int, solids: Solids, lights: Lights, light: int) -> _Ray:
    """Return a sensor's place, the direction to a light and how far it is, and what arrives."""
    strength = 0.0
    for part in range(3):
        strength += lights.strengths[light, part] * plan.filters[sensor, part] / 3.0
    link = plan.links[sensor]
    at = plan.places[sensor]
    offset = to_world(solids.link_rotations, link, (at[0], at[1], at[2]))
    place = (
        solids.link_positions[link, 0] + offset[0],
        solids.link_positions[link, 1] + offset[1],
        solids.link_positions[link, 2] + offset[2],
    )
    if lights.kinds[light] == _AMBIENT:
        return place, (0.0, 0.0, 1.0), 0.0, strength
    own = plan.axes[sensor]
    axis = to_world(solids.link_rotations, link, (own[0], own[1], own[2]))
    towards, distance, share = _lamp(place, lights, light)
    cosine = towards[0] * axis[0] + towards[1] * axis[1] + towards[2] * axis[2]
    return place, towards, distance, strength * max(cosine, 0.0) * share


@compiled_part
def _add_light(
    plan: Plan,
    solids: Solids,
    lights: Lights,
    light: int,
    found: Floats,
    due: Floats,
    totals: Floats,
) -> None:
    """Add what one light gives to each sensor that is due."""
    count = -1
    first = 0
    for sensor in range(len(plan.links)):
        if plan.owners[sensor] != plan.owners[first]:
            first, count = sensor, -1
        if due[plan.due[sensor]] == 0.0:
            continue
        place, towards, distance, strength = _arriving(plan, sensor, solids, lights, light)
        if strength > 0.0 and distance > 0.0 and plan.occlusion[sensor]:
            if count < 0:
                count = _shaders(plan, first, solids, lights, light, found)
            if cast(place, towards, distance, found, count)[1] >= 0:
                strength = 0.0
        totals[sensor] += strength


@compiled_part
def sample_light(
    plan: Plan,
    solids: Solids,
    lights: Lights,
    found: Floats,
    due: Floats,
    noise: Floats,
    raw_out: Floats,
    value_out: Floats,
) -> None:
    """Write raw readings and irradiance (W/m2) of the sensors that are `due` (1.0)."""
    totals = np.zeros(len(plan.links))
    for light in range(len(lights.kinds)):
        _add_light(plan, solids, lights, light, found, due, totals)
    for sensor in range(len(plan.links)):
        if due[plan.due[sensor]] == 0.0:
            continue
        rows = plan.rows[plan.first_row[sensor] : plan.first_row[sensor + 1]]
        irradiance = totals[sensor]
        exact = table_column(irradiance, rows, 1)
        raw = exact + table_column(irradiance, rows, 2) * exact * noise[plan.noises[sensor]]
        if plan.resolutions[sensor] > 0.0:
            raw = round(raw / plan.resolutions[sensor]) * plan.resolutions[sensor]
        # The converter ends where the table does: darker than dark is dark.
        raw = min(max(raw, plan.ends[sensor, 0]), plan.ends[sensor, 1])
        raw_out[plan.first[sensor]] = raw
        value_out[plan.first[sensor]] = table_distance(
            raw, rows[plan.peaks[sensor] :], plan.falling[sensor]
        )


@compiled
def _sample_alone(
    plan: Plan,
    solids: Solids,
    lights: Lights,
    found: Floats,
    due: Floats,
    noise: Floats,
    raw: Floats,
    value: Floats,
) -> None:
    sample_light(plan, solids, lights, found, due, noise, raw, value)
