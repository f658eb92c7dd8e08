# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The camera of one robot as bytes: grey, RGB565 or YUV, a window of 640x480 with zoom.

RGB565 has the high byte first (R5 G3, then G3 B5); YUV is Y U Y V, full range (a guess). The
camera of the first e-puck is built in upside down, and its firmware leaves it at that.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.body import Body

__all__ = ["GREY", "RGB565", "WIFI_SIZE", "YUV", "Camera", "grey", "rgb565", "yuv"]

GREY: Final = 0
RGB565: Final = 1
YUV: Final = 2

WIFI_SIZE: Final = (160, 120)
"""Width and height of the picture on Wi-Fi, pixels."""
_ARRAY: Final = (640, 480)
_DEFAULT: Final = (40, 40)
_ZOOM: Final = 8
_LARGEST: Final = {1: 3200, 2: 52 * 39 * 2 + 80}
"""Bytes of the largest picture on serial lines, by the robot's version."""

Image = NDArray[np.uint8]


def grey(image: Image) -> bytes:
    """Return the brightness of an RGB888 picture, a byte a pixel."""
    return bytes(
        (image.astype(np.uint32) @ np.array([77, 150, 29], np.uint32) >> 8).astype(np.uint8)
    )


def rgb565(image: Image) -> bytes:
    """Return an RGB888 picture as RGB565, high byte first."""
    red, green, blue = (image[..., part].astype(np.uint16) for part in range(3))
    packed = (red >> 3 << 11) | (green >> 2 << 5) | (blue >> 3)
    return packed.astype(">u2").tobytes()


def yuv(image: Image) -> bytes:
    """Return an RGB888 picture as Y U Y V; colours of each two pixels are averaged."""
    red, green, blue = (image[..., part].astype(np.float64).ravel() for part in range(3))
    y = 0.299 * red + 0.587 * green + 0.114 * blue
    odd = len(y) % 2
    first = np.concatenate([y, y[-1:]]) if odd else y
    u, v = (
        np.concatenate([part, part[-1:]])[: len(first)].reshape(-1, 2).mean(axis=1)
        for part in (128 + 0.564 * (blue - y), 128 + 0.713 * (red - y))
    )
    mixed = np.empty((len(first), 2))
    mixed[:, 0] = first
    mixed[0::2, 1] = u
    mixed[1::2, 1] = v
    return np.clip(np.rint(mixed), 0, 255).astype(np.uint8).tobytes()[: 2 * len(y)]


_CODES: Final = {GREY: grey, RGB565: rgb565, YUV: yuv}


class Camera:
    """The camera with the settings of the serial protocols."""

    def __init__(self, body: Body, version: int) -> None:
        """Begin with the firmware's settings; `version` is the robot's, 1 or 2."""
        self._body = body
        self._version = version
        self.fitted = "camera" in body.devices
        self.power_up()

    def power_up(self) -> None:
        """Set 40x40 pixels in colour, each eighth pixel of the middle."""
        self.mode, self.zoom = RGB565, _ZOOM
        self.width, self.height = _DEFAULT
        self._left, self._top = self._centre()

    def configure(
        self, mode: int, width: int, height: int, zoom: int, corner: tuple[int, int] | None = None
    ) -> None:
        """Set mode, size, zoom and the window's corner; too large: 40x40 pixels in colour."""
        self.mode, self.width, self.height = mode, width, height
        self.zoom = max(1, min(zoom, _ARRAY[0]))
        known = mode in _CODES and min(width, height) > 0
        if not known or self.size > _LARGEST[self._version]:
            self.mode = RGB565
            self.width, self.height = _DEFAULT
        left, top = corner or (-1, -1)
        middle = self._centre()
        self._left = middle[0] if left == -1 else left
        self._top = middle[1] if top == -1 else top

    def _centre(self) -> tuple[int, int]:
        """Return the corner of a window in the middle."""
        return (
            (_ARRAY[0] - self.width * self.zoom) // 2,
            (_ARRAY[1] - self.height * self.zoom) // 2,
        )

    @property
    def size(self) -> int:
        """How many bytes the pixels of a picture have."""
        return self.width * self.height * (1 if self.mode == GREY else 2)

    def picture(self) -> bytes:
        """Return what the camera sees now: mode, width, height, pixels."""
        window = self._window(self._left, self._top, self.width, self.height, self.zoom)
        if self._version == 1:
            window = window[::-1, ::-1]
        head = bytes((self.mode & 0xFF, self.width & 0xFF, self.height & 0xFF))
        return head + _CODES[self.mode](window)

    def wifi_picture(self) -> bytes:
        """Return what the camera sees now as Wi-Fi carries it: 160x120 pixels, RGB565."""
        width, height = WIFI_SIZE
        return rgb565(self._window(0, 0, width, height, _ARRAY[0] // width))

    def _window(self, left: int, top: int, width: int, height: int, zoom: int) -> Image:
        """Return the middle one of each `zoom` pixels of a window of 640x480."""
        whole = self._image()
        rows = self._places(top, height, zoom, 1, whole.shape[0])
        columns = self._places(left, width, zoom, 0, whole.shape[1])
        return whole[np.ix_(rows, columns)]

    def _places(self, start: int, count: int, zoom: int, axis: int, size: int) -> NDArray[np.int64]:
        places = (start + np.arange(count) * zoom + zoom // 2) * size // _ARRAY[axis]
        return np.clip(places, 0, size - 1)

    def _image(self) -> Image:
        """Take a picture now; the body would take one each step from then on."""
        if not self.fitted:
            return np.zeros((*reversed(WIFI_SIZE), 3), np.uint8)
        image = self._body.image("camera")
        self._body.device("camera").disable()
        return image
