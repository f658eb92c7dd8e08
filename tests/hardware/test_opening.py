# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What cannot be opened says why, and what to do."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator

import pytest

import samebot
from samebot.core.errors import BodyError, BusError, OptionError, UnknownName
from samebot.hardware.buses import access
from samebot.hardware.opening import open_body
from samebot.model.catalogue import load


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def test_kinds_and_options_that_do_not_exist_are_named() -> None:
    with pytest.raises(UnknownName, match="wifi"):
        samebot.open("epuck2", body="wify")
    with pytest.raises(UnknownName, match="kind of physical body"):
        open_body("radio", "epuck2")
    with pytest.raises(UnknownName, match="require"):
        samebot.open("epuck2", body="wifi", address="127.0.0.1:9", requires="gs")
    with pytest.raises(UnknownName, match="epuck2"):
        samebot.open("epuk2", body="wifi", address="127.0.0.1:9")


def test_robots_without_such_a_body_say_which_they_have() -> None:
    with pytest.raises(BodyError, match=r"epuck has no .* wifi.*pipuck, serial"):
        samebot.open("epuck", body="wifi", address="127.0.0.1:9")
    with pytest.raises(BodyError, match="no physical body of the kind serial"):
        samebot.open("tiago", body="serial", address="/dev/ttyNone0")
    with pytest.raises(BodyError, match="turtlebot3_burger speaks opencr"):
        samebot.open("turtlebot3_burger", body="serial", address="/dev/ttyNone0")


@pytest.mark.parametrize(
    ("body", "address"),
    [
        ("wifi", "host:port"),
        ("wifi", ":1000"),
        ("wifi", "127.0.0.1:99999"),
        ("pipuck", "12"),
        ("pipuck", "unix:"),
        ("serial", "@115200"),
    ],
)
def test_addresses_that_are_none_are_refused(body: str, address: str) -> None:
    with pytest.raises(OptionError, match="address"):
        samebot.open("epuck2", body=body, address=address)


def test_what_a_physical_body_has_not_is_refused() -> None:
    for wrong in ({"rate": 2.0}, {"token": "t"}, {"period": 0.0}):
        with pytest.raises(OptionError):
            samebot.open("epuck2", body="wifi", address="127.0.0.1:9", **wrong)


def test_nobody_at_the_address_says_so() -> None:
    with pytest.raises(BusError, match=r"refuses connections.*selector"):
        samebot.open("epuck2", body="wifi", address="127.0.0.1:9")
    if sys.platform != "win32":
        with pytest.raises(BusError, match="samebot emulate epuck2 --i2c"):
            samebot.open("epuck2", body="pipuck", address="unix:nobody.sock")


def test_no_network_is_tried_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("an address was made up")

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(OptionError, match=r"Give its address.*192\.168\.1\.1 where the robot is"):
        samebot.open("epuck2", body="wifi")


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev")
def test_a_bus_that_is_not_there_says_so() -> None:
    with pytest.raises(BusError, match=r"no device /dev/i2c-213; switch I2C on"):
        samebot.open("epuck2", body="pipuck", address="i2c:213")


def test_a_stranger_at_the_address_is_noticed(listener: socket.socket) -> None:
    def greet() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(b"SSH-2.0-OpenSSH_9.6\r\n")
            connection.recv(64)

    thread = threading.Thread(target=greet, daemon=True)
    thread.start()
    with pytest.raises(BusError, match="does not answer like an e-puck2"):
        open_body("wifi", "epuck2", address=f"127.0.0.1:{listener.getsockname()[1]}")
    thread.join(2.0)


@pytest.mark.parametrize(
    ("kind", "group"), [("i2c", "i2c"), ("serial", "dialout"), ("video", "video")]
)
def test_missing_permission_names_the_group(kind: str, group: str) -> None:
    error = access.cannot_open(kind, "/dev/x", PermissionError(13, "Permission denied"))
    assert f"sudo usermod -aG {group} $USER" in str(error)


def test_a_model_can_be_given() -> None:
    with pytest.raises(BusError, match="refuses"):
        samebot.open(load("epuck2"), body="wifi", address="127.0.0.1:9")
    with pytest.raises(UnknownName, match="option"):
        samebot.open(load("epuck2"), body="wifi", address="127.0.0.1:9", ground=True)
