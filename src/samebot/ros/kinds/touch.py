# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Touch sensors: std_msgs/Bool for bumpers, geometry_msgs/WrenchStamped for forces (N)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebot.model.devices import TouchSensor
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each touch sensor."""
    for device, settings in robot.devices(TouchSensor):
        if device.type == "bumper":
            kind, make = "std_msgs/msg/Bool", _pressed(robot.place(device))
        else:
            kind, make = "geometry_msgs/msg/WrenchStamped", _force(robot, device, settings)
        yield Outlet(
            topic=settings.topic,
            type=kind,
            make=make,
            devices=(device.name,),
            always=settings.always,
        )


def _pressed(place: int) -> Callable[[Sample], bytes]:
    form = Form("std_msgs/msg/Bool")
    write = form.place("data")

    def make(sample: Sample) -> bytes:
        write(sample.values[place] > 0.0)
        return bytes(form)

    return make


def _force(
    robot: Subject, device: TouchSensor, settings: DeviceSettings
) -> Callable[[Sample], bytes]:
    form = Form(
        "geometry_msgs/msg/WrenchStamped", {"header": {"frame_id": robot.frame(settings.frame)}}
    )
    place, width = robot.place(device), robot.width(device)
    write = form.place("wrench.force.x", width)

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(*sample.values[place : place + width])
        return bytes(form)

    return make
