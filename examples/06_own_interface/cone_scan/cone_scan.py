# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A part of a robot's ROS interface that lives outside of samebot: a laser scan of your own.

samebot's own scan gives each distance sensor one ray. This one lets a sensor fill the whole cone
in which it looks, so that a map or a costmap has no gaps between rays. To put it in the place of
the usual one:

    pip install ./examples/06_own_interface/cone_scan
    samebot run epuck2 --world maze -p scan.disable:=true
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from samebot.core.pose import Pose
from samebot.model.describe import range_of
from samebot.model.devices import DistanceSensor
from samebot.ros.interface import FixedFrame, Form, Outlet, Sample, Subject

RAYS = 72
STEP = math.tau / RAYS
FRAME = "cone_scanner"


def interface(robot: Subject) -> Iterator[Outlet | FixedFrame]:
    """Yield a frame in the middle of the robot, and the scan that is counted from there."""
    sensors = [sensor for sensor, _ in robot.devices(DistanceSensor)]
    cones = [Cone(robot, sensor) for sensor in sensors]
    level = [cone for cone in cones if cone.is_level]
    if not level:
        return
    yield FixedFrame(parent=robot.model.root, name=FRAME, pose=Pose((0.0, 0.0, level[0].height)))
    yield Outlet(
        topic="scan",
        type="sensor_msgs/msg/LaserScan",
        make=scan_of(robot, level),
        devices=tuple(cone.name for cone in level),  # only these are sampled while it is heard
    )


class Cone:
    """What one sensor sees, from above."""

    def __init__(self, robot: Subject, sensor: DistanceSensor) -> None:
        """Look up where the sensor is, and where its reading will be in each sample."""
        self.name = sensor.name
        self.place = robot.place(sensor)
        self.near, self.far = range_of(sensor)
        where = robot.placed(sensor)  # 4x4; the sensor looks along its x
        self.x, self.y, self.height = (float(part) for part in where[:3, 3])
        ahead_x, ahead_y, up = where[:3, 0]
        self.is_level = abs(up) < 0.3 and self.far is not None
        self.angle = math.atan2(ahead_y, ahead_x)
        half = max(sensor.aperture / 2, STEP / 2)
        first, last = round((self.angle - half) / STEP), round((self.angle + half) / STEP)
        self.rays = [ray % RAYS for ray in range(first, last + 1)]

    def reach(self, distance: float) -> float:
        """Return how far from the middle something lies at a distance (m) from the sensor."""
        if not math.isfinite(distance):
            return distance  # too close, nothing there, not measured: as REP 117 has it
        x, y = distance * math.cos(self.angle), distance * math.sin(self.angle)
        return math.hypot(self.x + x, self.y + y)


def scan_of(robot: Subject, cones: list[Cone]) -> Callable[[Sample], bytes]:
    """Return what makes the message: laid out once, then only the rays are written anew."""
    form = Form(
        "sensor_msgs/msg/LaserScan",
        {
            "header": {"frame_id": robot.frame(FRAME)},
            "angle_max": STEP * (RAYS - 1),
            "angle_increment": STEP,
            "scan_time": robot.period,
            "range_min": min(cone.reach(cone.near or 0.0) for cone in cones),
            "range_max": max(cone.reach(cone.far or 0.0) for cone in cones),
            "ranges": [math.nan] * RAYS,
        },
    )
    write = form.place("ranges", RAYS)

    def make(sample: Sample) -> bytes:
        ranges = [math.nan] * RAYS
        for cone in cones:
            reach = cone.reach(sample.values[cone.place])
            for ray in cone.rays:
                ranges[ray] = reach if math.isnan(ranges[ray]) else min(ranges[ray], reach)
        form.stamp(sample.stamp)
        write(*ranges)
        return bytes(form)

    return make
