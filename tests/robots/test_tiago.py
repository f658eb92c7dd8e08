# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""TIAGo++: the joint tree of the Webots model under PAL's names."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from samebot.core.pose import Vector3
from samebot.model.catalogue import load
from samebot.model.devices import Camera, Lidar, Motor, PositionSensor, RangeFinder
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.model.structure import JointKind

SIDES = ("left", "right")

ROUNDING = 1.5e-4
"""Webots' rotations are written with four digits; along an arm that adds up to so much, m."""


def arm(side: str, *angles: float) -> dict[str, float]:
    return {f"arm_{side}_{number}_joint": angle for number, angle in enumerate(angles, start=1)}


BENT = (0.5, -0.4, 1.2, 1.5, -0.7, 0.6, 1.1)
POSTURES: list[tuple[dict[str, float], dict[str, Vector3]]] = [
    (
        {},
        {
            "gripper_left_link": (-0.0484, 1.0239, 0.5910),
            "gripper_right_link": (-0.0459, -1.0253, 0.5910),
            "camera": (0.2320, 0.0200, 0.9432),
        },
    ),
    (
        {"torso_lift_joint": 0.2, **arm("left", *BENT), **arm("right", *BENT)},
        {
            "gripper_left_link": (0.4407, 0.3423, 1.0827),
            "gripper_right_link": (0.4429, -0.3424, 1.0811),
            "camera": (0.2320, 0.0200, 1.1432),
        },
    ),
    (
        {
            "torso_lift_joint": 0.35,
            "head_1_joint": 0.8,
            "head_2_joint": -0.5,
            "gripper_left_left_finger_joint": 0.04,
            "gripper_right_right_finger_joint": 0.03,
            **arm("left", -1.1, 1.5, 3.8, -0.3, 2.0, -1.3, -2.0),
            **arm("right", 1.4, -1.0, -0.7, 2.2, -2.0, 1.3, 2.0),
        },
        {
            "gripper_left_link": (-0.1714, 0.2936, 0.2983),
            "gripper_right_link": (-0.0801, -0.3467, 1.1190),
            "gripper_left_left_finger_link": (-0.1741, 0.3223, 0.2705),
            "gripper_right_right_finger_link": (-0.0526, -0.3394, 1.1094),
            "camera": (0.1951, 0.0978, 1.2393),
        },
    ),
]
"""Joint positions, and where parts stand in base_link when the transforms of Webots' TiagoBody,
TiagoLeftArm, TiagoRightArm and TiagoGripper are composed by hand."""


@pytest.fixture(scope="module")
def tiago() -> RobotModel:
    return load("tiago")


def places(tiago: RobotModel, positions: Mapping[str, float]) -> dict[str, Vector3]:
    """Return where the links and the camera stand in base_link, m."""
    links = forward(tiago, positions)
    camera = tiago.device("Astra rgb")
    links["camera"] = links[camera.link] @ camera.pose.matrix()
    from_base = np.linalg.inv(links["base_link"])
    found = {}
    for name, transform in links.items():
        x, y, z = (float(value) for value in (from_base @ transform)[:3, 3])
        found[name] = (x, y, z)
    return found


@pytest.mark.parametrize(("positions", "expected"), POSTURES)
def test_hands_and_camera_stand_where_webots_transforms_put_them(
    tiago: RobotModel, positions: dict[str, float], expected: dict[str, Vector3]
) -> None:
    found = places(tiago, positions)
    for part, place in expected.items():
        assert found[part] == pytest.approx(place, abs=ROUNDING), part


def test_equal_angles_give_mirrored_arms(tiago: RobotModel) -> None:
    found = places(tiago, {**arm("left", *BENT), **arm("right", *BENT)})
    for number in range(1, 8):
        x, y, z = found[f"arm_left_{number}_link"]
        # The two arms of the Webots model differ by some millimetres.
        mirrored = found[f"arm_right_{number}_link"]
        assert mirrored == pytest.approx((x, -y, z), abs=4e-3), number


def test_positive_lift_goes_up_and_positive_tilt_looks_up(tiago: RobotModel) -> None:
    rest = places(tiago, {})
    assert places(tiago, {"torso_lift_joint": 0.1})["camera"][2] > rest["camera"][2] + 0.09
    tilted = forward(tiago, {"head_2_joint": 0.5})["head_2_link"]
    assert tilted[2, 0] == pytest.approx(np.sin(0.5))


