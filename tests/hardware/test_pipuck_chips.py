# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Chips beside the microcontroller that answer, but do not do what they should."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hardware_pairs import Pair, opened_pair
from samebot.core.errors import BusError
from samebot.emulator.i2c import I2cDevice
from samebot.hardware.epuck2.pipuck_link import PiPuckLink
from samebot.hardware.epuck2.ranger import TimeOfFlight

TOF = 0x29
STATUS = 0x13


class NeverReady:
    """A time-of-flight sensor whose measurements do not end."""

    def __init__(self, sensor: I2cDevice) -> None:
        """Stand before a sensor that works."""
        self._sensor = sensor
        self._register = 0

    def write(self, data: bytes) -> None:
        """Pass on what is written."""
        self._register = data[0]
        self._sensor.write(data)

    def read(self, length: int) -> bytes:
        """Show what the sensor has, but that it is ready."""
        answer = self._sensor.read(length)
        return bytes(length) if self._register == STATUS else answer


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        yield opened_pair(stack, "pipuck", tmp_path)


def spoil(pair: Pair) -> I2cDevice:
    """Let the sensor finish nothing any more; return the sensor that works."""
    bus = pair.emulator.robots[0].bus
    with pair.emulator.world.lock:
        sensor = bus.unplug(TOF)
        assert sensor is not None
        bus.plug(TOF, NeverReady(sensor))
    return sensor


def repair(pair: Pair, sensor: I2cDevice) -> None:
    """Plug the sensor that works in again."""
    bus = pair.emulator.robots[0].bus
    with pair.emulator.world.lock:
        bus.unplug(TOF)
        bus.plug(TOF, sensor)


def test_a_sensor_that_finishes_no_measurement_is_absent_and_comes_back(pair: Pair) -> None:
    pair.advance(0.2)
    assert pair.body.read()["tof"].valid
    sensor = spoil(pair)
    pair.advance(2.5)
    assert not pair.body.read()["tof"].valid
    assert "tof" in pair.body.absent
    repair(pair, sensor)
    pair.advance(5.0)
    assert pair.body.read()["tof"].valid
    assert "tof" not in pair.body.absent


def test_a_sensor_that_is_pulled_out_between_steps_shows_nothing(pair: Pair) -> None:
    pair.advance(0.2)
    assert pair.body.read()["tof"].valid
    with pair.emulator.world.lock:
        sensor = pair.emulator.robots[0].bus.unplug(TOF)
    assert sensor is not None
    for name in pair.body.devices:
        pair.body.device(name).disable()  # so that only the start of a measurement fails
    pair.body.device("tof").enable(0.2)
    pair.advance(1.0)
    assert "tof" in pair.body.absent
    assert not pair.body.read()["tof"].valid


def test_a_sensor_that_cannot_be_set_up_is_tried_more_and_more_rarely(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[float] = []

    def fail(*_: object) -> str:
        tries.append(pair.emulator.clock.now())
        raise BusError("the set-up does not end")

    link = pair.body._link
    assert isinstance(link, PiPuckLink)
    monkeypatch.setattr(TimeOfFlight, "find", fail)
    link._look_for(1)
    pair.advance(16.0)
    pauses = [after - before for before, after in itertools.pairwise(tries)]
    assert pauses == pytest.approx([2.0, 4.0, 8.0], abs=0.11)
    monkeypatch.undo()
    pair.advance(16.0)
    assert "tof" not in pair.body.absent
