# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Counters are followed over overflows both ways, lost samples and restarts of the robot."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.counting import AngleCounter, Counter, unwrap

LIMIT = 1100.0
"""Steps/s of an e-puck2."""
DT = 0.05
FASTEST = int(LIMIT * DT)
LOST = (math.nan, math.inf, -math.inf)

moves = st.lists(st.integers(-FASTEST, FASTEST), max_size=100)
lost = st.sampled_from(LOST)


def signed(steps: int) -> int:
    """Return what an int16 counter shows after so many steps."""
    return (steps + 32768) % 65536 - 32768


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


@given(st.integers(0, 65535), moves, st.booleans())
def test_a_counter_gives_the_steps_since_the_first_sample(
    start: int, ways: list[int], unsigned: bool
) -> None:
    counter = Counter(16, LIMIT)
    show = (lambda steps: steps % 65536) if unsigned else signed
    assert counter.update(show(start), DT) == 0
    truth = 0
    for way in ways:
        truth += way
        assert counter.update(float(show(start + truth)), DT) == truth
    assert (counter.total, counter.resets) == (truth, 0)


@pytest.mark.parametrize("way", [FASTEST, -FASTEST])
def test_four_turns_of_the_counter_are_counted_in_both_directions(way: int) -> None:
    counter = Counter(16, LIMIT)
    steps = 4 * 65536 // FASTEST
    for step in range(steps + 1):
        counter.update(signed(31000 + step * way), DT)
    assert (counter.total, counter.resets) == (steps * way, 0)


@given(moves.flatmap(lambda ways: st.tuples(st.just(ways), st.permutations(range(len(ways))))))
def test_lost_samples_lose_no_motion(drawn: tuple[list[int], list[int]]) -> None:
    ways, order = drawn
    gone = set(order[: len(order) // 2])
    counter = Counter(16, LIMIT)
    counter.update(signed(32000), DT)
    seen = truth = 0
    for number, way in enumerate(ways):
        truth += way
        missing = number in gone
        raw = LOST[number % 3] if missing else signed(32000 + truth)
        seen = seen if missing else truth
        assert counter.update(raw, DT) == seen
        assert (counter.pending > 0.0) == missing
    assert counter.update(signed(32000 + truth), DT) == truth
    assert counter.resets == 0


def test_samples_lost_for_longer_than_the_limit_of_one_step_are_no_reset() -> None:
    counter = Counter(16, LIMIT)
    counter.update(0, DT)
    for _ in range(100):
        counter.update(math.nan, DT)
    assert counter.pending == pytest.approx(5.0)
    assert counter.update(5000, DT) == 5000
    assert (counter.resets, counter.pending) == (0, 0.0)


@pytest.mark.parametrize("before", [31500, -31500, 20000, 117, -117])
def test_a_robot_that_restarts_counts_as_no_motion(before: int) -> None:
    # The thesis's algorithm 1 makes -65536 steps (8 m) of 31500 -> 0.
    counter = Counter(16, LIMIT)
    counter.update(before - 10, DT)
    assert counter.update(before, DT) == 10
    assert counter.update(0, DT) == 10
    assert counter.resets == 1
    assert counter.update(-7, DT) == 3
    assert counter.resets == 1


@pytest.mark.parametrize(
    ("way", "resets"), [(116, 0), (-116, 0), (117, 1), (-117, 1), (32767, 1), (-32768, 1)]
)
def test_the_limit_is_a_fifth_more_than_the_fastest_plus_50_steps(way: int, resets: int) -> None:
    # 1.2 x 1100 steps/s x 0.05 s + 50 = 116, exactly in floats.
    counter = Counter(16, LIMIT)
    counter.update(123, DT)
    assert counter.update(signed(123 + way), DT) == (0 if resets else way)
    assert counter.resets == resets


def test_margin_grace_and_limit_can_be_set() -> None:
    counter = Counter(8, 10.0, margin=2.0, grace=0.0)
    counter.update(100, 1.0)
    assert counter.update(120, 1.0) == 20
    assert counter.update(141, 1.0) == 20
    assert counter.resets == 1


def test_without_a_limit_nothing_is_a_reset() -> None:
    counter = Counter(16, math.inf)
    counter.update(0, 0.0)
    assert counter.update(30000, 0.0) == 30000
    assert counter.update(signed(60000), DT) == 60000
    assert counter.resets == 0


@given(st.lists(st.one_of(st.floats(), st.integers()), max_size=20), st.floats())
def test_whatever_arrives_the_total_is_a_whole_number(raws: list[float], dt: float) -> None:
    counter = Counter(16, LIMIT)
    for raw in raws:
        before = counter.total
        total = counter.update(raw, dt)
        assert isinstance(total, int)
        assert abs(total - before) <= 32768
        assert math.isnan(counter.pending) is False


def test_numbers_of_numpy_are_read_without_their_overflow() -> None:
    counter = Counter(16, LIMIT)
    counter.update(np.int16(32767), DT)
    assert counter.update(np.int16(-32768), DT) == 1
    assert counter.update(np.float64(-32760.0), DT) == 9


@pytest.mark.parametrize("dt", [0.0, -1.0, math.nan])
def test_time_that_does_not_advance_gives_no_more_room_than_the_grace(dt: float) -> None:
    counter = Counter(16, LIMIT)
    counter.update(0, dt)
    assert counter.update(50, dt) == 50
    assert counter.update(101, dt) == 50
    assert counter.resets == 1


@given(st.floats(-1e3, 1e3), st.lists(st.one_of(st.floats(-0.7, 0.7), lost), max_size=60))
def test_an_angle_is_followed_from_its_first_sample(start: float, ways: list[float]) -> None:
    counter = AngleCounter(14.0)
    assert counter.update(start, DT) == 0.0
    angle = start
    for way in ways:
        angle += way if math.isfinite(way) else 0.0
        total = counter.update(angle if math.isfinite(way) else way, DT)
        assert total == pytest.approx(angle - start, abs=1e-12)
    assert counter.resets == 0


def test_an_angle_that_is_set_anew_counts_as_no_motion() -> None:
    counter = AngleCounter(6.91)
    counter.update(100.0, DT)
    assert counter.update(100.3, DT) == pytest.approx(0.3)
    assert counter.update(0.0, DT) == pytest.approx(0.3)
    assert counter.update(-0.2, DT) == pytest.approx(0.1)
    assert counter.resets == 1


def test_an_angle_out_of_the_range_of_floats_counts_as_no_motion() -> None:
    counter = AngleCounter(math.inf)
    for raw in (-1.5e308, 1.5e308, 1.5e308):
        assert counter.update(raw, DT) == 0.0
    assert counter.update(0.5, DT) == pytest.approx(-1.5e308)


def test_a_million_small_turns_do_not_lose_digits() -> None:
    counter = AngleCounter(6.91)
    for step in range(1_000_001):
        total = counter.update(0.1 * step, DT)
    assert total == 0.1 * 1_000_000


@pytest.mark.parametrize(
    ("limit", "margin", "grace"),
    [(0.0, 1.2, 50.0), (-1.0, 1.2, 50.0), (math.nan, 1.2, 50.0), (9.0, 0.0, 50.0), (9.0, 1.2, -1)],
)
def test_numbers_that_make_no_sense_are_refused(limit: float, margin: float, grace: float) -> None:
    for kind in (lambda *args, **kwargs: Counter(16, *args, **kwargs), AngleCounter):
        with pytest.raises(ValueError, match="give a limit_rate and a margin above 0"):
            kind(limit, margin=margin, grace=grace)


def test_a_counter_of_no_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="0 bits"):
        Counter(0, LIMIT)
