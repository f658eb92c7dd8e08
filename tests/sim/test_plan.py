# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A world from above shows what is there, where it is, and to scale."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from samebot.sim.plan import draw_plan, extent
from samebot.sim.world_file import built_in_worlds, load_world, parse_world

RED = (255, 0, 0)
CRATE = """
floor: {size: [2, 1], centre: [1, 0]}
things:
  - {kind: box, name: crate, size: [0.4, 0.2, 0.1], x: 1.5, y: 0.2, surface: {colour: [1, 0, 0]}}
starts: [{x: 0.5, y: -0.2, yaw: 90 deg}]
"""


def places(picture: NDArray[np.uint8], colour: tuple[int, int, int]) -> NDArray[np.int64]:
    """Return row and column of every pixel of a colour."""
    return np.argwhere((picture == colour).all(axis=2))


def test_a_thing_is_drawn_where_it_is_and_as_large_as_it_is() -> None:
    picture = draw_plan(parse_world(CRATE), 800)
    per_metre = 800 / 2
    margin = 0.03 * 800
    rows, columns = places(picture, RED).T
    assert len(rows) == pytest.approx(0.4 * 0.2 * per_metre**2, rel=0.05)
    assert columns.mean() == pytest.approx(margin + 1.5 * per_metre, abs=1.5)
    assert rows.mean() == pytest.approx(margin + (0.5 - 0.2) * per_metre, abs=1.5)


def test_a_turned_thing_is_drawn_turned() -> None:
    upright = draw_plan(parse_world(CRATE.replace("y: 0.2,", "y: 0.2, yaw: 90 deg,")), 800)
    rows, columns = places(upright, RED).T
    assert np.ptp(rows) == pytest.approx(0.4 * 400, abs=4)
    assert np.ptp(columns) == pytest.approx(0.2 * 400, abs=4)


def test_a_start_is_a_blue_ring_with_an_arrow_in_its_direction() -> None:
    picture = draw_plan(parse_world(CRATE), 800)
    blue = (picture[:, :, 2] > 200) & (picture[:, :, 0] < 60)
    rows, columns = np.nonzero(blue)
    centre = 24 + (0.5 + 0.2) * 400
    assert columns.mean() == pytest.approx(24 + 0.5 * 400, abs=1.5)
    assert centre - rows.min() > rows.max() - centre + 5  # the tip is above the ring


def test_things_that_can_be_pushed_are_hatched() -> None:
    fixed = draw_plan(parse_world(CRATE))
    movable = draw_plan(parse_world(CRATE.replace("y: 0.2,", "y: 0.2, mass: 0.1,")))
    assert len(places(movable, RED)) < 0.9 * len(places(fixed, RED))


@pytest.mark.parametrize("line", ["[0, 0]", "[0.5, 0], [1.5, 0]"])
def test_strokes_of_the_floor_are_drawn(line: str) -> None:
    text = (
        f"floor: {{size: [4, 2], strokes: [{{width: 0.2, points: [{line}]}}]}}\nstarts: [{{x: -1}}]"
    )
    dark = draw_plan(parse_world(text)).max(axis=2) < 20
    assert dark[24 : 24 + 400].sum() > 0.03 * 200**2 * 0.9


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("lights: [{kind: point, position: [1, 0, 1]}]", (242, 178, 0)),
        ("sounds: [{position: [1, 0, 0]}]", (153, 51, 178)),
        ("overheads: [{position: [1, 0, 1]}]", (26, 153, 128)),
        ("residents: [{robot: epuck2, pose: {x: 1}}]", (217, 51, 26)),
    ],
)
def test_lamps_sounds_cameras_and_residents_are_marked(
    text: str, colour: tuple[int, int, int]
) -> None:
    picture = draw_plan(parse_world(f"floor: {{size: [4, 2]}}\n{text}")).astype(int)
    assert (abs(picture - colour).max(axis=2) <= 2).any()


def test_things_beside_the_floor_are_on_the_paper() -> None:
    world = parse_world("things: [{kind: cylinder, name: a, radius: 1, height: 1, x: 20}]")
    assert extent(world) == pytest.approx((-5, 21, -5, 5), abs=1e-2)


@pytest.mark.parametrize("name", built_in_worlds())
def test_every_built_in_world_can_be_drawn(name: str) -> None:
    picture = draw_plan(load_world(name), 200)
    assert 180 < max(picture.shape) < 240
    assert picture.std() > 5
