# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Pose
from samebot.model import (
    Box,
    Collision,
    DifferentialDrive,
    Extra,
    Inertial,
    Joint,
    JointKind,
    Link,
    RobotModel,
    Sphere,
    Visual,
)
from samebot.model.changes import (
    has_place,
    rigid_groups,
    with_device_links,
    with_inertials,
    with_prefix,
)
from samebot.model.devices import LED, Camera, Device, Gyro, Motor
from samebot.model.kinematics import forward
from samebot.model.mass import SPECK
from samebot.model.names import device_frame, device_topic
from strategies import joint_positions, models

BALL = Sphere(0.1)


def fixed(parent: str, child: str) -> Joint:
    return Joint(name=f"{parent}_{child}", kind=JointKind.FIXED, parent=parent, child=child)


def turning(parent: str, child: str) -> Joint:
    return Joint(name=f"{parent}_{child}", kind=JointKind.CONTINUOUS, parent=parent, child=child)


@given(models(), st.data())
def test_a_prefix_moves_nothing(model: RobotModel, data: st.DataObject) -> None:
    positions = data.draw(joint_positions(model))
    prefixed = with_prefix(model, "two/")
    moved = forward(prefixed, {f"two/{name}": value for name, value in positions.items()})
    for name, matrix in forward(model, positions).items():
        assert np.array_equal(moved[f"two/{name}"], matrix)


@given(models())
def test_a_prefix_stands_before_links_joints_and_frames_but_not_devices(model: RobotModel) -> None:
    prefixed = with_prefix(model, "p_")
    assert prefixed.root == f"p_{model.root}"
    for before, after in zip(model.devices, prefixed.devices, strict=True):
        assert after.name == before.name
        assert device_topic(after) == device_topic(before)
        assert device_frame(after) == f"p_{device_frame(before)}"
        assert after.link == f"p_{before.link}"
        if getattr(before, "joint", ""):
            assert getattr(after, "joint", "") == f"p_{getattr(before, 'joint', '')}"
    if model.drive is not None and prefixed.drive is not None:
        assert prefixed.drive.left_joint == f"p_{model.drive.left_joint}"
        assert prefixed.drive.left_encoder == model.drive.left_encoder
    for before_joint, after_joint in zip(model.joints, prefixed.joints, strict=True):
        if before_joint.mimic is not None and after_joint.mimic is not None:
            assert after_joint.mimic.joint == f"p_{before_joint.mimic.joint}"


@given(models())
def test_prefixes_add_up_and_an_empty_one_changes_nothing(model: RobotModel) -> None:
    assert with_prefix(with_prefix(model, "b"), "a") == with_prefix(model, "ab")
    assert with_prefix(model, "") == model


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ('<transmission name="a"><joint name="j"/></transmission>', '<joint name="p_j"/>'),
        ('<transmission name="a"><actuator name="a"/></transmission>', '<actuator name="a"/>'),
        ('<ros2_control name="a"><joint name="j" z=">"/></ros2_control>', '<joint name="p_j" z='),
        ('<ros2_control><joint name="other"/></ros2_control>', '<joint name="other"/>'),
        ('<joint name="o"><param name="mimic">j</param></joint>', '<param name="mimic">p_j<'),
        ('<joint name="o"><param name="port">j</param></joint>', '<param name="port">j<'),
        ("<gazebo><plugin><leftJoint> j </leftJoint></plugin></gazebo>", "<leftJoint> p_j <"),
        ("<gazebo><plugin><body_name>a</body_name></plugin></gazebo>", "<body_name>p_a<"),
        ("<gazebo><plugin><baseFrame>odom</baseFrame></plugin></gazebo>", "<baseFrame>odom<"),
        ("<gazebo><plugin><topic>a</topic></plugin></gazebo>", "<topic>a<"),
    ],
)
def test_a_prefix_goes_into_the_joints_of_controllers_and_plugins(kept: str, expected: str) -> None:
    joint = Joint(name="j", kind=JointKind.CONTINUOUS, parent="a", child="b")
    model = RobotModel(
        name="r",
        links=(Link(name="a"), Link(name="b")),
        joints=(joint,),
        extras=(Extra(owner="robot", xml=kept),),
    )
    (extra,) = with_prefix(model, "p_").extras
    assert expected in extra.xml


def test_a_prefix_goes_into_the_tag_of_what_is_kept() -> None:
    model = RobotModel(
        name="r",
        links=(Link(name="arm"),),
        extras=(
            Extra(owner="robot", xml='<gazebo reference="arm"><link name="arm"/></gazebo>'),
            Extra(owner="link arm", xml="<a reference='other'/>"),
            Extra(owner="robot", xml='<a preference="arm"/>'),
        ),
    )
    assert [(extra.owner, extra.xml) for extra in with_prefix(model, "p/").extras] == [
        ("robot", '<gazebo reference="p/arm"><link name="arm"/></gazebo>'),
        ("link p/arm", "<a reference='other'/>"),
        ("robot", '<a preference="arm"/>'),
    ]


