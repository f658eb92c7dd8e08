# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Samples the sensors of any number of robots in one compiled call.

The readings of all robots lie in common arrays, one robot's after another's; each robot's
`Senses` have their share of them. A call's cost is paid once, not once a robot.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from samebot.sim import columns, distance, grid, inward, light
from samebot.sim.chance import Blocks
from samebot.sim.columns import Columns
from samebot.sim.compiled import compiled, compiled_part
from samebot.sim.grid import Grid
from samebot.sim.handing import reader, written
from samebot.sim.inward import Motion
from samebot.sim.light import Lights
from samebot.sim.rays import FOUND_WIDTH
from samebot.sim.solids import Floats, Solids, Whole, no_solids

__all__ = [
    "Copies",
    "Places",
    "Plans",
    "Readings",
    "Sampler",
    "Start",
    "copies_of",
    "empty_readings",
    "starting",
    "together",
]

_FINE: Final = 5e-7
"""Times closer than this are the same, s."""


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


Copies = tuple[Floats, Floats, Floats]
"""Copies of `raw`, `value` and `stamps`, for snapshots."""
Places = tuple[slice, slice]
"""Where one robot's numbers lie in `raw` and `value`, and in `stamps`."""


def copies_of(readings: Readings) -> Copies:
    """Return copies of what was sensed."""
    return readings.raw.copy(), readings.value.copy(), readings.stamps.copy()


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
    draws: Whole
    """A row a robot: its number, and where its noise begins and how many numbers that is."""
    distance: Columns
    light: Columns
    inward: Columns


def together(plans: Sequence[Plans]) -> Plans:
    """Return plans as one, their devices one after another."""
    return Plans(
        devices=np.concatenate([plan.devices for plan in plans]),
        stamped=np.concatenate([plan.stamped for plan in plans]),
        stamps=np.concatenate([plan.stamps for plan in plans]),
        draws=np.concatenate([plan.draws for plan in plans]),
        distance=columns.joined([plan.distance for plan in plans]),
        light=columns.joined([plan.light for plan in plans]),
        inward=columns.joined([plan.inward for plan in plans]),
    )


def starting(plans: Plans, start: Start) -> Plans:
    """Return a robot's plans for readings in which its share begins somewhere."""
    places = (start.reading, start.device, start.noise)
    return Plans(
        devices=plans.devices + start.device,
        stamped=plans.stamped + start.device,
        stamps=plans.stamps + start.stamp,
        draws=plans.draws + np.array([0, start.noise, 0]),
        distance=columns.shifted(plans.distance, *places),
        light=columns.shifted(plans.light, *places),
        inward=columns.shifted(plans.inward, *places),
    )


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


def _nothing_planned() -> Plans:
    none = np.zeros(0, np.int64)
    return Plans(
        devices=none,
        stamped=none,
        stamps=none,
        draws=np.zeros((0, 3), np.int64),
        distance=distance.distance_columns([], {}, 0, []),
        light=light.light_columns([], {}, 0, []),
        inward=inward.inward_columns([], 0, [], []),
    )


class _Handed(NamedTuple):
    """All that the compiled function works on."""

    plans: Plans
    readings: Readings
    solids: Solids
    lights: Lights
    motion: Motion
    squares: Grid
    found: Floats
    blocks: Blocks


_EXAMPLE: Final = _Handed(
    _nothing_planned(),
    empty_readings(Start(0, 0, 0, 0)),
    no_solids(),
    light.lights_of(()),
    inward.no_motion(),
    grid.grid_of(no_solids()),
    np.empty((0, FOUND_WIDTH)),
    Blocks(np.zeros((0, 0)), np.zeros(0, np.int64)),
)
_read = reader(_EXAMPLE)


class Sampler:
    """The sensors of some robots, ready to be sampled together."""

    def __init__(
        self,
        plans: Plans,
        readings: Readings,
        surroundings: tuple[Solids, Lights, Motion],
        blocks: Blocks = _EXAMPLE.blocks,
    ) -> None:
        """`surroundings` are the engine's arrays, that it keeps current; `blocks` is noise."""
        found: Floats = np.empty((len(surroundings[0].seen), FOUND_WIDTH))
        squares = grid.grid_of(surroundings[0])
        self._handed = _Handed(plans, readings, *surroundings, squares, found, blocks)
        self._words = written(self._handed, _EXAMPLE)
        self._address = self._words.ctypes.data

    def sample(self, time: float) -> int:
        """Sample what is due at a time, plan its next sample; tell how many robots need noise."""
        return _sample(self._address, time)


@compiled_part
def _draw(draws: Whole, blocks: Blocks, noise: Floats) -> int:
    """Take each robot's noise; return how many have too few numbers left for another time."""
    short = 0
    for row in range(len(draws)):
        robot, start, count = draws[row, 0], draws[row, 1], draws[row, 2]
        first = blocks.used[robot]
        for number in range(count):
            noise[start + number] = blocks.numbers[robot, first + number]
        blocks.used[robot] = first + count
        if first + 2 * count > blocks.numbers.shape[1]:
            short += 1
    return short


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
def _sample(address: int, time: float) -> int:
    handed = _read(address)
    plans, readings, solids, squares = handed.plans, handed.readings, handed.solids, handed.squares
    raw, value, due, noise = readings.raw, readings.value, readings.due, readings.noise
    velocities, felt, found = readings.velocities, readings.felt, handed.found
    _take(plans, readings, time)
    short = _draw(plans.draws, handed.blocks, noise)
    top = grid.fill(squares, solids)
    distance.sample_distances(plans.distance, solids, squares, found, due, noise, raw, value)
    light.sample_light(
        plans.light, solids, handed.lights, squares, top, found, due, noise, raw, value
    )
    motion = handed.motion
    inward.sample_inward(plans.inward, motion, time, velocities, felt, due, noise, raw, value)
    return short
