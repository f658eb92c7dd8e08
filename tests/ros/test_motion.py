# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the driver makes of position sensors: counters that overflow, get lost, start anew."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from samebot.body import Layout, Snapshot
from samebot.core.pose import Pose
from samebot.model.catalogue import load
from samebot.model.robot import RobotModel
from samebot.ros.choices import declarations, settings_of
from samebot.ros.motion import Motion

STEP = math.tau / 1000
LEFT, RIGHT = "left wheel sensor", "right wheel sensor"


@pytest.fixture(scope="module")
def model() -> RobotModel:
    return load("epuck2")


def motion_of(model: RobotModel) -> Motion:
    values = {each.name: each.default for each in declarations(model)}
    return Motion(model, settings_of(model, values).drive)


def show(motion: Motion, model: RobotModel, time: float, left: float, right: float) -> None:
    """Let the counters show something at a time."""
    layout = Layout(model.devices)
    raw = np.full(layout.size, math.nan)
    raw[layout.slices[LEFT]], raw[layout.slices[RIGHT]] = left, right
    snapshot = Snapshot(time, layout, raw, raw * STEP, np.full(len(layout.names), time))
    motion.update(snapshot, (raw * STEP).tolist(), raw.tolist())


def signed(steps: int) -> float:
    """Return what a counter of 16 bits shows."""
    return float((steps + 0x8000) % 0x10000 - 0x8000)


@pytest.mark.parametrize("sign", [1, -1])
def test_counters_that_overflow_go_on(model: RobotModel, sign: int) -> None:
    motion = motion_of(model)
    for tick in range(2000):
        show(motion, model, tick * 0.05, signed(sign * 50 * tick), signed(sign * 50 * tick))
    assert motion.odometry is not None
    assert motion.odometry.pose.x == pytest.approx(sign * 50 * 1999 * STEP * 0.02)
    assert motion.odometry.pose.y == pytest.approx(0.0, abs=1e-9)
    assert motion.positions["left_wheel_joint"] == pytest.approx(sign * 50 * 1999 * STEP)
    assert motion.velocities["left_wheel_joint"] == pytest.approx(sign * 50 * STEP / 0.05)
    assert motion.resets == 0


def test_lost_samples_of_one_wheel_bend_nothing(model: RobotModel) -> None:
    motion = motion_of(model)
    rng = np.random.default_rng(1)
    for tick in range(1000):
        lost = rng.random(2) < (0.05 if tick < 999 else 0.0)
        left, right = (math.nan if gone else signed(50 * tick) for gone in lost)
        show(motion, model, tick * 0.05, left, right)
        assert motion.odometry is not None
        assert abs(motion.odometry.w) < 1e-9
        assert motion.velocities.get("left_wheel_joint", 0.0) in (0.0, pytest.approx(1000 * STEP))
    assert motion.odometry is not None
    assert motion.odometry.pose.x == pytest.approx(50 * 999 * STEP * 0.02)


def test_a_robot_that_restarts_does_not_jump(model: RobotModel) -> None:
    motion = motion_of(model)
    for tick in range(400):
        shown = 50 * tick if tick < 300 else 50 * (tick - 300)
        show(motion, model, tick * 0.05, signed(shown), signed(shown))
    assert motion.odometry is not None
    # The one tick in which the counters went back to 0 is lost.
    assert motion.odometry.pose.x == pytest.approx(50 * 398 * STEP * 0.02)
    assert motion.resets == 2


def test_what_we_reset_ourselves_is_forgotten_however_small(model: RobotModel) -> None:
    motion = motion_of(model)
    show(motion, model, 0.0, 0.0, 0.0)
    show(motion, model, 0.05, 40.0, 40.0)
    motion.forget()
    show(motion, model, 0.10, 0.0, 0.0)
    assert motion.odometry is not None
    assert motion.odometry.pose.x == pytest.approx(40 * STEP * 0.02)


def test_joints_begin_where_their_sensors_are(model: RobotModel) -> None:
    motion = motion_of(model)
    show(motion, model, 0.0, 250.0, -250.0)
    assert motion.positions["left_wheel_joint"] == pytest.approx(math.pi / 2)
    assert motion.positions["right_wheel_joint"] == pytest.approx(-math.pi / 2)
    assert motion.odometry is not None
    assert motion.odometry.pose.x == 0.0


def test_a_robot_whose_axle_is_behind_swings_its_nose(model: RobotModel) -> None:
    motion = motion_of(with_axle_at(model, -0.1))
    for tick in range(101):
        show(motion, model, tick * 0.05, signed(-10 * tick), signed(10 * tick))
    assert motion.odometry is not None
    turn = 2 * 1000 * STEP * 0.02 / 0.053
    pose = motion.odometry.pose
    assert (pose.x, pose.y) == pytest.approx(
        (0.1 * math.cos(turn) - 0.1, 0.1 * math.sin(turn)), abs=1e-9
    )
    assert motion.odometry.sideways == pytest.approx(0.1 * motion.odometry.w)
    assert motion.odometry.w == pytest.approx(turn / 5.0)


def test_a_base_frame_that_is_no_link_is_taken_to_be_at_the_axle(model: RobotModel) -> None:
    values = {each.name: each.default for each in declarations(model)}
    values["robot_base_frame"] = "nobody"
    motion = Motion(with_axle_at(model, -0.1), settings_of(model, values).drive)
    for tick in range(3):
        show(motion, model, tick * 0.05, -10.0 * tick, 10.0 * tick)
    assert motion.odometry is not None
    assert (motion.odometry.pose.x, motion.odometry.sideways) == (0.0, 0.0)


def with_axle_at(model: RobotModel, x: float) -> RobotModel:
    """Return a robot whose wheels are so far in front, m."""
    drive = model.drive
    assert drive is not None
    wheels = (drive.left_joint, drive.right_joint)
    joints = tuple(
        replace(joint, pose=Pose((x, *joint.pose.xyz[1:]), joint.pose.rpy))
        if joint.name in wheels
        else joint
        for joint in model.joints
    )
    return replace(model, joints=joints)
