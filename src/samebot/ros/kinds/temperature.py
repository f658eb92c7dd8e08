# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Thermometers as sensor_msgs/Temperature, in degrees Celsius."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebot.model.devices import Thermometer
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each thermometer."""
    for device, settings in robot.devices(Thermometer):
        yield Outlet(
            topic=settings.topic,
            type="sensor_msgs/msg/Temperature",
            make=_maker(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(
    robot: Subject, device: Thermometer, settings: DeviceSettings
) -> Callable[[Sample], bytes]:
    form = Form(
        "sensor_msgs/msg/Temperature", {"header": {"frame_id": robot.frame(settings.frame)}}
    )
    place, write = robot.place(device), form.place("temperature")

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(sample.values[place])
        return bytes(form)

    return make
