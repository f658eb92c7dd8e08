# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Bad input of every command that takes a robot: one clear sentence, the right status."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from samebot.cli.main import main

COMMANDS = ("describe", "urdf", "mjcf")
LINK = '<link name="base"/>'


def _refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(words)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("samebot: ")
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    assert "mistake in samebot" not in captured.err
    return status, captured.err


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> str:
    return str(request.param)


BAD_FILES = {
    "cut off": (b'<robot name="r"><link name="a">', "bad.urdf:1"),
    "empty": (b"", "bad.urdf"),
    "binary": (b"\x00\x01\x02\xff\xfe" * 100, "bad.urdf"),
    "another format": (b"<sdf/>", "robot"),
    "no link": (b'<robot name="r"/>', "link"),
    "two roots": (b'<robot name="r"><link name="a"/><link name="b"/></robot>', "root"),
    "a name twice": (b'<robot name="r"><link name="a"/><link name="a"/></robot>', '"a"'),
    "a negative mass": (
        b"""<robot name="r"><link name="a"><inertial><mass value="-1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>""",
        "negative",
    ),
    "an unknown joint": (
        b"""<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="warp">
        <parent link="a"/><child link="b"/></joint></robot>""",
        "warp",
    ),
}


@pytest.mark.parametrize(("content", "expected"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_bad_file_is_one_sentence_and_status_1(
    command: str,
    content: bytes,
    expected: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "bad.urdf"
    path.write_bytes(content)
    status, text = _refused(capsys, command, str(path))
    assert status == 1
    assert expected in text


def test_a_missing_file_a_folder_and_another_kind_of_file_are_status_1(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "empty").mkdir()
    for name in ("nowhere.urdf", "empty", "notes.txt"):
        status, text = _refused(capsys, command, str(tmp_path / name))
        assert status == 1
        assert name in text


def test_an_unknown_robot_names_the_nearest_and_is_status_2(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = _refused(capsys, command, "epuk2")
    assert status == 2
    assert "did you mean 'epuck2'?" in text


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("grund=true", "did you mean 'ground'?"),
        ("ground=perhaps", "true or false"),
        ("camera=1000x1000", "640x480"),
        ("camera=big", "160x120"),
    ],
)
def test_a_bad_option_says_what_is_expected_and_is_status_2(
    command: str, option: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = _refused(capsys, command, "epuck2", "-o", option)
    assert status == 2
    assert expected in text


def _pipe(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_robot_may_come_from_stdin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(monkeypatch, f'<robot name="piped">{LINK}</robot>'.encode())
    assert main(["describe", "-"]) == 0
    assert capsys.readouterr().out.startswith("piped\n")


def test_stdin_that_is_no_robot_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(monkeypatch, b"hello")
    status, text = _refused(capsys, "describe", "-")
    assert status == 1
    assert "<stdin>" in text


def test_stdin_takes_no_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(monkeypatch, b"")
    status, text = _refused(capsys, "describe", "-", "-o", "a=b")
    assert status == 2
    assert "no options" in text
