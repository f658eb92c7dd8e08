# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lidars as sensor_msgs/LaserScan; several layers as sensor_msgs/PointCloud2 as well."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from samebot.model.devices import Lidar
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]

_FLOAT32: Final = 7


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield the topics of each lidar."""
    for device, settings in robot.devices(Lidar):
        yield Outlet(
            topic=settings.topic,
            type="sensor_msgs/msg/LaserScan",
            make=_scan(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
        )
        if device.layers > 1:
            yield Outlet(
                topic=f"{settings.topic}/point_cloud",
                type="sensor_msgs/msg/PointCloud2",
                make=_cloud(robot, device, settings),
                devices=(device.name,),
            )


def angle_step(device: Lidar) -> float:
    """Return the angle between two rays; a full circle does not measure its first ray twice."""
    view = device.max_angle - device.min_angle
    closed = math.isclose(view, math.tau, abs_tol=1e-3)
    return view / (device.samples if closed else max(device.samples - 1, 1))


def _scan(robot: Subject, device: Lidar, settings: DeviceSettings) -> Callable[[Sample], bytes]:
    step, samples = angle_step(device), device.samples
    form = Form(
        "sensor_msgs/msg/LaserScan",
        {
            "header": {"frame_id": robot.frame(settings.frame)},
            "angle_min": device.min_angle,
            "angle_max": device.min_angle + step * (samples - 1),
            "angle_increment": step,
            "scan_time": 1.0 / device.frequency
            if device.frequency
            else robot.sampled_every(device),
            "range_min": device.min_range,
            "range_max": device.max_range,
            "ranges": [0.0] * samples,
        },
    )
    # The middle layer is the level one.
    place = robot.place(device) + device.layers // 2 * samples
    write = form.place("ranges", samples)

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(*sample.values[place : place + samples])
        return bytes(form)

    return make


def _cloud(robot: Subject, device: Lidar, settings: DeviceSettings) -> Callable[[Sample], bytes]:
    count = device.samples * device.layers
    directions = _directions(device)
    form = Form(
        "sensor_msgs/msg/PointCloud2",
        {
            "header": {"frame_id": robot.frame(settings.frame)},
            "height": device.layers,
            "width": device.samples,
            "fields": [
                {"name": name, "offset": 4 * number, "datatype": _FLOAT32, "count": 1}
                for number, name in enumerate("xyz")
            ],
            "point_step": 12,
            "row_step": 12 * device.samples,
            "data": bytes(12 * count),
        },
    )
    place, at = robot.place(device), form.offset("data")

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        distances = sample.snapshot.value[place : place + count]
        with np.errstate(invalid="ignore"):
            points = np.where(
                np.isfinite(distances)[:, None], distances[:, None] * directions, np.nan
            )
        form.data[at : at + 12 * count] = points.astype("<f4").tobytes()
        return bytes(form)

    return make


def _directions(device: Lidar) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the direction of each ray in the lidar's frame, layer by layer from above."""
    azimuths = device.min_angle + angle_step(device) * np.arange(device.samples)
    half = device.vertical_field_of_view / 2
    rows = [
        np.stack(
            [
                np.cos(azimuths) * math.cos(tilt),
                np.sin(azimuths) * math.cos(tilt),
                np.full(device.samples, math.sin(tilt)),
            ],
            axis=1,
        )
        for tilt in np.linspace(half, -half, device.layers).tolist()
    ]
    return np.concatenate(rows)
