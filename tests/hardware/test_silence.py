# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot whose controller is silent stands, whatever it was asked for last."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hardware_pairs import KINDS, Pair, opened_pair


@pytest.fixture(params=KINDS)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        yield opened_pair(stack, request.param, tmp_path)


def let_pass(pair: Pair, duration: float) -> None:
    """Let time go on while the controller does nothing, as the watching thread sees it."""
    for _ in range(round(duration / 0.05)):
        pair.emulator.clock.sleep(0.05)
        pair.body.keep_watch()


def test_a_wish_to_stand_that_no_step_carried_out_is_not_forgotten(pair: Pair) -> None:
    pair.body.drive(0.05, 0.0)
    pair.advance(0.2)
    assert pair.speeds == (398, 398)
    pair.body.drive(0.0, 0.0)  # and then the controller never steps again
    let_pass(pair, 0.4)
    assert pair.speeds == (398, 398)
    let_pass(pair, 0.2)
    assert pair.speeds == (0, 0)
    assert "controller" in pair.body.health.notes


def test_a_robot_that_stands_is_left_in_peace(pair: Pair) -> None:
    pair.body.drive(0.05, 0.0)
    pair.advance(0.2)
    pair.body.drive(0.0, 0.0)
    pair.advance(0.2)
    before = pair.body.health.transfers
    let_pass(pair, 1.0)
    assert pair.body.health.transfers == before
    assert "controller" not in pair.body.health.notes


def test_the_watching_thread_does_not_wait_for_a_bus_that_is_busy(pair: Pair) -> None:
    pair.body.drive(0.05, 0.0)
    pair.advance(0.2)
    pair.emulator.clock.sleep(0.6)
    with pair.body._bus_lock:  # as while a picture travels
        looked: list[float] = []
        thread = threading.Thread(target=lambda: looked.append(pair.body.keep_watch()))
        thread.start()
        thread.join(5.0)
        assert looked == [0.0]  # to look again at once
    assert pair.body.keep_watch() > 0.0
    assert pair.speeds == (0, 0)
