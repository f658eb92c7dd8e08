# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: D102 - the facts are named by their methods
"""What every body does, whatever it is made of.

A test module of a kind of body subclasses both classes and gives two fixtures: `make` opens a body
by the name of a built-in robot, standing in the open; `let_pass` lets a body's time go on while its
controller is silent. Bodies of some robots only name these in `robots`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
import pytest

from samebot.body import STOP_TIMEOUT, Body, Command, JointTarget, Reading
from samebot.core.errors import BodyError, CommandError, SamebotError, UnknownName
from samebot.model import devices as kinds
from samebot.model.catalogue import robots

__all__ = ["ROBOTS", "LetPass", "Make", "OfEveryRobot", "OfOneRobot"]

ROBOTS = [info.name for info in robots()]
DRIVEN = "epuck2"
"""The robot of the facts that need only one."""

Make = Callable[..., Body]
LetPass = Callable[[Body, float], None]


class OfEveryRobot:
    """Facts of every robot that a kind of body exists for; `robots` says which (conftest.py)."""

    robots: ClassVar[Sequence[str]] = ROBOTS

    def test_time_starts_at_0_and_goes_on_by_periods(self, make: Make, robot: str) -> None:
        body = make(robot)
        assert body.time == 0.0
        assert body.period == pytest.approx(body.model.period or 0.05)
        for count in range(1, 4):
            assert body.step() == body.time == pytest.approx(count * body.period, abs=1e-9)
        assert body.step(0.013) == pytest.approx(3 * body.period + 0.013, abs=1e-9)

    def test_a_snapshot_has_a_reading_of_each_device_that_senses(
        self, make: Make, robot: str
    ) -> None:
        body = make(robot)
        time = body.step()
        snapshot = body.read()
        assert snapshot.time == time
        assert [name for name in body.devices if name in snapshot.names] == list(snapshot)
        assert len(snapshot) == len(snapshot.names)
        assert list(body.devices) == [device.name for device in body.model.devices]
        for name in snapshot.names:
            check_reading(body, snapshot[name], name)

    def test_a_snapshot_stays_as_it_was(self, make: Make, robot: str) -> None:
        body = make(robot)
        body.step()
        snapshot = body.read()
        before = (snapshot.time, snapshot.raw.copy(), snapshot.value.copy())
        assert body.read() is snapshot
        drive_or_wait(body)
        assert body.read() is not snapshot
        assert snapshot.time == before[0]
        np.testing.assert_array_equal(snapshot.raw, before[1])
        np.testing.assert_array_equal(snapshot.value, before[2])
        with pytest.raises(dataclasses.FrozenInstanceError):
            snapshot.time = 1.0  # type: ignore[misc]
        for numbers in (snapshot.raw, snapshot.value, snapshot.times):
            with pytest.raises(ValueError, match="read-only"):
                numbers[:] = 1.0

    def test_names_that_do_not_exist_name_the_nearest(self, make: Make, robot: str) -> None:
        body = make(robot)
        body.step()
        name = body.model.devices[0].name
        for ask in (body.device, lambda wrong: body.read()[wrong], body.ranges, body.image):
            with pytest.raises(UnknownName):
                ask(f"{name}?")
        with pytest.raises(UnknownName, match=name):
            body.device(f"{name}?")

    def test_ranges_are_the_values_of_the_sensors_that_match(self, make: Make, robot: str) -> None:
        body = make(robot)
        body.step()
        snapshot = body.read()
        ranging = (kinds.DistanceSensor, kinds.Lidar)
        names = [d.name for d in body.model.devices if isinstance(d, ranging)]
        if not names:
            with pytest.raises(UnknownName):
                body.ranges("*")
            return
        expected = [v for name in names for v in np.atleast_1d(snapshot[name].value)]
        np.testing.assert_array_equal(body.ranges("*"), expected)
        assert len(body.ranges(names[0])) == np.size(snapshot[names[0]].value)

    def test_a_body_can_be_closed_twice_and_then_does_nothing(self, make: Make, robot: str) -> None:
        body = make(robot)
        with body as same:
            assert same is body
            body.step()
        body.close()
        assert body.closed
        body.stop()
        for use in (body.step, lambda: body.write(Command()), lambda: body.image(first(body))):
            with pytest.raises(SamebotError):
                use()
        with pytest.raises(BodyError, match="closed"):
            body.step()

    def test_what_is_no_name_is_refused(self, make: Make, robot: str) -> None:
        body = make(robot)
        wrong: Any
        for wrong in (None, 3, ["ps0"], {}):
            for use in (body.device, body.ranges, body.image, body.read().__getitem__):
                with pytest.raises((CommandError, UnknownName)):
                    use(wrong)

    def test_a_step_that_is_none_is_refused_and_nothing_happens(
        self, make: Make, robot: str
    ) -> None:
        body = make(robot)
        for duration in (0.0, -0.05, math.nan, math.inf, 1e6, 10**400, "0.05", [0.05], b"1"):
            with pytest.raises(CommandError, match="positive"):
                body.step(duration)  # type: ignore[arg-type]
        handle = next(iter(body.devices.values()))
        for period in (0.0, -1.0, math.nan, math.inf, 10**400, "0.1", [0.1]):
            with pytest.raises(CommandError, match="positive"):
                handle.enable(period)  # type: ignore[arg-type]
        assert body.time == 0.0
        assert body.step() > 0.0

    def test_joints_with_motors_take_targets_within_their_limits(
        self, make: Make, robot: str
    ) -> None:
        body = make(robot)
        for device in body.model.devices:
            if isinstance(device, kinds.Motor):
                applied = body.write(Command(joints={device.name: 0.1})).joints
                assert list(applied) == [device.joint]
                assert isinstance(applied[device.joint], JointTarget)
                with pytest.raises(CommandError, match="finite"):
                    body.write(Command(joints={device.joint: math.nan}))
        body.step()

    def test_leds_take_what_they_can_show(self, make: Make, robot: str) -> None:
        body = make(robot)
        for device in body.model.devices:
            if isinstance(device, kinds.LED):
                top = {"rgb": 0xFFFFFF, "gradual": 255}.get(device.type, len(device.colours))
                assert body.write(Command(leds={device.name: 1})).leds == {device.name: 1}
                assert body.write(Command(leds={device.name: 1 << 40})).leds == {device.name: top}
                assert body.write(Command(leds={device.name: -1})).leds == {device.name: 0}
        with pytest.raises(UnknownName, match="LED"):
            body.write(Command(leds={"no such light": 1}))
        body.step()

    def test_driving_turns_the_wheels_and_stopping_stops_them(self, make: Make, robot: str) -> None:
        body = make(robot)
        if body.model.drive is None:
            with pytest.raises(CommandError, match="no drive"):
                body.drive(0.05, 0.0)
            assert body.step() > 0.0
            return
        v, w = body.drive(0.05, 0.0)
        assert v == pytest.approx(0.05, rel=0.02)
        assert w == pytest.approx(0.0, abs=1e-9)
        encoder = body.model.drive.left_encoder
        advance(body, 0.4)
        moving = turned(body, encoder)
        advance(body, 0.2)
        assert turned(body, encoder) - moving == pytest.approx(
            0.2 * v / body.model.drive.wheel_radius, rel=0.1, abs=0.02
        )
        body.stop()
        advance(body, 0.3)
        standing = turned(body, encoder)
        advance(body, 0.2)
        assert turned(body, encoder) == pytest.approx(standing, abs=0.02)


class OfOneRobot:
    """Facts that one robot shows for all."""

    def test_write_returns_what_is_applied(self, make: Make) -> None:
        body = make(DRIVEN)
        drive = body.model.drive
        assert drive is not None
        assert drive.max_wheel_velocity is not None
        assert drive.steps_per_turn == 1000
        body.drive(0.02, 0.0)
        step = math.tau / drive.steps_per_turn
        wheels = body.write(Command(wheels=(0.02 / drive.wheel_radius,) * 2)).wheels
        assert wheels is not None
        assert wheels == pytest.approx((159 * step, 159 * step))
        fast = body.write(Command(wheels=(100.0, 50.0))).wheels
        assert fast is not None
        assert fast[0] == pytest.approx(drive.max_wheel_velocity, rel=2e-3)
        assert fast[1] == pytest.approx(fast[0] / 2, abs=step)

    @pytest.mark.parametrize("wild", [math.nan, math.inf])
    def test_a_wild_command_is_refused_and_stops_the_motors(self, make: Make, wild: float) -> None:
        body = make(DRIVEN)
        for send in (
            lambda: body.drive(wild, 0.0),
            lambda: body.write(Command(wheels=(wild, 0.0))),
            lambda: body.write(Command(wheels=(1.0,))),  # type: ignore[arg-type]
            lambda: body.write(Command(wheels=(1.0, 1.0), joints={"no such joint": 1.0})),
        ):
            body.drive(0.1, 0.0)
            advance(body, 0.2)
            with pytest.raises((CommandError, UnknownName)):
                send()
            advance(body, 0.3)
            standing = turned(body, "left wheel sensor")
            advance(body, 0.1)
            assert turned(body, "left wheel sensor") == pytest.approx(standing, abs=0.01)

    def test_a_disabled_device_is_invalid_until_it_is_enabled(self, make: Make) -> None:
        body = make(DRIVEN)
        body.step()
        handle = body.device("gyro")
        assert handle.enabled is True
        handle.disable()
        body.step()
        assert body.device("gyro").enabled is False
        assert not body.read()["gyro"].valid
        assert body.read()["accelerometer"].valid
        handle.enable()
        body.step()
        assert body.read()["gyro"].valid
        assert body.read()["gyro"].time == body.time

    def test_a_device_is_sampled_as_often_as_it_was_asked_to(self, make: Make) -> None:
        body = make(DRIVEN)
        advance(body, 1.0)
        body.device("gyro").enable(4 * body.period)
        assert body.device("gyro").period == pytest.approx(4 * body.period)
        times = []
        for _ in range(12):
            body.step()
            times.append(body.read()["gyro"].time)
        assert np.diff(sorted(set(times))) == pytest.approx(4 * body.period)
        for wrong in (0.0, -1.0, math.nan, math.inf):
            with pytest.raises(CommandError, match="positive"):
                body.device("gyro").enable(wrong)

    def test_the_camera_is_asleep_until_it_is_asked(self, make: Make) -> None:
        body = make(DRIVEN)
        body.step()
        assert not body.device("camera").enabled
        assert not body.read()["camera"].valid
        image = body.image()
        camera = body.device("camera").model
        assert isinstance(camera, kinds.Camera)
        assert image.shape == (camera.size[1], camera.size[0], 3)
        assert image.dtype == np.uint8
        body.step()
        assert body.device("camera").enabled
        assert body.read()["camera"].valid
        assert body.read()["camera"].time == body.time
        with pytest.raises(CommandError, match="no pictures"):
            body.image("gyro")

    def test_a_controller_that_is_silent_stops(self, make: Make, let_pass: LetPass) -> None:
        body = make(DRIVEN)
        body.drive(0.1, 0.0)
        advance(body, 0.2)
        before = turned(body, "left wheel sensor")
        # Seconds pass without a step of its own, however they pass in this kind of body.
        let_pass(body, 2.0)
        advance(body, 2 * body.period)
        at_most = (STOP_TIMEOUT + 0.1) * 0.1 / 0.02
        assert 0.5 * at_most < turned(body, "left wheel sensor") - before < 1.2 * at_most
        standing = turned(body, "left wheel sensor")
        advance(body, 0.2)
        assert turned(body, "left wheel sensor") == pytest.approx(standing, abs=0.01)


def advance(body: Body, duration: float) -> None:
    """Step a body by its period until a duration has passed."""
    for _ in range(math.ceil(duration / body.period - 1e-9)):
        body.step()


def turned(body: Body, encoder: str) -> float:
    """Return a wheel's angle, rad."""
    value = body.read()[encoder].value
    assert isinstance(value, float)
    return value


def drive_or_wait(body: Body) -> None:
    if body.model.drive is not None:
        body.drive(0.03, 0.3)
    body.step()


def first(body: Body) -> str:
    """Return a camera's name, or any other device's."""
    cameras = [d.name for d in body.model.devices if isinstance(d, kinds.Camera)]
    return (cameras or list(body.devices))[0]


def check_reading(body: Body, reading: Reading, name: str) -> None:
    model = body.device(name).model
    if isinstance(model, kinds.Camera | kinds.RangeFinder):
        assert not reading.valid
        return
    if name in body.absent:
        assert not reading.valid, name
        return
    assert body.time - (model.period or 0.0) <= reading.time <= body.time, name
    assert np.shape(reading.raw) == np.shape(reading.value), name
    if isinstance(reading.value, float):
        assert reading.valid == (not math.isnan(reading.value)), name
    axes: Any = getattr(model, "axes", (True,) * 3)
    if all(axes):
        assert reading.valid, name
