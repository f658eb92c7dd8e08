# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""From a rendered picture to what a camera delivers: tone, noise, lens distortion, RGB order."""

from __future__ import annotations

import functools
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.core.chance import generator
from samebot.sim.compiled import compiled
from samebot.sim.panda import Raw
from samebot.sim.picture_light import GAMMA
from samebot.sim.solids import Whole

__all__ = ["Developer", "Image", "Warp"]

Image = NDArray[np.uint8]
_Grain = NDArray[np.int16]
Warp = NDArray[np.float32]
"""Where each pixel (rows from the top) is found in a rendered picture: column, row from below."""

_TILE: Final = 1 << 20
"""Noise numbers made beforehand; each row of a picture begins somewhere else among them."""
_LEVELS: Final = 255.0


class Developer:
    """Makes pictures out of renderings for one camera: always the same for the same seed."""

    def __init__(
        self,
        size: tuple[int, int],
        seed: int,
        name: str,
        *,
        exposure: float = 1.0,
        warp: Warp | None = None,
    ) -> None:
        """`name` is the camera's own among all of a run; `exposure` 1 leaves the light as it is."""
        self._size = size
        self._seed = seed
        self._starts = generator(seed, f"{name} grain")
        self._warp = warp
        gain = max(exposure, 0.0) ** (1.0 / GAMMA)
        levels = np.rint(np.clip(np.arange(256) * gain, 0, 255))
        self._tone: Image = levels.astype(np.uint8)
        self._plain = exposure == 1.0

    def __call__(self, raw: Raw, noise: float) -> Image:
        """Return the picture (height, width, RGB; rows from the top); `noise` of full scale."""
        width, height = self._size
        image: Image = np.empty((height, width, 3), np.uint8)
        rows = image.reshape(height, width * 3)
        if self._warp is not None:
            _bend(raw.view(np.uint8).reshape(*raw.shape, 4), self._warp, image)
        else:
            _turn(raw.view(np.uint8), rows)
        if not self._plain:
            _tone(rows, self._tone)
        if noise > 0.0:
            starts = self._starts.integers(0, _TILE - 3 * width, height)
            _grain(rows, _tile(self._seed, noise), starts)
        return image


@functools.lru_cache(maxsize=8)
def _tile(seed: int, noise: float) -> _Grain:
    numbers = generator(seed, "grain").standard_normal(_TILE) * min(noise, 1.0) * _LEVELS
    return np.rint(numbers).astype(np.int16)


@compiled
def _turn(raw: Image, rows: Image) -> None:
    """Turn BGRA rows from the bottom into RGB rows from the top."""
    height = rows.shape[0]
    for row in range(height):
        source = raw[height - 1 - row]
        target = rows[row]
        for x in range(rows.shape[1] // 3):
            target[3 * x] = source[4 * x + 2]
            target[3 * x + 1] = source[4 * x + 1]
            target[3 * x + 2] = source[4 * x]


@compiled
def _bend(raw: Image, warp: Warp, image: Image) -> None:
    """Take each pixel from where the lens throws it, between the four nearest rendered ones."""
    height, width = warp.shape[:2]
    for row in range(height):
        for column in range(width):
            x = warp[row, column, 0]
            y = warp[row, column, 1]
            left = int(x)
            low = int(y)
            along = int((x - left) * 256)
            up = int((y - low) * 256)
            near, far = raw[low], raw[low + 1]
            for part in range(3):
                blue_first = 2 - part
                below = near[left, blue_first] * (256 - along) + near[left + 1, blue_first] * along
                above = far[left, blue_first] * (256 - along) + far[left + 1, blue_first] * along
                image[row, column, part] = (below * (256 - up) + above * up + 32768) >> 16


@compiled
def _tone(rows: Image, tone: Image) -> None:
    for row in range(rows.shape[0]):
        for place in range(rows.shape[1]):
            rows[row, place] = tone[rows[row, place]]


@compiled
def _grain(rows: Image, tile: _Grain, starts: Whole) -> None:
    black, white = np.int16(0), np.int16(255)
    for row in range(rows.shape[0]):
        target = rows[row]
        grain = tile[starts[row] : starts[row] + rows.shape[1]]
        for place in range(rows.shape[1]):
            target[place] = min(max(np.int16(target[place]) + grain[place], black), white)
