# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The Thymio II as its firmware counts and Webots places its parts."""

from __future__ import annotations

import math

import pytest

from samebot.model.catalogue import load
from samebot.model.devices import LED, Accelerometer, Button, DistanceSensor, Speaker
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import RobotModel
from samebot.model.table import NOTHING

GRAVITY = 9.81


@pytest.fixture(scope="module")
def thymio() -> RobotModel:
    return load("thymio2")


def prox(thymio: RobotModel, index: int) -> DistanceSensor:
    device = thymio.device(f"prox.horizontal.{index}")
    assert isinstance(device, DistanceSensor)
    return device


@pytest.mark.parametrize(
    ("index", "x", "y", "yaw"),
    [
        (0, 0.0634, 0.0506, 39.3),
        (1, 0.0768, 0.027, 20.1),
        (2, 0.0816, 0.0, 0.0),
        (3, 0.0768, -0.027, -20.1),
        (4, 0.0634, -0.0506, -40.1),
        (5, -0.0307, 0.0318, 180.0),
        (6, -0.0307, -0.0318, 180.0),
    ],
)
def test_proximity_sensors_look_outward_in_the_firmwares_order(
    thymio: RobotModel, index: int, x: float, y: float, yaw: float
) -> None:
    sensor = prox(thymio, index)
    assert sensor.pose.xyz == pytest.approx((x, y, 0.0346))
    assert sensor.pose.rpy == pytest.approx((0.0, 0.0, math.radians(yaw)))
    assert sensor.type == "infra-red"
    assert sensor.period == pytest.approx(0.1)


def test_a_raw_value_that_means_two_distances_gives_the_larger(thymio: RobotModel) -> None:
    table = prox(thymio, 2).table
    assert table is not None
    assert table.raw(0.0) == 4235.0
    assert table.raw(0.00333) == 4308.0
    assert 0.01333 < table.distance(4235.0) < 0.01666
    assert table.distance(3515.0) == 0.03
    assert table.distance(0.0) == 0.09333
    assert table.distance(-1.0) == NOTHING
    assert {noise for _, _, noise in table.rows} == {0.01}


def test_ground_sensors_look_down(thymio: RobotModel) -> None:
    for index, y in ((0, 0.012), (1, -0.012)):
        sensor = thymio.device(f"prox.ground.{index}")
        assert sensor.pose.xyz == pytest.approx((0.07355, y, 0.008))
        ahead = sensor.pose.apply((1.0, 0.0, 0.0))
        assert ahead[2] - sensor.pose.xyz[2] == pytest.approx(-1.0)


def test_one_g_is_23_counts(thymio: RobotModel) -> None:
    acc = thymio.device("acc")
    assert isinstance(acc, Accelerometer)
    assert acc.table is not None
    assert acc.table.raw(GRAVITY) == pytest.approx(23.0, abs=0.05)
    assert acc.table.raw(-13.65) == -32.0
    assert acc.table.raw(100.0) == 32.0


def test_five_hundred_units_are_twenty_centimetres_a_second(thymio: RobotModel) -> None:
    drive = thymio.drive
    assert isinstance(drive, DifferentialDrive)
    assert drive.max_wheel_velocity is not None
    assert drive.max_wheel_velocity * drive.wheel_radius == pytest.approx(0.2, rel=1e-3)
    assert (drive.wheel_separation, drive.max_linear) == (0.100, 0.2)


def test_the_real_robots_sizes_are_hints_for_its_driver(thymio: RobotModel) -> None:
    (hint,) = thymio.hardware
    assert hint.body == "thymio"
    assert hint.values["wheel_separation"] == 0.0935
    assert hint.values["speed_unit"] == 0.000341
    assert hint.values["port"] == 33333


def test_every_light_of_the_webots_model_is_there(thymio: RobotModel) -> None:
    lights = {device.name for device in thymio.devices if isinstance(device, LED)}
    expected = {"leds.top", "leds.bottom.left", "leds.bottom.right", "leds.sound", "leds.rc"}
    expected |= {"leds.temperature.red", "leds.temperature.blue"}
    for group, count in (("circle", 8), ("buttons", 4), ("prox.h", 8), ("prox.v", 2)):
        expected |= {f"leds.{group}.led{index}" for index in range(count)}
    assert lights == expected
    assert {d.max_raw for d in thymio.devices if isinstance(d, LED)} == {32}
    coloured = {d.name for d in thymio.devices if isinstance(d, LED) and d.type == "rgb"}
    assert coloured == {"leds.top", "leds.bottom.left", "leds.bottom.right"}


def test_left_lights_are_on_the_left(thymio: RobotModel) -> None:
    assert thymio.device("leds.bottom.left").pose.xyz[1] > 0.0
    assert thymio.device("leds.prox.v.led0").pose.xyz[1] > 0.0
    assert thymio.device("leds.circle.led2").pose.xyz[1] < 0.0


def test_five_buttons_and_eight_system_sounds(thymio: RobotModel) -> None:
    buttons = {device.name for device in thymio.devices if isinstance(device, Button)}
    assert buttons == {f"button.{d}" for d in ("backward", "left", "center", "forward", "right")}
    speaker = thymio.device("speaker")
    assert isinstance(speaker, Speaker)
    assert len(speaker.melodies) == 8


def test_it_weighs_what_the_model_of_webots_weighs(thymio: RobotModel) -> None:
    mass = sum(link.inertial.mass for link in thymio.links if link.inertial is not None)
    assert mass == pytest.approx(0.2 + 2 * 0.024)
