# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The coverage floor only rises."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

FLOOR = re.compile(r"^[+-]fail_under = (\d+)", re.MULTILINE)


@pytest.fixture(scope="module")
def floor(root: Path) -> int:
    data = tomllib.loads((root / "pyproject.toml").read_text())
    return int(data["tool"]["coverage"]["report"]["fail_under"])


def test_the_floor_is_as_high_as_it_ever_was(root: Path, floor: int) -> None:
    if not (root / ".git").exists():
        pytest.skip("not a git checkout")
    git = ["git", "-c", f"safe.directory={root}", "-C", str(root)]
    command = [*git, "log", "--format=", "-p", "-U0", "-Gfail_under", "--", "pyproject.toml"]
    log = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout
    assert [earlier for earlier in map(int, FLOOR.findall(log)) if earlier > floor] == []


def test_the_floor_is_worth_something(floor: int) -> None:
    assert 80 <= floor <= 100
