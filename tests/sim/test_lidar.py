# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Scans and depth pictures against plane geometry."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

pytest.importorskip("mujoco")
pytest.importorskip("numba")

import samebot
from samebot.body import Body
from samebot.core.errors import ModelError
from samebot.core.pose import Pose
from samebot.model import Link, RobotModel
from samebot.model.devices import Device, Lidar, RangeFinder
from samebot.model.shapes import Box, Cylinder
from samebot.sim.lidar import scan_directions
from samebot.sim.world import Thing, World

PLACE = Pose((0.0, 0.0, 0.5), (0.0, 0.0, 0.0))


def post(device: Device, *things: Thing, noise: bool = False) -> Body:
    robot = RobotModel(name="post", links=(Link(name="post"),), devices=(device,))
    return samebot.open(robot, world=World(name="test", things=things), noise=noise)


def room(half_x: float, half_y: float) -> tuple[Thing, ...]:
    walls = []
    for sign in (-1, 1):
        x, y = sign * (half_x + 0.05), sign * (half_y + 0.05)
        walls.append(Thing(name=f"x{sign}", shape=Box((0.1, 9, 2)), pose=Pose((x, 0.0, 1.0))))
        walls.append(Thing(name=f"y{sign}", shape=Box((9, 0.1, 2)), pose=Pose((0.0, y, 1.0))))
    return tuple(walls)


def test_a_full_turn_sees_the_walls_of_a_room() -> None:
    lidar = Lidar(name="scan", link="post", pose=PLACE, samples=360, max_range=5.0)
    scan = np.array(post(lidar, *room(1.0, 1.5)).ranges("scan"))
    angles = -math.pi + np.arange(360) * math.tau / 360
    with np.errstate(divide="ignore"):
        expected = np.minimum(1.0 / abs(np.cos(angles)), 1.5 / abs(np.sin(angles)))
    assert_allclose(scan, expected, rtol=1e-9)


def test_a_scan_of_less_than_a_turn_has_both_ends() -> None:
    lidar = Lidar(name="scan", link="post", samples=5, min_angle=-1.0, max_angle=1.0)
    directions = scan_directions(lidar)
    assert_allclose(np.arctan2(directions[:, 1], directions[:, 0]), [-1.0, -0.5, 0.0, 0.5, 1.0])


def test_a_scanner_of_one_ray_gives_an_array_of_one() -> None:
    lidar = Lidar(name="scan", link="post", pose=PLACE, samples=1, min_angle=0.0, max_angle=0.0)
    with post(lidar, *room(0.6, 0.6)) as body:
        body.step()
        assert_allclose(body.read()["scan"].value, [0.6])
        assert body.ranges("scan") == pytest.approx((0.6,))


def test_a_depth_camera_that_sees_half_the_world_is_refused() -> None:
    with post(RangeFinder(name="depth", link="post", field_of_view=math.pi)) as body:
        body.device("depth").enable()
        with pytest.raises(ModelError, match="field of view"):
            body.step()


def test_layers_go_from_the_top_down() -> None:
    lidar = Lidar(
        name="scan", link="post", samples=4, layers=3, vertical_field_of_view=math.radians(30)
    )
    lift = np.degrees(np.arcsin(scan_directions(lidar)[:, 2])).reshape(3, 4)
    assert_allclose(lift[:, 0], [15.0, 0.0, -15.0], atol=1e-9)


def test_too_close_is_minus_infinity_and_nothing_is_infinity() -> None:
    lidar = Lidar(name="scan", link="post", pose=PLACE, samples=4, min_range=0.5, max_range=3.0)
    pole = Thing(name="pole", shape=Cylinder(0.1, 2.0), pose=Pose((0.4, 0.0, 1.0)))
    ranges = post(lidar, pole).ranges("scan")
    assert ranges == (math.inf, math.inf, -math.inf, math.inf)


def test_noise_is_as_wide_as_it_says_and_readings_keep_their_resolution() -> None:
    lidar = Lidar(
        name="scan",
        link="post",
        pose=PLACE,
        samples=2000,
        max_range=5.0,
        noise=0.01,
        resolution=0.001,
    )
    true = np.array(post(lidar, *room(1.0, 1.5)).ranges("scan"))
    noisy = np.array(post(lidar, *room(1.0, 1.5), noise=True).ranges("scan"))
    assert (noisy - true).std() == pytest.approx(0.01, rel=0.1)
    assert abs((noisy - true).mean()) < 0.001
    assert_allclose(noisy * 1000, np.round(noisy * 1000), atol=1e-6)


def test_a_tilted_scanner_meets_the_floor_where_it_is() -> None:
    tilted = Pose((0.0, 0.0, 0.5), (0.0, math.radians(30), 0.0))
    lidar = Lidar(
        name="scan", link="post", pose=tilted, samples=1, min_angle=0, max_angle=0, max_range=3.0
    )
    assert post(lidar).ranges("scan")[0] == pytest.approx(1.0)


def test_depth_is_measured_along_the_axis_not_along_the_ray() -> None:
    camera = RangeFinder(
        name="depth", link="post", pose=PLACE, size=(8, 6), field_of_view=1.2, max_range=4.0
    )
    wall = Thing(name="wall", shape=Box((0.1, 9, 9)), pose=Pose((1.05, 0.0, 0.0)))
    body = post(camera, wall)
    body.device("depth").enable()
    body.step()
    depth = body.read()["depth"].value
    assert isinstance(depth, np.ndarray)
    assert depth.shape[:2] == (6, 8)
    assert_allclose(depth.reshape(6, 8), 1.0, rtol=1e-6)


def test_depth_falls_towards_the_floor_as_geometry_says() -> None:
    camera = RangeFinder(
        name="depth", link="post", pose=PLACE, size=(2, 4), field_of_view=1.0, max_range=4.0
    )
    body = post(camera)
    body.device("depth").enable()
    body.step()
    depth = np.asarray(body.read()["depth"].value).reshape(4, 2)
    side = 2 * math.tan(0.5) / 2
    rows = 2 * side - side * (np.arange(4) + 0.5)
    assert np.isinf(depth[:2]).all()
    assert_allclose(depth[2:, 0], 0.5 / -rows[2:], rtol=1e-6)
