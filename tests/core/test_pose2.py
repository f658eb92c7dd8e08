# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Laws of poses in the plane; arcs are checked against small steps of numerical integration."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Pose2

angles = st.floats(-math.pi, math.pi)
lengths = st.floats(-10.0, 10.0)
poses = st.builds(Pose2, lengths, lengths, angles)


def integrated(pose: Pose2, length: float, turn: float, steps: int = 2000) -> tuple[float, float]:
    """Return where many short straight steps, each along its middle heading, lead."""
    headings = pose.yaw + turn * (np.arange(steps) + 0.5) / steps
    step = length / steps
    return (
        pose.x + step * float(np.cos(headings).sum()),
        pose.y + step * float(np.sin(headings).sum()),
    )


def runge_kutta(pose: Pose2, speed: float, turn_rate: float, dt: float) -> Pose2:
    """Advance once by the fourth-order rule (thesis, equation 3.5 as meant)."""
    middle, end = pose.yaw + dt / 2 * turn_rate, pose.yaw + dt * turn_rate
    x = math.cos(pose.yaw) + 4 * math.cos(middle) + math.cos(end)
    y = math.sin(pose.yaw) + 4 * math.sin(middle) + math.sin(end)
    return Pose2(pose.x + speed * dt / 6 * x, pose.y + speed * dt / 6 * y, end)


@given(poses, lengths, st.floats(-2 * math.pi, 2 * math.pi))
def test_an_arc_is_where_small_steps_lead(pose: Pose2, length: float, turn: float) -> None:
    end = pose.along_arc(length=length, turn=turn)
    assert (end.x, end.y) == pytest.approx(integrated(pose, length, turn), abs=1e-4)
    assert math.cos(end.yaw - pose.yaw - turn) == pytest.approx(1.0, abs=1e-12)


def test_one_arc_equals_many_runge_kutta_steps() -> None:
    pose = Pose2(0.1, -0.2, 0.3)
    stepped = pose
    for _ in range(200):
        stepped = runge_kutta(stepped, 0.05, 1.0, 0.05)
    arc = pose.along_arc(length=0.5, turn=10.0)
    assert (arc.x, arc.y) == pytest.approx((stepped.x, stepped.y), abs=1e-8)


@given(poses, lengths, st.floats(1e-12, 3e-4), st.sampled_from([1, -1]))
def test_arcs_are_continuous_near_the_straight_line(
    pose: Pose2, length: float, turn: float, sign: int
) -> None:
    straight = pose.along_arc(length=length, turn=0.0)
    bent = pose.along_arc(length=length, turn=sign * turn)
    apart = math.hypot(bent.x - straight.x, bent.y - straight.y)
    assert apart == pytest.approx(abs(length) * turn / 2, rel=1e-3, abs=1e-14)


@pytest.mark.parametrize("half", [1e-4, 1e-4 * (1 + 1e-12), 1e-4 * (1 - 1e-12)])
def test_series_and_formula_meet(half: float) -> None:
    end = Pose2().along_arc(length=1.0, turn=2 * half)
    assert end.x == pytest.approx(math.sin(2 * half) / (2 * half), abs=1e-15)


@given(poses, st.floats(-100.0, 100.0))
def test_a_spin_keeps_the_position(pose: Pose2, turn: float) -> None:
    end = pose.along_arc(length=0.0, turn=turn)
    assert (end.x, end.y) == (pose.x, pose.y)


@given(poses, st.floats(0.001, 2.0), st.sampled_from([1, -1]))
def test_a_full_circle_returns(pose: Pose2, radius: float, sign: int) -> None:
    end = pose.along_arc(length=math.tau * radius, turn=sign * math.tau)
    assert (end.x, end.y) == pytest.approx((pose.x, pose.y), abs=1e-12)


def test_a_full_circle_in_short_arcs_returns() -> None:
    # 0.05 m/s and 1 rad/s at 20 Hz; equation 3.5 as printed ends 0.2 m away.
    pose = Pose2()
    for _ in range(126):
        pose = pose.along_arc(length=0.05 * math.tau / 126, turn=math.tau / 126)
    assert math.hypot(pose.x, pose.y) < 1e-14


@given(poses, lengths, angles)
def test_an_arc_driven_backwards_undoes_itself(pose: Pose2, length: float, turn: float) -> None:
    back = pose.along_arc(length=length, turn=turn).along_arc(length=-length, turn=-turn)
    assert (back.x, back.y) == pytest.approx((pose.x, pose.y), abs=1e-12)


@given(poses, lengths, angles, st.floats(0.0, 1.0))
def test_two_parts_of_an_arc_make_the_whole(
    pose: Pose2, length: float, turn: float, share: float
) -> None:
    whole = pose.along_arc(length=length, turn=turn)
    half = pose.along_arc(length=share * length, turn=share * turn)
    both = half.along_arc(length=(1 - share) * length, turn=(1 - share) * turn)
    assert (both.x, both.y) == pytest.approx((whole.x, whole.y), abs=1e-12)


@given(poses, poses, poses)
def test_planar_poses_are_a_group(a: Pose2, b: Pose2, c: Pose2) -> None:
    for left, right in (
        ((a @ b) @ c, a @ (b @ c)),
        (a @ Pose2(), a),
        (Pose2() @ a, a),
        (a @ a.inverse(), Pose2()),
        (a.inverse() @ a, Pose2()),
    ):
        assert (left.x, left.y) == pytest.approx((right.x, right.y), abs=1e-12)
        assert math.cos(left.yaw - right.yaw) == pytest.approx(1.0, abs=1e-12)


@given(poses, poses)
def test_the_plane_lies_in_space(a: Pose2, b: Pose2) -> None:
    np.testing.assert_allclose(
        (a @ b).to_pose().matrix(), a.to_pose().matrix() @ b.to_pose().matrix(), atol=1e-12
    )
