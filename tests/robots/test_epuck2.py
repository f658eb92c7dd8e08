# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 against its sources: numbers are written here again, not read from its table."""

from __future__ import annotations

import math
from typing import TypeVar

import pytest

from samebot.core.errors import OptionError
from samebot.model import LookupTable, RobotModel
from samebot.model.catalogue import load
from samebot.model.devices import (
    LED,
    Accelerometer,
    Battery,
    Camera,
    Compass,
    Device,
    DistanceSensor,
    Gyro,
    LightSensor,
    Microphone,
    Motor,
    PositionSensor,
    Selector,
    Speaker,
)
from samebot.model.names import camera_info_topic, device_topics

# Webots R2023b, position in m and yaw in degrees.
INFRA_RED = {
    "ps0": (0.030, -0.010, 0.033, -17.23),
    "ps1": (0.022, -0.025, 0.033, -45.88),
    "ps2": (0.000, -0.031, 0.033, -90.0),
    "ps3": (-0.030, -0.015, 0.033, -151.49),
    "ps4": (-0.030, 0.015, 0.033, 151.22),
    "ps5": (0.000, 0.031, 0.033, 90.0),
    "ps6": (0.022, 0.025, 0.033, 45.79),
    "ps7": (0.030, 0.010, 0.033, 17.14),
}
DISTANCES = (0, 0.005, 0.010, 0.015, 0.020, 0.030, 0.040, 0.050, 0.060, 0.070)
RAW = (4095, 2133.33, 1465.73, 601.46, 383.84, 234.93, 158.03, 120, 104.09, 67.19)
NOISE = (0.002, 0.003, 0.007, 0.0406, 0.01472, 0.0241, 0.0287, 0.04225, 0.03065, 0.04897)
STEP = 2 * math.pi / 1000

D = TypeVar("D", bound=Device)


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load("epuck2")


def device(robot: RobotModel, kind: type[D], name: str) -> D:
    found = robot.device(name)
    assert isinstance(found, kind)
    return found


def direction(thing: Device) -> tuple[float, float, float]:
    x, y, z = thing.pose.xyz
    tip = thing.pose.apply((1.0, 0.0, 0.0))
    return (tip[0] - x, tip[1] - y, tip[2] - z)


@pytest.mark.parametrize("name", INFRA_RED)
def test_infra_red_sensors_look_outward_and_up(robot: RobotModel, name: str) -> None:
    sensor = device(robot, DistanceSensor, name)
    *place, yaw_deg = INFRA_RED[name]
    yaw, tilt = math.radians(yaw_deg), 0.16
    assert sensor.pose.xyz == pytest.approx(tuple(place))
    assert direction(sensor) == pytest.approx(
        (math.cos(yaw) * math.cos(tilt), math.sin(yaw) * math.cos(tilt), math.sin(tilt))
    )


@pytest.mark.parametrize("name", INFRA_RED)
def test_infra_red_sensors_have_the_measured_table(robot: RobotModel, name: str) -> None:
    sensor = device(robot, DistanceSensor, name)
    assert sensor.type == "infra-red"
    assert sensor.table == LookupTable(tuple(zip(DISTANCES, RAW, NOISE, strict=True)))
    assert (sensor.min_range, sensor.max_range) == (0.0, 0.07)
    assert sensor.aperture == pytest.approx(math.radians(15))


@pytest.mark.parametrize("number", range(8))
def test_light_sensors_sit_where_the_infra_red_ones_do(robot: RobotModel, number: int) -> None:
    light = device(robot, LightSensor, f"ls{number}")
    assert light.pose == robot.device(f"ps{number}").pose
    assert light.table is not None
    assert (light.table.raw(1.0), light.table.raw(2.0)) == (4095, 0)


