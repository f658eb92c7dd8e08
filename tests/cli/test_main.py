# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The command line as a whole: exit status, one-line complaints, help, a fast start."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from samebot.cli import main as main_module
from samebot.cli.main import COMMANDS, main
from samebot.cli.version import samebot_version
from samebot.core.errors import MissingDependency, ModelError, OptionError, UnknownName, Where

HEAVY = ("numpy", "yaml", "xacro", "mujoco", "viser", "rclpy", "samebot.model", "samebot.ros")


def _process(*words: str, **settings: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "samebot", *words]
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        command, capture_output=True, text=True, timeout=60, check=False, **settings
    )


def _failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def run(_arguments: argparse.Namespace) -> int:
        raise error

    monkeypatch.setattr(importlib.import_module("samebot.cli.robots"), "run", run)


def _one_line(text: str) -> str:
    assert text.startswith("samebot: ")
    assert text.count("\n") == 1
    assert text.endswith("\n")
    return text.removeprefix("samebot: ").rstrip("\n")


def test_without_arguments_it_says_what_to_try_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "Try first:" in capsys.readouterr().out


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"samebot {samebot_version()}\n"


def test_help_lists_every_command_that_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n    {name} " in text for name in COMMANDS)
    assert "example" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"usage: samebot {name}" in text
    assert "example" in text
    assert f"  samebot {name}" in text.partition("example")[2]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["desribe", "epuck2"], "did you mean: samebot describe?"),
        (["xyzzy"], "known: "),
        (["urdf"], "ROBOT; see: samebot urdf --help"),
        (["robots", "--jsn"], "--jsn"),
        (["describe", "epuck2", "-o", "ground"], "expected NAME=VALUE, found 'ground'"),
        (["describe", "epuck2", "-o", "=1"], "expected NAME=VALUE"),
        (["urdf", "epuck2", "--pre", "x"], "unrecognized arguments: --pre"),
        (["--debug"], "a command is missing"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert expected in _one_line(captured.err)
    assert captured.out == ""


@pytest.mark.parametrize(
    ("error", "status", "expected"),
    [
        (ModelError("bad", Where("a.urdf", 3, "link")), 1, "a.urdf:3: link: bad"),
        (UnknownName("robot", "epuk2", ["epuck2"]), 2, "no robot named 'epuk2'; did you mean"),
        (OptionError("option ground: expected true or false"), 2, "option ground"),
        (MissingDependency("mujoco", "sim", "the simulator"), 1, "samebot[sim]"),
        (FileNotFoundError(2, "No such file", "x"), 1, "No such file: x"),
        (ModuleNotFoundError("No module named 'numpy'", name="numpy"), 1, "samebot doctor"),
        (RecursionError("too deep"), 1, "RecursionError: too deep. This is a mistake in samebot"),
    ],
)
def test_what_goes_wrong_is_one_line_without_traceback(
    error: Exception,
    status: int,
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _failing(monkeypatch, error)
    assert main(["robots"]) == status
    assert expected in _one_line(capsys.readouterr().err)


@pytest.mark.parametrize("words", [["--debug", "robots"], ["robots", "--debug"]])
def test_debug_shows_the_traceback(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _failing(monkeypatch, ModelError("bad"))
    assert main(words) == 1
    text = capsys.readouterr().err
    assert "Traceback" in text
    assert text.endswith("samebot: bad\n")


def test_a_complaint_stays_one_line_whatever_the_error_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _failing(monkeypatch, ModelError("first\nsecond " + "x" * 100_000))
    assert main(["robots"]) == 1
    line = _one_line(capsys.readouterr().err)
    assert line.startswith("first second xxx")
    assert len(line) < 1000


def test_ctrl_c_ends_quietly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _failing(monkeypatch, KeyboardInterrupt())
    assert main(["robots"]) == 130
    assert capsys.readouterr().err == ""


def test_a_status_of_a_command_is_the_status_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = importlib.import_module("samebot.cli.robots")
    monkeypatch.setattr(module, "run", lambda _: 1)
    assert main(["robots"]) == 1


def test_stdout_is_utf_8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(main_module, "_WELCOME", "h\u00e9")
    assert main([]) == 0
    assert stream.buffer.getvalue() == "h\u00e9\n".encode()


def test_a_reader_that_goes_away_is_no_complaint() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as nobody:
        command = [sys.executable, "-m", "samebot", "--help"]
        done = subprocess.run(
            command, stdout=nobody, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_one_line(unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "samebot", "--help"],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "No space left" in _one_line(done.stderr.decode())


def test_as_a_program_it_uses_the_exit_status_and_stderr() -> None:
    done = _process("desribe")
    assert done.returncode == 2
    assert "samebot describe" in _one_line(done.stderr)
    assert done.stdout == ""


@pytest.mark.parametrize("words", [["--version"], ["--help"]])
def test_help_and_version_import_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys; from samebot.cli.main import main; main(sys.argv[1:]);"
        f"sys.exit(' '.join(name for name in {HEAVY!r} if name in sys.modules) or 0)"
    )
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
