# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""No file of a stranger is waited for, or read without end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from samebot.core.errors import BadInput, ModelError
from samebot.model.catalogue import load
from samebot.model.files import exists, is_folder, read_bytes

URDF = '<robot name="r"><link name="base"/></robot>'

Maker = Callable[[Path], None]
NOT_A_FILE: dict[str, tuple[Maker, str]] = {
    "a pipe": (os.mkfifo, "is not a regular file; copy it into one"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "is not a regular file"),
    "a folder": (Path.mkdir, "is a directory; expected a file"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "cannot be read: Too many level"),
    "a link to nothing": (lambda path: path.symlink_to("nothing"), "no such file; check the path"),
}


@pytest.fixture(params=list(NOT_A_FILE.values()), ids=list(NOT_A_FILE))
def special(request: pytest.FixtureRequest) -> tuple[Maker, str]:
    maker, expected = request.param
    return maker, expected


def test_what_is_no_file_is_not_opened(tmp_path: Path, special: tuple[Maker, str]) -> None:
    make, expected = special
    path = tmp_path / "it"
    make(path)
    with pytest.raises(ModelError, match=expected):
        read_bytes(path, 10)


@pytest.mark.parametrize("name", ["robot.urdf", "robot.urdf.xacro"])
def test_a_robot_that_is_no_file_is_told(
    tmp_path: Path, name: str, special: tuple[Maker, str]
) -> None:
    make, expected = special
    path = tmp_path / name
    make(path)
    if path.is_dir():
        expected = "expected robot.urdf.xacro, robot.urdf or one such file, found none"
    with pytest.raises(BadInput, match=expected):
        load(path)


@pytest.mark.parametrize("table", ["devices.yaml", "robot.devices.yaml"])
def test_a_device_table_that_is_no_file_is_not_passed_over(
    tmp_path: Path, table: str, special: tuple[Maker, str]
) -> None:
    make, expected = special
    (tmp_path / "robot.urdf").write_text(URDF, encoding="utf-8")
    make(tmp_path / table)
    with pytest.raises(ModelError, match=f"{table}: {expected}"):
        load(tmp_path)


def test_no_more_is_read_than_allowed(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"x" * 10)
    assert read_bytes(path, 10) == b"x" * 10
    with pytest.raises(ModelError, match="has 10 bytes; at most 9 bytes are read"):
        read_bytes(path, 9)


def test_a_huge_file_is_told_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "it"
    with path.open("wb") as stream:
        stream.truncate(10**12)
    with pytest.raises(ModelError, match="has 953674 MB; at most 1 MB are read"):
        read_bytes(path, 2**20)


@pytest.mark.parametrize("text", ["", "x" * 5000, "a\0b"])
def test_a_text_that_can_be_no_path_is_nothing(text: str) -> None:
    assert not exists(Path("nowhere", text))
    assert not is_folder(Path("nowhere", text))
    with pytest.raises(BadInput, match="no robot named"):
        load(text)
    with pytest.raises(ModelError):
        read_bytes(Path("nowhere", text), 10)
