# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot feels of itself: joints, acceleration, turning, heading, place. Compiled.

An accelerometer shows the mean proper acceleration since its last sample, from the change of
its velocity, so that no bump between two samples is lost. Readings stay within their tables,
as converters do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

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
from samebot.sim.columns import (
    DUE,
    FIRST,
    FIRST_OWN,
    LINK,
    NOISE,
    ROW,
    ROW_END,
    Columns,
    Place,
    columns,
)
from samebot.sim.compiled import compiled_part
from samebot.sim.distance import table_column, table_distance
from samebot.sim.rays import Point
from samebot.sim.solids import Floats, Whole

__all__ = [
    "EARTH_FIELD",
    "NOISES",
    "Motion",
    "feels",
    "inward_columns",
    "no_motion",
    "sample_inward",
]

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


def no_motion() -> Motion:
    """Return one place that stands upright at the origin, and one joint at 0."""
    places, velocities, turns = np.zeros((3, 1, 3))
    return Motion(places, np.eye(3).reshape(1, 9), velocities, turns, np.zeros(1))


def feels(device: Device) -> bool:
    """Tell whether a device is sampled here."""
    return device.kind in _KINDS


_KIND, _MOVER, _AXIS = range(FIRST_OWN, FIRST_OWN + 3)
"""Columns of whole numbers: kind; row of its motion in the engine's arrays; three axes, each 1 if
it is there. The row of its place, or of its joint, stands where others have their link's."""
_BIAS, _NOISE, _STEP, _SPAN, _LARGEST, _LEAST, _MOST = (0, *range(3, 9))
"""Columns of numbers: bias x, y, z; noise; resolution; counter span (0: none); largest value;
smallest and largest raw value of the table."""
NOISES: Final = 3
"""Normal numbers that each device takes a sample."""


def inward_columns(
    devices: Sequence[Device],
    robot: int,
    sources: Sequence[tuple[int, int]],
    places: Sequence[Place],
) -> Columns:
    """Return the devices of one robot; `sources`: each one's rows in the engine's arrays."""
    tables = [getattr(device, "table", None) for device in devices]
    rows = [np.array(t.rows if isinstance(t, LookupTable) else ()).reshape(-1, 3) for t in tables]
    axes = [getattr(device, "axes", (True,) * 3) for device in devices]
    return columns(
        places,
        robot,
        [place for place, _ in sources],
        own=[
            (_KINDS[device.kind], mover, *there)
            for device, (_, mover), there in zip(devices, sources, axes, strict=True)
        ],
        numbers=[
            (*_numbers(device), *_ends(table)) for device, table in zip(devices, rows, strict=True)
        ],
        rows=rows,
    )


def _ends(rows: Floats) -> tuple[float, float]:
    return (float(rows[:, 1].min()), float(rows[:, 1].max())) if len(rows) else (0.0, 0.0)


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
    x, y, z, w = r[7] - r[5], r[2] - r[6], r[3] - r[1], 1.0 + trace
    if r[0] > trace and r[0] >= r[4] and r[0] >= r[8]:
        x, y, z, w = 1.0 + 2.0 * r[0] - trace, r[1] + r[3], r[2] + r[6], x
    elif r[4] > trace and r[4] >= r[8]:
        x, y, z, w = r[1] + r[3], 1.0 + 2.0 * r[4] - trace, r[5] + r[7], y
    elif r[8] > trace:
        x, y, z, w = r[2] + r[6], r[5] + r[7], 1.0 + 2.0 * r[8] - trace, z
    scale = math.copysign(1.0 / math.sqrt(x * x + y * y + z * z + w * w), w)
    return (x * scale, y * scale, z * scale, w * scale)


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
    """Return raw and value of one axis: bias, noise, saturation, resolution, table."""
    largest, step = numbers[_LARGEST], numbers[_STEP]
    x = true + numbers[_BIAS + axis] + numbers[_NOISE] * noise
    x = min(max(x, -largest), largest)
    if len(rows) == 0:
        raw = round(x / step) * step if step > 0.0 else x
        return raw, raw
    exact = table_column(x, rows, 1)
    raw = exact + table_column(x, rows, 2) * abs(exact) * noise
    if step > 0.0:
        raw = round(raw / step) * step
    raw = min(max(raw, numbers[_LEAST]), numbers[_MOST])
    return raw, table_distance(raw, rows, rows[len(rows) - 1, 1] <= rows[0, 1])


