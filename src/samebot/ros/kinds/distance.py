# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Distance sensors as sensor_msgs/Range (REP 117)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from samebot.model.describe import range_of
from samebot.model.devices import DistanceSensor
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]

_ULTRASOUND: Final = 0
_INFRARED: Final = 1
_FAR: Final = 1e6
"""m; of a sensor without a range of its own: farther than any robot sees."""


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each distance sensor."""
    for device, settings in robot.devices(DistanceSensor):
        yield Outlet(
            topic=settings.topic,
            type="sensor_msgs/msg/Range",
            make=_maker(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(
    robot: Subject, device: DistanceSensor, settings: DeviceSettings
) -> Callable[[Sample], bytes]:
    near, far = range_of(device)
    form = Form(
        "sensor_msgs/msg/Range",
        {
            "header": {"frame_id": robot.frame(settings.frame)},
            "radiation_type": _ULTRASOUND if device.type == "sonar" else _INFRARED,
            "field_of_view": device.aperture,
            "min_range": near or 0.0,
            "max_range": _FAR if far is None else far,
        },
    )
    place, write = robot.place(device), form.place("range")

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(sample.values[place])
        return bytes(form)

    return make
