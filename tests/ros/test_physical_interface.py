# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The whole ROS interface of physical bodies, seen by a stock program in another process.

The robot is an emulated one in a third process: behind a real pseudo terminal, TCP connection or
UNIX socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import expected_interfaces as expected
import interface_checks as check
from interface_checks import Subject
from peers import StockPeer
from rooms import Room
from ros_programs import Process, Start, needs_ros
from samebot.model.catalogue import load

ROOM = Room(x=0.075, y=0.065)
SERIAL_PICTURE = "40x30"
"""The largest that a serial line carries is 52x39."""
LACKING = {
    "pipuck": ("/image_raw", "/image_raw/compressed", "/camera_info", "/battery_state"),
    "serial": (),
    "wifi": (),
}
"""What is not on a bus: here the Pi-puck has no video device, and no driver of its battery."""


@pytest.fixture
def address(start: Start, tmp_path: Path, kind: str) -> str:
    """Return where a kind of body finds an emulated robot in a room."""
    (tmp_path / "room.yaml").write_text(ROOM.world())
    bus = {
        "pipuck": ("--i2c", str(tmp_path / "bus")),
        "serial": ("--serial", str(tmp_path / "tty")),
        "wifi": ("--wifi", "127.0.0.1:0"),
    }[kind]
    world = ("--world", str(tmp_path / "room.yaml"))
    options = ("-o", "ground=true", "-o", "noise=false")
    emulator = start("-u", "-m", "samebot", "emulate", "epuck2", *bus, *world, *options)
    place = _place(emulator)
    return f"unix:{place}" if kind == "pipuck" else place


def _place(emulator: Process) -> str:
    assert emulator.stdout is not None
    for line in emulator.stdout:
        name, _, place = line.strip().partition(" ")
        if name in ("Wi-Fi", "serial", "I2C"):
            return place.strip()
    raise AssertionError(emulator.communicate()[1])


def _interface(kind: str) -> expected.Interface:
    left_out = ("/clock", *LACKING[kind])
    sent = {name: what for name, what in expected.EPUCK2.sent.items() if name not in left_out}
    return replace(expected.EPUCK2, sent=sent)


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize("kind", LACKING)
def test_a_stock_program_finds_the_same_interface_with_true_values(
    kind: str, address: str, start: Start, ros_environment: Mapping[str, str]
) -> None:
    options = {"ground": "true"} | ({"camera": SERIAL_PICTURE} if kind == "serial" else {})
    words = [word for item in options.items() for word in ("-o", "=".join(item))]
    start("-m", "samebot", "run", "epuck2", "--body", kind, "--address", address, *words)
    with StockPeer(ros_environment) as peer:
        subject = Subject(
            peer=peer,
            model=load("epuck2", options),
            interface=_interface(kind),
            room=ROOM,
            noisy=True,  # raw values are whole numbers, and the ToF sensor's are millimetres
        )
        check.check_headers(subject)
        check.check_topics(subject)
        assert not set(LACKING[kind]) & set(peer.graph())
        check.check_frames(subject)
        assert check.check_ranges(subject) >= 9
        check.check_light(subject)
        check.check_imu(subject)
        check.check_emulated_scan(subject)
        if kind != "pipuck":
            check.check_camera(subject)
        check.check_turning(subject, 0.6)
        check.check_driving(subject, 0.02)
        check.check_ranges(subject)
        check.check_frames(subject)
