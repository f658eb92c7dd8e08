# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The paced loop keeps its beat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.clock import SimulatedClock
from samebot.ros.pacing import paced


def _never() -> bool:
    return False


@given(work=st.floats(0.0, 0.99), period=st.floats(1e-3, 10.0))
def test_late_work_does_not_add_up(work: float, period: float) -> None:
    clock = SimulatedClock(100.0)
    for tick in paced(clock, period, _never, duration=50.5 * period):
        assert clock.now() == pytest.approx(100.0 + tick * period, rel=1e-9)
        clock.advance(work * period)
    assert tick == 50


def test_missed_ticks_are_left_out_and_the_beat_is_kept() -> None:
    clock = SimulatedClock()
    seen = []
    for tick in paced(clock, 1.0, _never, duration=7.0):
        seen.append((tick, clock.now()))
        clock.advance(2.25 if tick == 1 else 0.0)
    assert seen == [(0, 0.0), (1, 1.0), (3, 3.25), (4, 4.0), (5, 5.0), (6, 6.0)]


def test_it_ends_when_told() -> None:
    clock = SimulatedClock()
    assert list(paced(clock, 0.5, lambda: clock.now() >= 2.0)) == [0, 1, 2, 3]


def test_no_time_gives_no_tick_after_the_first() -> None:
    assert list(paced(SimulatedClock(), 1.0, _never, duration=1e-9)) == [0]


@pytest.mark.parametrize("period", [0.0, -1.0, float("nan")])
def test_an_impossible_period_is_refused(period: float) -> None:
    with pytest.raises(ValueError, match="period"):
        list(paced(SimulatedClock(), period, _never))
