# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The TurtleBot3 Burger as ROBOTIS' packages and Webots' controllers expect it."""

from __future__ import annotations

import math

import pytest

from samebot.core.pose import Vector3
from samebot.model.catalogue import load
from samebot.model.devices import Lidar, Motor, PositionSensor
from samebot.model.drive import DifferentialDrive
from samebot.model.kinematics import forward
from samebot.model.names import device_topic
from samebot.model.robot import RobotModel


@pytest.fixture(scope="module")
def burger() -> RobotModel:
    return load("turtlebot3_burger")


@pytest.mark.parametrize(
    ("link", "parent", "xyz"),
    [
        ("base_link", "base_footprint", (0.0, 0.0, 0.010)),
        ("wheel_left_link", "base_link", (0.0, 0.08, 0.023)),
        ("wheel_right_link", "base_link", (0.0, -0.08, 0.023)),
        ("caster_back_link", "base_link", (-0.081, 0.0, -0.004)),
        ("imu_link", "base_link", (-0.032, 0.0, 0.068)),
        ("base_scan", "base_link", (-0.032, 0.0, 0.172)),
    ],
)
def test_frames_stand_where_robotis_puts_them(
    burger: RobotModel, link: str, parent: str, xyz: Vector3
) -> None:
    joint = burger.parent_joint(link)
    assert joint is not None
    assert joint.parent == parent
    assert joint.pose.xyz == pytest.approx(xyz)


def test_joints_have_robotis_names(burger: RobotModel) -> None:
    names = {joint.name for joint in burger.joints}
    assert {"wheel_left_joint", "wheel_right_joint", "caster_back_joint"} <= names
    assert [joint.name for joint in burger.moving_joints] == [
        "wheel_left_joint",
        "wheel_right_joint",
    ]


def test_odometry_moves_base_footprint_within_the_makers_limits(burger: RobotModel) -> None:
    drive = burger.drive
    assert isinstance(drive, DifferentialDrive)
    assert drive.base_frame == burger.root == "base_footprint"
    assert (drive.wheel_separation, drive.wheel_radius) == (0.160, 0.033)
    assert (drive.max_linear, drive.max_angular) == (0.22, 2.84)


def test_the_scan_has_a_ray_a_degree_that_starts_straight_ahead(burger: RobotModel) -> None:
    scan = burger.device("LDS-01")
    assert isinstance(scan, Lidar)
    assert (scan.link, scan.frame, scan.topic) == ("base_scan", "base_scan", "scan")
    assert (scan.samples, scan.min_angle) == (360, 0.0)
    step = (scan.max_angle - scan.min_angle) / (scan.samples - 1)
    assert step == pytest.approx(math.radians(1.0))
    assert (scan.min_range, scan.max_range) == (0.12, 3.5)
    assert scan.period == pytest.approx(1 / 5)
    assert scan.frequency == pytest.approx(5.0)


def test_imu_parts_speak_as_one_from_imu_link(burger: RobotModel) -> None:
    for name in ("accelerometer", "gyro", "inertial_unit"):
        device = burger.device(name)
        assert (device.link, device.frame, device_topic(device)) == ("imu_link", "imu_link", "imu")
    compass = burger.device("compass")
    assert (compass.frame, device_topic(compass)) == ("imu_link", "magnetic_field")


def test_controllers_written_for_webots_find_motors_and_encoders(burger: RobotModel) -> None:
    for side in ("left", "right"):
        motor = burger.device(f"{side} wheel motor")
        assert isinstance(motor, Motor)
        assert (motor.joint, motor.max_velocity) == (f"wheel_{side}_joint", 6.67)
        sensor = burger.device(f"{side} wheel sensor")
        assert isinstance(sensor, PositionSensor)
        assert sensor.resolution == pytest.approx(math.tau / 4096, rel=1e-6)


def test_the_scanner_looks_over_the_top_plate(burger: RobotModel) -> None:
    # ROBOTIS gives an overall height of 192 mm, the top of the scanner.
    assert forward(burger)["base_scan"][2, 3] == pytest.approx(0.182)
