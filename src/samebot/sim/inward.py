# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot feels of itself: joints, acceleration, turning, heading, place. One compiled call.

An accelerometer shows the mean proper acceleration since its last sample, from the change of
its velocity, so that no bump between two samples is lost. Readings stay within their tables,
as converters do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.core.units import GRAVITY
from samebot.model.devices import (
    GPS,
    Accelerometer,
    Compass,
    Device,
    Gyro,
    InertialUnit,
    PositionSensor,
)
from samebot.model.table import LookupTable
from samebot.sim.compiled import compiled, compiled_part
from samebot.sim.distance import table_column, table_distance
from samebot.sim.rays import Point
from samebot.sim.solids import Floats, Whole

__all__ = ["EARTH_FIELD", "Inward", "Motion", "Plan", "feels", "sample_inward"]

EARTH_FIELD: Final = (0.0, 21.5e-6, -42.7e-6)
"""Magnetic field of central Europe, T: to the north (+y) and down."""

_ACCELERATION, _TURNING, _FIELD, _HEADING, _PLACE, _JOINT = range(6)
_KINDS: Final = {
    "accelerometer": _ACCELERATION,
    "gyro": _TURNING,
    "compass": _FIELD,
    "inertial_unit": _HEADING,
    "gps": _PLACE,
    "position_sensor": _JOINT,
}


class Motion(NamedTuple):
    """The engine's own arrays, a row a place or a motion, in the world's directions."""

    positions: Floats
    """Of each place, m."""
    rotations: Floats
    """Row-major 3x3 matrices, nine numbers."""
    velocities: Floats
    """m/s."""
    turns: Floats
    """rad/s, in the device's own directions."""
    joints: Floats
    """Joint positions, rad or m."""


class Plan(NamedTuple):
    """The devices as arrays, a row a device or table row."""

    due: Whole
    """Where is written whether a device is due, and what it felt last."""
    noises: Whole
    """Where its three noises begin."""
    kinds: Whole
    sources: Whole
    """Row of the device's place, or of its joint, in the engine's arrays."""
    movers: Whole
    """Row of its motion there."""
    first: Whole
    """Where its numbers begin in the readings."""
    numbers: Floats
    """Bias x, y, z; noise; resolution; counter span (0: none); largest value (inf: none)."""
    axes: NDArray[np.bool_]
    first_row: Whole
    rows: Floats


def feels(device: Device) -> bool:
    """Tell whether a device is sampled here."""
    return device.kind in _KINDS


class Inward:
    """The inward senses of one robot, ready to be sampled together."""

    def __init__(
        self,
        devices: Sequence[Device],
        sources: Sequence[tuple[int, int]],
        first: Sequence[int],
        due: Sequence[int] | None = None,
    ) -> None:
        """`sources`: each device's rows in the engine's arrays; `first`: its place in readings.

        `due` says where it stands whether it is due (None: in this order).
        """
        self.names = tuple(device.name for device in devices)
        tables = [getattr(device, "table", None) for device in devices]
        rows = [table.rows if isinstance(table, LookupTable) else () for table in tables]
        self.plan = Plan(
            due=np.array(range(len(devices)) if due is None else due, np.int64),
            noises=3 * np.arange(len(devices)),
            kinds=np.array([_KINDS[d.kind] for d in devices], np.int64),
            sources=np.array([place for place, _ in sources], np.int64),
            movers=np.array([motion for _, motion in sources], np.int64),
            first=np.array(first, np.int64),
            numbers=np.array([_numbers(d) for d in devices], np.float64).reshape(-1, 7),
            axes=np.array([getattr(d, "axes", (True,) * 3) for d in devices]).reshape(-1, 3),
            first_row=np.cumsum([0, *map(len, rows)]).astype(np.int64),
            rows=np.array([row for part in rows for row in part], np.float64).reshape(-1, 3),
        )
        self._velocities: Floats = np.zeros((len(devices), 3))
        self._times: Floats = np.zeros(len(devices))
        self.noise_width = 3 * len(devices)

    def sample(
        self, motion: Motion, time: float, due: Floats, noise: Floats, raw: Floats, value: Floats
    ) -> None:
        """Write the readings of the devices that are `due` (1.0); three normal numbers each."""
        velocities, times = self._velocities, self._times
        _sample_alone(self.plan, motion, time, velocities, times, due, noise, raw, value)

    def forget(self, time: float) -> None:
        """Begin anew, at rest, after the robot was put somewhere."""
        self._velocities[:] = 0.0
        self._times[:] = time


