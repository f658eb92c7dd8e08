# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Inward senses against independent calculation."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

pytest.importorskip("numba")

from samebot.core.pose import (
    Pose,
    Vector3,
    quaternion_to_matrix,
    rpy_to_matrix,
    rpy_to_quaternion,
)
from samebot.core.units import GRAVITY
from samebot.model import LookupTable
from samebot.model.devices import (
    GPS,
    Accelerometer,
    Compass,
    Device,
    Gyro,
    InertialUnit,
    PositionSensor,
)
from samebot.sim.columns import Place
from samebot.sim.inward import EARTH_FIELD, inward_columns, no_motion
from senses_alone import Alone

ANGLES = st.floats(-3.0, 3.0)


class Bench:
    """One device that is held in the hand."""

    def __init__(self, device: Device) -> None:
        """Hold it still, upright, at the origin."""
        plan = inward_columns([device], 0, [(0, 0)], [Place(0, 0, 0)])
        self.motion = no_motion()
        self.velocities, self.turns = self.motion.velocities, self.motion.turns
        self.positions, self.joints = self.motion.positions, self.motion.joints
        self.alone = Alone(motion=self.motion, inward=plan)

    def turn(self, rpy: Vector3) -> None:
        """Hold it another way."""
        self.motion.rotations[0] = rpy_to_matrix(rpy).ravel()

    def read(self, time: float = 0.0, noise: float = 0.0) -> tuple[list[float], list[float]]:
        """Sample it at a time; return raw and value."""
        self.alone.sample(time, noise)
        return self.alone.readings.raw.tolist(), self.alone.readings.value.tolist()


def accelerometer(**fields: Any) -> Accelerometer:
    return replace(Accelerometer(name="a", link="base"), **fields)


@given(ANGLES, ANGLES, ANGLES)
def test_at_rest_an_accelerometer_shows_what_holds_it_up(
    roll: float, pitch: float, yaw: float
) -> None:
    bench = Bench(accelerometer())
    bench.turn((roll, pitch, yaw))
    bench.read(0.0)
    _, value = bench.read(0.05)
    assert_allclose(value[:3], rpy_to_matrix((roll, pitch, yaw)).T @ [0, 0, GRAVITY], atol=1e-9)


def test_a_change_of_velocity_between_two_samples_is_an_acceleration() -> None:
    bench = Bench(accelerometer())
    bench.read(0.0)
    bench.velocities[0] = (0.1, -0.05, 0.0)
    assert_allclose(bench.read(0.05)[1][:3], (2.0, -1.0, GRAVITY))
    assert_allclose(bench.read(0.1)[1][:3], (0.0, 0.0, GRAVITY))


def test_being_put_somewhere_is_no_acceleration() -> None:
    bench = Bench(accelerometer())
    bench.velocities[0] = (1.0, 0.0, 0.0)
    bench.read(0.05)
    bench.velocities[0] = 0.0
    bench.alone.forget(0.05)
    assert_allclose(bench.read(0.1)[1][:3], (0.0, 0.0, GRAVITY))


def test_bias_noise_saturation_and_resolution_come_in_this_order() -> None:
    bench = Bench(accelerometer(max_value=5.0, bias=(0.5, 0.0, 0.0), noise=0.12, resolution=0.2))
    bench.velocities[0] = (0.05, 0.0, 0.0)
    raw, value = bench.read(0.05, noise=1.0)
    assert_allclose(raw[:3], (1.6, 0.2, 5.0))
    assert value[:3] == raw[:3]


def test_a_table_turns_si_into_counts_and_back_with_both_signs() -> None:
    table = LookupTable.of([(-20.0, -2000.0), (20.0, 2000.0)])
    bench = Bench(accelerometer(table=table, resolution=1.0))
    bench.velocities[0] = (-0.05, 0.0, 0.0)
    raw, value = bench.read(0.05)
    assert_allclose(raw[:3], (-100.0, 0.0, round(100 * GRAVITY)))
    assert_allclose(value[:3], (-1.0, 0.0, round(100 * GRAVITY) / 100), atol=1e-12)


def test_an_axis_that_is_not_there_is_invalid() -> None:
    bench = Bench(Gyro(name="g", link="base", axes=(False, False, True)))
    bench.turns[0] = (0.1, 0.2, 0.3)
    raw, value = bench.read()
    assert np.isnan([*raw[:2], *value[:2]]).all()
    assert raw[2] == value[2] == 0.3


