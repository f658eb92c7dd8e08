# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Emulators of which tests need many: on the controller's clock, without noise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator_clients import I2cClient, SerialClient, WifiClient

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.emulator import Emulator, open_emulator


@pytest.fixture(scope="module")
def epuck2(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    """An e-puck2 on all its buses, shared by a module's tests; its world stands still."""
    folder = tmp_path_factory.mktemp("buses")
    with open_emulator(
        "epuck2",
        wifi="127.0.0.1:0",
        serial=folder / "tty",
        i2c=folder / "i2c",
        rate=None,
        options={"noise": False, "ground": True},
    ) as emulator:
        yield emulator


@pytest.fixture
def wifi(epuck2: Emulator) -> Iterator[WifiClient]:
    server = epuck2.robots[0].wifi
    assert server is not None
    client = WifiClient(server.address)
    yield client
    client.close()


@pytest.fixture
def i2c(epuck2: Emulator) -> Iterator[I2cClient]:
    server = epuck2.robots[0].i2c
    assert server is not None
    client = I2cClient(server.path)
    yield client
    client.close()


@pytest.fixture
def serial(epuck2: Emulator) -> Iterator[SerialClient]:
    """A new line to the robot each time; its greeting has been read."""
    server = epuck2.robots[0].serial
    assert server is not None
    server.unplug()
    server.plug()
    client = SerialClient(server.link)
    client.exactly(2)
    client.line()
    client.line()
    yield client
    client.close()


@pytest.fixture(autouse=True)
def fresh(request: pytest.FixtureRequest) -> None:
    """Put the shared robot back to where it began and switch it off and on before each test."""
    if "epuck2" in request.fixturenames:
        emulator: Emulator = request.getfixturevalue("epuck2")
        board = emulator.robots[0].board
        emulator.settle()
        with emulator.world.lock:
            board.power_up()
            board.body.supervisor.reset()
        emulator.clock.sleep(0.5)
        with emulator.world.lock:
            board.power_up()
