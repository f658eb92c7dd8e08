# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Compasses as sensor_msgs/MagneticField, in tesla."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebot.model.devices import Compass
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each compass."""
    for device, settings in robot.devices(Compass):
        yield Outlet(
            topic=settings.topic,
            type="sensor_msgs/msg/MagneticField",
            make=_maker(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(robot: Subject, device: Compass, settings: DeviceSettings) -> Callable[[Sample], bytes]:
    variance = device.noise * device.noise
    form = Form(
        "sensor_msgs/msg/MagneticField",
        {
            "header": {"frame_id": robot.frame(settings.frame)},
            "magnetic_field_covariance": (variance, 0, 0, 0, variance, 0, 0, 0, variance),
        },
    )
    place, write = robot.place(device), form.place("magnetic_field.x", 3)

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(*sample.values[place : place + 3])
        return bytes(form)

    return make