def _numbers(device: Device) -> tuple[float, ...]:
    noise = float(getattr(device, "noise", 0.0))
    resolution = float(getattr(device, "resolution", None) or 0.0)
    match device:
        case PositionSensor():
            span = float(1 << device.bits) if device.bits else 0.0
            return (0.0, 0.0, 0.0, noise, resolution, span, math.inf)
        case Accelerometer() | Gyro() | Compass():
            return (*device.bias, noise, resolution, 0.0, device.max_value or math.inf)
        case InertialUnit() | GPS():
            pass
    return (0.0, 0.0, 0.0, noise, resolution, 0.0, math.inf)


@compiled_part
def _own(rotations: Floats, row: int, x: float, y: float, z: float) -> Point:
    """Return a vector of the world in a device's own directions."""
    return (
        rotations[row, 0] * x + rotations[row, 3] * y + rotations[row, 6] * z,
        rotations[row, 1] * x + rotations[row, 4] * y + rotations[row, 7] * z,
        rotations[row, 2] * x + rotations[row, 5] * y + rotations[row, 8] * z,
    )


@compiled_part
def _quaternion(rotations: Floats, row: int) -> tuple[float, float, float, float]:
    """Return x, y, z, w of a rotation matrix (Shepperd's method), with w >= 0."""
    r = rotations[row]
    trace = r[0] + r[4] + r[8]
    largest = max(trace, r[0], r[4], r[8])
    if largest == trace:
        q = (r[7] - r[5], r[2] - r[6], r[3] - r[1], 1.0 + trace)
    elif largest == r[0]:
        q = (1.0 + r[0] - r[4] - r[8], r[1] + r[3], r[2] + r[6], r[7] - r[5])
    elif largest == r[4]:
        q = (r[1] + r[3], 1.0 - r[0] + r[4] - r[8], r[5] + r[7], r[2] - r[6])
    else:
        q = (r[2] + r[6], r[5] + r[7], 1.0 - r[0] - r[4] + r[8], r[3] - r[1])
    norm = math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2)
    sign = -1.0 / norm if q[3] < 0.0 else 1.0 / norm
    return (q[0] * sign, q[1] * sign, q[2] * sign, q[3] * sign)


