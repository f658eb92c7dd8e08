# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Floors: patterns place by place, strokes as wide as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from samebot.sim.drawing import floor_picture, pattern
from samebot.sim.solids import FloorPicture
from samebot.sim.world import Colour, Floor, Stroke, Surface

COLOUR = (0.8, 0.5, 0.2)


def shade(texture: str, u: float, v: float) -> float:
    """Return the brightness of a pattern at one place, in tiles."""
    if texture == "checker":
        return 1.0 if (math.floor(u) + math.floor(v)) % 2 == 0 else 0.75
    if texture == "bricks":
        along = u + 0.5 * (math.floor(2 * v) % 2)
        return 0.6 if 2 * v % 1 < 0.08 or along % 1 < 0.04 else 1.0
    if texture == "wood":
        plank = math.floor(u)
        rings = math.sin(8 * v + 3 * math.sin(2 * v + 1.7 * plank) + 2.4 * plank)
        return 0.6 if u % 1 < 0.02 else 0.9 + 0.1 * rings
    return 1.0


@pytest.mark.parametrize("texture", ["", "checker", "bricks", "wood"])
def test_every_place_of_a_pattern_is_as_its_formula_says(texture: str) -> None:
    x, y = np.linspace(-0.313, 0.402, 57), np.linspace(-0.287, 0.19, 41)
    found = pattern(Surface(colour=COLOUR, texture=texture, tile=0.1), x, y)
    expected = [[shade(texture, u / 0.1, v / 0.1) for u in x] for v in y]
    assert_allclose(found, np.array(expected)[:, :, None] * COLOUR, rtol=1e-6)


def at(picture: FloorPicture, x: float, y: float) -> Colour:
    row = math.floor((y - picture.bottom) / picture.side)
    column = math.floor((x - picture.left) / picture.side)
    red, green, blue = picture.pixels[row, column].tolist()
    return (red, green, blue)


def test_a_stroke_is_as_wide_as_it_says_with_round_ends() -> None:
    stroke = Stroke(points=((-0.1, 0.0), (0.1, 0.0)), width=0.02)
    picture = floor_picture(Floor(size=(0.4, 0.2), strokes=(stroke,)))
    black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    for x, y, colour in (
        (0.05, 0.009, black),
        (0.05, -0.009, black),
        (0.05, 0.0115, white),
        (0.108, 0.0, black),
        (0.1115, 0.0, white),
        (0.108, 0.008, white),
    ):
        assert at(picture, x, y) == colour


def test_a_closed_stroke_returns_and_a_point_is_a_dot() -> None:
    corners = ((-0.05, -0.05), (0.05, -0.05), (0.05, 0.05))
    around = Stroke(points=corners, width=0.01, closed=True, colour=(1.0, 0.0, 0.0))
    dot = Stroke(points=((-0.05, 0.05),), width=0.02)
    picture = floor_picture(Floor(size=(0.2, 0.2), strokes=(around, dot)))
    assert at(picture, 0.0, 0.0) == (1.0, 0.0, 0.0)
    assert at(picture, -0.05, 0.058) == (0.0, 0.0, 0.0)


def test_a_plain_floor_is_one_pixel_and_a_large_one_no_more_than_four_million() -> None:
    assert floor_picture(Floor(surface=Surface(colour=COLOUR))).pixels.shape == (1, 1, 3)
    large = floor_picture(Floor(size=(30.0, 20.0), surface=Surface(texture="checker")))
    assert large.pixels.shape[0] * large.pixels.shape[1] <= 4_010_000
    assert large.side > 0.001
