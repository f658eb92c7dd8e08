# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""LEDs: std_msgs/Int32 as the thesis has it, and std_msgs/ColorRGBA beside it.

An Int32 is the LED's own value: 0 off, 1 on (or the number of its colour), 0 to 255 where it can
be dimmed, 0xRRGGBB where it has colours. A colour lights what the LED can show of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from samebot.commands import Command
from samebot.core.errors import CommandError
from samebot.model.devices import LED
from samebot.ros.interface import Inlet, Subject
from samebot.ros.wire import decode

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Inlet]:
    """Yield two topics for each LED."""
    for device, settings in robot.devices(LED):
        yield Inlet(topic=settings.topic, type="std_msgs/msg/Int32", read=_number(device))
        yield Inlet(
            topic=f"{settings.topic}/color", type="std_msgs/msg/ColorRGBA", read=_colour(device)
        )


def _number(device: LED) -> Callable[[bytes], Command]:
    def read(data: bytes) -> Command:
        return Command(leds={device.name: decode("std_msgs/msg/Int32", data)["data"]})

    return read


def _colour(device: LED) -> Callable[[bytes], Command]:
    def read(data: bytes) -> Command:
        fields = decode("std_msgs/msg/ColorRGBA", data)
        channels = [fields[name] for name in "rgba"]
        if not all(map(math.isfinite, channels)):
            raise CommandError(
                f"{device.name}: colour {channels}; numbers from 0 to 1 are expected"
            )
        *colour, alpha = (min(max(channel, 0.0), 1.0) for channel in channels)
        return Command(leds={device.name: led_value(device, *(c * alpha for c in colour))})

    return read


def led_value(device: LED, red: float, green: float, blue: float) -> int:
    """Return the value with which an LED shows a colour (0 to 1 a channel) as well as it can."""
    if device.type == "rgb":
        r, g, b = (round(channel * 255) for channel in (red, green, blue))
        return r << 16 | g << 8 | b
    brightest = max(red, green, blue)
    if device.type == "gradual":
        return round(brightest * 255)
    if brightest < 0.5 or not device.colours:
        return 0
    wanted = (red, green, blue)
    distances = [math.dist(wanted, colour) for colour in device.colours]
    return 1 + distances.index(min(distances))
