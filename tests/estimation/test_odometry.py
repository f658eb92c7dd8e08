# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Odometry agrees with an independent integrator, through counters that overflow and restart."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.counting import Counter
from samebot.core.errors import OptionError
from samebot.core.pose import Pose2
from samebot.estimation.odometry import (
    Method,
    Odometry,
    WheelGeometry,
    advance_arc,
    advance_rk4,
)

RADIUS, SEPARATION = 0.02, 0.053
E_PUCK = WheelGeometry(left_radius=RADIUS, right_radius=RADIUS, separation=SEPARATION)
STEP = math.tau / 1000
DT = 0.05
Advance = Callable[[Pose2, float, float, WheelGeometry], Pose2]
METHODS: tuple[Method, ...] = ("arc", "rk4")

angles = st.floats(-math.pi, math.pi)
lengths = st.floats(-10.0, 10.0)
poses = st.builds(Pose2, lengths, lengths, angles)
turned = st.floats(-7.0, 7.0)
sizes = st.floats(0.01, 0.5)
geometries = st.builds(
    WheelGeometry, left_radius=sizes, right_radius=sizes, separation=st.floats(0.05, 0.5)
)
steps = st.lists(st.tuples(st.integers(-55, 55), st.integers(-55, 55)), max_size=60)


def integrated(
    pose: Pose2, left: float, right: float, geometry: WheelGeometry, parts: int = 400
) -> Pose2:
    """Integrate the speeds of equation 3.3 in small parts, each by Gauss's two points."""
    rim_left, rim_right = left * geometry.left_radius, right * geometry.right_radius
    speed, turn = (rim_left + rim_right) / 2, (rim_right - rim_left) / geometry.separation
    nodes = [
        (part + 0.5 + side * 0.5 / math.sqrt(3.0)) / parts
        for part in range(parts)
        for side in (-1, 1)
    ]
    x = math.fsum(speed * math.cos(pose.yaw + turn * at) for at in nodes) / len(nodes)
    y = math.fsum(speed * math.sin(pose.yaw + turn * at) for at in nodes) / len(nodes)
    return Pose2(pose.x + x, pose.y + y, pose.yaw + turn)


def assert_same(found: Pose2, expected: Pose2, within: float = 1e-9) -> None:
    assert math.hypot(found.x - expected.x, found.y - expected.y) < within
    assert abs(math.remainder(found.yaw - expected.yaw, math.tau)) < within
    assert -math.pi <= found.yaw <= math.pi


def driven(odometry: Odometry, ways: Iterable[tuple[float, float]], dt: float = DT) -> Pose2:
    """Turn the wheels by one pair of angles after the other."""
    left = right = 0.0
    odometry.update(left, right, dt)
    for more_left, more_right in ways:
        left, right = left + more_left, right + more_right
        odometry.update(left, right, dt)
    return odometry.state.pose


def wheels(length: float, turn: float) -> tuple[float, float]:
    """Return the angles that move an e-puck2 along an arc."""
    return (length - turn * SEPARATION / 2) / RADIUS, (length + turn * SEPARATION / 2) / RADIUS


@given(poses, turned, turned, geometries)
def test_an_arc_is_where_an_independent_integrator_leads(
    pose: Pose2, left: float, right: float, geometry: WheelGeometry
) -> None:
    expected = integrated(pose, left, right, geometry, parts=2000)
    assert_same(advance_arc(pose, left, right, geometry), expected)


@given(poses, turned, turned, geometries)
def test_a_runge_kutta_step_is_wrong_by_its_rest_at_most(
    pose: Pose2, left: float, right: float, geometry: WheelGeometry
) -> None:
    length, turn = geometry.motion(left / 10, right / 10)
    found = advance_rk4(pose, left / 10, right / 10, geometry)
    rest = abs(length) * turn**4 / 2880
    assert_same(found, advance_arc(pose, left / 10, right / 10, geometry), 1.5 * rest + 1e-12)


