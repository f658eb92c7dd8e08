# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The serial body over a real pseudo terminal: what is asked, what is not, what is found there."""

from __future__ import annotations

import math
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from samebot.commands import Command
from samebot.core.clock import SimulatedClock
from samebot.core.errors import BodyError, BusError, OptionError
from samebot.hardware.opening import open_body
from samebot.hardware.physical import PhysicalBody

if sys.platform == "win32":
    pytest.skip("there are no pseudo terminals", allow_module_level=True)

from serial_peer import SerialPeer


@contextmanager
def opened(peer: SerialPeer, robot: str = "epuck2", **options: str) -> Iterator[PhysicalBody]:
    with (
        peer,
        open_body(
            "serial",
            robot,
            address=f"{peer.path}@230400",
            clock=SimulatedClock(),
            watch=False,
            outlived=False,
            options=dict(options),
        ) as body,
    ):
        yield body


def only(body: PhysicalBody, *names: str) -> None:
    for name in body.devices:
        body.device(name).disable()
    for name in names:
        body.device(name).enable()


def test_the_second_robot_tells_all_it_has() -> None:
    with opened(SerialPeer(2), ground="true") as body:
        body.step()
        snapshot = body.read()
        assert body.absent == set()
        assert snapshot["ps0"].raw == 120
        assert snapshot["ps0"].value == pytest.approx(0.05)
        assert snapshot["ps2"].value == math.inf
        assert snapshot["ls0"].value == pytest.approx(1.0)
        assert snapshot["gs1"].value == pytest.approx(0.016)
        assert snapshot["tof"].value == pytest.approx(0.5, abs=1e-3)
        np.testing.assert_allclose(snapshot["accelerometer"].value, (0.0, 1.22625, 9.81))
        np.testing.assert_allclose(snapshot["gyro"].value, (0, 0, math.radians(100)), atol=1e-9)
        np.testing.assert_allclose(snapshot["compass"].value, (20e-6, 0.0, -40e-6))
        assert snapshot["mic0"].value == 1.0
        assert snapshot["selector"].value == 3
        assert snapshot["remote"].value == 5
        assert snapshot["button"].value == 1
        assert snapshot["battery"].value == pytest.approx(4.0, abs=1e-3)
        assert snapshot["thermometer"].value == 25
        assert snapshot["left wheel sensor"].value == pytest.approx(7 * math.tau / 1000)
        assert "Version 2.0" in body.health.firmware


def test_the_first_robot_tells_all_it_has() -> None:
    with opened(SerialPeer(1), "epuck") as body:
        body.step()
        snapshot = body.read()
        assert body.absent == set()
        assert snapshot["ps1"].raw == 384
        np.testing.assert_allclose(snapshot["accelerometer"].value, (1.22625, 0.0, 9.81))
        assert snapshot["mic0"].value == 1.0
        assert snapshot["selector"].value == 7
        assert snapshot["remote"].value == 0x2C
        assert snapshot["battery"].valid
        assert snapshot["right wheel sensor"].raw == 9


def blocks(peer: SerialPeer) -> list[bytes]:
    return [arguments for letter, arguments in peer.orders if letter == "\x09"]


def test_what_is_disabled_costs_no_bytes() -> None:
    peer = SerialPeer(2)
    with opened(peer) as body:
        only(body)
        for wanted, buffer in (
            ((), b""),
            (("left wheel sensor",), b"\xaf\x00"),
            (("ps0", "ps5"), b"\xb2\x00"),
            (("accelerometer", "gyro", "mic0"), b"\x9f\x99\xf4\x00"),
            (("selector",), b"\xf8\x00"),
        ):
            only(body, *wanted)
            body.step()
            peer.buffers.clear()
            body.step()
            assert peer.buffers == [buffer] * bool(buffer)


def test_each_device_is_asked_as_often_as_it_is_wanted() -> None:
    peer = SerialPeer(2)
    with opened(peer) as body:
        only(body, "left wheel sensor")
        body.device("ps0").enable(4 * body.period)
        peer.buffers.clear()
        for _ in range(12):
            body.step()
        assert [buffer for buffer in peer.buffers if b"\xaf" in buffer] == peer.buffers
        assert sum(b"\xb2" in buffer for buffer in peer.buffers) == 3


