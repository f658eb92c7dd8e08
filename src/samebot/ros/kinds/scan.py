# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A LaserScan out of single distance sensors, for robots that have no lidar (thesis, 3.3.2).

The sensors lie on a grid of 15 degrees around the robot. Rays of the grid that no sensor looks
along are nan ("not measured"), +inf is a sensor that sees nothing. Distances count from the
middle of the robot, where the frame ``laser_scanner`` is. To put your own scan in its place,
switch this one off: parameter ``scan.disable``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from samebot.core.pose import Pose
from samebot.model.describe import range_of
from samebot.model.devices import DistanceSensor, Lidar
from samebot.ros.interface import FixedFrame, Outlet, Sample, Subject
from samebot.ros.topics import SCAN
from samebot.ros.wire import Form

__all__ = ["interface"]

_STEP: Final = math.radians(15.0)
_TURN: Final = 24
"""Steps in a full turn."""
_LEVEL: Final = math.sin(math.radians(20.0))
"""Sensors that look up or down by more see the floor or nothing."""
_FEWEST: Final = 3
_FRAME: Final = "laser_scanner"


class _Beam(NamedTuple):
    """One sensor as a ray of the scan. Lengths in m, seen from above."""

    slot: int
    """Steps from straight ahead, -12 < slot <= 12."""
    device: str
    place: int
    origin: tuple[float, float]
    direction: tuple[float, float]
    """Per metre of the reading."""
    height: float
    near: float
    far: float

    def reach(self, reading: float) -> float:
        """Return how far from the middle of the robot a reading lies."""
        if not math.isfinite(reading):
            return reading
        (x, y), (dx, dy) = self.origin, self.direction
        return math.hypot(x + dx * reading, y + dy * reading)


def interface(robot: Subject) -> Iterator[Outlet | FixedFrame]:
    """Yield the scan of a robot that has level distance sensors around it, but no lidar."""
    if any(isinstance(device, Lidar) for device in robot.model.devices):
        return
    settings = robot.settings.scan
    beams = list(_beams(robot))
    if settings.disabled or len({beam.slot for beam in beams}) < _FEWEST:
        return
    height = sum(beam.height for beam in beams) / len(beams)
    yield FixedFrame(parent=robot.model.root, name=_FRAME, pose=Pose((0.0, 0.0, height)))
    yield Outlet(
        topic=settings.topic or SCAN,
        type="sensor_msgs/msg/LaserScan",
        make=_maker(robot, beams),
        devices=tuple(beam.device for beam in beams),
        period=settings.period,
        always=settings.always,
    )


def _beams(robot: Subject) -> Iterator[_Beam]:
    for device, _ in robot.devices(DistanceSensor):
        near, far = range_of(device)
        matrix = robot.placed(device)
        x, y, z = matrix[:3, 3].tolist()
        dx, dy, dz = matrix[:3, 0].tolist()
        if far is None or abs(dz) > _LEVEL or x * dx + y * dy < 0.0:
            continue
        yield _Beam(
            slot=_slot(math.atan2(dy, dx)),
            device=device.name,
            place=robot.place(device),
            origin=(x, y),
            direction=(dx, dy),
            height=z,
            near=near or 0.0,
            far=far,
        )


def _slot(angle: float) -> int:
    slot = round(angle / _STEP)
    return slot + _TURN if slot <= -_TURN // 2 else slot


def _maker(robot: Subject, beams: Sequence[_Beam]) -> Callable[[Sample], bytes]:
    first, last = min(beam.slot for beam in beams), max(beam.slot for beam in beams)
    zeros = robot.settings.scan_zeros
    empty = 0.0 if zeros else math.nan
    rays = [empty] * (last - first + 1)
    form = Form(
        "sensor_msgs/msg/LaserScan",
        {
            "header": {"frame_id": robot.frame(robot.settings.scan.frame or _FRAME)},
            "angle_min": first * _STEP,
            "angle_max": last * _STEP,
            "angle_increment": _STEP,
            "scan_time": robot.settings.scan.period or robot.period,
            "range_min": min(beam.reach(beam.near) for beam in beams),
            "range_max": max(beam.reach(beam.far) for beam in beams),
            "ranges": rays,
        },
    )
    write = form.place("ranges", len(rays))

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        values, found = sample.values, rays.copy()
        for beam in beams:
            slot = beam.slot - first
            found[slot] = _nearer(found[slot], beam.reach(values[beam.place]))
        if zeros:
            found = [ray if math.isfinite(ray) else 0.0 for ray in found]
        write(*found)
        return bytes(form)

    return make


def _nearer(one: float, other: float) -> float:
    """Return the reading to believe of two along one ray; nan and 0 are none."""
    if math.isnan(one) or one == 0.0:
        return other
    return one if math.isnan(other) else min(one, other)
