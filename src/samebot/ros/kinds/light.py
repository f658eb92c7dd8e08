# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Light sensors as sensor_msgs/Illuminance, in lux."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebot.model.devices import LightSensor
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each light sensor."""
    for device, settings in robot.devices(LightSensor):
        yield Outlet(
            topic=settings.topic,
            type="sensor_msgs/msg/Illuminance",
            make=_maker(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(
    robot: Subject, device: LightSensor, settings: DeviceSettings
) -> Callable[[Sample], bytes]:
    form = Form(
        "sensor_msgs/msg/Illuminance", {"header": {"frame_id": robot.frame(settings.frame)}}
    )
    place, write = robot.place(device), form.place("illuminance")
    lux = robot.settings.lux_per_watt

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(sample.values[place] * lux)
        return bytes(form)

    return make
