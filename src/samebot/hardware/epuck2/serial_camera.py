# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures over the serial port: which sizes fit, and how bytes become one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.images import Image, from_grey, from_rgb565

__all__ = ["LARGEST", "HEAD_LENGTH", "SerialCamera", "decode_picture", "picture_length"]

LARGEST: Final = {1: 3200, 2: 4056}
"""Bytes of a picture that fit in the memory of each generation."""
HEAD_LENGTH: Final = 3
"""Mode, width, height."""
_GREY, _RGB565 = 0, 1
_SENSOR: Final = (640, 480)


@dataclass(frozen=True, slots=True)
class SerialCamera:
    """What the model wants of the camera."""

    size: tuple[int, int]
    field_of_view: float
    full_view: float = 0.84
    """Of the whole sensor, rad."""

    @property
    def zoom(self) -> int:
        """How many pixels of the sensor become one."""
        share = math.tan(self.field_of_view / 2) / math.tan(self.full_view / 2)
        wanted = round(_SENSOR[0] * min(share, 1.0) / self.size[0])
        fits = min(_SENSOR[0] // self.size[0], _SENSOR[1] // self.size[1])
        return max(1, min(wanted, fits))

    def problem(self, version: int) -> str:
        """Say why such pictures cannot come; empty: they can."""
        width, height = self.size
        if 2 * width * height <= LARGEST[version] and max(self.size) < 256:
            return ""
        usual = "40x40" if version < 2 else "52x39"
        return (
            f"a picture of {width}x{height} does not fit in the robot's memory "
            f"({LARGEST[version]} bytes); open it with -o camera={usual}"
        )


def picture_length(head: bytes) -> int:
    """Return how many bytes follow the three of a picture's head; raises BusError."""
    mode, width, height = head
    depth = 1 if mode == _GREY else 2
    if mode > 2 or not width or not height or depth * width * height > 2 * LARGEST[2]:
        raise BusError(f"the robot sent a picture of mode {mode}, {width}x{height}")
    return depth * width * height


def decode_picture(head: bytes, data: bytes, *, upside_down: bool) -> Image:
    """Return a picture, RGB888; the e-puck1's camera is built in upside down."""
    mode, width, height = head
    if mode == _GREY:
        image = from_grey(data, (width, height))
    elif mode == _RGB565:
        image = from_rgb565(data, (width, height), order="big")
    else:
        raise BusError("the robot sent a picture in YUV; RGB565 was asked for")
    return image[::-1, ::-1].copy() if upside_down else image
