# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Parts that may be absent are looked for; who requires them is told what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from hardware_pairs import KINDS, address_of, emulated
from samebot.core.errors import BodyError, UnknownName
from samebot.emulator import Emulator
from samebot.hardware.opening import open_body
from samebot.hardware.physical import PhysicalBody

GROUND, TOF, MAGNETOMETER = 0x60, 0x29, 0x0C
FLOOR = {"gs0", "gs1", "gs2"}


@pytest.fixture
def emulator(tmp_path: Path) -> Iterator[Emulator]:
    with emulated("pipuck", tmp_path) as emulator:
        yield emulator


def opened(emulator: Emulator, kind: str = "pipuck", **options: str) -> PhysicalBody:
    return open_body(
        kind,
        "epuck2",
        address=address_of(kind, emulator),
        clock=emulator.clock,
        watch=False,
        outlived=False,
        options=dict(options),
    )


def unplug(emulator: Emulator, *addresses: int) -> None:
    with emulator.world.lock:
        for address in addresses:
            assert emulator.robots[0].bus.unplug(address) is not None


def test_a_ground_sensor_board_is_found_without_a_word(emulator: Emulator) -> None:
    with opened(emulator) as body:
        body.step()
        assert not FLOOR & body.absent
        assert all(body.read()[name].valid for name in FLOOR)


def test_without_the_board_its_sensors_are_absent(emulator: Emulator) -> None:
    unplug(emulator, GROUND)
    with opened(emulator) as body:
        body.step()
        assert body.absent >= FLOOR
    with opened(emulator, ground="false") as body:
        assert not FLOOR & set(body.devices)


def test_everything_that_is_missing_is_named(emulator: Emulator) -> None:
    unplug(emulator, GROUND, TOF)
    with pytest.raises(BodyError, match=r"^gs0, gs1, gs2, tof is required"):
        opened(emulator, require="gs,tof")
    with pytest.raises(UnknownName, match="no device named 'lidar'"):
        opened(emulator, require="lidar")


def test_an_inertial_chip_is_one_without_its_magnetometer(emulator: Emulator) -> None:
    unplug(emulator, MAGNETOMETER)
    with opened(emulator, require="imu,gyro") as body:
        assert "compass" in body.absent
    with pytest.raises(BodyError, match="compass is required"):
        opened(emulator, require="compass")


@pytest.mark.parametrize("kind", KINDS)
def test_who_requires_ground_sensors_need_not_order_them_first(kind: str, tmp_path: Path) -> None:
    with emulated(kind, tmp_path) as emulator, opened(emulator, kind, require="gs,tof") as body:
        body.step()
        assert all(body.read()[name].valid for name in FLOOR)