@compiled_part
def _tilted(
    q: tuple[float, float, float, float], x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Return a unit quaternion turned by a small rotation vector in its own directions."""
    angle = math.sqrt(x * x + y * y + z * z)
    if angle == 0.0:
        return q
    s = math.sin(angle / 2) / angle
    a, b, c, w = x * s, y * s, z * s, math.cos(angle / 2)
    return (
        q[3] * a + q[0] * w + q[1] * c - q[2] * b,
        q[3] * b - q[0] * c + q[1] * w + q[2] * a,
        q[3] * c + q[0] * b - q[1] * a + q[2] * w,
        q[3] * w - q[0] * a - q[1] * b - q[2] * c,
    )


@compiled_part
def _converted(
    true: float, numbers: Floats, rows: Floats, axis: int, noise: float
) -> tuple[float, float]:
    """Return raw and value of one axis: bias, saturation, noise, resolution, table."""
    x = min(max(true + numbers[axis], -numbers[6]), numbers[6]) + numbers[3] * noise
    if len(rows) == 0:
        raw = round(x / numbers[4]) * numbers[4] if numbers[4] > 0.0 else x
        return raw, raw
    exact = table_column(x, rows, 1)
    raw = exact + table_column(x, rows, 2) * abs(exact) * noise
    if numbers[4] > 0.0:
        raw = round(raw / numbers[4]) * numbers[4]
    raw = min(max(raw, rows[:, 1].min()), rows[:, 1].max())
    return raw, table_distance(raw, rows, rows[len(rows) - 1, 1] <= rows[0, 1])


@compiled_part
def _joint(position: float, numbers: Floats, noise: float) -> tuple[float, float]:
    """Return what a joint's counter shows (it overflows), and the position that it stands for."""
    value = position + numbers[3] * noise
    if numbers[4] == 0.0:
        return value, value
    counts = math.floor(value / numbers[4] + 0.5)
    raw = float(counts)
    if numbers[5] > 0.0:
        raw = (counts + numbers[5] / 2) % numbers[5] - numbers[5] / 2
    return raw, counts * numbers[4]


@compiled_part
def _acceleration(
    plan: Plan, motion: Motion, time: float, device: int, velocities: Floats, times: Floats
) -> Point:
    """Return the mean proper acceleration since the last sample, and remember this one."""
    row = plan.sources[device]
    own = plan.due[device]
    passed = time - times[own]
    rate = 1.0 / passed if passed > 0.0 else 0.0
    v = motion.velocities[plan.movers[device]]
    true = _own(
        motion.rotations,
        row,
        (v[0] - velocities[own, 0]) * rate,
        (v[1] - velocities[own, 1]) * rate,
        (v[2] - velocities[own, 2]) * rate + GRAVITY,
    )
    for axis in range(3):
        velocities[own, axis] = v[axis]
    times[own] = time
    return true


@compiled_part
def _three(
    plan: Plan, motion: Motion, time: float, device: int, velocities: Floats, times: Floats
) -> Point:
    """Return what a three-axis device would read if it were perfect."""
    kind = plan.kinds[device]
    row = plan.sources[device]
    mover = plan.movers[device]
    if kind == _ACCELERATION:
        return _acceleration(plan, motion, time, device, velocities, times)
    if kind == _TURNING:
        return (motion.turns[mover, 0], motion.turns[mover, 1], motion.turns[mover, 2])
    if kind == _FIELD:
        return _own(motion.rotations, row, EARTH_FIELD[0], EARTH_FIELD[1], EARTH_FIELD[2])
    return (motion.positions[row, 0], motion.positions[row, 1], motion.positions[row, 2])


@compiled_part
def sample_inward(
    plan: Plan,
    motion: Motion,
    time: float,
    velocities: Floats,
    times: Floats,
    due: Floats,
    noise: Floats,
    raw: Floats,
    value: Floats,
) -> None:
    """Write the readings of the devices that are `due` (1.0)."""
    for device in range(len(plan.kinds)):
        if due[plan.due[device]] == 0.0:
            continue
        place = plan.first[device]
        numbers = plan.numbers[device]
        n = plan.noises[device]
        if plan.kinds[device] == _JOINT:
            position = motion.joints[plan.sources[device]]
            raw[place], value[place] = _joint(position, numbers, noise[n])
        elif plan.kinds[device] == _HEADING:
            q = _quaternion(motion.rotations, plan.sources[device])
            s = numbers[3]
            q = _tilted(q, s * noise[n], s * noise[n + 1], s * noise[n + 2])
            for part in range(4):
                raw[place + part] = q[part]
                value[place + part] = q[part]
        else:
            true = _three(plan, motion, time, device, velocities, times)
            rows = plan.rows[plan.first_row[device] : plan.first_row[device + 1]]
            for axis in range(3):
                shown, meant = _converted(true[axis], numbers, rows, axis, noise[n + axis])
                there = plan.axes[device, axis]
                raw[place + axis] = shown if there else math.nan
                value[place + axis] = meant if there else math.nan


@compiled
def _sample_alone(
    plan: Plan,
    motion: Motion,
    time: float,
    velocities: Floats,
    times: Floats,
    due: Floats,
    noise: Floats,
    raw: Floats,
    value: Floats,
) -> None:
    sample_inward(plan, motion, time, velocities, times, due, noise, raw, value)
