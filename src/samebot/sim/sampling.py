# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Samples the sensors of any number of robots in one compiled call.

The readings of all robots lie in common arrays, one robot's after another's; each robot's
`Senses` have their share of them. A call's cost is paid once, not once a robot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from samebot.sim import distance, inward, light
from samebot.sim.compiled import compiled, compiled_part
from samebot.sim.inward import Motion
from samebot.sim.light import Lights
from samebot.sim.rays import FOUND_WIDTH
from samebot.sim.solids import Floats, Solids, Whole

__all__ = ["Plans", "Readings", "Sampler", "Start", "empty_readings", "joined", "shifted"]

_FINE: Final = 5e-7
"""Times closer than this are the same, s."""
_STARTS: Final = ("first_ray", "first_row")
"""Columns with one number more than there are sensors: where the rays or rows of each begin."""


class Readings(NamedTuple):
    """What robots sense, and when: arrays that hold one robot's share after another's."""

    raw: Floats
    value: Floats
    stamps: Floats
    """When each device that senses was sampled, s."""
    due_at: Floats
    """When each device is sampled next, s; inf: never."""
    periods: Floats
    due: Floats
    """1.0 for each device that the last call sampled."""
    noise: Floats
    velocities: Floats
    """Of each device when it last felt its motion, m/s."""
    felt: Floats
    """When that was, s."""

    def share(self, start: Start, end: Start) -> Readings:
        """Return one robot's share of the readings, not copied."""
        own = slice(start.reading, end.reading)
        devices = slice(start.device, end.device)
        return Readings(
            raw=self.raw[own],
            value=self.value[own],
            stamps=self.stamps[start.stamp : end.stamp],
            due_at=self.due_at[devices],
            periods=self.periods[devices],
            due=self.due[devices],
            noise=self.noise[start.noise : end.noise],
            velocities=self.velocities[devices],
            felt=self.felt[devices],
        )


class Start(NamedTuple):
    """Where a robot's share of the readings begins."""

    reading: int
    stamp: int
    device: int
    noise: int


class Plans(NamedTuple):
    """Which devices are to be sampled, and how."""

    devices: Whole
    """The places in `due_at` of all of them."""
    stamped: Whole
    """The places in `due_at` of those that sense, and in `stamps`."""
    stamps: Whole
    distance: distance.Plan
    light: light.Plan
    inward: inward.Plan


_Plan = TypeVar("_Plan", distance.Plan, light.Plan, inward.Plan, Plans)


def joined(plans: Sequence[_Plan]) -> _Plan:
    """Return plans as one, their devices one after another."""
    columns = {
        name: _column(name, [getattr(plan, name) for plan in plans]) for name in plans[0]._fields
    }
    return type(plans[0])(**columns)


def _column(name: str, parts: Sequence[Any]) -> Any:
    if isinstance(parts[0], tuple):
        return joined(parts)
    if name in _STARTS:
        ends = np.cumsum([0, *(part[-1] for part in parts)])
        moved = [part[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
        return np.concatenate([*moved, ends[-1:]])
    return np.concatenate(parts)


def shifted(plans: Plans, start: Start) -> Plans:
    """Return a robot's plans for readings in which its share begins somewhere."""
    places: Mapping[str, int] = {
        "first": start.reading,
        "due": start.device,
        "noises": start.noise,
    }

    def moved(plan: _Plan) -> _Plan:
        columns = {name: getattr(plan, name) + add for name, add in places.items()}
        return plan._replace(**columns)

    return Plans(
        devices=plans.devices + start.device,
        stamped=plans.stamped + start.device,
        stamps=plans.stamps + start.stamp,
        distance=moved(plans.distance),
        light=moved(plans.light),
        inward=moved(plans.inward),
    )


class Sampler:
    """The sensors of some robots, ready to be sampled together."""

    def __init__(
        self,
        plans: Plans,
        readings: Readings,
        surroundings: tuple[Solids, Lights, Motion],
    ) -> None:
        """`surroundings` are the engine's arrays, that it keeps current."""
        self._arguments = (plans, readings, *surroundings)
        self._found: Floats = np.empty((len(surroundings[0].seen), FOUND_WIDTH))

    def sample(self, time: float) -> None:
        """Sample what is due at a time, and plan its next sample."""
        _sample(*self._arguments, self._found, time)


@compiled_part
def _take(plans: Plans, readings: Readings, time: float) -> None:
    """Note what is due and plan its next sample, as `Schedule.take` does."""
    for device in plans.devices:
        readings.due[device] = 0.0
        if readings.due_at[device] <= time + _FINE:
            readings.due[device] = 1.0
            following = readings.due_at[device] + readings.periods[device]
            if following <= time + _FINE:
                following = time + readings.periods[device]
            readings.due_at[device] = following
    for place in range(len(plans.stamps)):
        if readings.due[plans.stamped[place]] > 0.0:
            readings.stamps[plans.stamps[place]] = time


@compiled
def _sample(
    plans: Plans,
    readings: Readings,
    solids: Solids,
    lights: Lights,
    motion: Motion,
    found: Floats,
    time: float,
) -> None:
    raw, value, due, noise = readings.raw, readings.value, readings.due, readings.noise
    _take(plans, readings, time)
    distance.sample_distances(plans.distance, solids, found, due, noise, raw, value)
    light.sample_light(plans.light, solids, lights, found, due, noise, raw, value)
    velocities, felt = readings.velocities, readings.felt
    inward.sample_inward(plans.inward, motion, time, velocities, felt, due, noise, raw, value)


def empty_readings(end: Start) -> Readings:
    """Return the readings of robots whose shares end there: nothing was sampled yet."""
    return Readings(
        raw=np.full(end.reading, math.nan),
        value=np.full(end.reading, math.nan),
        stamps=np.full(end.stamp, math.nan),
        due_at=np.full(end.device, math.inf),
        periods=np.ones(end.device),
        due=np.zeros(end.device),
        noise=np.zeros(end.noise),
        velocities=np.zeros((end.device, 3)),
        felt=np.zeros(end.device),
    )
