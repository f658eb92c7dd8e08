# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot find`: what is there, as a table and as JSON; hosts only where they are named."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import pytest

from samebot.cli.main import main
from samebot.core.errors import OptionError
from samebot.hardware import finding
from samebot.hardware.finding import Candidate, find_hosts, one_serial_port

PORT = Candidate(body="serial", address="/dev/ttyACM0", what="e-puck2", certain=True)
OTHER = Candidate(body="serial", address="/dev/ttyS9", what="serial port", certain=False)


@pytest.fixture(autouse=True)
def nothing_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "find_ports", list)
    monkeypatch.setattr(finding, "find_buses", list)


@pytest.fixture
def robot() -> Iterator[str]:
    """Something that answers requests for nothing as an e-puck2 does."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                if connection.recv(21) == bytes([0x80, *[0] * 20]):
                    connection.sendall(b"\x03")
                    connection.recv(1)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        thread.join(2.0)


def test_nothing_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find"]) == 1
    assert "no robot was found" in capsys.readouterr().err
    assert main(["find", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == []


def test_a_robot_in_a_network_is_found(robot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "--hosts", f"{robot},127.0.0.1:9", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["body"] == "wifi"
    assert found["address"] == robot
    assert found["certain"] is True


def test_one_is_told_how_to_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(finding, "find_ports", lambda: [PORT])
    assert main(["find"]) == 0
    out = capsys.readouterr().out
    assert "/dev/ttyACM0" in out
    assert "body='serial'" in out


def test_networks_are_checked_before_anybody_is_asked() -> None:
    for wrong in ("10.0.0.0/8", "300.1.1.0/24", "host:port"):
        with pytest.raises(OptionError):
            find_hosts(wrong)
    assert main(["find", "--hosts", "10.0.0.0/8"]) == 2


def test_the_only_port_is_used_and_several_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="plug the robot in"):
        one_serial_port()
    monkeypatch.setattr(finding, "find_ports", lambda: [PORT, OTHER])
    assert one_serial_port() == "/dev/ttyACM0"
    monkeypatch.setattr(finding, "find_ports", lambda: [OTHER, OTHER])
    with pytest.raises(OptionError, match="ttyS9, /dev/ttyS9"):
        one_serial_port()