def test_time_of_flight_looks_ahead_in_a_cone_of_25_degrees(robot: RobotModel) -> None:
    tof = device(robot, DistanceSensor, "tof")
    assert tof.pose.xyz == (0.034, -0.0018, 0.033)
    assert direction(tof) == pytest.approx((1, 0, 0))
    assert tof.aperture == pytest.approx(0.4363323)
    assert tof.type == "generic"
    assert (tof.min_range, tof.max_range) == (0.0, 2.0)
    assert tof.table == LookupTable(
        (
            (0, 19.8, 0.126),
            (0.05, 58.5, 0.032),
            (0.1, 111, 0.019),
            (0.2, 218.9, 0.009),
            (0.5, 531.9, 0.007),
            (1, 1052, 0.010),
            (1.7, 1780.5, 0.013),
            (2, 2000, 0),
        )
    )


def test_ground_sensors_come_with_the_option_only(robot: RobotModel) -> None:
    with_board = load("epuck2", {"ground": "true"})
    assert {d.name for d in with_board.devices} - {d.name for d in robot.devices} == {
        "gs0",
        "gs1",
        "gs2",
    }
    assert len(with_board.link("base_link").visuals) > len(robot.link("base_link").visuals)


def test_ground_sensors_look_down_from_left_to_right() -> None:
    robot = load("epuck2", {"ground": "true"})
    for name, y in (("gs0", 0.009), ("gs1", 0.0), ("gs2", -0.009)):
        sensor = device(robot, DistanceSensor, name)
        assert sensor.pose.xyz == (0.030, y, 0.003)
        assert direction(sensor) == pytest.approx((0, 0, -1))
        assert sensor.table == LookupTable(((0, 1000, 0.1), (0.016, 300, 0.1)))
        assert (sensor.type, sensor.min_range, sensor.max_range) == ("infra-red", 0.0, 0.016)


def test_inertial_sensors_are_one_chip(robot: RobotModel) -> None:
    accelerometer = device(robot, Accelerometer, "accelerometer")
    gyro = device(robot, Gyro, "gyro")
    compass = device(robot, Compass, "compass")
    assert {accelerometer.link, gyro.link, compass.link} == {"imu_link"}
    assert accelerometer.table == LookupTable(((-100, -100, 0.003), (100, 100, 0.003)))
    assert gyro.table == LookupTable(((-13.3158, -100000, 0.003), (13.3158, 100000, 0.003)))
    assert gyro.table.raw(math.radians(1)) == pytest.approx(131.07, rel=1e-4)
    assert gyro.max_value == pytest.approx(math.radians(250))
    assert accelerometer.max_value == pytest.approx(2 * 9.81)
    assert compass.max_value == pytest.approx(4912e-6)


def test_camera_is_160x120_unless_asked_otherwise(robot: RobotModel) -> None:
    camera = device(robot, Camera, "camera")
    assert camera.size == (160, 120)
    assert camera.max_size == (640, 480)
    assert camera.field_of_view == 0.84
    assert (camera.pose.xyz, direction(camera)) == ((0.030, 0, 0.028), (1, 0, 0))
    assert camera.near == 0.0055
    large = load("epuck2", {"camera": "640x480"})
    assert device(large, Camera, "camera").size == (640, 480)


@pytest.mark.parametrize("size", ["641x480", "640x481", "0x120", "-1x1", "wide", ""])
def test_a_camera_larger_than_the_chip_is_refused(size: str) -> None:
    with pytest.raises(OptionError, match=r"option camera: expected a size .* up to 640x480"):
        load("epuck2", {"camera": size})


def test_microphones_stand_right_left_back_front(robot: RobotModel) -> None:
    expected = ((0, -1), (0, 1), (-1, 0), (1, 0))
    for number, (x, y) in enumerate(expected):
        microphone = device(robot, Microphone, f"mic{number}")
        assert direction(microphone)[:2] == pytest.approx((x, y))
        assert microphone.pose.xyz[0] * x + microphone.pose.xyz[1] * y > 0.02
        assert microphone.max_raw == 4095


@pytest.mark.parametrize("number", range(8))
def test_even_leds_are_red_and_odd_ones_coloured(robot: RobotModel, number: int) -> None:
    led = device(robot, LED, f"led{number}")
    expected = ("binary", 1) if number % 2 == 0 else ("rgb", 100)
    assert (led.type, led.max_raw) == expected
    angle = -number * math.pi / 4
    assert direction(led) == pytest.approx((math.cos(angle), math.sin(angle), 0))
    x, y, _ = led.pose.xyz
    assert (x, y) == pytest.approx((0.0336 * math.cos(angle), 0.0336 * math.sin(angle)), abs=1e-5)


