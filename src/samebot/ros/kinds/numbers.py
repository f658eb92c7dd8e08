# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Buttons as std_msgs/Bool; selectors and remote controls as std_msgs/UInt8."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from samebot.model.devices import Button, RemoteControl, Selector
from samebot.ros.interface import Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]

_MOST = 255


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for each of them."""
    for kind in (Button, Selector, RemoteControl):
        message = "std_msgs/msg/Bool" if kind is Button else "std_msgs/msg/UInt8"
        for device, settings in robot.devices(kind):
            yield Outlet(
                topic=settings.topic,
                type=message,
                make=_maker(message, robot.place(device)),
                devices=(device.name,),
                always=settings.always,
            )


def _maker(message: str, place: int) -> Callable[[Sample], bytes | None]:
    form = Form(message)
    write = form.place("data")

    def make(sample: Sample) -> bytes | None:
        value = sample.values[place]
        if math.isnan(value):
            return None
        write(min(max(int(value), 0), _MOST))
        return bytes(form)

    return make
