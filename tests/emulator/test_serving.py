# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The thread that serves all buses: what happens where it cannot go on."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from emulator_clients import I2cClient

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.core.errors import BodyError
from samebot.emulator import Emulator, Message, open_emulator
from samebot.emulator.serving import READ

MCU = 0x1F


def test_a_mistake_inside_is_told_to_who_waits(tmp_path: Path) -> None:
    def wrong(_: Sequence[Message]) -> int:
        raise ZeroDivisionError("once")

    with open_emulator("epuck2", i2c=tmp_path / "bus", rate=None) as emulator:
        emulator.robots[0].bus.fault = wrong
        client = I2cClient(tmp_path / "bus")
        client.socket.sendall(b"\x01" + struct.pack("<HHH", MCU, 1, 1))
        with pytest.raises(BodyError, match="stopped: ZeroDivisionError") as caught:
            emulator.clock.sleep(1.0)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        client.close()


def test_a_file_beyond_what_select_knows_is_refused(epuck2: Emulator) -> None:
    with pytest.raises(BodyError, match="1024 files open"):
        epuck2._server.watch(1024, READ, lambda _: None)
    epuck2.settle()
