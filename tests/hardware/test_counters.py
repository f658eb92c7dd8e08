# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Step counters: overflow both ways, dropped samples, resets, broken samples."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from samebot.hardware.counters import StepCounter

FASTEST = 1100.0


def wrapped(total: int) -> int:
    return (total + 32768) % 65536 - 32768


@given(st.lists(st.integers(-66, 66), max_size=200), st.integers(-32768, 32767))
def test_any_drive_is_followed_over_overflows(moves: list[int], start: int) -> None:
    counter = StepCounter(FASTEST)
    counter.update(start, 0.0)
    total = start
    for number, move in enumerate(moves):
        total += move
        assert counter.update(wrapped(total), 0.05 * (number + 1))
    assert counter.total == total
    assert counter.resets == 0


def test_both_overflows_go_on() -> None:
    for sign in (1, -1):
        counter = StepCounter(FASTEST)
        counter.update(sign * 32760, 0.0)
        assert counter.update(wrapped(sign * 32800), 0.05)
        assert counter.total == sign * 32800


def test_dropped_samples_lose_nothing() -> None:
    counter = StepCounter(FASTEST)
    counter.update(0, 0.0)
    assert counter.update(5000, 5.0)
    assert counter.total == 5000


def test_a_reset_is_no_motion() -> None:
    counter = StepCounter(FASTEST)
    for raw, time in ((31400, 0.0), (31500, 0.1)):
        assert counter.update(raw, time)
    assert not counter.update(0, 0.15)
    assert counter.total == 31500
    assert counter.update(50, 0.2)
    assert counter.total == 31550
    assert counter.resets == 1


def test_a_broken_sample_is_passed_over() -> None:
    counter = StepCounter(FASTEST)
    assert counter.update(100, 0.0)
    assert not counter.update(100 ^ 0x4000, 0.05)
    assert counter.update(150, 0.1)
    assert counter.total == 150
    assert counter.resets == 0


def test_a_counter_that_was_set_begins_there() -> None:
    counter = StepCounter(FASTEST)
    counter.update(20000, 0.0)
    counter.set(-5, 0.05)
    assert counter.update(0, 0.1)
    assert counter.total == 0
