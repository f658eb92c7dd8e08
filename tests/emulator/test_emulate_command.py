# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot emulate`: it serves, says where, ends cleanly; wrong use is one sentence."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from emulator_clients import Actuators, I2cClient, SerialClient, WifiClient, packet

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.cli.main import main
from samebot.core.errors import BodyError
from samebot.emulator import Emulator

SAMEBOT = (sys.executable, "-m", "samebot")


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_robots_are_served_until_they_are_told_to_end(tmp_path: Path, end: signal.Signals) -> None:
    words = ["emulate", "epuck2", "--wifi", "127.0.0.1:0", "--count", "2"]
    words += ["--i2c", "bus", "--serial", "tty", "--baud", "115200"]
    with subprocess.Popen(
        [*SAMEBOT, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            said: list[str] = []
            for line in process.stdout:
                said.append(line.strip())
                if "Ctrl-C" in line:
                    break
            ports = [int(line.rpartition(":")[2]) for line in said if line.startswith("Wi-Fi")]
            assert len(ports) == 2
            for number in ports:
                client = WifiClient(("127.0.0.1", number))
                assert list(client.ask(Actuators().wifi(2))) == [2]
                client.close()
            for number in range(2):
                bus = I2cClient(tmp_path / f"bus{number}")
                assert bus.transfer((0x1F, packet()), (0x1F, 47))[0] == 0
                bus.close()
                port = SerialClient(tmp_path / f"tty{number}")
                assert port.exactly(2) == b"\x0c\x07"
                port.close()
        finally:
            process.send_signal(end)
        _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_it_ends_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["emulate", "epuck2", "--wifi", "127.0.0.1:0", "--duration", "0.1"]) == 0
    assert "Wi-Fi   127.0.0.1:" in capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["emulate", *words])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "mistake in samebot" not in captured.err
    return status, captured.err


@pytest.mark.parametrize(
    "words", [["emulate", "epuck2", "--wifi", "127.0.0.1:0"], ["run", "epuck2", "--no-ros"]]
)
def test_it_needs_no_stdout(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main([*words, "--duration", "0.1"]) == 0


def test_it_ends_where_nobody_is_served_any_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: Emulator) -> None:
        raise BodyError("the emulator has stopped")

    monkeypatch.setattr(Emulator, "check", stopped)
    assert main(["emulate", "epuck2", "--wifi", "127.0.0.1:0", "--duration", "60"]) == 1
    assert capsys.readouterr().err == "samebot: the emulator has stopped\n"


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str], taken: int) -> None:
    status, complaint = refused(capsys, "epuck2", "--wifi", f"127.0.0.1:{taken}")
    assert status == 1
    assert f"port {taken} of 127.0.0.1 is in use" in complaint


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (("khepera4",), 2, "invalid choice"),
        (("epuck2", "--wifi", "11000"), 2, "HOST:PORT is expected"),
        (("epuck2", "--wifi", "127.0.0.1:99999"), 2, "larger than 65535"),
        (("epuck2", "--wifi", "127.0.0.1:x"), 2, "HOST:PORT is expected"),
        (("epuck2", "--wifi", "203.0.113.9:1"), 1, "no address of this computer"),
        (("epuck2", "--wifi", "no.such.host.invalid:1"), 1, "no address of this computer"),
        (("epuck", "--wifi", "127.0.0.1:0"), 1, "has no Wi-Fi"),
        (("epuck",), 2, "give --serial LINK"),
        (("epuck", "--serial", "/no/such/folder/tty"), 1, "cannot make the link"),
        (("epuck", "--serial", "/etc"), 1, "/etc exists"),
        (("epuck", "--serial", "tty", "--baud", "0"), 2, "expected a positive number"),
        (("epuck2", "--i2c", "/no/such/folder/bus"), 1, "cannot make the socket"),
        (("epuck2", "--i2c", "/tmp/" + 110 * "x"), 1, "is longer than"),  # noqa: S108
        (("epuck2", "--world", "maz"), 2, "did you mean 'maze'?"),
        (("epuck2", "--count", "0"), 2, "from 1 to 64"),
        (("epuck2", "--rate", "-1"), 2, "0 or more"),
        (("epuck2", "-o", "ground"), 2, "NAME=VALUE"),
        (("epuck2", "-o", "grund=true"), 2, "did you mean 'ground'?"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, complaint: str
) -> None:
    found, said = refused(capsys, *words)
    assert complaint in said
    assert found == status


def test_a_file_at_the_place_of_the_socket_stays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "notes"
    file.write_text("mine")
    status, complaint = refused(capsys, "epuck2", "--i2c", str(file))
    assert (status, file.read_text()) == (1, "mine")
    assert "is no socket" in complaint


def test_a_socket_that_is_served_is_not_taken(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bus"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        status, complaint = refused(capsys, "epuck2", "--i2c", str(path))
    assert status == 1
    assert "another program listens" in complaint
    assert main(["emulate", "epuck2", "--i2c", str(path), "--duration", "0"]) == 0


def test_a_link_of_a_dead_emulator_is_replaced_and_another_one_is_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    link = tmp_path / "tty"
    link.symlink_to("/dev/pts/no-such-terminal")
    assert main(["emulate", "epuck", "--serial", str(link), "--duration", "0"]) == 0
    assert not link.is_symlink()
    capsys.readouterr()
    link.symlink_to(tmp_path)
    status, complaint = refused(capsys, "epuck", "--serial", str(link))
    assert status == 1
    assert "is a link to" in complaint
    assert link.is_symlink()
