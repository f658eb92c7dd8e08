# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Camera bytes to pictures: RGB565, YUYV and grey to RGB888, plainly and exactly."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import BusError

__all__ = ["Image", "from_grey", "from_rgb565", "from_yuyv"]

Image = NDArray[np.uint8]
Size = tuple[int, int]

_FIVE: Final = np.array([round(255 * i / 31) for i in range(32)], np.uint8)
_SIX: Final = np.array([round(255 * i / 63) for i in range(64)], np.uint8)
"""Rounded, as E-GO's tables are; copying high bits into low ones differs in 14 places."""


def from_rgb565(data: bytes, size: Size, *, order: Literal["big", "little"]) -> Image:
    """Return height x width x 3 of pixels of 16 bits: 5 red, 6 green, 5 blue.

    The e-puck's firmware sends the high byte first (`big`), V4L2 the low one.
    """
    _check(data, size, 2)
    kind = ">u2" if order == "big" else "<u2"
    pixels = np.frombuffer(data, kind).reshape(size[1], size[0])
    image = np.empty((size[1], size[0], 3), np.uint8)
    image[..., 0] = _FIVE[pixels >> 11]
    image[..., 1] = _SIX[pixels >> 5 & 0x3F]
    image[..., 2] = _FIVE[pixels & 0x1F]
    return image


def from_grey(data: bytes, size: Size) -> Image:
    """Return height x width x 3 of a byte a pixel."""
    _check(data, size, 1)
    grey = np.frombuffer(data, np.uint8).reshape(size[1], size[0], 1)
    return np.repeat(grey, 3, axis=2)


def from_yuyv(data: bytes, size: Size, *, range_: Literal["full", "studio"] = "full") -> Image:
    """Return height x width x 3 of Y0 U Y1 V, two pixels in four bytes (ITU-R BT.601).

    `full`: Y is 0 to 255 (JPEG, most small cameras); `studio`: 16 to 235.
    """
    _check(data, size, 2)
    if size[0] % 2:
        raise BusError(f"two pixels share their colour in YUYV; a width of {size[0]} is odd")
    quads = np.frombuffer(data, np.uint8).reshape(size[1], size[0] // 2, 4).astype(np.float64)
    y = quads[..., 0::2].reshape(size[1], size[0])
    u = np.repeat(quads[..., 1], 2, axis=1) - 128.0
    v = np.repeat(quads[..., 3], 2, axis=1) - 128.0
    if range_ == "studio":
        y = (y - 16.0) * (255.0 / 219.0)
        u, v = u * (255.0 / 224.0), v * (255.0 / 224.0)
    image = np.stack([y + 1.402 * v, y - 0.344136 * u - 0.714136 * v, y + 1.772 * u], axis=-1)
    return np.clip(np.rint(image), 0.0, 255.0).astype(np.uint8)


def _check(data: bytes, size: Size, depth: int) -> None:
    wanted = size[0] * size[1] * depth
    if len(data) != wanted:
        raise BusError(
            f"a picture of {size[0]}x{size[1]} pixels has {wanted} bytes, {len(data)} were found"
        )