@given(models())
def test_every_device_with_a_place_gets_a_link_there_once(model: RobotModel) -> None:
    # Distinct frames, so that each one's pose can be compared.
    devices = tuple(replace(d, frame=f"frame{i}") for i, d in enumerate(model.devices))
    model = replace(model, devices=devices)
    framed = with_device_links(model)
    assert with_device_links(framed) == framed
    placed = forward(framed)
    for device in filter(has_place, devices):
        expected = placed[device.link] @ device.pose.matrix()
        assert placed[device.frame] == pytest.approx(expected, abs=1e-9)
    for device in devices:
        assert has_place(device) == (device.frame in placed)


def framed(*devices: Device) -> RobotModel:
    return with_device_links(RobotModel(name="r", links=(Link(name="base"),), devices=devices))


def test_devices_that_share_a_frame_share_a_link() -> None:
    model = framed(
        Gyro(name="gyro", link="base", frame="imu_link"),
        LED(name="led", link="base", frame="imu_link"),
        LED(name="other", link="base", frame="base"),
    )
    assert [link.name for link in model.links] == ["base", "imu_link"]
    assert [joint.name for joint in model.joints] == ["base_imu_link_joint"]


def test_a_camera_gets_an_optical_frame() -> None:
    model = framed(Camera(name="camera", link="base", pose=Pose((0.1, 0.0, 0.0))))
    optical = forward(model)["camera_optical"]
    assert optical[:3, 2] == pytest.approx([1.0, 0.0, 0.0])  # z forward
    assert optical[:3, 0] == pytest.approx([0.0, -1.0, 0.0])  # x right
    assert optical[:3, 1] == pytest.approx([0.0, 0.0, -1.0])  # y down
    assert optical[:3, 3] == pytest.approx([0.1, 0.0, 0.0])


def test_the_optical_frame_of_a_turned_camera_is_that_of_its_picture() -> None:
    optical = forward(framed(Camera(name="camera", link="base", rotation=math.pi)))[
        "camera_optical"
    ]
    assert optical[:3, 2] == pytest.approx([1.0, 0.0, 0.0])
    assert optical[:3, 0] == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)


def test_an_optical_frame_gets_no_other_and_motors_get_none() -> None:
    model = RobotModel(
        name="r",
        links=(Link(name="base"), Link(name="wheel")),
        joints=(turning("base", "wheel"),),
        devices=(
            Camera(name="c", link="base", frame="camera_optical_frame"),
            Motor(name="motor", link="wheel", joint="base_wheel"),
        ),
    )
    assert [link.name for link in with_device_links(model).links] == [
        "base",
        "wheel",
        "camera_optical_frame",
    ]


@given(models())
def test_after_with_inertials_every_link_that_a_joint_moves_has_a_mass(model: RobotModel) -> None:
    weighed = with_inertials(model)
    for joint in weighed.moving_joints:
        inertial = weighed.link(joint.child).inertial
        assert inertial is not None
        assert inertial.mass > 0.0
    for group in rigid_groups(weighed):
        links = [weighed.link(name) for name in group.links]
        if group.moves:
            assert any(link.inertial is not None and link.inertial.mass > 0.0 for link in links)
    assert with_inertials(weighed) == weighed


@given(models())
def test_with_inertials_keeps_the_masses_that_are_known(model: RobotModel) -> None:
    weighed = with_inertials(model)
    for link in model.links:
        if link.inertial is not None and link.inertial.mass > 0.0:
            assert weighed.link(link.name) == link


def test_bodies_that_stand_still_are_not_weighed() -> None:
    ball = (Collision(shape=BALL),)
    model = RobotModel(
        name="r",
        links=(
            Link(name="base", collisions=ball),
            Link(name="cover", collisions=ball),
            Link(name="arm"),
            Link(name="hand", visuals=(Visual(shape=BALL),)),
        ),
        joints=(fixed("base", "cover"), turning("base", "arm"), fixed("arm", "hand")),
    )
    masses = {
        link.name: link.inertial.mass for link in with_inertials(model).links if link.inertial
    }
    assert masses == {"arm": SPECK.mass, "hand": pytest.approx(4.18879, rel=1e-5)}


def test_what_is_fixed_to_a_weighed_link_is_weighed_with_it() -> None:
    model = RobotModel(
        name="r",
        links=(
            Link(name="base", inertial=Inertial(mass=2.0)),
            Link(name="cover", visuals=(Visual(shape=Box((1.0, 1.0, 1.0))),)),
            Link(name="left", collisions=(Collision(shape=BALL),)),
            Link(name="right", collisions=(Collision(shape=BALL),)),
        ),
        joints=(fixed("base", "cover"), turning("base", "left"), turning("base", "right")),
        drive=DifferentialDrive(
            left_joint="base_left",
            right_joint="base_right",
            wheel_radius=0.1,
            wheel_separation=0.5,
        ),
    )
    weighed = with_inertials(model, density=500.0)
    assert weighed.link("cover").inertial is None
    left = weighed.link("left").inertial
    assert left is not None
    assert left.mass == pytest.approx(500.0 * 4 / 3 * math.pi * 0.001)
