# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Quaternions in plain floats agree with matrices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Quaternion, Vector3, quaternion_to_matrix
from samebot.core.quaternion import IDENTITY, conjugate, multiply, normalised, rotate, slerp

numbers = st.floats(-1.0, 1.0)
rotations = (
    st.tuples(numbers, numbers, numbers, numbers)
    .filter(lambda q: math.hypot(*q) > 1e-3)
    .map(normalised)
)
vectors = st.tuples(numbers, numbers, numbers)


def angle_between(a: Quaternion, b: Quaternion) -> float:
    """Return by how much one must turn to get from one rotation to the other."""
    x, y, z, w = multiply(conjugate(a), b)
    return 2 * math.atan2(math.hypot(x, y, z), abs(w))


@given(rotations, rotations)
def test_a_product_is_the_product_of_the_matrices(a: Quaternion, b: Quaternion) -> None:
    product = quaternion_to_matrix(a) @ quaternion_to_matrix(b)
    np.testing.assert_allclose(quaternion_to_matrix(multiply(a, b)), product, atol=1e-12)


@given(rotations, vectors)
def test_a_vector_turns_as_by_the_matrix(rotation: Quaternion, vector: Vector3) -> None:
    turned = rotate(rotation, vector)
    np.testing.assert_allclose(turned, quaternion_to_matrix(rotation) @ vector, atol=1e-12)
    assert rotate(conjugate(rotation), turned) == pytest.approx(vector, abs=1e-12)


@given(rotations, rotations, st.floats(0.0, 1.0), st.sampled_from([1.0, -1.0]))
def test_between_two_rotations_one_turns_evenly_on_the_shorter_way(
    start: Quaternion, end: Quaternion, share: float, sign: float
) -> None:
    x, y, z, w = end
    whole = angle_between(start, end)
    between = slerp(start, (sign * x, sign * y, sign * z, sign * w), share)
    assert math.hypot(*between) == pytest.approx(1.0, abs=1e-12)
    assert whole <= math.pi + 1e-12
    assert angle_between(start, between) == pytest.approx(share * whole, abs=1e-7)
    assert angle_between(between, end) == pytest.approx((1 - share) * whole, abs=1e-7)


@given(rotations, st.floats(1e-12, 1e-3), st.floats(0.0, 1.0))
def test_tiny_turns_are_shared_evenly_too(start: Quaternion, angle: float, share: float) -> None:
    end = multiply(start, (math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2)))
    x, *_ = multiply(conjugate(start), slerp(start, end, share))
    assert 2 * x == pytest.approx(share * angle, rel=1e-3, abs=1e-15)


def test_the_same_rotation_stays() -> None:
    assert slerp(IDENTITY, IDENTITY, 0.3) == IDENTITY
    assert rotate(IDENTITY, (1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)
