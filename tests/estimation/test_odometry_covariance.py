# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The uncertainty of odometry: its laws, closed forms, and many robots that slip by chance."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from samebot.core.pose import Pose2
from samebot.estimation.odometry import Covariance, Method, Odometry, WheelGeometry

RADIUS, SEPARATION = 0.02, 0.053
E_PUCK = WheelGeometry(left_radius=RADIUS, right_radius=RADIUS, separation=SEPARATION)
DT = 0.05
METHODS: tuple[Method, ...] = ("arc", "rk4")

Floats = NDArray[np.float64]
turned = st.floats(-1.0, 1.0)
ways = st.lists(st.tuples(turned, turned), min_size=1, max_size=60)


def matrix(covariance: Covariance) -> Floats:
    xx, xy, xt, yy, yt, tt = covariance
    return np.array([[xx, xy, xt], [xy, yy, yt], [xt, yt, tt]])


@given(ways, st.sampled_from(METHODS), st.floats(0.0, 1e-3))
def test_the_covariance_has_no_negative_direction(
    way: list[tuple[float, float]], method: Method, slip: float
) -> None:
    odometry = Odometry(E_PUCK, method=method, slip=slip)
    for left, right in np.cumsum([(0.0, 0.0), *way], axis=0).tolist():
        covariance = matrix(odometry.update(left, right, DT).covariance)
        smallest = np.linalg.eigvalsh(covariance)[0]
        assert smallest >= -1e-12 * np.trace(covariance)


@given(ways, st.sampled_from(METHODS))
def test_the_uncertainty_grows_with_every_motion(
    way: list[tuple[float, float]], method: Method
) -> None:
    # That of the heading, and the volume of all three; the place alone may become more certain
    # when an error of the heading is driven back.
    odometry = Odometry(E_PUCK, method=method)
    heading = volume = 0.0
    for left, right in np.cumsum([(0.0, 0.0), *way], axis=0).tolist():
        covariance = matrix(odometry.update(left, right, DT).covariance)
        scale = np.diag(covariance).prod()
        assert covariance[2, 2] >= heading
        grown = float(covariance[0] @ np.cross(covariance[1], covariance[2]))
        assert grown >= volume - 1e-9 * scale
        heading, volume = covariance[2, 2], grown
    travelled = sum(abs(left) + abs(right) for left, right in way) * RADIUS
    assert heading == pytest.approx(1e-6 * travelled / SEPARATION**2)


def test_a_robot_at_rest_becomes_no_less_certain() -> None:
    odometry = Odometry(E_PUCK)
    for angle in (0.0, 1.0, 1.0, 1.0):
        odometry.update(angle, angle / 2, DT)
    moved = odometry.state.covariance
    for _ in range(100):
        odometry.update(1.0, 0.5, DT)
    assert odometry.state.covariance == moved
    assert odometry.state.twist_covariance == (0.0, 0.0)


def test_a_straight_way_spreads_as_in_closed_form() -> None:
    odometry, slip = Odometry(E_PUCK, slip=1e-6), 1e-6
    for tick in range(1001):
        odometry.update(tick * 0.1, tick * 0.1, DT)
    covariance = matrix(odometry.state.covariance)
    length, b = 2.0, SEPARATION
    yaw = 2 * slip * length / b**2
    expected = [
        [slip * length / 2, 0.0, 0.0],
        [0.0, yaw * length**2 / 3, yaw * length / 2],
        [0.0, yaw * length / 2, yaw],
    ]
    np.testing.assert_allclose(covariance, expected, rtol=1e-3, atol=1e-15)


@pytest.mark.parametrize("side", [1, -1])
def test_a_spin_spreads_as_in_closed_form(side: int) -> None:
    odometry, slip = Odometry(E_PUCK, slip=1e-6), 1e-6
    turn = side * 4 * math.pi
    for tick in range(2001):
        angle = turn * tick / 2000 * SEPARATION / 2 / RADIUS
        odometry.update(-angle, angle, DT)
    covariance = matrix(odometry.state.covariance)
    place = slip * abs(turn) * SEPARATION / 8
    expected = np.diag([place, place, slip * abs(turn) / SEPARATION])
    np.testing.assert_allclose(covariance, expected, rtol=1e-3, atol=1e-12)


def test_many_robots_that_slip_by_chance_end_as_far_apart_as_said() -> None:
    chance, slip, robots = np.random.default_rng(4), 1e-6, 4000
    side = [(0.5, 0.5)] * 40 + [(-0.1, 0.1)] * 10 + [(0.5, 0.3)] * 20
    plan = np.array(side * 3)
    odometry = Odometry(E_PUCK, slip=slip)
    for left, right in np.cumsum([(0.0, 0.0), *plan.tolist()], axis=0).tolist():
        odometry.update(left, right, DT)
    x, y, yaw = (np.zeros(robots) for _ in range(3))
    for planned in plan * RADIUS:
        travel = planned + np.sqrt(slip * abs(planned)) * chance.standard_normal((robots, 2))
        length, turn = travel.mean(axis=1), (travel[:, 1] - travel[:, 0]) / SEPARATION
        x += length * np.cos(yaw + turn / 2)
        y += length * np.sin(yaw + turn / 2)
        yaw += turn
    found, said = np.cov([x, y, yaw]), matrix(odometry.state.covariance)
    scale = np.sqrt(np.outer(np.diag(said), np.diag(said)))
    np.testing.assert_allclose(found / scale, said / scale, atol=0.07)


def test_speeds_are_as_uncertain_as_wheels_slip_and_encoders_round() -> None:
    step, slip = math.tau / 1000, 1e-6
    odometry = Odometry(E_PUCK, slip=slip, resolution=step)
    odometry.update(0.0, 0.0, DT)
    v, w = odometry.update(0.3, -0.1, DT).twist_covariance
    travels = (slip * 0.4 * RADIUS + 2 * (step * RADIUS) ** 2 / 6) / DT**2
    assert v == pytest.approx(travels / 4)
    assert w == pytest.approx(travels / SEPARATION**2)
    # At rest the rounding is left: 0.7 mm/s for an e-puck2 at 20 Hz.
    v, w = odometry.update(0.3, -0.1, DT).twist_covariance
    assert math.sqrt(v) == pytest.approx(0.7e-3, rel=0.1)


def test_rounding_does_not_add_up_in_the_pose() -> None:
    covariances = []
    for resolution in (0.0, 0.1):
        odometry = Odometry(E_PUCK, resolution=resolution, start=Pose2(1.0, 1.0, 1.0))
        for tick in range(10):
            odometry.update(0.1 * tick, 0.2 * tick, DT)
        covariances.append(odometry.state.covariance)
    assert covariances[0] == covariances[1]


def test_the_covariance_does_not_depend_on_where_the_frame_begins() -> None:
    found = []
    for start in (Pose2(), Pose2(1e3, -1e3, 0.0)):
        odometry = Odometry(E_PUCK, start=start)
        for tick in range(500):
            odometry.update(0.3 * tick, 0.2 * tick, DT)
        found.append(odometry.state.covariance)
    assert found[0] == pytest.approx(found[1], rel=1e-6)
