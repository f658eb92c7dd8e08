# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Every bus with every fault: at most a sample is lost, the wheels obey, odometry goes on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hardware_pairs import KINDS, Pair, opened_pair
from samebot.hardware.buses.faults import Fault, Faults, FaultyI2c, FaultyStream, SkippingClock
from samebot.hardware.links import LinkOptions

SPEEDS = (398, 398)
"""0.05 m/s, steps/s."""

Open = Callable[[str], Pair]


@pytest.fixture
def faults() -> Faults:
    return Faults(np.random.default_rng(5))


@pytest.fixture
def opened(faults: Faults, tmp_path: Path) -> Iterator[Open]:
    clock = SkippingClock()
    wrapped = LinkOptions(
        patience=clock,
        wrap_stream=lambda stream: FaultyStream(stream, faults, clock),
        wrap_bus=lambda bus: FaultyI2c(bus, faults),
    )
    with ExitStack() as stack:
        yield lambda kind: opened_pair(stack, kind, tmp_path, wrapped)


def encoder_steps(pair: Pair) -> float:
    value = pair.body.read()["left wheel sensor"].value
    assert isinstance(value, float)
    return value * 1000 / math.tau


def state(pair: Pair) -> str:
    return pair.body.health.state


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("kind", KINDS)
def test_one_fault_costs_samples_at_most(
    kind: str, fault: Fault, opened: Open, faults: Faults
) -> None:
    pair = opened(kind)
    pair.body.drive(0.05, 0.0)
    pair.advance(0.2)
    faults.force(fault)
    pair.advance(0.6)
    pair.body.drive(0.05, 0.0)
    pair.advance(0.3)
    assert faults.counts[fault] == 1
    assert pair.speeds == SPEEDS
    assert not pair.body.read()["ps0"].time < pair.body.time
    assert encoder_steps(pair) == pytest.approx(pair.steps[0], abs=1.0)
    health = pair.body.health
    assert health.state in ("ok", "degraded")
    pair.body.stop()
    assert pair.speeds == (0, 0)


@pytest.mark.parametrize("fault", [f for f in Fault if f not in (Fault.FLIP, Fault.GARBAGE)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_counted(kind: str, fault: Fault, opened: Open, faults: Faults) -> None:
    pair = opened(kind)
    pair.advance(0.1)
    faults.force(fault)
    pair.advance(0.6)
    assert pair.body.health.errors > 0
    assert pair.body.health.last_error


@pytest.mark.parametrize("kind", KINDS)
def test_a_loss_voids_orders_and_the_robot_is_stopped_first_when_it_is_back(
    kind: str, opened: Open, faults: Faults
) -> None:
    pair = opened(kind)
    pair.body.drive(0.05, 0.0)
    pair.advance(0.2)
    assert pair.speeds == SPEEDS
    faults.dead = True
    pair.advance(1.2)
    assert state(pair) == "lost"
    assert pair.body.health.silence >= 0.5
    assert not pair.body.read()["ps0"].valid
    assert pair.speeds == SPEEDS  # the firmware has no watchdog
    faults.dead = False
    pair.advance(0.5)
    assert pair.speeds == (0, 0)
    assert state(pair) != "lost"
    assert pair.body.health.reconnects == 1
    assert pair.body.read()["ps0"].valid
    assert encoder_steps(pair) == pytest.approx(pair.steps[0], abs=1.0)
    pair.body.drive(0.05, 0.0)
    pair.advance(0.1)
    assert pair.speeds == SPEEDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_robot_that_is_reset_goes_on_without_a_jump(kind: str, opened: Open) -> None:
    pair = opened(kind)
    pair.body.drive(0.1, 0.0)
    pair.advance(1.0)
    before = encoder_steps(pair)
    assert before > 500
    with pair.emulator.world.lock:
        pair.emulator.robots[0].board.power_up()
    pair.advance(0.5)
    assert pair.speeds == (796, 796)
    gone = encoder_steps(pair) - before
    assert 200 < gone < 0.5 * 796 + 1
    assert "reset" in pair.body.health.notes


@pytest.mark.parametrize("kind", KINDS)
def test_a_robot_that_was_reset_while_it_was_lost_has_not_driven_back(
    kind: str, opened: Open, faults: Faults
) -> None:
    pair = opened(kind)
    pair.body.drive(0.1, 0.0)
    pair.advance(1.0)
    before = encoder_steps(pair)
    assert before > 500
    faults.dead = True
    pair.advance(1.2)
    with pair.emulator.world.lock:
        pair.emulator.robots[0].board.power_up()
    faults.dead = False
    pair.advance(0.5)
    assert state(pair) != "lost"
    assert encoder_steps(pair) == pytest.approx(before, abs=50.0)
    assert "reset" in pair.body.health.notes


@pytest.mark.parametrize("kind", KINDS)
def test_a_robot_that_is_busy_calibrating_is_not_lost(kind: str, opened: Open) -> None:
    pair = opened(kind)
    pair.body.drive(0.05, 0.0)
    pair.advance(0.1)
    errors = pair.body.health.errors
    pair.body.calibrate_sensors()
    pair.body.drive(0.05, 0.0)
    pair.advance(0.2)
    assert not pair.emulator.robots[0].board.calibrating
    assert pair.speeds == SPEEDS
    assert (state(pair), pair.body.health.errors) == ("ok", errors)


@pytest.mark.parametrize("kind", KINDS)
def test_one_fault_in_fifty_is_survived(kind: str, opened: Open, faults: Faults) -> None:
    pair = opened(kind)
    faults.rate = 0.02
    faults.kinds = tuple(f for f in Fault if f is not Fault.SILENCE)
    misses = 0
    for number in range(300):
        pair.body.drive(0.05 if number % 2 else -0.05, 0.0)
        time = pair.body.step()
        misses += pair.body.read()["ps0"].time != time
    faults.rate = 0.0
    assert sum(faults.counts.values()) > 3
    assert misses <= 2 * sum(faults.counts.values())
    pair.body.drive(0.05, 0.0)
    pair.advance(0.3)
    assert pair.speeds == SPEEDS
    assert encoder_steps(pair) == pytest.approx(pair.steps[0], abs=1.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_robot_of_which_nothing_is_wanted_is_reached_again(
    kind: str, opened: Open, faults: Faults
) -> None:
    pair = opened(kind)
    for name in pair.body.devices:
        pair.body.device(name).disable()
    pair.body.drive(0.05, 0.0)
    faults.force(Fault.LOST)
    pair.advance(1.0)
    assert pair.speeds == SPEEDS
    assert state(pair) != "lost"
