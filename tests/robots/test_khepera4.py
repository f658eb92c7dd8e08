# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The Khepera IV against its sources: numbers are written here again."""

from __future__ import annotations

import math

import pytest

from samebot.model import RobotModel
from samebot.model.catalogue import load
from samebot.model.devices import LED, Camera, Device, DistanceSensor, Motor, PositionSensor
from samebot.model.names import device_topic

AROUND = {
    "rear_left": 135,
    "left": 90,
    "front_left": 45,
    "front": 0,
    "front_right": -45,
    "right": -90,
    "rear_right": -135,
    "rear": 180,
}
GROUND = {
    "ground_left": (0.02, 0.0585),
    "ground_front_left": (0.062, 0.010),
    "ground_front_right": (0.062, -0.010),
    "ground_right": (0.02, -0.0585),
}
ULTRASONIC = {
    "left": (0, 0.07, 90),
    "front_left": (0.05, 0.05, 45),
    "front": (0.07, 0, 0),
    "front_right": (0.05, -0.05, -45),
    "right": (0, -0.07, -90),
}
INFRA_RED_ROWS = (
    (0, 1023, 0), (0.01, 1010, 0.005), (0.02, 1000, 0.01), (0.03, 990, 0.015), (0.04, 800, 0.02),
    (0.05, 500, 0.025), (0.06, 400, 0.03), (0.07, 350, 0.035), (0.08, 280, 0.04),
    (0.09, 250, 0.055), (0.1, 220, 0.05), (0.15, 180, 0.075), (0.2, 120, 0.1),
)  # fmt: skip
GROUND_ROWS = (
    (0, 964, 0.001), (0.002, 958, 0.0035), (0.005, 954, 0.0045), (0.01, 823, 0.085),
    (0.015, 424, 0.124), (0.02, 293, 0.127), (0.03, 153, 0.126), (0.04, 105, 0.151),
    (0.05, 81, 0.168), (0.06, 66, 0.174), (0.07, 55, 0.214), (0.08, 50, 0.234),
    (0.09, 41, 0.292), (0.1, 38, 0.28), (0.15, 33, 0.305), (0.2, 29, 0.41),
)  # fmt: skip


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load("khepera4")


@pytest.fixture(scope="module")
def by_topic(robot: RobotModel) -> dict[str, Device]:
    return {device_topic(device): device for device in robot.devices}


def sensor(by_topic: dict[str, Device], topic: str) -> DistanceSensor:
    found = by_topic[topic]
    assert isinstance(found, DistanceSensor)
    return found


def direction(device: Device) -> tuple[float, float, float]:
    x, y, z = device.pose.xyz
    tip = device.pose.apply((1.0, 0.0, 0.0))
    return (tip[0] - x, tip[1] - y, tip[2] - z)


def test_topics_are_those_of_the_thesis(by_topic: dict[str, Device]) -> None:
    infra_red = {t for t in by_topic if t.endswith("_infrared_sensor")}
    assert infra_red == {f"{position}_infrared_sensor" for position in (*AROUND, *GROUND)}
    ultrasonic = {t for t in by_topic if t.endswith("_ultrasonic_sensor")}
    assert ultrasonic == {f"{position}_ultrasonic_sensor" for position in ULTRASONIC}
    leds = {t for t in by_topic if t.endswith("_led")}
    assert leds == {"front_left_led", "front_right_led", "rear_led"}
    assert by_topic["camera/image_raw"].name == "camera"
    assert by_topic["imu"].frame == "imu_link"


def test_names_are_those_of_webots(robot: RobotModel) -> None:
    for name in (
        "rear left infrared sensor",
        "ground front left infrared sensor",
        "front ultrasonic sensor",
        "front left led",
        "left wheel motor",
        "right wheel sensor",
        "accelerometer",
        "gyro",
        "camera",
        "speaker",
        "emitter",
        "receiver",
    ):
        assert robot.device(name).name == name


@pytest.mark.parametrize("position", AROUND)
def test_infra_red_sensors_stand_in_a_circle(by_topic: dict[str, Device], position: str) -> None:
    device = sensor(by_topic, f"{position}_infrared_sensor")
    angle = math.radians(AROUND[position])
    outward = (math.cos(angle), math.sin(angle), 0)
    assert direction(device) == pytest.approx(outward)
    assert device.pose.xyz == pytest.approx((0.07 * outward[0], 0.07 * outward[1], 0.014), abs=1e-6)
    assert device.type == "infra-red"
    assert device.table is not None
    assert device.table.rows == INFRA_RED_ROWS


@pytest.mark.parametrize("position", GROUND)
def test_ground_sensors_look_down(by_topic: dict[str, Device], position: str) -> None:
    device = sensor(by_topic, f"{position}_infrared_sensor")
    assert device.pose.xyz == (*GROUND[position], 0.0045)
    assert direction(device) == pytest.approx((0, 0, -1))
    assert device.table is not None
    assert device.table.rows == GROUND_ROWS


@pytest.mark.parametrize("position", ULTRASONIC)
def test_ultrasonic_sensors_look_ahead_and_aside(
    by_topic: dict[str, Device], position: str
) -> None:
    device = sensor(by_topic, f"{position}_ultrasonic_sensor")
    x, y, bearing = ULTRASONIC[position]
    assert device.pose.xyz == (x, y, 0.045)
    angle = math.radians(bearing)
    assert direction(device) == pytest.approx((math.cos(angle), math.sin(angle), 0))
    assert device.type == "sonar"
    assert device.table is not None
    assert device.table.rows == ((0.25, 0.25, 0.08), (2, 2, 0.01))


def test_camera_and_lights_are_as_in_webots(robot: RobotModel) -> None:
    camera = robot.device("camera")
    assert isinstance(camera, Camera)
    assert camera.pose.xyz == (0.06, 0.0, 0.0275)
    assert (camera.size, camera.field_of_view, camera.near) == ((752, 480), 2.287, 0.012)
    for name, place in {
        "front left led": (0.039, 0.024, 0.058),
        "front right led": (0.039, -0.024, 0.058),
    }.items():
        led = robot.device(name)
        assert isinstance(led, LED)
        assert (led.type, led.pose.xyz) == ("rgb", place)
    assert robot.device("rear led").pose.xyz[:2] == (-0.048, 0)


@pytest.mark.parametrize("side", ["left", "right"])
def test_wheels_are_fast(robot: RobotModel, side: str) -> None:
    motor, encoder = robot.device(f"{side} wheel motor"), robot.device(f"{side} wheel sensor")
    assert isinstance(motor, Motor)
    assert isinstance(encoder, PositionSensor)
    assert (motor.max_velocity, motor.acceleration) == (47.61, 130.45)
    assert encoder.resolution == 0.00204
    joint = robot.joint(motor.joint)
    assert joint.pose.xyz == (0, 0.0527 if side == "left" else -0.0527, 0.021)


def test_drive_has_the_wheels_sizes(robot: RobotModel) -> None:
    drive = robot.drive
    assert drive is not None
    assert (drive.wheel_radius, drive.wheel_separation) == (0.021, 0.1054)
    assert (drive.max_wheel_velocity, drive.max_linear) == (47.61, 0.8)


def test_imu_is_accelerometer_and_gyro(robot: RobotModel) -> None:
    kinds = {device.kind for device in robot.devices if device.link == "imu_link"}
    assert kinds == {"accelerometer", "gyro"}
