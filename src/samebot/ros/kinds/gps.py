# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Positions from the sky as geometry_msgs/PointStamped, in the world's frame, m."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from samebot.model.devices import GPS
from samebot.ros.interface import Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]

_WORLD: Final = "world"


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each receiver."""
    for device, settings in robot.devices(GPS):
        yield Outlet(
            topic=settings.topic,
            type="geometry_msgs/msg/PointStamped",
            make=_maker(robot.place(device)),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(place: int) -> Callable[[Sample], bytes]:
    form = Form("geometry_msgs/msg/PointStamped", {"header": {"frame_id": _WORLD}})
    write = form.place("point.x", 3)

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        write(*sample.values[place : place + 3])
        return bytes(form)

    return make