def test_speeds_are_sent_when_they_change_and_confirmed() -> None:
    peer = SerialPeer(2)
    with opened(peer) as body:
        only(body, "left wheel sensor")
        body.step()
        peer.buffers.clear()
        body.drive(0.02, 0.0)
        body.step()
        assert peer.buffers == [b"\xbc\x9f\x00\x9f\x00\xbb\x00", b"\xaf\x00"]
        body.step()
        assert peer.buffers[2:] == [b"\xaf\x00"]
        peer.deaf = True  # as if the bytes were broken on their way
        body.drive(0.03, 0.0)
        body.step()
        peer.deaf = False
        body.step()
        body.step()  # the question in it comes after what the step before may have sent
        assert peer.speeds == (239, 239)


def test_leds_sounds_calibration_and_counters_reach_the_second_robot() -> None:
    peer = SerialPeer(2)
    with opened(peer) as body:
        only(body)
        body.step()
        peer.orders.clear()
        body.write(Command(leds={"led0": 1, "led1": 0xFF0000}))
        body.step()
        assert peer.until(lambda: ("\x0a", bytes((100, *[0] * 11))) in peer.orders)
        assert ("L", b"\x00\x01") in peer.orders
        body.write(Command(sounds=(2,)))
        body.step()
        body.step()
        assert peer.until(lambda: len(blocks(peer)) == 1)
        assert blocks(peer)[0][-1] == 2
        body.calibrate_sensors()
        body.step()
        assert peer.until(lambda: len(blocks(peer)) == 2)
        assert [block[0] for block in blocks(peer)] == [0, 1]
        body.device("left wheel sensor").enable()
        body.set_step_counters(-5, 12)
        body.step()
        assert peer.counters == (-5, 12)
        assert body.read()["left wheel sensor"].raw == -5


def test_the_first_robot_gets_sounds_and_calibration_as_text() -> None:
    peer = SerialPeer(1)
    with opened(peer, "epuck") as body:
        body.write(Command(sounds=(2,), leds={"led3": 1, "led_body": 1}))
        body.step()
        assert "T,2" in peer.lines
        assert {("L", b"\x03\x01"), ("L", b"\x08\x01")} <= set(peer.orders)
        body.calibrate_sensors()
        assert peer.lines[-1] == "K"
        peer.say(b"k, Calibration finished\r\n")
        body.drive(0.02, 0.0)
        body.step()
        body.step()
        assert peer.speeds == (155, 155)
        assert body.health.errors == 0


def test_what_the_model_has_no_device_for_can_be_enabled() -> None:
    with opened(SerialPeer(1), "epuck") as body:
        spherical = body.extras["acceleration spherical"]
        assert [each.enabled for each in body.extras.values()] == [False] * 3
        spherical.enable()
        body.extras["microphone buffer"].enable(0.1)
        body.extras["motor speeds"].enable()
        body.drive(0.02, 0.0)
        body.step()
        assert list(spherical.values) == [800.0, 90.0, 5.0]
        assert spherical.time == body.time
        assert list(body.extras["motor speeds"].values) == [155, 155]
        assert list(body.extras["microphone buffer"].values) == list(range(300))
        spherical.disable()
        body.step()
        assert spherical.time < body.time


def test_pictures_of_the_first_robot_are_turned_and_asked_for_in_its_size() -> None:
    peer = SerialPeer(1)
    with opened(peer, "epuck") as body:
        image = body.image()
        assert "J,1,40,40,8" in peer.lines
        assert image.shape == (40, 40, 3)
        assert image[-1, -1].tolist() == [255, 0, 0]
        assert image[0, 0].tolist() == [0, 0, 255]


def test_pictures_of_the_second_robot_fit_in_its_memory() -> None:
    peer = SerialPeer(2)
    peer.picture = (52, 39)
    with opened(peer) as body:
        assert body.image().shape == (39, 52, 3)
        assert "J,1,52,39,12" in peer.lines
        assert body.image()[0, 0].tolist() == [255, 0, 0]
    with opened(SerialPeer(2), camera="160x120") as body:
        assert "camera" in body.absent
        with pytest.raises(BodyError, match=r"does not fit.*52x39"):
            body.image()


