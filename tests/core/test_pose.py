# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Laws of poses in space, checked against rotations composed one axis at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import (
    Matrix,
    Pose,
    Quaternion,
    Vector3,
    axis_angle_matrix,
    matrix_to_quaternion,
    matrix_to_rpy,
    quaternion_to_matrix,
    quaternion_to_rpy,
    rpy_to_matrix,
    rpy_to_quaternion,
    unit,
)

angles = st.floats(-math.pi, math.pi)
lengths = st.floats(-100.0, 100.0)
vectors = st.tuples(lengths, lengths, lengths)
rotations = st.tuples(angles, angles, angles)
poses = st.builds(Pose, vectors, rotations)

LOCKS = (math.pi / 2, 1.57079632679, 1.5707963268, 1.5707963, 1.570796, 1.5708, 1.57, 1.5)
"""Pitches as people write a quarter turn in robot files, ever farther from it."""


def turn(axis: int, angle: float) -> Matrix:
    """Return a rotation about one axis, written down from its definition."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = math.cos(angle)
    matrix[second, first] = math.sin(angle)
    matrix[first, second] = -math.sin(angle)
    return matrix


def product(left: Quaternion, right: Quaternion) -> Quaternion:
    """Return Hamilton's product, for quaternions as (x, y, z, w)."""
    (x, y, z, w), (a, b, c, d) = left, right
    return (
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    )


def assert_same(left: Pose, right: Pose) -> None:
    np.testing.assert_allclose(left.matrix(), right.matrix(), atol=1e-10)


@given(rotations)
def test_rpy_turns_about_fixed_x_then_y_then_z(rpy: Vector3) -> None:
    roll, pitch, yaw = rpy
    expected = turn(2, yaw) @ turn(1, pitch) @ turn(0, roll)
    np.testing.assert_allclose(rpy_to_matrix(rpy), expected, atol=1e-14)


@given(rotations)
def test_matrix_quaternion_and_rpy_say_the_same(rpy: Vector3) -> None:
    matrix = rpy_to_matrix(rpy)
    for back in (
        rpy_to_matrix(matrix_to_rpy(matrix)),
        quaternion_to_matrix(rpy_to_quaternion(rpy)),
        quaternion_to_matrix(matrix_to_quaternion(matrix)),
        rpy_to_matrix(quaternion_to_rpy(rpy_to_quaternion(rpy))),
    ):
        np.testing.assert_allclose(back, matrix, atol=1e-12)


@given(rotations)
def test_rpy_quaternion_is_the_product_of_three_half_turns(rpy: Vector3) -> None:
    roll, pitch, yaw = (math.sin(angle / 2) for angle in rpy)
    a, b, c = (math.cos(angle / 2) for angle in rpy)
    expected = product(product((0.0, 0.0, yaw, c), (0.0, pitch, 0.0, b)), (roll, 0.0, 0.0, a))
    assert rpy_to_quaternion(rpy) == pytest.approx(expected, abs=1e-14)


def test_no_rotation_is_the_unit_quaternion() -> None:
    # The thesis's equation 3.7 gives (c, s, c, s) here, as printed.
    assert rpy_to_quaternion((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0, 1.0)


@given(angles)
def test_planar_quaternion_has_z_and_w_only(yaw: float) -> None:
    expected = (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))
    assert rpy_to_quaternion((0.0, 0.0, yaw)) == pytest.approx(expected, abs=1e-15)


@given(rotations)
def test_quaternion_of_a_matrix_is_a_unit_with_positive_w(rpy: Vector3) -> None:
    quaternion = matrix_to_quaternion(rpy_to_matrix(rpy))
    assert math.hypot(*quaternion) == pytest.approx(1.0, abs=1e-14)
    assert quaternion[3] >= 0.0


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
def test_half_turns_keep_their_axis(axis: Vector3) -> None:
    quaternion = matrix_to_quaternion(axis_angle_matrix(axis, math.pi))
    assert [abs(q) for q in quaternion] == pytest.approx([*axis, 0.0], abs=1e-15)


@given(rotations, st.floats(1e-3, 1e3))
def test_length_of_a_quaternion_does_not_matter(rpy: Vector3, length: float) -> None:
    x, y, z, w = rpy_to_quaternion(rpy)
    longer = (x * length, y * length, z * length, w * length)
    np.testing.assert_allclose(quaternion_to_matrix(longer), rpy_to_matrix(rpy), atol=1e-12)


@pytest.mark.parametrize("quaternion", [(0.0, 0.0, 0.0, 0.0), (1.0, math.nan, 0.0, 1.0)])
def test_a_quaternion_without_direction_is_refused(quaternion: Quaternion) -> None:
    with pytest.raises(ValueError, match="no direction"):
        quaternion_to_matrix(quaternion)


