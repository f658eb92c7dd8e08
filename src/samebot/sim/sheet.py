# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A sheet of paper in metres, to draw on: polygons, rings, lines, pictures and a few letters.

Drawn in numpy, so that no plotting library is needed. Row 0 of the pixels is the lowest y.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Sheet"]

Point = tuple[float, float]
Colour = tuple[float, float, float]
Floats = NDArray[np.float64]
_Window = tuple[slice, slice]

_HATCH: Final = 6
"""Pixels from one line of a hatch to the next."""
_GLYPHS: Final = {
    "0": "111 101 101 101 111",
    "1": "010 110 010 010 111",
    "2": "111 001 111 100 111",
    "3": "111 001 011 001 111",
    "4": "101 101 111 001 001",
    "5": "111 100 111 001 111",
    "6": "111 100 111 101 111",
    "7": "111 001 010 010 010",
    "8": "111 101 111 101 111",
    "9": "111 101 111 001 111",
    ".": "0 0 0 0 1",
    "m": "00000 11010 10101 10101 10101",
    "c": "000 011 100 100 011",
    " ": "00 00 00 00 00",
}
"""Letters of five rows; only what a length needs."""


class Sheet:
    """A rectangle of the plane, drawn on in metres."""

    def __init__(
        self, bounds: tuple[float, float, float, float], pixel: float, paper: Colour
    ) -> None:
        """`bounds` are the smallest and largest x, then y (m); `pixel` is a pixel's side (m)."""
        self.pixel = pixel
        x0, x1, y0, y1 = bounds
        columns, rows = (max(1, round(length / pixel)) for length in (x1 - x0, y1 - y0))
        self._x: Floats = x0 + np.float64(pixel) * (np.arange(columns, dtype=np.float64) + 0.5)
        self._y: Floats = y0 + np.float64(pixel) * (np.arange(rows, dtype=np.float64) + 0.5)
        self._pixels = np.full((rows, columns, 3), paper, np.float32)

    def picture(self, finer: int = 1) -> NDArray[np.uint8]:
        """Return the sheet, red-green-blue, top row first; `finer` x `finer` pixels become one."""
        rows, columns = (count // finer * finer for count in self._pixels.shape[:2])
        blocks = self._pixels[:rows, :columns].reshape(rows // finer, finer, -1, finer, 3)
        merged = np.clip(blocks.mean(axis=(1, 3)), 0.0, 1.0)
        return np.ascontiguousarray(np.round(255 * merged[::-1]).astype(np.uint8))

    def paste(
        self, picture: NDArray[np.float32], bounds: tuple[float, float, float, float]
    ) -> None:
        """Lay a picture (its row 0 is the lowest y) over a rectangle, stretched to fit."""
        x0, x1, y0, y1 = bounds
        window = self._window([(x0, y0), (x1, y1)], 0.0)
        rows = _cells(self._y[window[0]], y0, y1, picture.shape[0])
        columns = _cells(self._x[window[1]], x0, x1, picture.shape[1])
        self._pixels[window] = picture[np.ix_(rows, columns)]

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a convex polygon, its corners counter-clockwise or clockwise."""
        window, inside = self._inside(points)
        self._pixels[window][inside] = colour

    def hatch(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw slanting lines over a convex polygon."""
        window, inside = self._inside(points)
        rows, columns = np.indices(inside.shape)
        self._pixels[window][inside & ((rows + columns) % (3 * _HATCH) < _HATCH // 2)] = colour

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        window = self._window([centre], radius)
        self._pixels[window][self._away(window, centre) <= radius] = colour

    def ring(self, centre: Point, radius: float, width: float, colour: Colour) -> None:
        """Draw a circle whose line is `width` wide."""
        window = self._window([centre], radius + width)
        away = np.abs(self._away(window, centre) - radius)
        self._pixels[window][away <= width / 2] = colour

    def path(
        self, points: Sequence[Point], width: float, colour: Colour, *, closed: bool = False
    ) -> None:
        """Draw straight lines from point to point."""
        around = [*points, points[0]] if closed else points
        for start, end in itertools.pairwise(around):
            window = self._window([start, end], width)
            self._pixels[window][self._off_line(window, start, end) <= width / 2] = colour

    def write(self, text: str, left: Point, height: float, colour: Colour) -> None:
        """Write digits and units of length; `left` is the middle of the text's left edge."""
        unit = max(1, round(height / 5 / self.pixel))
        marks = np.kron(_letters(text), np.ones((unit, unit), bool))[::-1]
        column = int(np.searchsorted(self._x, left[0]))
        row = int(np.searchsorted(self._y, left[1])) - len(marks) // 2
        part = self._pixels[max(row, 0) : row + len(marks), column : column + marks.shape[1]]
        part[marks[-len(part) :, : part.shape[1]]] = colour

    def _window(self, points: Sequence[Point], around: float) -> _Window:
        """Return the rows and columns that some points, and what is near them, can touch."""
        slices = []
        for places, values in (
            (self._y, [p[1] for p in points]),
            (self._x, [p[0] for p in points]),
        ):
            low = np.searchsorted(places, min(values) - around, "left")
            high = np.searchsorted(places, max(values) + around, "right")
            slices.append(slice(int(low), int(high)))
        return (slices[0], slices[1])

    def _inside(self, points: Sequence[Point]) -> tuple[_Window, NDArray[np.bool_]]:
        window = self._window(points, 0.0)
        x, y = self._x[window[1]][None, :], self._y[window[0]][:, None]
        left = right = np.ones((y.shape[0], x.shape[1]), bool)
        for start, end in itertools.pairwise([*points, points[0]]):
            side = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
            left, right = left & (side >= 0.0), right & (side <= 0.0)
        return window, left | right

    def _away(self, window: _Window, centre: Point) -> Floats:
        x, y = self._x[window[1]][None, :], self._y[window[0]][:, None]
        away: Floats = np.hypot(x - centre[0], y - centre[1])
        return away

    def _off_line(self, window: _Window, start: Point, end: Point) -> Floats:
        x, y = self._x[window[1]][None, :] - start[0], self._y[window[0]][:, None] - start[1]
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        share = np.clip((x * dx + y * dy) / length**2, 0.0, 1.0) if length else 0.0
        off: Floats = np.hypot(x - share * dx, y - share * dy)
        return off


def _cells(places: Floats, low: float, high: float, count: int) -> NDArray[np.int64]:
    """Return in which of `count` equal cells between two coordinates each place lies."""
    cells = np.floor((places - low) / (high - low) * count).astype(np.int64)
    return np.clip(cells, 0, count - 1)


def _letters(text: str) -> NDArray[np.bool_]:
    gap = np.zeros((5, 1), bool)
    parts = []
    for letter in text:
        rows = _GLYPHS[letter].split()
        parts += [np.array([[mark == "1" for mark in row] for row in rows]), gap]
    return np.hstack(parts)
