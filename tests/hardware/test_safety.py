# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""In real time: a robot stops when its controller is silent, ends, fails, is killed or frozen."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hardware_pairs import KINDS, address_of, emulated
from samebot.core.clock import RealClock
from samebot.emulator import Emulator
from samebot.hardware.buses.faults import Faults, FaultyI2c, FaultyStream
from samebot.hardware.links import LinkOptions
from samebot.hardware.opening import open_body

CLOCK = RealClock()
PROGRAM = """
import sys, time
import samebot
with samebot.open("epuck2", body=sys.argv[1], address=sys.argv[2]) as body:
    body.drive(0.05, 0.0)
    body.step()
    body.step()
    print("driving", flush=True)
    if sys.argv[3] == "end":
        sys.exit()
    if sys.argv[3] == "fail":
        raise RuntimeError("a mistake in a controller")
    while True:
        body.step()
"""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def emulator(kind: str, tmp_path: Path) -> Iterator[Emulator]:
    with emulated(kind, tmp_path, rate=1.0) as emulator:
        yield emulator


def speeds(emulator: Emulator) -> tuple[int, int]:
    with emulator.world.lock:
        return emulator.robots[0].board.speeds


def seconds_until_still(emulator: Emulator, most: float = 10.0) -> float:
    start = CLOCK.now()
    while speeds(emulator) != (0, 0) and CLOCK.now() - start < most:
        CLOCK.sleep(0.005)
    assert speeds(emulator) == (0, 0)
    return CLOCK.now() - start


def test_a_silent_controller_is_stopped_by_a_thread(kind: str, emulator: Emulator) -> None:
    with open_body(kind, "epuck2", address=address_of(kind, emulator), outlived=False) as body:
        body.drive(0.05, 0.0)
        body.step()
        assert speeds(emulator) == (398, 398)
        waited = seconds_until_still(emulator)
        assert waited > 0.3
        assert "controller" in body.health.notes
        body.drive(0.05, 0.0)
        body.step()
        assert speeds(emulator) == (398, 398)
    assert speeds(emulator) == (0, 0)


def test_a_robot_that_can_be_reached_again_stands_within_half_a_second(
    kind: str, emulator: Emulator
) -> None:
    faults = Faults(np.random.default_rng(2))
    wrapped = LinkOptions(
        wrap_stream=lambda stream: FaultyStream(stream, faults),
        wrap_bus=lambda bus: FaultyI2c(bus, faults),
    )
    address = address_of(kind, emulator)
    with open_body(kind, "epuck2", address=address, outlived=False, wrapped=wrapped) as body:
        body.drive(0.05, 0.0)
        body.step()
        body.step()
        for silence in (0.7, 0.85):
            faults.dead = True
            CLOCK.sleep(silence)
            assert speeds(emulator) != (0, 0)  # the firmware has no watchdog
            faults.dead = False
            assert seconds_until_still(emulator) < 0.5
            while body.health.state == "lost":
                CLOCK.sleep(0.01)
            body.drive(0.05, 0.0)
            body.step()
            body.step()


def test_two_bodies_in_one_program_are_apart(kind: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with (
        emulated(kind, tmp_path, rate=1.0) as one,
        emulated(kind, tmp_path / "other", rate=1.0) as two,
        open_body(kind, "epuck2", address=address_of(kind, one)) as first,
        open_body(kind, "epuck2", address=address_of(kind, two)) as second,
    ):
        first.drive(0.05, 0.0)
        second.drive(-0.02, 0.0)
        first.step()
        second.step()
        assert (speeds(one), speeds(two)) == ((398, 398), (-159, -159))
        first.close()
        assert speeds(one) == (0, 0)
        assert speeds(two) == (-159, -159)


def test_a_robot_stands_while_its_program_is_suspended(kind: str, emulator: Emulator) -> None:
    words = [sys.executable, "-c", PROGRAM, kind, address_of(kind, emulator), "drive"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline() == "driving\n"
            program.send_signal(signal.SIGSTOP)
            assert seconds_until_still(emulator) < 1.0
            program.send_signal(signal.SIGCONT)
            start = CLOCK.now()
            while speeds(emulator) != (398, 398) and CLOCK.now() - start < 10.0:
                CLOCK.sleep(0.005)
            assert speeds(emulator) == (398, 398)
        finally:
            program.kill()


@pytest.mark.parametrize(
    "way", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, "end", "fail"], ids=str
)
def test_a_robot_is_stopped_however_its_program_ends(
    kind: str, emulator: Emulator, way: signal.Signals | str
) -> None:
    what = way if isinstance(way, str) else "drive"
    words = [sys.executable, "-c", PROGRAM, kind, address_of(kind, emulator), what]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "driving\n"
        if isinstance(way, signal.Signals):
            assert speeds(emulator) == (398, 398)
            program.send_signal(way)
        program.wait(10.0)
        assert seconds_until_still(emulator) < 2.0
    # What was left behind is gone, so that the next program finds the robot free.
    with open_body(kind, "epuck2", address=address_of(kind, emulator), outlived=False) as body:
        assert body.step() > 0.0