@pytest.mark.parametrize("pitch", [sign * lock for lock in LOCKS for sign in (1, -1)])
@given(roll=angles, yaw=angles, other=rotations)
def test_gimbal_lock_and_its_surroundings_keep_the_rotation(
    pitch: float, roll: float, yaw: float, other: Vector3
) -> None:
    # Composed, so that the entries carry the rounding of real transforms.
    aside = rpy_to_matrix(other)
    matrix = aside.T @ (aside @ rpy_to_matrix((roll, pitch, yaw)))
    np.testing.assert_allclose(rpy_to_matrix(matrix_to_rpy(matrix)), matrix, atol=1e-12)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2])
def test_in_gimbal_lock_roll_is_zero(pitch: float) -> None:
    roll, found, _ = matrix_to_rpy(rpy_to_matrix((0.3, pitch, 0.7)))
    assert roll == 0.0
    assert found == pytest.approx(pitch, abs=1e-9)


@given(vectors, angles)
def test_axis_angle_leaves_the_axis_where_it_is(axis: Vector3, angle: float) -> None:
    if math.hypot(*axis) < 1e-6:
        return
    matrix = axis_angle_matrix(axis, angle)
    unit = np.array(axis) / math.hypot(*axis)
    np.testing.assert_allclose(matrix @ unit, unit, atol=1e-12)
    assert np.trace(matrix) == pytest.approx(1 + 2 * math.cos(angle), abs=1e-12)


def test_axis_angle_turns_counter_clockwise() -> None:
    np.testing.assert_allclose(axis_angle_matrix((0.0, 0.0, 5.0), 0.4), turn(2, 0.4), atol=1e-15)


@pytest.mark.parametrize("length", [5e-324, 1e-200, 1e-20, 1e20, 1e200, 1.7e308])
def test_length_of_an_axis_does_not_matter(length: float) -> None:
    expected = axis_angle_matrix((1.0, 1.0, 0.0), 0.7)
    np.testing.assert_allclose(axis_angle_matrix((length, length, 0.0), 0.7), expected, atol=1e-15)
    assert unit((0.0, 0.0, -length)) == (0.0, 0.0, -1.0)
    half = quaternion_to_matrix((0.0, length, 0.0, 0.0))
    np.testing.assert_allclose(half, turn(1, math.pi), atol=1e-15)


def test_an_axis_without_direction_is_refused() -> None:
    for axis in ((0.0, 0.0, 0.0), (1.0, math.nan, 0.0), (math.inf, 0.0, 0.0)):
        with pytest.raises(ValueError, match="no direction"):
            axis_angle_matrix(axis, 1.0)


@given(poses, poses, poses)
def test_composition_is_associative(a: Pose, b: Pose, c: Pose) -> None:
    assert_same((a @ b) @ c, a @ (b @ c))


@given(poses)
def test_the_default_pose_is_neutral(pose: Pose) -> None:
    assert_same(pose @ Pose(), pose)
    assert_same(Pose() @ pose, pose)


@given(poses)
def test_the_inverse_undoes_from_both_sides(pose: Pose) -> None:
    assert_same(pose @ pose.inverse(), Pose())
    assert_same(pose.inverse() @ pose, Pose())


@given(poses, poses, vectors)
def test_apply_follows_composition(a: Pose, b: Pose, point: Vector3) -> None:
    assert (a @ b).apply(point) == pytest.approx(a.apply(b.apply(point)), abs=1e-9)


@given(st.lists(poses, min_size=1, max_size=6))
def test_a_chain_adds_each_step_in_the_frame_of_its_parent(chain: list[Pose]) -> None:
    # T_0^N = sum of R_0^i T_i: the right form of the thesis's equation 6.1.
    whole = chain[0]
    for step in chain[1:]:
        whole = whole @ step
    rotation, position = np.eye(3), np.zeros(3)
    for step in chain:
        position += rotation @ np.array(step.xyz)
        rotation = rotation @ rpy_to_matrix(step.rpy)
    np.testing.assert_allclose(whole.xyz, position, atol=1e-9)
    np.testing.assert_allclose(rpy_to_matrix(whole.rpy), rotation, atol=1e-12)


@given(vectors, rotations)
def test_a_pose_comes_back_from_its_matrix_and_quaternion(xyz: Vector3, rpy: Vector3) -> None:
    pose = Pose(xyz, rpy)
    assert_same(Pose.from_matrix(pose.matrix()), pose)
    assert_same(Pose.from_quaternion(xyz, pose.quaternion), pose)
    assert_same(Pose.from_matrix(pose.matrix()[:3, :3]), Pose(rpy=rpy))


@given(rotations)
def test_a_pose_keeps_the_angles_it_was_given(rpy: Vector3) -> None:
    turned = (rpy[0] + math.tau, rpy[1], rpy[2])
    assert Pose(rpy=turned).rpy == turned