def test_fingers_meet_at_zero_and_open_apart(tiago: RobotModel) -> None:
    for side in SIDES:
        fingers = [f"gripper_{side}_{finger}_finger" for finger in SIDES]
        shut = places(tiago, {})
        wide = places(tiago, {f"{finger}_joint": 0.045 for finger in fingers})
        ends = [np.array(wide[f"{finger}_link"]) for finger in fingers]
        assert shut[f"{fingers[0]}_link"] == pytest.approx(shut[f"{fingers[1]}_link"])
        assert float(np.linalg.norm(ends[0] - ends[1])) == pytest.approx(0.09)


def test_the_tree_is_big(tiago: RobotModel) -> None:
    assert len(tiago.moving_joints) == 31
    kinds = [joint.kind for joint in tiago.moving_joints]
    assert kinds.count(JointKind.CONTINUOUS) == 2 + 8
    assert kinds.count(JointKind.REVOLUTE) == 2 + 14
    assert kinds.count(JointKind.PRISMATIC) == 1 + 4


@pytest.mark.parametrize(
    ("number", "lower", "upper", "effort", "velocity"),
    [
        (1, -1.11, 1.5, 43.0, 1.95),
        (2, -1.11, 1.5, 43.0, 1.95),
        (3, -0.72, 3.86, 26.0, 2.35),
        (4, -0.32, 2.29, 26.0, 2.35),
        (5, -2.07, 2.07, 3.0, 1.95),
        (6, -1.39, 1.39, 6.6, 1.76),
        (7, -2.07, 2.07, 6.6, 1.76),
    ],
)
def test_arm_joints_have_the_limits_of_webots(
    tiago: RobotModel, number: int, lower: float, upper: float, effort: float, velocity: float
) -> None:
    for side in SIDES:
        limits = tiago.joint(f"arm_{side}_{number}_joint").limits
        assert limits is not None
        assert (limits.lower, limits.upper) == (lower, upper)
        assert (limits.effort, limits.velocity) == (effort, velocity)


def test_every_joint_but_the_casters_has_a_motor_and_a_sensor(tiago: RobotModel) -> None:
    moved = {joint.name for joint in tiago.moving_joints if not joint.name.startswith("caster_")}
    assert {d.joint for d in tiago.devices if isinstance(d, Motor)} == moved
    assert {d.joint for d in tiago.devices if isinstance(d, PositionSensor)} == moved


def test_motors_and_sensors_have_webots_names(tiago: RobotModel) -> None:
    names = {device.name for device in tiago.devices}
    assert {"torso_lift_joint", "head_1_joint_sensor", "arm_left_7_joint_sensor"} <= names
    for side in SIDES:
        assert f"{side}_hand_gripper_left_finger_joint" in names
        assert f"{side}_hand_gripper_right_sensor_finger_joint" in names


def test_the_laser_scanner_looks_forward_from_its_slit(tiago: RobotModel) -> None:
    scan = tiago.device("hokuyo")
    assert isinstance(scan, Lidar)
    assert (scan.samples, scan.topic, scan.frame) == (667, "scan", "base_laser_link")
    assert scan.max_angle - scan.min_angle == pytest.approx(4.18879)
    assert (scan.min_range, scan.max_range) == (0.2, 5.6)
    assert places(tiago, {})["base_laser_link"] == pytest.approx((0.202, 0.0, -0.004))


def test_colour_and_depth_see_the_same(tiago: RobotModel) -> None:
    colour, depth = tiago.device("Astra rgb"), tiago.device("Astra depth")
    assert isinstance(colour, Camera)
    assert isinstance(depth, RangeFinder)
    assert (colour.size, colour.field_of_view) == (depth.size, depth.field_of_view)
    looks = forward(tiago)["head_2_link"] @ colour.pose.matrix()
    assert looks[:3, :3] == pytest.approx(np.eye(3), abs=1e-9)


def test_the_base_drives_as_in_webots_ros2(tiago: RobotModel) -> None:
    drive = tiago.drive
    assert drive is not None
    assert (drive.wheel_separation, drive.wheel_radius) == (0.404, 0.0985)
    assert (drive.max_wheel_velocity, drive.base_frame) == (10.1523, "base_footprint")
