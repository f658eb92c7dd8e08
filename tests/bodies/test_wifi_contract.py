# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 over Wi-Fi keeps the contract of all bodies, against its emulator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from body_contract import LetPass, Make, OfEveryRobot, OfOneRobot

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from emulated_bodies import let_all_pass, opened_bodies
from samebot.emulator import Emulator, open_emulator


@pytest.fixture
def make() -> Iterator[Make]:
    def start(robot: str) -> tuple[Emulator, str]:
        emulator = open_emulator(robot, wifi="127.0.0.1:0", rate=None)
        server = emulator.robots[0].wifi
        assert server is not None
        return emulator, "{}:{}".format(*server.address)

    yield from opened_bodies("wifi", start)


@pytest.fixture
def let_pass() -> LetPass:
    return let_all_pass()


class TestEveryRobot(OfEveryRobot):
    """What every robot with Wi-Fi does."""

    robots = ("epuck2",)


class TestOneRobot(OfOneRobot):
    """What one shows for all."""
