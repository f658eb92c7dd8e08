# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Laws of angles."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.units import from_degrees, from_rpm, to_degrees, wrap_angle


@given(st.floats(-1e6, 1e6))
def test_a_wrapped_angle_points_the_same_way(angle: float) -> None:
    wrapped = wrap_angle(angle)
    assert -math.pi < wrapped <= math.pi
    assert math.cos(wrapped - angle) == pytest.approx(1.0, abs=1e-9)
    assert wrap_angle(wrapped) == wrapped


@given(st.floats(-3.14, 3.14), st.integers(-1000, 1000))
def test_whole_turns_do_not_count(angle: float, turns: int) -> None:
    assert wrap_angle(angle + turns * math.tau) == pytest.approx(angle, abs=1e-9)


def test_half_a_turn_is_positive() -> None:
    assert wrap_angle(math.pi) == math.pi
    assert wrap_angle(-math.pi) == math.pi


@given(st.floats(-1e6, 1e6))
def test_degrees_and_back(angle: float) -> None:
    assert from_degrees(to_degrees(angle)) == pytest.approx(angle)


def test_sixty_turns_a_minute_are_one_a_second() -> None:
    assert from_rpm(60.0) == pytest.approx(math.tau)
    assert from_degrees(180.0) == math.pi