def test_a_greeting_is_passed_over() -> None:
    peer = SerialPeer(2)
    peer.say(b"\x0c\x07WELCOME to the SerCom protocol on e-Puck\r\nthe EPFL\r\n")
    with opened(peer) as body:
        assert body.step() == pytest.approx(0.05)
        peer.say(b"\x0c\x07WELCOME to the SerCom protocol on e-Puck\r\n")
        body.step()
        body.step()
        assert body.read()["ps0"].raw == 120


@pytest.mark.parametrize("half", [b"\xf7\x01\x02", b"D,100,", b"\n"], ids=repr)
def test_what_another_program_left_half_sent_is_ended(half: bytes) -> None:
    peer = SerialPeer(2)
    port = os.open(peer.path, os.O_RDWR | os.O_NOCTTY)
    os.write(port, half)
    os.close(port)
    with opened(peer) as body:
        body.step()
        assert body.read()["ps0"].raw == 120
        assert peer.speeds == (0, 0)


def test_half_a_motor_command_of_another_program_does_not_take_ours_for_its_speed() -> None:
    peer = SerialPeer(2)
    port = os.open(peer.path, os.O_RDWR | os.O_NOCTTY)
    os.write(port, b"\xbc\x10")
    os.close(port)
    with opened(peer):
        told = [struct.unpack("<hh", data) for letter, data in peer.orders if letter == "D"]
        assert max(abs(speed) for speeds in told for speed in speeds) <= 0x10


def test_the_wrong_robot_is_named() -> None:
    with pytest.raises(BusError, match=r"is an epuck .*open it as 'epuck'"), opened(SerialPeer(1)):
        pass
    with pytest.raises(BusError, match="open it as 'epuck2'"), opened(SerialPeer(2), "epuck"):
        pass


def test_another_device_is_told_by_what_it_says() -> None:
    stranger = SerialPeer(2, says="$GPGGA,092750.000,5321.6802,N\r\n")
    with pytest.raises(BusError, match=r"GPGGA.*another device"), opened(stranger):
        pass


def test_firmware_that_is_too_old_is_named() -> None:
    with pytest.raises(BusError, match="too old: update"), opened(SerialPeer(2, lacks="\x08")):
        pass


def test_what_an_older_first_robot_does_not_know_is_absent() -> None:
    with opened(SerialPeer(1, lacks="bAu"), "epuck") as body:
        assert body.absent >= {"battery", "mic0", "mic1", "mic2"}
        for _ in range(3):
            body.step()
        assert body.read()["ps0"].value == pytest.approx(0.05)
        assert (body.health.state, body.health.errors) == ("ok", 0)


@pytest.mark.parametrize("robot", ["epuck", "epuck2"])
def test_an_answer_that_pauses_is_not_taken_for_another_firmware(robot: str) -> None:
    peer = SerialPeer(2 if robot == "epuck2" else 1)
    peer.stutters = 1
    with opened(peer, robot, ground="true") as body:
        body.step()
        assert body.read()["gs0"].raw == 1000
        assert body.read()["ps0"].raw == 120
    assert peer.stutters == 0


def test_silence_says_what_to_look_at() -> None:
    far, near = os.openpty()
    try:
        with pytest.raises(BusError, match=r"nothing answers.*selector"):
            open_body("serial", "epuck2", address=os.ttyname(near), outlived=False)
    finally:
        os.close(far)
        os.close(near)


def test_a_port_in_use_is_named() -> None:
    peer = SerialPeer(2)
    with (
        opened(peer),
        pytest.raises(BusError, match="in use by another program"),
    ):
        open_body("serial", "epuck2", address=peer.path, outlived=False)


def test_ports_that_are_none_are_named() -> None:
    with pytest.raises(BusError, match="no device /dev/ttyNone"):
        open_body("serial", "epuck2", address="/dev/ttyNone0", outlived=False)
    with pytest.raises(OptionError, match="no serial port"):
        open_body("serial", "epuck2", address="/dev/ttyACM0@fast", outlived=False)
    with pytest.raises(BusError, match="cannot open"):
        open_body("serial", "epuck2", address=__file__, outlived=False)
