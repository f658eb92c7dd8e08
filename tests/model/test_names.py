# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.model.devices import LED, Lidar
from samebot.model.names import device_frame, device_topic, ros_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ps0", "ps0"),
        ("LDS-01", "LDS_01"),
        ("front left infrared sensor", "front_left_infrared_sensor"),
        ("camera(rgb).left", "camera_rgb__left"),
        ("arm/camera", "arm/camera"),
        ("/arm//2nd camera/", "arm/_2nd_camera"),
        ("3d", "_3d"),
        ("é", "_"),
        ("/", "_"),
    ],
)
def test_what_ros_does_not_allow_becomes_an_underscore(name: str, expected: str) -> None:
    assert ros_name(name) == expected


@given(st.text())
def test_every_name_becomes_a_valid_relative_one(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z_]\w*(/[A-Za-z_]\w*)*", ros_name(name), re.ASCII)
    assert ros_name(ros_name(name)) == ros_name(name)


def test_a_device_is_called_by_its_name_unless_it_says_otherwise() -> None:
    plain = LED(name="led 0", link="base")
    assert (device_frame(plain), device_topic(plain)) == ("led_0", "led_0")
    named = Lidar(name="LDS-01", link="base", frame="base_scan", topic="scan")
    assert (device_frame(named), device_topic(named)) == ("base_scan", "scan")
