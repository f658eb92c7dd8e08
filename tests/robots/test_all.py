# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What holds for every built-in robot, with its defaults and with each value of each option."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

from samebot.core.pose import Matrix
from samebot.model.catalogue import load, robots
from samebot.model.devices import Device, Motor, PositionSensor
from samebot.model.drive import DifferentialDrive
from samebot.model.kinematics import forward
from samebot.model.mass import inertia_matrix
from samebot.model.names import device_frame, device_topics
from samebot.model.options import Option, option_text
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Collision, Cylinder, Shape, Sphere, Visual
from samebot.model.structure import JointKind, Link
from samebot.model.urdf import parse_urdf, write_urdf

AT_LEAST = {"epuck2", "thymio2", "tiago", "turtlebot3_burger"}
TOUCH = 1e-6
"""Points that differ in height by less (m) stand on the same floor."""
CLEARANCE = 5e-4
"""What does not carry the robot stays at least so far (m) above the floor."""
MARGIN = 2e-3
"""The centre of mass lies at least so far (m) inside the points the robot stands on."""

ROS_NAME = re.compile(r"[A-Za-z_]\w*(/[A-Za-z_]\w*)*", re.ASCII)
ONE_TOPIC = {"accelerometer", "gyro", "inertial_unit"}
"""Kinds of device whose readings make one message together."""


def other_values(option: Option) -> Iterator[str]:
    if option.kind == "bool":
        yield from ("true", "false")
    yield from option.choices
    if option.most_size is not None:
        yield option_text(option.most_size)


def variants() -> Iterator[tuple[str, dict[str, str]]]:
    for info in robots():
        yield info.name, {}
        for option in info.options:
            for value in other_values(option):
                yield info.name, {option.name: value}


def shown(variant: tuple[str, dict[str, str]]) -> str:
    name, options = variant
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


@pytest.fixture(params=variants(), ids=shown, scope="module")
def model(request: pytest.FixtureRequest) -> RobotModel:
    name, options = request.param
    return load(name, options)


def lowest(shape: Shape, transform: Matrix) -> float:
    """Return the height of a shape's lowest point."""
    down = transform[2, :3]
    if isinstance(shape, Box):
        reach = float(np.abs(down) @ np.array(shape.size)) / 2
    elif isinstance(shape, Sphere):
        reach = shape.radius
    elif isinstance(shape, Cylinder):
        across = math.sqrt(max(0.0, 1.0 - float(down[2]) ** 2))
        reach = abs(float(down[2])) * shape.length / 2 + across * shape.radius
    elif isinstance(shape, Capsule):
        reach = abs(float(down[2])) * shape.length / 2 + shape.radius
    else:
        raise TypeError(f"{shape} has no known lowest point; built-in robots have no meshes")
    return float(transform[2, 3]) - reach


def bottoms(model: RobotModel) -> dict[str, float]:
    """Return the height of the lowest point of each link that bumps."""
    transforms = forward(model)
    return {
        link.name: min(
            lowest(body.shape, transforms[link.name] @ body.pose.matrix())
            for body in link.collisions
        )
        for link in model.links
        if link.collisions
    }


def wheels(model: RobotModel) -> list[str]:
    assert model.drive is not None
    joints = (model.drive.left_joint, model.drive.right_joint)
    return [model.joint(name).child for name in joints]


def casters(model: RobotModel) -> list[str]:
    return [link.name for link in model.links if link.collisions and link.friction == 0.0]


def masses(model: RobotModel) -> list[tuple[Link, float]]:
    return [(link, link.inertial.mass) for link in model.links if link.inertial is not None]


def centre_of_mass(model: RobotModel) -> Matrix:
    transforms = forward(model)
    centre = np.zeros(3)
    for link, mass in masses(model):
        assert link.inertial is not None
        centre += mass * (transforms[link.name] @ link.inertial.pose.matrix())[:3, 3]
    return centre / sum(mass for _, mass in masses(model))


def test_the_expected_robots_are_built_in() -> None:
    assert {info.name for info in robots()} >= AT_LEAST


def test_every_robot_says_what_it_is() -> None:
    for info in robots():
        assert info.title, info.name
        assert info.summary.endswith("."), info.name
        assert all(option.help for option in info.options), info.name


def test_everything_in_the_files_is_understood(model: RobotModel) -> None:
    assert model.extras == ()


def test_every_number_has_a_source(model: RobotModel) -> None:
    assert [device.name for device in model.devices if not device.source.strip()] == []
    assert model.drive is not None
    assert model.drive.source


def test_topics_and_frames_are_valid_ros_names(model: RobotModel) -> None:
    topics = device_topics(model)
    for device in model.devices:
        assert ROS_NAME.fullmatch(topics[device.name]), device.name
        assert ROS_NAME.fullmatch(device_frame(device)), device.name


def test_no_two_devices_share_a_topic_but_the_parts_of_an_imu(model: RobotModel) -> None:
    topics = device_topics(model)
    sharing: dict[str, list[Device]] = defaultdict(list)
    for device in model.devices:
        sharing[topics[device.name]].append(device)
    for topic, devices in sharing.items():
        kinds = [device.kind for device in devices]
        assert len(kinds) == 1 or set(kinds) <= ONE_TOPIC, topic
        assert len(set(kinds)) == len(kinds), topic
        assert len({(device.link, device_frame(device)) for device in devices}) == 1, topic