def test_body_and_front_led_are_binary(robot: RobotModel) -> None:
    assert device(robot, LED, "led_body").type == "binary"
    assert device(robot, LED, "led_body").colours == ((0, 1, 0),)
    assert device(robot, LED, "led_front").type == "binary"


def test_small_devices_are_there(robot: RobotModel) -> None:
    assert device(robot, Selector, "selector").positions == 16
    assert len(device(robot, Speaker, "speaker").melodies) == 3
    battery = device(robot, Battery, "battery")
    assert (battery.empty, battery.full, battery.raw_per_volt) == (3.4, 4.2, 819.2)
    kinds = {d.name: d.kind for d in robot.devices}
    for name, kind in {
        "button": "button",
        "thermometer": "thermometer",
        "remote": "remote_control",
        "emitter": "emitter",
        "receiver": "receiver",
    }.items():
        assert kinds[name] == kind


@pytest.mark.parametrize("side", ["left", "right"])
def test_wheels_are_steppers_of_1000_steps(robot: RobotModel, side: str) -> None:
    motor = device(robot, Motor, f"{side} wheel motor")
    encoder = device(robot, PositionSensor, f"{side} wheel sensor")
    assert motor.joint == encoder.joint == f"{side}_wheel_joint"
    assert motor.max_velocity == pytest.approx(1100 * STEP) == 6.911503837897545
    assert motor.step == pytest.approx(STEP)
    assert motor.command == "velocity"
    assert encoder.resolution == pytest.approx(STEP)
    assert encoder.bits == 16
    joint = robot.joint(motor.joint)
    assert joint.axis == (0.0, 1.0, 0.0)
    assert joint.pose.xyz == pytest.approx((0, 0.0265 if side == "left" else -0.0265, 0.020))
    assert joint.limits is not None
    assert joint.limits.velocity == pytest.approx(1100 * STEP)


def test_drive_has_the_sizes_and_the_one_speed_limit(robot: RobotModel) -> None:
    drive = robot.drive
    assert drive is not None
    assert (drive.left_joint, drive.right_joint) == ("left_wheel_joint", "right_wheel_joint")
    assert (drive.left_encoder, drive.right_encoder) == ("left wheel sensor", "right wheel sensor")
    assert (drive.wheel_radius, drive.wheel_separation) == (0.020, 0.053)
    assert drive.max_wheel_velocity == pytest.approx(1100 * STEP)
    assert drive.steps_per_turn == 1000


def test_physical_bodies_find_their_addresses(robot: RobotModel) -> None:
    hints = {hint.body: hint.values for hint in robot.hardware}
    assert hints["pipuck"]["bus"] == 12
    assert hints["pipuck"]["address"] == 0x1F
    assert {hints["pipuck"]["imu_address"], hints["pipuck"]["imu_address_other"]} == {0x68, 0x69}
    assert (hints["pipuck"]["tof_address"], hints["pipuck"]["ground_address"]) == (0x29, 0x60)
    assert (hints["serial"]["baud_rate"], hints["serial"]["selector"]) == (115200, 3)
    assert (hints["wifi"]["port"], hints["wifi"]["selector"]) == (1000, 15)
    assert hints["pipuck"]["selector"] == 10


def test_topics_of_devices_are_those_of_the_thesis() -> None:
    # Table 3.1; the others of that table are made of several devices or of the drive.
    robot = load("epuck2", {"ground": "true"})
    topics = device_topics(robot)
    numbered = {f"{prefix}{n}" for prefix in ("ps", "ls", "led") for n in range(8)}
    numbered |= {f"gs{n}" for n in range(3)}
    assert numbered | {"tof", "imu", "image_raw"} <= set(topics.values())
    assert camera_info_topic(topics["camera"]) == "camera_info"
    assert topics["compass"] == "imu/mag"
    for name in ("accelerometer", "gyro", "compass"):
        assert robot.device(name).frame == "imu_link"


def test_no_device_is_lost_or_added_unseen(robot: RobotModel) -> None:
    assert len(robot.devices) == 47