@compiled_part
def _joint(position: float, numbers: Floats, noise: float) -> tuple[float, float]:
    """Return what a joint's counter shows (it overflows), and the position that it stands for."""
    value = position + numbers[_NOISE] * noise
    step, span = numbers[_STEP], numbers[_SPAN]
    if step == 0.0:
        return value, value
    counts = math.floor(value / step + 0.5)
    raw = float(counts)
    if span > 0.0:
        raw = (counts + span / 2) % span - span / 2
    return raw, counts * step


@compiled_part
def _acceleration(
    some: Columns, motion: Motion, time: float, device: int, velocities: Floats, times: Floats
) -> Point:
    """Return the mean proper acceleration since the last sample, and remember this one."""
    own = some.whole[device, DUE]
    passed = time - times[own]
    rate = 1.0 / passed if passed > 0.0 else 0.0
    v = motion.velocities[some.whole[device, _MOVER]]
    last = velocities[own]
    x, y, z = (v[0] - last[0]) * rate, (v[1] - last[1]) * rate, (v[2] - last[2]) * rate
    for axis in range(3):
        last[axis] = v[axis]
    times[own] = time
    return _own(motion.rotations, some.whole[device, LINK], x, y, z + GRAVITY)


@compiled_part
def _three(
    some: Columns, motion: Motion, time: float, device: int, velocities: Floats, times: Floats
) -> Point:
    """Return what a three-axis device would read if it were perfect."""
    kind = some.whole[device, _KIND]
    row = some.whole[device, LINK]
    if kind == _ACCELERATION:
        return _acceleration(some, motion, time, device, velocities, times)
    if kind == _TURNING:
        turn = motion.turns[some.whole[device, _MOVER]]
        return (turn[0], turn[1], turn[2])
    if kind == _FIELD:
        return _own(motion.rotations, row, EARTH_FIELD[0], EARTH_FIELD[1], EARTH_FIELD[2])
    place = motion.positions[row]
    return (place[0], place[1], place[2])


@compiled_part
def _rounded(
    q: tuple[float, float, float, float], step: float, whole: Whole
) -> tuple[float, float, float, float]:
    """Return a unit quaternion whose roll, pitch and yaw are whole steps, and 0 where not told."""
    x, y, z, w = q
    roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = math.asin(min(max(2.0 * (w * y - z * x), -1.0), 1.0))
    yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    a = 0.5 * _angle(roll, step, whole[_AXIS])
    b = 0.5 * _angle(pitch, step, whole[_AXIS + 1])
    c = 0.5 * _angle(yaw, step, whole[_AXIS + 2])
    return (
        math.sin(a) * math.cos(b) * math.cos(c) - math.cos(a) * math.sin(b) * math.sin(c),
        math.cos(a) * math.sin(b) * math.cos(c) + math.sin(a) * math.cos(b) * math.sin(c),
        math.cos(a) * math.cos(b) * math.sin(c) - math.sin(a) * math.sin(b) * math.cos(c),
        math.cos(a) * math.cos(b) * math.cos(c) + math.sin(a) * math.sin(b) * math.sin(c),
    )


@compiled_part
def _angle(true: float, step: float, there: int) -> float:
    if there == 0:
        return 0.0
    return float(round(true / step) * step) if step > 0.0 else true


@compiled_part
def sample_inward(
    some: Columns,
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
    for device in range(len(some.whole)):
        whole = some.whole[device]
        if due[whole[DUE]] == 0.0:
            continue
        place = whole[FIRST]
        numbers = some.numbers[device]
        n = whole[NOISE]
        if whole[_KIND] == _JOINT:
            position = motion.joints[whole[LINK]]
            raw[place], value[place] = _joint(position, numbers, noise[n])
        elif whole[_KIND] == _HEADING:
            q = _quaternion(motion.rotations, whole[LINK])
            s = numbers[_NOISE]
            q = _tilted(q, s * noise[n], s * noise[n + 1], s * noise[n + 2])
            if numbers[_STEP] > 0.0 or whole[_AXIS : _AXIS + 3].sum() < 3:
                q = _rounded(q, numbers[_STEP], whole)
            for part in range(4):
                raw[place + part] = q[part]
                value[place + part] = q[part]
        else:
            true = _three(some, motion, time, device, velocities, times)
            rows = some.rows[whole[ROW] : whole[ROW_END]]
            for axis in range(3):
                shown, meant = _converted(true[axis], numbers, rows, axis, noise[n + axis])
                there = whole[_AXIS + axis] == 1
                raw[place + axis] = shown if there else math.nan
                value[place + axis] = meant if there else math.nan