def test_sensors_of_motion_publish_as_an_imu_does(model: RobotModel) -> None:
    topics = device_topics(model)
    parts = [device for device in model.devices if device.kind in ONE_TOPIC]
    assert {topics[part.name] for part in parts} == {"imu"}


def test_motors_and_encoders_sit_on_the_link_they_turn(model: RobotModel) -> None:
    for device in model.devices:
        if isinstance(device, Motor | PositionSensor):
            assert device.link == model.joint(device.joint).child, device.name


def test_motors_stay_within_the_limits_of_their_joint(model: RobotModel) -> None:
    for device in model.devices:
        if isinstance(device, Motor) and (limits := model.joint(device.joint).limits):
            if device.max_velocity and limits.velocity:
                assert device.max_velocity == pytest.approx(limits.velocity), device.name
            if device.max_effort and limits.effort:
                assert device.max_effort == pytest.approx(limits.effort), device.name


def test_the_drive_has_motors_and_encoders(model: RobotModel) -> None:
    drive = model.drive
    assert isinstance(drive, DifferentialDrive)
    driven = {device.joint for device in model.devices if isinstance(device, Motor)}
    assert {drive.left_joint, drive.right_joint} <= driven
    for encoder, joint in (
        (drive.left_encoder, drive.left_joint),
        (drive.right_encoder, drive.right_joint),
    ):
        sensor = model.device(encoder)
        assert isinstance(sensor, PositionSensor)
        assert sensor.joint == joint


def test_driven_wheels_roll_forward_about_the_left_axis(model: RobotModel) -> None:
    drive = model.drive
    assert drive is not None
    transforms = forward(model)
    for name in (drive.left_joint, drive.right_joint):
        joint = model.joint(name)
        assert joint.kind is JointKind.CONTINUOUS
        axis = transforms[joint.child][:3, :3] @ np.array(joint.axis)
        assert axis == pytest.approx([0.0, 1.0, 0.0], abs=1e-9), name


def test_wheels_lie_where_the_drive_says(model: RobotModel) -> None:
    drive = model.drive
    assert drive is not None
    left, right = (forward(model)[link] for link in wheels(model))
    half = drive.wheel_separation / 2
    assert left[:3, 3] == pytest.approx([0.0, half, drive.wheel_radius], abs=1e-9)
    assert right[:3, 3] == pytest.approx([0.0, -half, drive.wheel_radius], abs=1e-9)


def test_wheels_bump_as_spheres_of_their_radius(model: RobotModel) -> None:
    assert model.drive is not None
    for link in wheels(model):
        shapes = [body.shape for body in model.link(link).collisions]
        assert shapes == [Sphere(model.drive.wheel_radius)], link


def test_the_robot_stands_level_on_wheels_and_casters_alone(model: RobotModel) -> None:
    heights = bottoms(model)
    carrying = [*wheels(model), *casters(model)]
    assert len(carrying) >= 3
    for link in carrying:
        assert heights[link] == pytest.approx(0.0, abs=TOUCH), link
    for link in heights.keys() - carrying:
        assert heights[link] > CLEARANCE, link


def test_the_robot_does_not_tip_over(model: RobotModel) -> None:
    transforms = forward(model)
    support = np.array(
        [transforms[link][:2, 3] for link in (*wheels(model), *casters(model))], dtype=float
    )
    centre = centre_of_mass(model)[:2]
    # In every direction some support lies further out than the centre of mass.
    for angle in np.linspace(0.0, math.tau, 720, endpoint=False):
        direction = np.array([math.cos(angle), math.sin(angle)])
        assert float(np.max((support - centre) @ direction)) > MARGIN, angle


def test_every_part_that_moves_has_mass(model: RobotModel) -> None:
    for joint in model.moving_joints:
        inertial = model.link(joint.child).inertial
        assert inertial is not None, joint.name
        assert inertial.mass > 0.0, joint.name


def test_moments_of_inertia_are_those_of_bodies(model: RobotModel) -> None:
    for link, mass in masses(model):
        assert link.inertial is not None
        assert mass > 0.0, link.name
        smallest, middle, largest = np.linalg.eigvalsh(inertia_matrix(link.inertial))
        assert smallest > 0.0, link.name
        assert smallest + middle >= largest * (1 - 1e-9), link.name


def test_nothing_needs_a_mesh_file(model: RobotModel) -> None:
    for link in model.links:
        bodies: tuple[Visual | Collision, ...] = (*link.visuals, *link.collisions)
        for body in bodies:
            assert isinstance(body.shape, Box | Cylinder | Sphere | Capsule), link.name


def test_mujoco_loads_what_is_written(model: RobotModel) -> None:
    mujoco = pytest.importorskip("mujoco")
    mjcf = pytest.importorskip("samebot.model.mjcf")
    loaded = mujoco.MjModel.from_xml_string(mjcf.write_mjcf(model))
    names = {loaded.joint(index).name for index in range(loaded.njnt)}
    assert {joint.name for joint in model.moving_joints} <= names
    assert mujoco.mj_getTotalmass(loaded) == pytest.approx(sum(m for _, m in masses(model)))


def test_mujoco_reads_the_urdf(model: RobotModel) -> None:
    mujoco = pytest.importorskip("mujoco")
    loaded = mujoco.MjModel.from_xml_string(write_urdf(model, mujoco=True))
    names = {loaded.joint(index).name for index in range(loaded.njnt)}
    assert names == {joint.name for joint in model.moving_joints}


def test_the_written_urdf_is_the_same_robot(model: RobotModel) -> None:
    assert parse_urdf(write_urdf(model)) == model
