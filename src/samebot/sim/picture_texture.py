# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures that cover surfaces, in the sizes that the renderer takes: powers of two."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.sim.compiled import compiled

__all__ = ["LARGEST", "Coat", "coat_of", "fitting_size", "smaller"]

LARGEST: Final = 2048
"""Pixels a side; the renderer takes 4096, but they take long to prepare."""

Coat = NDArray[np.uint8]
"""Blue, green, red; rows from the bottom."""
_Colours = NDArray[np.float32]


def fitting_size(count: int) -> int:
    """Return the power of two that is nearest to a number of pixels."""
    return min(1 << max(0, round(math.log2(count))), LARGEST)


def coat_of(pixels: _Colours, light: _Colours, size: tuple[int, int]) -> Coat:
    """Return colours (RGB, 0 to 1) in light (rows, columns, RGB) as `size` rows and columns."""
    coat: Coat = np.empty((*size, 3), np.uint8)
    _coat(np.ascontiguousarray(pixels), np.ascontiguousarray(light), coat)
    return coat


def smaller(coat: Coat) -> list[Coat]:
    """Return a coat at half its size, a quarter and so on to one pixel."""
    coats = []
    while coat.shape[:2] != (1, 1):
        rows, columns = (max(side // 2, 1) for side in coat.shape[:2])
        half: Coat = np.empty((rows, columns, 3), np.uint8)
        _halve(coat, half)
        coats.append(half)
        coat = half
    return coats


@compiled
def _between(pixels: _Colours, row: float, column: float, part: int) -> float:
    """Return a colour between the four pixels around a place, counted from their centres."""
    row = min(max(row, 0.0), pixels.shape[0] - 1.0)
    column = min(max(column, 0.0), pixels.shape[1] - 1.0)
    low, left = int(row), int(column)
    high, right = min(low + 1, pixels.shape[0] - 1), min(left + 1, pixels.shape[1] - 1)
    up, along = row - low, column - left
    near = pixels[low, left, part] * (1.0 - along) + pixels[low, right, part] * along
    far = pixels[high, left, part] * (1.0 - along) + pixels[high, right, part] * along
    return float(near * (1.0 - up) + far * up)


@compiled
def _coat(pixels: _Colours, light: _Colours, coat: Coat) -> None:
    rows, columns = coat.shape[:2]
    even = light.shape[0] == 1 and light.shape[1] == 1
    for row in range(rows):
        place = (row + 0.5) / rows
        for column in range(columns):
            along = (column + 0.5) / columns
            for part in range(3):
                colour = _between(
                    pixels, place * pixels.shape[0] - 0.5, along * pixels.shape[1] - 0.5, part
                )
                if even:
                    bright = float(light[0, 0, part])
                else:
                    bright = _between(
                        light, place * light.shape[0] - 0.5, along * light.shape[1] - 0.5, part
                    )
                coat[row, column, 2 - part] = int(min(max(colour * bright, 0.0), 1.0) * 255.0 + 0.5)


@compiled
def _halve(coat: Coat, half: Coat) -> None:
    for row in range(half.shape[0]):
        low, high = min(2 * row, coat.shape[0] - 1), min(2 * row + 1, coat.shape[0] - 1)
        for column in range(half.shape[1]):
            left = min(2 * column, coat.shape[1] - 1)
            right = min(2 * column + 1, coat.shape[1] - 1)
            for part in range(3):
                total = (
                    int(coat[low, left, part])
                    + int(coat[low, right, part])
                    + int(coat[high, left, part])
                    + int(coat[high, right, part])
                )
                half[row, column, part] = (total + 2) >> 2
