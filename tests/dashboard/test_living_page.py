# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The page of a robot that lives: its world, where it is, what it measures."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("viser")

from samebot.body import Layout, Snapshot
from samebot.core.pose import Pose
from samebot.dashboard.live_panel import Living
from samebot.dashboard.page import RobotPage
from samebot.dashboard.readings import readings_table
from samebot.dashboard.world_scene import floor_pixels
from samebot.model.catalogue import load
from samebot.model.devices import DistanceSensor
from samebot.model.robot import RobotModel
from samebot.model.structure import Link
from samebot.sim.world import Floor, Stroke
from samebot.sim.world_file import load_world, parse_world


class Wishes:
    """Nobody's wishes."""

    def go(self, going: bool) -> None:
        """Leave it."""

    def reset(self) -> None:
        """Leave it."""


def test_the_world_is_drawn_and_what_moves_is_moved() -> None:
    world = parse_world(
        "things: [{kind: box, name: crate, size: [0.1, 0.1, 0.1], x: 1, mass: 0.1},"
        " {kind: sphere, name: ball, radius: 0.1, y: 1}]"
    )
    living = Living(world=world, wishes=Wishes(), start=Pose((0.3, 0.0, 0.0)))
    with RobotPage(load("epuck2"), port=0, living=living) as page:
        assert tuple(page.scene._root.position) == (0.3, 0.0, 0.0)
        assert page.positions == {}  # wheels have no sliders
        assert not page.watched
        crate = page.scene._world
        assert crate is not None
        assert crate.movable == ("crate",)
        page.show(
            Pose((0.5, 0.1, 0.0)), {"left_wheel_joint": 1.0}, {"crate": Pose((2.0, 0.0, 0.0))}
        )
        assert tuple(page.scene._root.position) == (0.5, 0.1, 0.0)
        assert tuple(crate._movable["crate"].position) == (2.0, 0.0, 0.0)


def test_a_floor_is_seen_as_it_is_drawn_rows_along_y() -> None:
    line = Stroke(points=((0.1, 0.0), (0.1, 0.05)), width=0.01)
    pixels = floor_pixels(Floor(size=(0.4, 0.2), strokes=(line,)))
    assert pixels.shape == (200, 400, 3)
    assert pixels[120, 300].tolist() == [0, 0, 0]
    assert pixels[20, 300].tolist() == [255, 255, 255]
    large = floor_pixels(load_world("tb3_house").floor)
    assert max(large.shape) <= 1024


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.05, "0.050 m"),
        (math.inf, "nothing"),
        (-math.inf, "too close"),
        (math.nan, "no reading"),
    ],
)
def test_what_is_no_distance_is_said(value: float, text: str) -> None:
    sensor = DistanceSensor(name="<ps0>", link="base", max_range=0.1)
    model = RobotModel(name="r", links=(Link(name="base"),), devices=(sensor,))
    values = np.array([value])
    snapshot = Snapshot(0.0, Layout(model.devices), values, values, np.zeros(1))
    table = readings_table(model, snapshot)
    assert text in table
    assert "&lt;ps0&gt;" in table
