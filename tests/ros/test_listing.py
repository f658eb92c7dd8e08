# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot's interface as a list: the thesis's tables are in it."""

from __future__ import annotations

import pytest

from samebot.model.catalogue import load, robots
from samebot.model.urdf import parse_urdf
from samebot.ros.interface import Quality
from samebot.ros.listing import TopicInfo, parameters_of, services_of, together, topics_of

E_PUCK2 = {  # thesis, table 3.1
    "/cmd_vel": "geometry_msgs/msg/Twist",
    "/odom": "nav_msgs/msg/Odometry",
    "/ps[0-7]": "sensor_msgs/msg/Range",
    "/tof": "sensor_msgs/msg/Range",
    "/scan": "sensor_msgs/msg/LaserScan",
    "/ls[0-7]": "sensor_msgs/msg/Illuminance",
    "/imu": "sensor_msgs/msg/Imu",
    "/led[0-7]": "std_msgs/msg/Int32",
    "/gs[0-2]": "sensor_msgs/msg/Range",
    "/image_raw": "sensor_msgs/msg/Image",
    "/camera_info": "sensor_msgs/msg/CameraInfo",
    "/tf": "tf2_msgs/msg/TFMessage",
    "/tf_static": "tf2_msgs/msg/TFMessage",
}


def test_the_e_puck2_has_the_topics_of_the_thesis() -> None:
    found = {t.topic: t for t in together(topics_of(load("epuck2", {"ground": "true"})))}
    assert {topic: found[topic].type for topic in E_PUCK2} == E_PUCK2
    assert {topic for topic in E_PUCK2 if not found[topic].sent} == {"/cmd_vel", "/led[0-7]"}
    assert found["/image_raw"].quality is Quality.LARGE
    assert found["/tf_static"].quality is Quality.LATCHED


def test_the_khepera_has_the_topics_of_the_thesis() -> None:
    found = {t.topic: t for t in topics_of(load("khepera4"))}
    kinds = {
        "_infrared_sensor": (12, "sensor_msgs/msg/Range"),
        "_ultrasonic_sensor": (5, "sensor_msgs/msg/Range"),
        "_led": (3, "std_msgs/msg/Int32"),
    }
    for ending, (count, kind) in kinds.items():
        named = [t for t in found.values() if t.topic.endswith(ending)]
        assert (len(named), {t.type for t in named}) == (count, {kind}), ending
    for topic in ("/camera/camera_info", "/camera/image_raw", "/cmd_vel", "/imu", "/joint_states"):
        assert topic in found


def test_colour_and_depth_of_one_gazebo_sensor_have_topics_of_their_own() -> None:
    sensor = '<sensor name="oak" type="rgbd_camera"><topic>eye</topic></sensor>'
    robot = f'<link name="b"/><gazebo reference="b">{sensor}</gazebo>'
    topics = [t.topic for t in topics_of(parse_urdf(f'<robot name="r">{robot}</robot>'))]
    assert len(set(topics)) == len(topics)
    assert {"/eye/image", "/eye/camera_info", "/eye/depth_image"} < set(topics)


@pytest.mark.parametrize("robot", [info.name for info in robots()])
def test_every_robot_has_an_interface(robot: str) -> None:
    model = load(robot)
    topics = topics_of(model)
    assert len({(t.topic, t.sent) for t in topics}) == len(topics)
    assert all(t.period is None or t.period >= 0.0 for t in topics)
    names = {name for name, _, _ in parameters_of(model)}
    assert {"frame_prefix", "publish_tf", "wheel_radius", "left_encoder"} <= names


def test_numbered_topics_are_one() -> None:
    names = ["/tf", "/ps0", "/ps1", "/ps7", "/led0", "/led0/color", "/led1/color", "/tof"]
    shown = together(TopicInfo(topic=name, type="", sent=True) for name in names)
    assert [info.topic for info in shown] == [
        "/tf",
        "/ps[0-7]",
        "/led0",
        "/led[0-1]/color",
        "/tof",
    ]


def test_services_are_those_of_the_model() -> None:
    assert services_of(load("epuck2")) == ("motor_power", "reset")
    assert services_of(load("tiago"))[-1] == "follow_joint_trajectory"