def test_a_gyro_shows_its_own_turning_and_its_bias() -> None:
    bench = Bench(Gyro(name="g", link="base", bias=(0.0, 0.0, 0.01)))
    bench.turns[0] = (0.1, 0.2, 0.3)
    assert_allclose(bench.read()[1][:3], (0.1, 0.2, 0.31))


@given(ANGLES, ANGLES, ANGLES)
def test_a_compass_shows_the_earths_field_in_its_own_directions(
    roll: float, pitch: float, yaw: float
) -> None:
    bench = Bench(Compass(name="c", link="base"))
    bench.turn((roll, pitch, yaw))
    expected = rpy_to_matrix((roll, pitch, yaw)).T @ np.array(EARTH_FIELD)
    assert_allclose(bench.read()[1][:3], expected, atol=1e-15)


@given(ANGLES, ANGLES, ANGLES)
def test_an_inertial_unit_shows_the_orientation(roll: float, pitch: float, yaw: float) -> None:
    bench = Bench(InertialUnit(name="i", link="base"))
    bench.turn((roll, pitch, yaw))
    x, y, z, w = bench.read()[1]
    assert w >= 0.0
    assert_allclose(
        quaternion_to_matrix((x, y, z, w)), rpy_to_matrix((roll, pitch, yaw)), atol=1e-9
    )


@given(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5), st.floats(-1.5, 1.5))
def test_an_inertial_unit_tells_whole_steps_of_the_axes_it_has(
    roll: float, pitch: float, yaw: float
) -> None:
    axes = (True, False, True)
    bench = Bench(InertialUnit(name="i", link="base", axes=axes, resolution=0.1))
    bench.turn((roll, pitch, yaw))
    expected = rpy_to_quaternion((0.1 * round(roll / 0.1), 0.0, 0.1 * round(yaw / 0.1)))
    halves = [abs(angle / 0.1 % 1.0 - 0.5) for angle in (roll, yaw)]
    if min(halves) > 1e-6:  # where rounding is the same both ways
        assert_allclose(bench.read()[1], expected, atol=1e-9)


def test_noise_of_an_inertial_unit_is_a_small_turn() -> None:
    bench = Bench(InertialUnit(name="i", link="base", noise=0.01))
    bench.turn((0.1, -0.4, 2.0))
    x, y, z, w = bench.read(noise=1.0)[1]
    assert math.hypot(x, y, z, w) == pytest.approx(1.0)
    dot = abs(float(np.dot((x, y, z, w), rpy_to_quaternion((0.1, -0.4, 2.0)))))
    assert 2 * math.acos(dot) == pytest.approx(0.01 * math.sqrt(3), rel=1e-3)


def test_gps_shows_the_place() -> None:
    bench = Bench(GPS(name="g", link="base", noise=0.1))
    bench.positions[0] = (1.0, 2.0, 3.0)
    assert_allclose(bench.read(noise=-1.0)[1][:3], (0.9, 1.9, 2.9))


STEP = math.tau / 1000


@given(st.floats(-1e4, 1e4))
def test_an_encoder_counts_whole_steps_and_overflows(angle: float) -> None:
    sensor = PositionSensor(name="p", link="wheel", joint="j", resolution=STEP, bits=16)
    bench = Bench(sensor)
    bench.joints[0] = angle
    raw, value = bench.read()
    counts = math.floor(angle / STEP + 0.5)
    assert raw[0] == (counts + 32768) % 65536 - 32768
    assert value[0] == pytest.approx(counts * STEP)
    assert -32768 <= raw[0] <= 32767


def test_a_position_sensor_without_resolution_shows_the_joint_with_noise() -> None:
    bench = Bench(PositionSensor(name="p", link="wheel", joint="j", noise=0.5))
    bench.joints[0] = 2.0
    assert bench.read(noise=1.0)[1][0] == 2.5


def test_the_mount_matters_not_for_pose_but_is_the_devices_own() -> None:
    # The engine places devices; a device's pose is in the rotation that it gives.
    device = Compass(name="c", link="base", pose=Pose((0.0, 0.0, 0.0), (math.pi, 0.0, 0.0)))
    bench = Bench(device)
    bench.turn(device.pose.rpy)
    assert_allclose(bench.read()[1][:3], (0.0, -EARTH_FIELD[1], -EARTH_FIELD[2]), atol=1e-15)