@given(steps, poses, st.sampled_from(METHODS))
def test_a_drive_ends_where_an_independent_integrator_does(
    ways: list[tuple[int, int]], start: Pose2, method: Method
) -> None:
    expected = start
    for left, right in ways:
        expected = integrated(expected, left * STEP, right * STEP, E_PUCK, parts=20)
    found = driven(
        Odometry(E_PUCK, method=method, start=start),
        [(left * STEP, right * STEP) for left, right in ways],
    )
    # One step of Runge-Kutta is wrong by up to length * turn^4 / 2880.
    turns = [abs(right - left) * STEP * RADIUS / SEPARATION for left, right in ways]
    rest = sum(0.007 * turn**4 / 2880 for turn in turns) if method == "rk4" else 0.0
    assert_same(found, expected, 1e-9 + rest)


@pytest.mark.parametrize("method", METHODS)
def test_a_spin_does_not_move(method: Method) -> None:
    # 1 rad/s for 10 s at 20 Hz: equation 3.5 as printed moves it by (0.25, 0.25) m.
    end = driven(Odometry(E_PUCK, method=method), [wheels(0.0, DT)] * 200)
    assert_same(end, Pose2(0.0, 0.0, 10.0), 1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("side", [1, -1])
def test_a_full_circle_returns(method: Method, way: int, side: int) -> None:
    # 0.05 m/s and 1 rad/s: equation 3.5 as printed ends at (0.157, 0.157).
    part = math.tau / 126
    end = driven(Odometry(E_PUCK, method=method), [wheels(way * 0.05 * part, side * part)] * 126)
    assert_same(end, Pose2(), 1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [1, -1])
def test_a_square_returns(method: Method, side: int) -> None:
    edge = [wheels(0.005, 0.0)] * 100 + [wheels(0.0, side * math.pi / 40)] * 20
    odometry = Odometry(E_PUCK, method=method, start=Pose2(1.0, 2.0, 0.5))
    assert_same(driven(odometry, edge * 2), Pose2(1.0, 2.0, 0.5) @ Pose2(0.5, side * 0.5, math.pi))
    odometry = Odometry(E_PUCK, method=method, start=Pose2(1.0, 2.0, 0.5))
    assert_same(driven(odometry, edge * 4), Pose2(1.0, 2.0, 0.5), 1e-12)


def test_wheels_of_different_size_make_a_curve() -> None:
    uneven = WheelGeometry(left_radius=0.02, right_radius=0.02002, separation=0.05)
    # 0.1 % over 3 m: x = L^2 k / 2 b; the heading is off by L k / b.
    end = driven(Odometry(uneven), [(0.15, 0.15)] * 1000)
    assert end.y == pytest.approx(9.0 * 0.001 / 2 / 0.05, rel=0.01)
    assert end.yaw == pytest.approx(3.0 * 0.001 / 0.05)


@given(poses, turned, turned, geometries, st.sampled_from([advance_arc, advance_rk4]))
def test_turning_the_wheels_back_undoes_the_motion(
    pose: Pose2, left: float, right: float, geometry: WheelGeometry, advance: Advance
) -> None:
    there = advance(pose, left, right, geometry)
    assert_same(advance(there, -left, -right, geometry), pose, 1e-11)


@given(poses, turned, turned, geometries, st.floats(0.0, 1.0))
def test_two_parts_of_a_constant_curve_make_the_whole(
    pose: Pose2, left: float, right: float, geometry: WheelGeometry, share: float
) -> None:
    rest = 1.0 - share
    part = advance_arc(pose, share * left, share * right, geometry)
    both = advance_arc(part, rest * left, rest * right, geometry)
    assert_same(both, advance_arc(pose, left, right, geometry), 1e-11)


@given(poses, poses, turned, turned, geometries, st.sampled_from([advance_arc, advance_rk4]))
def test_a_motion_does_not_depend_on_where_it_begins(
    frame: Pose2,
    pose: Pose2,
    left: float,
    right: float,
    geometry: WheelGeometry,
    advance: Advance,
) -> None:
    moved = frame @ advance(pose, left, right, geometry)
    assert_same(advance(frame @ pose, left, right, geometry), moved, 1e-11)


@pytest.mark.parametrize("way", [(55, 43), (-55, -43), (55, -55)])
def test_counters_of_16_bits_overflow_without_a_trace(way: tuple[int, int]) -> None:
    counters = Counter(16, 1100.0), Counter(16, 1100.0)
    odometry, expected = Odometry(E_PUCK), Pose2()
    for tick in range(3000):
        shown = [(tick * each + 32760 + 32768) % 65536 - 32768 for each in way]
        left, right = (c.update(raw, DT) * STEP for c, raw in zip(counters, shown, strict=True))
        state = odometry.update(left, right, DT)
        if tick:
            expected = integrated(expected, way[0] * STEP, way[1] * STEP, E_PUCK, parts=4)
            assert state.v == pytest.approx(sum(way) / 2 * STEP * RADIUS / DT)
            assert state.w == pytest.approx((way[1] - way[0]) * STEP * RADIUS / SEPARATION / DT)
    assert all(abs(c.total) > 65536 and c.resets == 0 for c in counters)
    assert_same(odometry.state.pose, expected)


def test_a_robot_that_restarts_stays_where_it_is() -> None:
    counters = Counter(16, 1100.0), Counter(16, 1100.0)
    odometry = Odometry(E_PUCK)
    shown = [(100 * n, 90 * n) for n in range(100)]  # 0.1 s apart
    after = [(40 * n, 50 * n) for n in range(1, 50)]
    for pair in [*shown, (0, 0), *after]:
        left, right = (c.update(raw, 0.1) * STEP for c, raw in zip(counters, pair, strict=True))
        odometry.update(left, right, 0.1)
    before = integrated(Pose2(), 9900 * STEP, 8910 * STEP, E_PUCK)
    # The step in which it restarted counts as no motion.
    assert [c.resets for c in counters] == [1, 1]
    assert_same(odometry.state.pose, integrated(before, 1960 * STEP, 2450 * STEP, E_PUCK), 1e-9)


def test_a_lost_sample_keeps_the_state_and_loses_no_motion() -> None:
    odometry = Odometry(E_PUCK)
    odometry.update(3.0, 4.0, DT)
    before = odometry.update(3.1, 4.1, DT)
    for lost in [(math.nan, 4.2), (3.2, math.inf), (-math.inf, math.nan)]:
        assert odometry.update(*lost, DT) is before
    after = odometry.update(3.5, 4.5, DT)
    assert after.v == pytest.approx(before.v) == pytest.approx(0.1 * RADIUS / DT)
    assert_same(after.pose, Pose2(0.5 * RADIUS, 0.0, 0.0), 1e-12)


@pytest.mark.parametrize("resolution", [0.0, STEP])
def test_a_robot_that_stands_gets_slow_and_no_less_certain(resolution: float) -> None:
    odometry = Odometry(E_PUCK, resolution=resolution)
    driven(odometry, [(0.25, 0.5)] * 10)
    moving = odometry.state
    for _ in range(3):
        state = odometry.update(2.5, 5.0, DT)
        assert (state.v, state.w) == (0.0, 0.0)
        assert (state.pose, state.covariance) == (moving.pose, moving.covariance)
        assert (state.twist_covariance == (0.0, 0.0)) == (resolution == 0.0)


@given(steps, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.sampled_from(METHODS))
def test_a_robot_is_where_its_axle_carries_it(
    ways: list[tuple[int, int]], x: float, y: float, method: Method
) -> None:
    angles_turned = [(left * STEP, right * STEP) for left, right in ways]
    at_axle = Odometry(E_PUCK, method=method, start=Pose2(x, y))
    carried = Odometry(E_PUCK, method=method, axle=(x, y))
    driven(at_axle, angles_turned)
    driven(carried, angles_turned)
    axle, state = at_axle.state, carried.state
    assert_same(state.pose, axle.pose @ Pose2(-x, -y))
    # Two points of one rigid body: speeds and uncertainty of one follow from the other's.
    expected_speeds = (axle.v + axle.w * y, -axle.w * x)
    assert (state.v, state.sideways) == pytest.approx(expected_speeds, abs=1e-12)
    cos, sin = math.cos(axle.pose.yaw), math.sin(axle.pose.yaw)
    spread = np.array([[1, 0, sin * x + cos * y], [0, 1, sin * y - cos * x], [0, 0, 1]])
    expected = spread @ symmetric(axle.covariance) @ spread.T
    assert symmetric(state.covariance) == pytest.approx(expected, abs=1e-12)


def symmetric(upper: tuple[float, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    xx, xy, xt, yy, yt, tt = upper
    return np.array([[xx, xy, xt], [xy, yy, yt], [xt, yt, tt]])


def test_the_first_angles_are_no_motion() -> None:
    state = Odometry(E_PUCK, start=Pose2(1.0, 2.0, 3.0)).update(1e6, -1e6, DT)
    assert (state.pose, state.v, state.w) == (Pose2(1.0, 2.0, 3.0), 0.0, 0.0)


@pytest.mark.parametrize("dt", [0.0, -0.05, math.nan, 1e-300])
def test_without_time_the_pose_advances_and_the_speeds_stay(dt: float) -> None:
    odometry = Odometry(E_PUCK)
    odometry.update(0.0, 0.0, DT)
    before = odometry.update(0.1, 0.1, DT)
    state = odometry.update(0.2, 0.2, dt)
    assert (state.v, state.w, state.twist_covariance) == (before.v, 0.0, before.twist_covariance)
    assert state.pose.x == pytest.approx(0.2 * RADIUS)


def test_a_reset_puts_the_robot_somewhere_else_and_the_wheels_go_on() -> None:
    odometry = Odometry(E_PUCK)
    driven(odometry, [(0.3, 0.2)] * 100)
    left, right = 100 * 0.3, 100 * 0.2
    odometry.reset(Pose2(1.0, 1.0, math.pi / 2))
    assert odometry.state.pose == Pose2(1.0, 1.0, math.pi / 2)
    assert odometry.state.covariance == (0.0,) * 6
    state = odometry.update(left + 0.5, right + 0.5, DT)
    assert_same(state.pose, Pose2(1.0, 1.01, math.pi / 2))
    odometry.reset()
    assert odometry.state.pose == Pose2()


def test_an_absurd_angle_is_no_motion() -> None:
    odometry = Odometry(E_PUCK)
    driven(odometry, [(0.3, 0.2)] * 10)
    before = odometry.state
    assert odometry.update(1e308, -1e308, DT) is before
    assert odometry.update(-1e308, 1e308, DT) is before
    odometry.update(0.0, 0.0, DT)
    assert odometry.update(0.5, 0.5, DT).v == pytest.approx(0.5 * RADIUS / DT)


numbers = st.floats(allow_nan=True, allow_infinity=True)


@given(st.lists(st.tuples(numbers, numbers, numbers), max_size=20), st.sampled_from(METHODS))
def test_whatever_arrives_the_state_is_finite(
    samples: list[tuple[float, float, float]], method: Method
) -> None:
    odometry = Odometry(E_PUCK, method=method)
    for sample in samples:
        state = odometry.update(*sample)
        pose = state.pose
        found = (pose.x, pose.y, pose.yaw, state.v, state.w)
        assert all(map(math.isfinite, (*found, *state.covariance, *state.twist_covariance)))


@pytest.mark.parametrize("size", [0.0, -0.02, math.nan, math.inf])
@pytest.mark.parametrize("name", ["left_radius", "right_radius", "separation"])
def test_a_size_that_no_robot_has_is_refused(name: str, size: float) -> None:
    sizes = {"left_radius": 0.02, "right_radius": 0.02, "separation": 0.05} | {name: size}
    with pytest.raises(OptionError, match=f"{name} is .* give a length above 0"):
        WheelGeometry(**sizes)


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(OptionError, match="'euler'; give one of arc, rk4"):
        Odometry(E_PUCK, method="euler")  # type: ignore[arg-type]
    for value in (-1.0, math.nan, math.inf):
        with pytest.raises(OptionError, match="slip is"):
            Odometry(E_PUCK, slip=value)
        with pytest.raises(OptionError, match="resolution is"):
            Odometry(E_PUCK, resolution=value)
