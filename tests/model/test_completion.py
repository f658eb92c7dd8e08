# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What is found in files that leave things out."""

from __future__ import annotations

from pathlib import Path

import pytest

import foreign_robots as foreign
from samebot.model.catalogue import load, robots
from samebot.model.completion import Completed, completed
from samebot.model.devices import Motor, PositionSensor
from samebot.model.robot import RobotModel
from samebot.model.urdf import parse_urdf, read_urdf


def _completed(text: str) -> Completed:
    return completed(parse_urdf(text))


def _joints(model: RobotModel, kind: type[Motor | PositionSensor]) -> set[str]:
    return {device.joint for device in model.devices if isinstance(device, kind)}


def test_four_equal_wheels_are_driven_in_pairs() -> None:
    found = _completed(foreign.HUSKY)
    drive = found.model.drive
    assert drive is not None
    assert (drive.left_joint, drive.right_joint) == ("front_left_wheel", "front_right_wheel")
    assert (drive.wheel_radius, drive.wheel_separation) == pytest.approx((0.165, 0.57))
    for follower, leader in (("rear_left_wheel", "front_left_wheel"),):
        mimic = found.model.joint(follower).mimic
        assert mimic is not None
        assert (mimic.joint, mimic.multiplier, mimic.offset) == (leader, 1.0, 0.0)
    (note,) = found.notes
    assert "drives on front_left_wheel, front_right_wheel" in note
    assert "rear_left_wheel, rear_right_wheel turn with them" in note
    assert "\n" not in note


def test_a_wheel_that_turns_the_other_way_is_turned_round() -> None:
    found = _completed(foreign.TWO_WHEELS)
    drive = found.model.drive
    assert drive is not None
    assert (drive.left_joint, drive.right_joint) == ("wheel_l", "wheel_r")
    assert (drive.wheel_radius, drive.wheel_separation) == pytest.approx((0.1, 0.4))
    assert found.model.joint("wheel_l").axis == (0.0, 1.0, 0.0)
    assert found.model.joint("wheel_r").axis == (0.0, 1.0, 0.0)
    assert "forwards is positive: wheel_r" in found.notes[0]


def test_what_swivels_and_rolls_stays_passive() -> None:
    model = _completed(foreign.TWO_WHEELS).model
    assert _joints(model, Motor) == set()
    assert _joints(model, PositionSensor) == {"wheel_l", "wheel_r", "swivel_joint"}


def test_a_drive_that_the_file_names_is_not_guessed(tmp_path: Path) -> None:
    (tmp_path / "burger.urdf.xacro").write_text(foreign.BURGER)
    read = read_urdf(tmp_path / "burger.urdf.xacro")
    found = completed(read)
    assert found.model.drive == read.drive
    assert found.model.drive is not None
    assert found.notes == ()


def test_an_arm_has_no_drive_and_nothing_is_said() -> None:
    found = _completed(foreign.ARM)
    assert found.model.drive is None
    assert found.notes == ()
    moved = {*(f"joint_{n}" for n in range(1, 7)), "finger_joint"}
    assert _joints(found.model, Motor) == moved
    assert _joints(found.model, PositionSensor) == moved


def test_joints_with_limits_get_motors_where_the_file_names_none() -> None:
    model = _completed(foreign.PAN_TILT).model
    motors = {device.joint: device for device in model.devices if isinstance(device, Motor)}
    assert motors.keys() == {"pan", "tilt"}
    assert (motors["pan"].max_velocity, motors["pan"].max_effort) == (2.0, 5.0)
    assert model.drive is None


def test_a_car_is_not_taken_for_a_differential_drive() -> None:
    found = _completed(foreign.CAR)
    assert found.model.drive is None
    (note,) = found.notes
    assert "no drive" in note
    assert "steered" in note


def test_pairs_of_different_sizes_are_left_to_the_user() -> None:
    text = foreign.HUSKY.replace(
        foreign.wheel("rear_left_wheel", -0.256, 0.285),
        foreign.wheel("rear_left_wheel", -0.256, 0.285, radius=0.1),
    ).replace(
        foreign.wheel("rear_right_wheel", -0.256, -0.285),
        foreign.wheel("rear_right_wheel", -0.256, -0.285, radius=0.1),
    )
    found = _completed(text)
    assert found.model.drive is None
    assert "different sizes" in found.notes[0]


def test_wheels_that_cannot_be_measured_are_named() -> None:
    mesh = '<mesh filename="package://wheels/wheel.stl"/>'
    found = _completed(foreign.TWO_WHEELS.replace('<cylinder radius="0.1" length="0.11"/>', mesh))
    assert found.model.drive is None
    assert "wheel_l, wheel_r" in found.notes[0]


def test_a_stand_gets_nothing() -> None:
    model = parse_urdf(foreign.STAND)
    assert completed(model) == Completed(model=model)


@pytest.mark.parametrize("name", [info.name for info in robots()])
def test_built_in_robots_only_gain_sensors_of_passive_joints(name: str) -> None:
    model = load(name)
    found = completed(model)
    assert found.notes == ()
    assert found.model.drive == model.drive
    assert found.model.joints == model.joints
    new = found.model.devices[len(model.devices) :]
    assert found.model.devices[: len(model.devices)] == model.devices
    assert {device.kind for device in new} <= {"position_sensor"}


def test_completing_twice_changes_nothing() -> None:
    for text in (foreign.HUSKY, foreign.TWO_WHEELS, foreign.ARM, foreign.PAN_TILT, foreign.CAR):
        once = _completed(text).model
        assert completed(once).model == once


def test_devices_on_one_topic_get_topics_of_their_own() -> None:
    ray = (
        '<sensor name="{0}" type="ray"><plugin filename="libgazebo_ros_range.so">'
        "<topicName>sonar</topicName></plugin></sensor>"
    )
    imu = '<sensor name="imu" type="imu"><topic>imu/data</topic></sensor>'
    rays = "".join(ray.format(name) for name in ("s1", "s2", "s3"))
    file = f'<link name="l"/><gazebo reference="l">{rays}{imu}</gazebo>'
    found = _completed(f'<robot name="r">{file}</robot>')
    topics = [device.topic for device in found.model.devices]
    assert topics == ["sonar", "s2", "s3", *["imu/data"] * 3]
    assert found.notes == ("r: topic 'sonar' is that of s1, so s2 has 's2'; 1 more likewise",)
