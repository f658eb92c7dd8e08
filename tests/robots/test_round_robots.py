# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What holds for e-puck2, e-puck and Khepera IV alike: they stand, they weigh, they see."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from samebot.core.pose import Pose
from samebot.model import Box, Cylinder, RobotModel, Sphere
from samebot.model.catalogue import load
from samebot.model.devices import Camera
from samebot.model.kinematics import forward

CASES: dict[str, tuple[str, Mapping[str, str]]] = {
    "epuck2": ("epuck2", {}),
    "epuck2_ground": ("epuck2", {"ground": "true", "camera": "640x480"}),
    "epuck": ("epuck", {}),
    "epuck_gumstix": ("epuck", {"extension": "gumstix", "ground": "true"}),
    "khepera4": ("khepera4", {}),
}
MASS = {"epuck2": 0.130, "epuck2_ground": 0.130, "epuck": 0.150, "khepera4": 0.540}
# Outer diameter: thesis tables 2.1 and 2.2, e-puck 74 mm.
RADIUS = {"epuck2": 0.035, "epuck": 0.037, "khepera4": 0.070}


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[str, RobotModel]:
    name, options = CASES[request.param]
    return request.param, load(name, options)


def extent(shape: object, pose: Pose) -> tuple[float, float]:
    """Return the lowest and the highest z of a shape at a pose."""
    up = pose.matrix()[2, :3]
    if isinstance(shape, Sphere):
        half = shape.radius
    elif isinstance(shape, Cylinder):
        half = abs(up[2]) * shape.length / 2 + math.hypot(up[0], up[1]) * shape.radius
    else:
        assert isinstance(shape, Box)
        half = float(np.abs(up) @ np.array(shape.size)) / 2
    return pose.xyz[2] - half, pose.xyz[2] + half


def lowest_of_collisions(robot: RobotModel) -> dict[str, float]:
    places = forward(robot)
    return {
        link.name: min(
            extent(part.shape, Pose.from_matrix(places[link.name] @ part.pose.matrix()))[0]
            for part in link.collisions
        )
        for link in robot.links
        if link.collisions
    }


def test_wheels_and_skids_touch_the_floor_and_the_body_does_not(
    case: tuple[str, RobotModel],
) -> None:
    lowest = lowest_of_collisions(case[1])
    assert lowest.pop("base_link") > 0.005
    assert len(lowest) == 4
    assert all(abs(z) < 1e-9 for z in lowest.values())


def test_the_centre_of_mass_lies_between_the_skids(case: tuple[str, RobotModel]) -> None:
    robot = case[1]
    places = forward(robot)
    skids = sorted(places[n][0, 3] for n in places if n.endswith(("skid", "caster")))
    assert skids[0] < -0.02
    assert skids[1] > 0.02
    inertials = [(places[link.name], link.inertial) for link in robot.links if link.inertial]
    total = sum(inertial.mass for _, inertial in inertials)
    centre = sum(
        inertial.mass * (place @ np.array([*inertial.pose.xyz, 1.0]))[:3]
        for place, inertial in inertials
    ) / total  # fmt: skip
    assert centre[:2] == pytest.approx((0, 0), abs=1e-9)
    assert 0.010 < centre[2] < 0.030


def test_skids_slide_and_wheels_grip(case: tuple[str, RobotModel]) -> None:
    for link in case[1].links:
        if link.name.endswith(("skid", "caster")):
            assert link.friction == 0.0
        if link.name.endswith("_wheel"):
            assert link.friction == 1.0


def test_the_whole_robot_weighs_what_its_maker_says(case: tuple[str, RobotModel]) -> None:
    name, robot = case
    mass = sum(link.inertial.mass for link in robot.links if link.inertial)
    assert mass == pytest.approx(MASS.get(name, 0.175))


def test_inertias_are_those_of_real_bodies(case: tuple[str, RobotModel]) -> None:
    for link in case[1].links:
        if link.inertial is None:
            continue
        ixx, ixy, ixz, iyy, iyz, izz = link.inertial.inertia
        assert (ixy, ixz, iyz) == (0, 0, 0)
        assert min(ixx, iyy, izz) > 0
        # The triangle inequality of moments of inertia.
        assert 2 * max(ixx, iyy, izz) <= ixx + iyy + izz
        # None is larger than if all mass were on the robot's rim.
        assert max(ixx, iyy, izz) < link.inertial.mass * 0.07**2


def test_wheel_inertia_is_that_of_a_disc(case: tuple[str, RobotModel]) -> None:
    wheel = case[1].link("left_wheel")
    assert wheel.inertial is not None
    disc = next(v.shape for v in wheel.visuals if v.name == "left_tyre")
    assert isinstance(disc, Cylinder)
    mass, axis = wheel.inertial.mass, wheel.inertial.inertia[3]
    across = mass * (3 * disc.radius**2 + disc.length**2) / 12
    assert axis == pytest.approx(mass * disc.radius**2 / 2)
    assert wheel.inertial.inertia[0] == pytest.approx(across)
    assert wheel.inertial.inertia[5] == pytest.approx(across)


def test_the_body_has_the_makers_diameter(case: tuple[str, RobotModel]) -> None:
    name, robot = case
    (body,) = robot.link("base_link").collisions
    assert isinstance(body.shape, Cylinder)
    assert body.shape.radius == RADIUS[name.split("_")[0]]


def test_the_camera_does_not_see_its_own_robot(case: tuple[str, RobotModel]) -> None:
    robot = case[1]
    camera = robot.device("camera")
    assert isinstance(camera, Camera)
    x, _, z = camera.pose.xyz
    for visual in robot.link("base_link").visuals:
        low, high = extent(visual.shape, visual.pose)
        if low <= z <= high:
            reach = visual.pose.matrix()[0, :3]
            assert (
                not isinstance(visual.shape, Sphere | Box) or visual.pose.xyz[0] < x + camera.near
            )
            if isinstance(visual.shape, Cylinder):
                half = abs(reach[2]) * visual.shape.length / 2
                half += math.hypot(reach[0], reach[1]) * visual.shape.radius
                assert visual.pose.xyz[0] + half <= x + camera.near + 1e-9


def test_every_device_tells_where_its_numbers_come_from(case: tuple[str, RobotModel]) -> None:
    robot = case[1]
    assert [device.name for device in robot.devices if not device.source] == []
    assert robot.drive is not None
    assert robot.drive.source
    assert all("source" in hint.values for hint in robot.hardware)


def test_nothing_in_the_file_is_left_unread(case: tuple[str, RobotModel]) -> None:
    assert case[1].extras == ()


def test_mujoco_loads_the_robot_from_its_mjcf(case: tuple[str, RobotModel]) -> None:
    mujoco = pytest.importorskip("mujoco")
    mjcf = pytest.importorskip("samebot.model.mjcf")
    name, robot = case
    compiled = mujoco.MjModel.from_xml_string(mjcf.write_mjcf(robot))
    assert mujoco.mj_getTotalmass(compiled) == pytest.approx(MASS.get(name, 0.175), rel=1e-6)
    assert compiled.njnt >= 2
