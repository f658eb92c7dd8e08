# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The first e-puck against its sources: numbers are written here again."""

from __future__ import annotations

import math

import pytest

from samebot.core.errors import OptionError
from samebot.model import RobotModel
from samebot.model.catalogue import load
from samebot.model.devices import LED, Accelerometer, Camera, DistanceSensor, Motor, Speaker


def names(robot: RobotModel, kind: str) -> list[str]:
    return [device.name for device in robot.devices if device.kind == kind]


def camera_of(robot: RobotModel) -> Camera:
    camera = robot.device("camera")
    assert isinstance(camera, Camera)
    return camera


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load("epuck")


@pytest.fixture(scope="module")
def extended() -> RobotModel:
    return load("epuck", {"extension": "gumstix"})


def test_it_has_what_the_first_e_puck_had(robot: RobotModel) -> None:
    assert names(robot, "distance_sensor") == [f"ps{n}" for n in range(8)]
    assert names(robot, "light_sensor") == [f"ls{n}" for n in range(8)]
    assert names(robot, "microphone") == ["mic0", "mic1", "mic2"]
    assert names(robot, "led") == [*(f"led{n}" for n in range(8)), "led_body", "led_front"]
    assert names(robot, "accelerometer") == ["accelerometer"]
    assert names(robot, "gyro") == names(robot, "compass") == names(robot, "button") == []


def test_proximity_sensors_are_those_of_the_second_e_puck(robot: RobotModel) -> None:
    second = load("epuck2")
    for number in range(8):
        mine, other = robot.device(f"ps{number}"), second.device(f"ps{number}")
        assert isinstance(mine, DistanceSensor)
        assert isinstance(other, DistanceSensor)
        assert (mine.pose, mine.table, mine.aperture) == (other.pose, other.table, other.aperture)


def test_all_leds_are_red_but_the_body_which_is_green(extended: RobotModel) -> None:
    for name in names(extended, "led"):
        led = extended.device(name)
        assert isinstance(led, LED)
        assert led.type == "binary"
        assert led.colours == (((0, 1, 0),) if name == "led_body" else ((1, 0, 0),))


def test_the_extension_adds_8_leds_and_2_long_range_sensors(
    robot: RobotModel, extended: RobotModel
) -> None:
    added = {d.name for d in extended.devices} - {d.name for d in robot.devices}
    assert added == {"ps8", "ps9", *(f"led{n}" for n in range(10, 18))}
    for name in ("ps8", "ps9"):
        sensor, short = extended.device(name), extended.device("ps0")
        assert isinstance(sensor, DistanceSensor)
        assert isinstance(short, DistanceSensor)
        assert sensor.table is not None
        assert short.table is not None
        assert sensor.table.last > 2 * short.table.last


def test_the_extension_turns_the_camera_over(robot: RobotModel, extended: RobotModel) -> None:
    assert camera_of(robot).rotation == 0
    assert camera_of(extended).rotation == pytest.approx(math.pi)
    assert camera_of(extended).max_size == (640, 480)


def test_the_extension_is_seen(robot: RobotModel, extended: RobotModel) -> None:
    def height(model: RobotModel) -> float:
        return max(visual.pose.xyz[2] for visual in model.link("base_link").visuals)

    assert height(extended) > height(robot) + 0.005


def test_the_picture_is_what_the_microcontroller_can_hold(robot: RobotModel) -> None:
    camera = camera_of(robot)
    assert camera.size == (40, 40)
    assert 2 * 40 * 40 <= 3200
    # 40 pixels at zoom 8 are 320 of the 640 that see 0.84 rad.
    assert math.tan(camera.field_of_view / 2) == pytest.approx(math.tan(0.42) / 2, rel=1e-4)


@pytest.mark.parametrize("size", ["52x39", "640x480"])
def test_other_pictures_have_the_full_view(size: str) -> None:
    camera = camera_of(load("epuck", {"camera": size}))
    assert camera.size == tuple(map(int, size.split("x")))
    assert camera.field_of_view == 0.84


def test_ground_sensors_are_an_option(robot: RobotModel) -> None:
    board = load("epuck", {"ground": "yes", "extension": "gumstix"})
    assert {f"gs{n}" for n in range(3)} <= {d.name for d in board.devices}
    assert not any(d.name.startswith("gs") for d in robot.devices)


def test_an_unknown_extension_is_refused() -> None:
    with pytest.raises(OptionError, match="option extension: expected one of none, gumstix"):
        load("epuck", {"extension": "overo"})


def test_wheels_turn_once_a_second_at_most(robot: RobotModel) -> None:
    motor = robot.device("left wheel motor")
    assert isinstance(motor, Motor)
    assert motor.max_velocity == pytest.approx(math.tau)
    drive = robot.drive
    assert drive is not None
    assert drive.max_wheel_velocity == pytest.approx(math.tau)
    assert (drive.wheel_radius, drive.wheel_separation) == (0.0205, 0.053)
    # E-GO, figure 2.5: 1000 steps, one turn, are 12.8 cm.
    assert math.tau * drive.wheel_radius == pytest.approx(0.128, abs=0.001)


def test_accelerometer_counts_800_a_g(robot: RobotModel) -> None:
    accelerometer = robot.device("accelerometer")
    assert isinstance(accelerometer, Accelerometer)
    assert accelerometer.resolution == pytest.approx(9.81 / 800)
    assert accelerometer.max_value == pytest.approx(2048 * 9.81 / 800)


def test_speaker_plays_five_sounds(robot: RobotModel) -> None:
    speaker = robot.device("speaker")
    assert isinstance(speaker, Speaker)
    assert len(speaker.melodies) == 5


def test_serial_speeds_are_told(robot: RobotModel) -> None:
    hints = {hint.body: hint.values for hint in robot.hardware}
    assert hints["serial"]["baud_rate"] == 115200
    assert hints["serial"]["baud_rate_extension"] == 230400
    assert hints["serial"]["selector_extension"] == 10
