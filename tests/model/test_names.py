# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.errors import Where
from samebot.model.devices import LED, Camera, Compass, Device, Gyro, Lidar, RangeFinder
from samebot.model.names import (
    camera_info_topic,
    camera_info_topics,
    device_frame,
    device_topic,
    device_topics,
    ros_name,
)
from samebot.model.plain import device_from_plain
from samebot.model.robot import RobotModel
from samebot.model.structure import Link


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


@pytest.mark.parametrize(
    ("chosen", "images", "info"),
    [
        ("", "image_raw", "camera_info"),
        ("camera", "camera/image_raw", "camera/camera_info"),
        ("/see", "/see/image_raw", "/see/camera_info"),
        ("camera/image_raw", "camera/image_raw", "camera/camera_info"),
        ("front/image_rect", "front/image_rect", "front/camera_info"),
        ("image", "image", "camera_info"),
    ],
)
def test_a_camera_says_what_stands_before_image_raw(chosen: str, images: str, info: str) -> None:
    topic = device_topic(Camera(name="eye", link="base", topic=chosen))
    assert (topic, camera_info_topic(topic)) == (images, info)


def test_cameras_in_one_folder_have_intrinsic_parameters_of_their_own() -> None:
    assert camera_info_topics(["eye/image", "eye/depth_image", "left/image", "image"]) == {
        "eye/image": "eye/camera_info",
        "eye/depth_image": "eye/depth_image/camera_info",
        "left/image": "left/camera_info",
        "image": "camera_info",
    }


@pytest.mark.parametrize("kind", ["accelerometer", "gyro", "inertial_unit"])
def test_sensors_of_motion_share_a_topic(kind: str) -> None:
    device = device_from_plain({"kind": kind, "name": "a", "link": "base"}, Where())
    assert device_topic(device) == "imu"


def _topics(*devices: Device) -> dict[str, str]:
    return device_topics(RobotModel(name="r", links=(Link(name="base"),), devices=devices))


def test_a_depth_camera_leaves_the_root_to_the_camera() -> None:
    eye, depth = Camera(name="eye", link="base"), RangeFinder(name="the depth", link="base")
    assert _topics(eye, depth) == {"eye": "image_raw", "the depth": "the_depth/image_raw"}


def test_images_named_in_full_keep_their_topic() -> None:
    names = ("front/image_rect", "kinect/depth_image", "depth")
    eyes = [RangeFinder(name=name, link="base", topic=name) for name in names]
    assert list(_topics(*eyes).values()) == [*names[:2], "depth/image_raw"]


def test_two_of_a_kind_are_called_by_their_names() -> None:
    left, right = (Camera(name=f"{side} eye", link="base") for side in ("left", "right"))
    spin, turn = (Gyro(name=name, link="base") for name in ("spin", "turn"))
    north = Compass(name="north", link="base")
    assert _topics(left, spin, right, turn, north) == {
        "left eye": "left_eye/image_raw",
        "right eye": "right_eye/image_raw",
        "spin": "spin",
        "turn": "turn",
        "north": "imu/mag",
    }


def test_a_topic_that_two_have_chosen_stays() -> None:
    both = (Gyro(name=name, link="base", topic="imu/data") for name in ("a", "b"))
    assert set(_topics(*both).values()) == {"imu/data"}
