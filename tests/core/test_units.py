# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Laws of angles and counters."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.units import from_degrees, from_rpm, to_degrees, unwrap, wrap_angle


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


@given(st.integers(-(2**40), 2**40), st.integers(-32768, 32767), st.sampled_from([0, 1]))
def test_a_16_bit_counter_is_followed_both_ways(start: int, moved: int, signed: int) -> None:
    truth = start + moved
    raw = truth % 65536 - (65536 if signed and truth % 65536 >= 32768 else 0)
    assert unwrap(start, raw) == truth


@given(st.lists(st.integers(-2000, 2000), max_size=200))
def test_a_long_way_through_a_small_counter(moves: list[int]) -> None:
    truth = followed = 0
    for move in moves:
        truth += move
        followed = unwrap(followed, truth & 0xFFFF)
    assert followed == truth


@pytest.mark.parametrize(
    ("previous", "raw", "expected"),
    [
        (32767, -32768, 32768),
        (-32768, 32767, -32769),
        (65535, 0, 65536),
        (0, 65535, -1),
        (31500, 0, 31500 - 31500),
    ],
)
def test_overflow_goes_on_and_a_reset_is_no_overflow(
    previous: int, raw: int, expected: int
) -> None:
    # The last row: the thesis's algorithm 1 makes -65536 of a reset at 31500.
    assert unwrap(previous, raw) == expected


@given(st.integers(2, 32), st.integers(-(10**9), 10**9), st.integers(-(2**31), 2**31))
def test_unwrap_is_the_nearest_value_with_these_bits(bits: int, previous: int, raw: int) -> None:
    found = unwrap(previous, raw, bits=bits)
    assert (found - raw) % (1 << bits) == 0
    assert -(1 << bits) // 2 <= found - previous < (1 << bits) // 2


@given(st.floats(-1e6, 1e6))
def test_degrees_and_back(angle: float) -> None:
    assert from_degrees(to_degrees(angle)) == pytest.approx(angle)


def test_sixty_turns_a_minute_are_one_a_second() -> None:
    assert from_rpm(60.0) == pytest.approx(math.tau)
    assert from_degrees(180.0) == math.pi
