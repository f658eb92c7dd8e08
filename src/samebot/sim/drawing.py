# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What is drawn on the floor, as pixels: for ground sensors and for cameras alike."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.sim.image_file import from_image, image_of
from samebot.sim.solids import Floats, FloorPicture, Whole
from samebot.sim.world import Floor, Stroke, Surface

__all__ = ["floor_picture", "pattern"]

FINE: Final = 0.001
"""Side of a pixel where there is something to see, m."""
MAX_PIXELS: Final = 4_000_000

Pixels = NDArray[np.float32]


def floor_picture(floor: Floor) -> FloorPicture:
    """Return the floor's colours: its surface, then every stroke in turn.

    Pixels are 1 mm, or as small as four million of them allow; a plain floor is one pixel. A
    picture from a file begins in the floor's corner of least x and y.
    """
    plain = not floor.strokes and not floor.surface.texture
    left = floor.centre[0] - floor.size[0] / 2
    bottom = floor.centre[1] - floor.size[1] / 2
    if plain:
        colour = np.array(floor.surface.colour, np.float32).reshape(1, 1, 3)
        return FloorPicture(colour, left, bottom, max(floor.size))
    side = max(FINE, math.sqrt(floor.size[0] * floor.size[1] / MAX_PIXELS))
    columns, rows = (max(1, round(length / side)) for length in floor.size)
    x: Floats = np.linspace(left + side / 2, left + side * (columns - 0.5), columns)
    y: Floats = np.linspace(bottom + side / 2, bottom + side * (rows - 0.5), rows)
    image = image_of(floor.surface.texture)
    if image is None:
        pixels = pattern(floor.surface, x, y)
    else:
        pixels = from_image(floor.surface, image, x - left, y - bottom)
    for stroke in floor.strokes:
        _draw(stroke, x, y, pixels)
    return FloorPicture(np.ascontiguousarray(pixels), left, bottom, side)


def pattern(surface: Surface, x: Floats, y: Floats) -> Pixels:
    """Return a surface's colours on a grid of places (m): rows for y, columns for x."""
    # Most rows (of wood: columns) are alike, so each kind of them is drawn once.
    u, v = x / surface.tile, y / surface.tile
    rows, row_of = _kinds(_row_key(surface.texture, v))
    columns, column_of = _kinds(_column_key(surface.texture, u))
    shade = _shade(surface.texture, u[columns], v[rows][:, None]).astype(np.float32)
    colours: Pixels = shade[:, :, None] * np.array(surface.colour, np.float32)
    across = colours if len(columns) == len(u) else colours[:, column_of]
    return across if len(rows) == len(v) else across[row_of]


def _kinds(key: Floats) -> tuple[Whole, Whole]:
    """Return the first place of each different key, and which of these each key is."""
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    if len(first) == len(key):
        return np.arange(len(key)), np.arange(len(key))
    return first, kind


def _row_key(texture: str, v: Floats) -> Floats:
    """Return a number for each row; rows with the same one look alike."""
    if texture == "checker":
        return np.floor(v) % 2
    if texture == "bricks":
        return np.floor(2 * v) % 2 + np.where(2 * v % 1 < 0.08, 2.0, 0.0)
    return v if texture == "wood" else np.zeros_like(v)


def _column_key(texture: str, u: Floats) -> Floats:
    """Return a number for each column; columns with the same one look alike."""
    if texture == "checker":
        return np.floor(u) % 2
    if texture == "bricks":
        return u
    return np.floor(u) + np.where(u % 1 < 0.02, 0.5, 0.0) if texture == "wood" else np.zeros_like(u)


def _shade(texture: str, u: Floats, v: Floats) -> Floats:
    """Return how bright each place of a surface is, 0 to 1; u is a row of places, v a column."""
    if texture == "checker":
        return np.where((np.floor(u) + np.floor(v)) % 2 == 0, 1.0, 0.75)
    if texture == "bricks":
        along = u + 0.5 * (np.floor(2 * v) % 2)
        joint = (2 * v % 1 < 0.08) | (along % 1 < 0.04)
        return np.where(joint, 0.6, 1.0)
    if texture == "wood":
        plank = np.floor(u)
        rings = np.sin(8 * v + 3 * np.sin(2 * v + 1.7 * plank) + 2.4 * plank)
        return np.where(u % 1 < 0.02, 0.6, 0.9 + 0.1 * rings)
    return np.ones((len(v), u.size))


def _draw(stroke: Stroke, x: Floats, y: Floats, pixels: Pixels) -> None:
    points = stroke.points + (stroke.points[:1] if stroke.closed else ())
    pairs = itertools.pairwise(points) if len(points) > 1 else [(points[0], points[0])]
    for start, end in pairs:
        rows = _near(y, start[1], end[1], stroke.width)
        columns = _near(x, start[0], end[0], stroke.width)
        inside = _distance(x[columns], y[rows], start, end) <= stroke.width / 2
        pixels[rows, columns][inside] = stroke.colour


def _near(places: Floats, start: float, end: float, width: float) -> slice:
    """Return the range of pixels that a stroke between two coordinates can touch."""
    low = int(np.searchsorted(places, min(start, end) - width))
    high = int(np.searchsorted(places, max(start, end) + width))
    return slice(low, high)


def _distance(x: Floats, y: Floats, start: tuple[float, float], end: tuple[float, float]) -> Floats:
    """Return each pixel's distance from a straight piece of line."""
    along = (end[0] - start[0], end[1] - start[1])
    square = along[0] ** 2 + along[1] ** 2
    dx, dy = np.meshgrid(x - start[0], y - start[1])
    share = np.clip((dx * along[0] + dy * along[1]) / square, 0.0, 1.0) if square else 0.0
    away: Floats = np.hypot(dx - share * along[0], dy - share * along[1])
    return away
