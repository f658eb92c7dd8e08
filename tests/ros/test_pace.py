# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The pace and the gate of the driver's loop, without ROS and without real time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from samebot.core.clock import RealClock, ScriptedClock, SimulatedClock
from samebot.core.errors import BodyError, SamebotError
from samebot.ros.gate import Gate
from samebot.ros.pacer import Pacer

PERIOD = 0.05


def test_lateness_does_not_add_up() -> None:
    clock = SimulatedClock(100.0)
    pacer = Pacer(clock, 1.0)
    pacer.left(0.0)
    for step in range(1, 2001):
        clock.advance(0.013 + 0.03 * (step % 3 == 0))  # the work
        clock.sleep(pacer.left(step * PERIOD))
    assert clock.now() == pytest.approx(100.0 + 2000 * PERIOD, abs=1e-6)
    assert pacer.missed == 0


@pytest.mark.parametrize("rate", [0.5, 2.0, 10.0])
def test_the_rate_is_kept(rate: float) -> None:
    clock = SimulatedClock()
    pacer = Pacer(clock, rate)
    for step in range(101):
        clock.sleep(pacer.left(step * PERIOD))
    assert clock.now() == pytest.approx(100 * PERIOD / rate)


def test_rate_zero_never_waits() -> None:
    pacer = Pacer(ScriptedClock([0.0]), 0.0)
    assert [pacer.left(step * PERIOD) for step in range(100)] == [0.0] * 100


def test_a_delay_is_caught_up_with_and_its_periods_are_counted() -> None:
    clock = SimulatedClock()
    pacer = Pacer(clock, 1.0)
    pacer.left(0.0)
    clock.advance(0.23)  # 0.05 was due 0.18 ago
    lefts = []
    for step in range(1, 8):
        left = pacer.left(step * PERIOD)
        lefts.append(left)
        clock.sleep(left)
    assert lefts[:4] == [0.0] * 4
    assert clock.now() == pytest.approx(7 * PERIOD)
    assert pacer.missed == 3, "0.05, 0.10, 0.15: the next one was due before they were over"


def test_a_long_delay_is_given_up() -> None:
    clock = SimulatedClock()
    pacer = Pacer(clock, 1.0)
    pacer.left(0.0)
    clock.advance(10.0)
    assert pacer.left(PERIOD) == 0.0
    assert pacer.left(2 * PERIOD) == pytest.approx(PERIOD)
    assert pacer.missed == 1


def test_a_pause_is_no_delay() -> None:
    clock = SimulatedClock()
    pacer = Pacer(clock, 1.0)
    pacer.left(0.0)
    clock.advance(60.0)
    pacer.begin()
    assert pacer.left(PERIOD) == 0.0
    assert pacer.left(2 * PERIOD) == pytest.approx(PERIOD)
    assert pacer.missed == 0


def test_without_a_loop_work_is_done_at_once() -> None:
    gate = Gate()
    assert gate.ask(lambda: 7) == 7
    with gate.attended():
        assert gate.ask(lambda: 8) == 8, "the loop's own thread"


def test_what_is_asked_for_is_done_in_the_loops_thread_also_in_a_pause() -> None:
    gate, over = Gate(), threading.Event()
    steps = []

    def loop() -> None:
        with gate.attended():
            while gate.wait(over.is_set, RealClock()):
                steps.append(1)

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        while not steps:
            gate.serve()
        gate.pause()
        made = len(steps)
        assert gate.ask(threading.get_ident) == thread.ident
        gate.step()
        gate.step()
        assert len(steps) == made + 2
        with pytest.raises(BodyError, match="lost"):
            gate.ask(_lost)
    finally:
        over.set()
        gate.resume()
        thread.join(5.0)
    assert gate.ask(threading.get_ident) == threading.get_ident()


def test_a_step_that_is_asked_for_before_there_is_a_loop_is_waited_for() -> None:
    gate, steps = Gate(), []
    gate.begin(lockstep=False, paused=True)
    with ThreadPoolExecutor(1) as pool:
        answered = pool.submit(gate.step)
        while gate._steps == 0:
            gate.serve()
        assert not answered.done()
        with gate.attended():
            while gate.wait(answered.done, RealClock()):
                steps.append(1)
    assert steps == [1]


def test_a_step_in_lockstep_is_over_when_it_is_answered() -> None:
    gate, steps, over = Gate(lockstep=True), [], threading.Event()

    def live() -> None:
        with gate.attended():
            while gate.wait(over.is_set, RealClock()):
                RealClock().sleep(0.01)
                steps.append(1)

    thread = threading.Thread(target=live)
    gate.begin(lockstep=True, paused=False)
    thread.start()
    try:
        for count in range(1, 6):
            gate.step()
            assert len(steps) == count
    finally:
        over.set()
        thread.join(5.0)


def _lost() -> None:
    raise BodyError("lost")


def test_lockstep_waits_for_a_command_for_a_second() -> None:
    gate = Gate(lockstep=True)
    assert not gate.wait(lambda: True, ScriptedClock([0.0]))
    assert gate.wait(lambda: False, ScriptedClock([0.0, 1.0])), "a second has passed"
    gate.heard()
    assert gate.wait(lambda: False, ScriptedClock([0.0])), "a command has come"
    gate.step()
    assert gate.wait(lambda: False, ScriptedClock([0.0])), "a step was asked for"
    asked = iter([False, False, True])
    assert not gate.wait(lambda: next(asked), ScriptedClock([0.0, 0.1, 0.2])), "once each"


def test_a_loop_that_does_not_come_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samebot.ros.gate._ANSWER", 0.05)
    gate = Gate()
    attended = gate.attended()
    thread = threading.Thread(target=attended.__enter__)
    thread.start()
    thread.join(5.0)
    with pytest.raises(SamebotError, match="did not answer"):
        gate.ask(lambda: None)
