# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Whole files in the styles that are found in the wild."""

import math
from pathlib import Path

import pytest

from samebot.core.pose import Pose
from samebot.model import DifferentialDrive, RobotModel
from samebot.model.devices import (
    GPS,
    LED,
    Accelerometer,
    Camera,
    Compass,
    Device,
    DistanceSensor,
    Gyro,
    InertialUnit,
    Lidar,
    Motor,
    PositionSensor,
    RangeFinder,
    TouchSensor,
)
from samebot.model.urdf import parse_urdf, read_urdf, unread, write_urdf

DATA = Path(__file__).with_name("data")
FILES = (
    "turtle.urdf",
    "rover_gz.urdf",
    "webots.urdf",
    "arm.urdf.xacro",
    "trolley_description/urdf/trolley.urdf.xacro",
)


def device(model: RobotModel, name: str, kind: type[Device]) -> Device:
    found = model.device(name)
    assert type(found) is kind
    return found


@pytest.fixture(scope="module")
def turtle() -> RobotModel:
    return read_urdf(DATA / "turtle.urdf")


@pytest.fixture(scope="module")
def rover() -> RobotModel:
    return read_urdf(DATA / "rover_gz.urdf")


@pytest.fixture(scope="module")
def arm() -> RobotModel:
    return read_urdf(DATA / "arm.urdf.xacro")


@pytest.fixture(scope="module")
def trolley() -> RobotModel:
    return read_urdf(DATA / "trolley_description" / "urdf" / "trolley.urdf.xacro")


def test_turtle_has_its_drive(turtle: RobotModel) -> None:
    assert turtle.drive == DifferentialDrive(
        left_joint="wheel_left_joint",
        right_joint="wheel_right_joint",
        wheel_radius=0.033,
        wheel_separation=0.16,
        max_wheel_velocity=6.67,
        odometry_frame="odom_combined",
        base_frame="base_footprint",
    )
    motor = turtle.device("wheel_left_joint")
    assert isinstance(motor, Motor)
    assert (motor.link, motor.command, motor.max_effort) == ("wheel_left_link", "velocity", 20.0)
    assert motor.acceleration == pytest.approx(1.0 / 0.033)
    assert isinstance(turtle.device("wheel_right_joint_sensor"), PositionSensor)


def test_turtle_has_its_lidar(turtle: RobotModel) -> None:
    assert turtle.device("hls_lfcd_lds") == Lidar(
        name="hls_lfcd_lds",
        link="base_scan",
        pose=Pose((-0.064, 0.0, 0.121)),
        period=0.2,
        topic="scan",
        frame="base_scan",
        samples=360,
        min_angle=0.0,
        max_angle=6.28,
        min_range=0.12,
        max_range=3.5,
        noise=0.01,
        resolution=0.015,
        frequency=5.0,
    )


def test_turtle_has_its_camera(turtle: RobotModel) -> None:
    camera = turtle.device("camera")
    assert isinstance(camera, Camera)
    assert camera.size == (640, 360)
    assert (camera.field_of_view, camera.near, camera.far) == (1.085595, 0.02, 300.0)
    assert camera.pose.xyz == (0.01, 0.0, 0.0)
    assert (camera.topic, camera.frame) == ("picam/image_raw", "camera_optical_frame")
    assert camera.noise == 0.007
    assert camera.distortion == (0.1, 0.2, 0.4, 0.5, 0.3)


def test_an_imu_is_three_devices_on_one_topic(turtle: RobotModel) -> None:
    parts = [part for part in turtle.devices if part.link == "imu_link"]
    assert [type(part) for part in parts] == [Accelerometer, Gyro, InertialUnit]
    assert {(part.topic, part.frame, part.period) for part in parts} == {("imu", "imu_link", 0.005)}
    accelerometer, gyro, _ = parts
    assert isinstance(accelerometer, Accelerometer)
    assert (accelerometer.noise, accelerometer.bias) == (0.017, (0.1, 0.0, 0.0))
    assert isinstance(gyro, Gyro)
    assert gyro.noise == 3e-4


def test_turtle_has_friction_and_forgets_nothing(turtle: RobotModel) -> None:
    assert turtle.link("wheel_left_link").friction == 0.9
    assert "<kp>500000.0</kp>" in turtle.extras[0].xml
    assert unread(turtle) == ['<gazebo> plugin "libgazebo_ros_p3d.so" (line 143)']


def test_rover_has_a_lidar_with_layers(rover: RobotModel) -> None:
    lidar = rover.device("gpu_lidar")
    assert isinstance(lidar, Lidar)
    assert (lidar.samples, lidar.layers, lidar.vertical_field_of_view) == (320, 16, 0.5)
    assert lidar.max_range == 1000.0
    assert lidar.pose == Pose((0.0, 0.0, 0.1), (0.0, 0.0, math.pi / 2))
    assert (lidar.topic, lidar.frame) == ("lidar", "lidar_frame")


