# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A camera beside the robot's bus may be absent, be pulled out and be plugged in again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hardware_pairs import Pair, address_of, emulated
from samebot.core.errors import BodyError, BusError
from samebot.hardware import links
from samebot.hardware.images import Image
from samebot.hardware.opening import open_body


@dataclass
class Video:
    """A video device that can be pulled out."""

    size: tuple[int, int] = (160, 120)
    there: bool = True

    def opened(self, video: str | None, size: tuple[int, int]) -> Video | None:
        """Open it, as the driver would."""
        if video == "/dev/video7":
            raise BusError(f"no permission to use {video}; members of the group video may")
        return self if self.there and size == self.size else None

    def grab(self) -> Image:
        """Return a grey picture."""
        if not self.there:
            raise BusError("no picture came")
        return np.full((self.size[1], self.size[0], 3), 99, np.uint8)

    def close(self) -> None:
        """Let go of it."""


@pytest.fixture
def video(monkeypatch: pytest.MonkeyPatch) -> Video:
    made = Video()
    monkeypatch.setattr(links, "open_source", made.opened)
    return made


@pytest.fixture
def pair(tmp_path: Path, video: Video) -> Iterator[Pair]:
    assert video.there
    with ExitStack() as stack:
        emulator = stack.enter_context(emulated("pipuck", tmp_path))
        address, clock = address_of("pipuck", emulator), emulator.clock
        body = open_body(
            "pipuck", "epuck2", address=address, clock=clock, watch=False, outlived=False
        )
        yield Pair(stack.enter_context(body), emulator)


def test_a_camera_that_is_pulled_out_is_absent_until_it_is_back(pair: Pair, video: Video) -> None:
    assert "camera" not in pair.body.absent
    assert pair.body.image()[0, 0, 0] == 99
    video.there = False
    pair.advance(0.5)
    assert "camera" in pair.body.absent
    assert pair.body.read()["ps0"].valid
    with pytest.raises(BodyError, match=r"no picture came|no video device"):
        pair.body.image()
    video.there = True
    pair.advance(1.5)
    assert "camera" not in pair.body.absent
    assert pair.body.image()[0, 0, 0] == 99


@pytest.mark.usefixtures("video")
def test_who_names_a_camera_is_told_why_it_cannot_be_used(tmp_path: Path) -> None:
    with emulated("pipuck", tmp_path) as emulator:
        address = address_of("pipuck", emulator)
        with pytest.raises(BusError, match="group video"):
            open_body("pipuck", "epuck2", address=address, options={"video": "/dev/video7"})
