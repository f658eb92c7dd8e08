# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Light sensors: inverse square, cosine, shadows, colour filters, tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hypothesis import given
from hypothesis import strategies as st

import samebot
from samebot.core.pose import Pose
from samebot.model import Link, LookupTable, RobotModel
from samebot.model.devices import LightSensor
from samebot.model.shapes import Box, Sphere
from samebot.sim.world import Light, Thing, World


def lit(*lights: Light, things: tuple[Thing, ...] = (), **fields: object) -> float:
    """Return what a sensor at (0, 0, 0.5) that looks along +x measures, W/m2."""
    pose = Pose((0.0, 0.0, 0.5))
    sensor = LightSensor(name="light", link="post", pose=pose, **fields)  # type: ignore[arg-type]
    robot = RobotModel(name="post", links=(Link(name="post"),), devices=(sensor,))
    world = World(name="test", lights=lights, things=things)
    with samebot.open(robot, world=world, noise=False) as body:
        body.step()
        value = body.read()["light"].value
    assert isinstance(value, float)
    return value


@given(st.floats(0.2, 5.0), st.floats(-1.5, 1.5))
def test_a_lamp_falls_by_the_inverse_square_and_the_cosine(distance: float, angle: float) -> None:
    place = (distance * math.cos(angle), distance * math.sin(angle), 0.5)
    expected = 2.0 / distance**2 * max(0.0, math.cos(angle))
    assert lit(Light(kind="point", intensity=2.0, position=place)) == pytest.approx(expected)


def test_a_lamp_behind_the_sensor_gives_nothing() -> None:
    assert lit(Light(kind="point", position=(-1.0, 0.0, 0.5))) == 0.0


def test_the_sun_falls_by_the_cosine_alone_and_ambient_light_from_all_sides() -> None:
    sun = Light(kind="directional", intensity=3.0, direction=(-2.0, 0.0, -2.0))
    assert lit(sun) == pytest.approx(3.0 * math.sqrt(0.5))
    assert lit(sun, Light(kind="ambient", intensity=0.5)) == pytest.approx(
        0.5 + 3.0 * math.sqrt(0.5)
    )


LAMP = Light(kind="point", intensity=1.0, position=(2.0, 0.0, 0.5))


@pytest.mark.parametrize(
    ("x", "y", "dark"),
    [(1.0, 0.0, True), (1.0, 0.3, False), (2.5, 0.0, False), (-0.5, 0.0, False)],
)
def test_what_stands_between_a_lamp_and_the_sensor_shades_it(
    x: float, y: float, *, dark: bool
) -> None:
    thing = Thing(name="box", shape=Box((0.1, 0.4, 0.2)), pose=Pose((x, y, 0.5)))
    assert lit(LAMP, things=(thing,)) == (0.0 if dark else 0.25)
    assert lit(LAMP, things=(thing,), occlusion=False) == 0.25


def test_a_far_thing_shades_the_sun() -> None:
    ball = Thing(name="ball", shape=Sphere(1.0), pose=Pose((50.0, 0.0, 0.5)))
    assert lit(Light(direction=(-1.0, 0.0, 0.0)), things=(ball,)) == 0.0


def test_a_red_filter_lets_red_light_through() -> None:
    red = Light(kind="ambient", intensity=1.0, colour=(0.9, 0.3, 0.0))
    assert lit(red, colour_filter=(1.0, 0.0, 0.0)) == pytest.approx(0.3)
    assert lit(red) == pytest.approx(0.4)


def test_a_table_turns_irradiance_into_counts() -> None:
    table = LookupTable.of([(0.0, 4000.0), (10.0, 0.0)])
    ambient = Light(kind="ambient", intensity=2.5)
    assert lit(ambient, table=table, resolution=1.0) == pytest.approx(2.5)
    assert lit(ambient, Light(kind="ambient", intensity=90.0), table=table) == pytest.approx(10.0)


def test_a_sensor_without_a_table_measures_the_brightest_light() -> None:
    near = Light(kind="point", position=(0.01, 0.0, 0.5), intensity=3.0)
    assert lit(near) == pytest.approx(3.0 / 0.01**2)


def test_without_light_it_is_dark() -> None:
    assert np.isclose(lit(), 0.0)
