# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Microphones as std_msgs/Float32: loudness from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebot.model.devices import Microphone
from samebot.ros.interface import Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each microphone."""
    for device, settings in robot.devices(Microphone):
        yield Outlet(
            topic=settings.topic,
            type="std_msgs/msg/Float32",
            make=_maker(robot.place(device)),
            devices=(device.name,),
            always=settings.always,
        )


def _maker(place: int) -> Callable[[Sample], bytes]:
    form = Form("std_msgs/msg/Float32")
    write = form.place("data")

    def make(sample: Sample) -> bytes:
        write(sample.values[place])
        return bytes(form)

    return make