def test_rover_has_all_its_sensors(rover: RobotModel) -> None:
    kinds = {
        "rgbd": Camera,
        "rgbd_depth": RangeFinder,
        "depth": RangeFinder,
        "fish": Camera,
        "bump": TouchSensor,
        "compass": Compass,
        "position": GPS,
    }
    for name, kind in kinds.items():
        device(rover, name, kind)
    depth = rover.device("rgbd_depth")
    assert isinstance(depth, RangeFinder)
    assert (depth.topic, depth.min_range, depth.max_range) == ("front/depth_image", 0.1, 8.0)
    assert rover.device("rgbd").topic == "front/image"


def test_rover_has_its_drive_and_tells_what_is_left(rover: RobotModel) -> None:
    assert rover.drive is not None
    assert (rover.drive.wheel_radius, rover.drive.max_linear) == (0.05, 0.7)
    assert rover.link("chassis").friction == 1.0
    assert unread(rover) == [
        '<gazebo> sensor "heat" of type "thermal_camera" on "chassis" (line 44)',
        '<gazebo> <sensor> of type "altimeter" on "chassis" (line 45)',
        '<gazebo> plugin "gz-sim-detachable-joint-system" (line 60)',
    ]


def test_a_webots_file_without_links_has_devices() -> None:
    model = read_urdf(DATA / "webots.urdf")
    distance = device(model, "ps0", DistanceSensor)
    assert (distance.topic, distance.always_publish, distance.link) == ("/ps0", True, "base_link")
    camera = device(model, "camera", Camera)
    assert (camera.period, camera.frame) == (0.1, "camera_frame")
    assert not device(model, "led0", LED).enabled
    gyro, accelerometer = device(model, "gyro", Gyro), device(model, "accelerometer", Accelerometer)
    assert gyro.topic == accelerometer.topic == "/imu"
    assert gyro.period == 0.02
    assert unread(model) == [
        '<ros2_control> joint "left wheel motor" (line 23)',
        '<webots> device "pen" of type "Pen" (line 11)',
        '<webots> plugin "my_package.MyDriver" (line 21)',
    ]


def test_arm_has_motors_of_ros2_control(arm: RobotModel) -> None:
    motor = arm.device("left_shoulder_joint")
    assert isinstance(motor, Motor)
    assert (motor.command, motor.max_velocity, motor.max_effort) == ("position", 2.5, 150.0)
    assert isinstance(arm.device("left_elbow_joint_sensor"), PositionSensor)
    assert arm.device("wrist_imu_gyro").link == "left_forearm"
    assert unread(arm) == [
        '<ros2_control> sensor "wrist_force" (line 14)',
        '<ros2_control> gpio "flange" (line 14)',
    ]


def test_arm_has_motors_of_transmissions(arm: RobotModel) -> None:
    shoulder, elbow = arm.device("right_shoulder_joint"), arm.device("right_elbow_joint")
    assert isinstance(shoulder, Motor)
    assert isinstance(elbow, Motor)
    assert (shoulder.command, elbow.command) == ("effort", "velocity")


def test_arm_takes_arguments() -> None:
    arguments = {"mock": "false", "ground": "table"}
    model = read_urdf(DATA / "arm.urdf.xacro", arguments=arguments)
    assert model.root == "table"
    assert {motor.name for motor in model.devices if isinstance(motor, Motor)} == {
        "right_shoulder_joint",
        "right_elbow_joint",
    }


def test_trolley_finds_its_package_without_ros(trolley: RobotModel) -> None:
    assert [link.name for link in trolley.links][:2] == ["base_link", "front_left_wheel"]
    drive = trolley.drive
    assert drive is not None
    assert (drive.left_joint, drive.wheel_radius) == ("front_left_wheel_joint", 0.1075)
    sonar = trolley.device("front_sonar")
    assert isinstance(sonar, DistanceSensor)
    assert (sonar.type, sonar.aperture, sonar.rays) == ("sonar", 0.26, 5)
    assert (sonar.min_range, sonar.max_range, sonar.topic) == (0.02, 4.0, "sonar/front")
    assert trolley.device("imu_gyro").topic == "imu/data"
    assert unread(trolley) == []


@pytest.mark.parametrize("file", FILES)
def test_what_is_read_is_written_and_read_again(file: str) -> None:
    model = read_urdf(DATA / file)
    assert parse_urdf(write_urdf(model)) == model


def test_other_peoples_files_are_read(test_data: Path) -> None:
    files = sorted(test_data.rglob("*.urdf"))
    if not files:
        pytest.skip("the test data have no URDF")
    for path in files:
        assert read_urdf(path, check_meshes=False).links
