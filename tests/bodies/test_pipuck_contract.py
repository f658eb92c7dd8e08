# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 on a Pi-puck keeps the contract of all bodies, against its emulator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from body_contract import LetPass, Make, OfEveryRobot, OfOneRobot

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from emulated_bodies import let_all_pass, opened_bodies
from samebot.emulator import Emulator, open_emulator

SIZE = (160, 120)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Yield what opens bodies; the camera's pictures are recorded ones."""
    video = tmp_path / "frames.yuyv"
    video.write_bytes(np.random.default_rng(3).bytes(3 * 2 * SIZE[0] * SIZE[1]))

    def start(robot: str) -> tuple[Emulator, str]:
        path = tmp_path / "bus"
        return open_emulator(robot, i2c=path, rate=None), f"unix:{path}"

    yield from opened_bodies("pipuck", start, video=str(video), camera="{}x{}".format(*SIZE))


@pytest.fixture
def let_pass() -> LetPass:
    return let_all_pass()


class TestEveryRobot(OfEveryRobot):
    """What every robot with a Pi-puck does."""

    robots = ("epuck2",)


class TestOneRobot(OfOneRobot):
    """What one shows for all."""
