# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The three clocks."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.clock import Clock, RealClock, ScriptedClock, SimulatedClock

durations = st.lists(st.floats(0.0, 1e3), max_size=20)


@pytest.mark.parametrize("clock", [RealClock(), SimulatedClock(5.0), ScriptedClock([1, 2, 1.5, 4])])
def test_no_clock_goes_backwards(clock: Clock) -> None:
    instants = []
    for duration in (0.0, 0.001, -1.0, 0.0):
        instants.append(clock.now())
        clock.sleep(duration)
    assert instants == sorted(instants)


def test_the_real_clock_sleeps_at_least_as_long_as_asked() -> None:
    clock = RealClock()
    before = clock.now()
    clock.sleep(0.01)
    assert 0.01 <= clock.now() - before < 5.0


@given(st.floats(-1e3, 1e3), durations)
def test_sleeping_advances_simulated_time_by_exactly_that(start: float, moves: list[float]) -> None:
    asleep, advanced = SimulatedClock(start), SimulatedClock(start)
    for duration in moves:
        asleep.sleep(duration)
        assert advanced.advance(duration) == advanced.now() == asleep.now()
    assert asleep.now() == pytest.approx(start + math.fsum(moves))


def test_simulated_time_stands_still_by_itself() -> None:
    clock = SimulatedClock(1.0)
    clock.sleep(-5.0)
    assert clock.now() == clock.now() == 1.0


@pytest.mark.parametrize("duration", [-0.1, math.nan, math.inf])
def test_simulated_time_refuses_to_go_back_or_nowhere(duration: float) -> None:
    clock = SimulatedClock()
    with pytest.raises(ValueError, match="advance by"):
        clock.advance(duration)
    assert clock.now() == 0.0


def test_a_scripted_clock_shows_its_instants_and_keeps_what_was_slept() -> None:
    clock = ScriptedClock([1.0, 1.5, 3.0])
    clock.sleep(9.0)
    assert [clock.now() for _ in range(5)] == [1.0, 1.5, 3.0, 3.0, 3.0]
    assert clock.slept == [9.0]


def test_a_scripted_clock_without_instants_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one instant"):
        ScriptedClock([])
