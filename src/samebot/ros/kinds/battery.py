# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Batteries as sensor_msgs/BatteryState."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from samebot.model.devices import Battery
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]

_DISCHARGING: Final = 2
_LITHIUM_ION: Final = 2


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each battery."""
    for device, settings in robot.devices(Battery):
        yield Outlet(
            topic=settings.topic,
            type="sensor_msgs/msg/BatteryState",
            make=_maker(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(robot: Subject, device: Battery, settings: DeviceSettings) -> Callable[[Sample], bytes]:
    nan = math.nan
    form = Form(
        "sensor_msgs/msg/BatteryState",
        {
            "header": {"frame_id": robot.frame(settings.frame)},
            "temperature": nan,
            "current": nan,
            "charge": nan,
            "capacity": nan,
            "design_capacity": nan if device.capacity is None else device.capacity,
            "power_supply_status": _DISCHARGING,
            "power_supply_technology": _LITHIUM_ION,
            "present": True,
        },
    )
    place, write = robot.place(device), form.place("voltage")
    write_share = form.place("percentage")
    empty, span = device.empty, device.full - device.empty

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        volts = sample.values[place]
        write(volts)
        write_share(min(max((volts - empty) / span, 0.0), 1.0) if span > 0.0 else nan)
        return bytes(form)

    return make
