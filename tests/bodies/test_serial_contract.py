# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Both e-pucks on a serial line keep the contract of all bodies, against their emulators."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from body_contract import LetPass, Make, OfEveryRobot, OfOneRobot

if sys.platform == "win32":
    pytest.skip("there are no pseudo terminals", allow_module_level=True)
pytest.importorskip("mujoco")
pytest.importorskip("numba")

from emulated_bodies import let_all_pass, opened_bodies
from samebot.emulator import Emulator, open_emulator


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    def start(robot: str) -> tuple[Emulator, str]:
        path = tmp_path / "tty"
        return open_emulator(robot, serial=path, rate=None), str(path)

    yield from opened_bodies("serial", start)


@pytest.fixture
def let_pass() -> LetPass:
    return let_all_pass()


class TestEveryRobot(OfEveryRobot):
    """What every robot with a serial line does."""

    robots = ("epuck", "epuck2")


class TestOneRobot(OfOneRobot):
    """What one shows for all."""
