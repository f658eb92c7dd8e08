# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the first e-puck does otherwise than the e-puck2, with and without its extension."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

from emulator_clients import SerialClient
from samebot.emulator import Emulator, open_emulator
from samebot.model.options import OptionValue


@pytest.fixture(params=["none", "gumstix"], scope="module")
def extension(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def epuck(tmp_path_factory: pytest.TempPathFactory, extension: str) -> Iterator[Emulator]:
    link = tmp_path_factory.mktemp("line") / "tty"
    options: dict[str, OptionValue] = {"noise": False, "ground": True, "extension": extension}
    with open_emulator("epuck", serial=link, rate=None, options=options) as emulator:
        yield emulator


@pytest.fixture
def line(epuck: Emulator) -> Iterator[SerialClient]:
    server = epuck.robots[0].serial
    assert server is not None
    server.unplug()
    with epuck.world.lock:
        epuck.robots[0].board.power_up()
    server.plug()
    client = SerialClient(server.link)
    client.line()
    client.line()
    yield client
    client.close()


def answer_to(line: SerialClient, code: int, size: int) -> bytes:
    """Return an answer; the speeds asked for behind it show that it has just this size."""
    answer = line.ask(b"\xbc" + struct.pack("<hh", 17, -3) + bytes((code, 0xBB, 0)), size + 4)
    assert struct.unpack("<hh", answer[size:]) == (17, -3)
    return answer[:size]


def test_its_version_is_1(line: SerialClient) -> None:
    line.send(b"V\n")
    assert line.line().startswith(b"v,Version 1.")
    assert line.line().startswith(b"HW version: ")


@pytest.mark.parametrize("code", [0xB2, 0xB1])
def test_two_more_sensors_are_on_the_extension(
    line: SerialClient, extension: str, code: int
) -> None:
    assert len(answer_to(line, code, 20 if extension == "gumstix" else 16)) >= 16


def test_the_selector_shows_who_is_spoken_to(line: SerialClient, extension: str) -> None:
    line.send(b"C\n")
    assert line.line() == (b"c,10\r\n" if extension == "gumstix" else b"c,3\r\n")


def test_the_floor_has_6_bytes_or_10_with_cliff_sensors(
    line: SerialClient, epuck: Emulator
) -> None:
    floor = struct.unpack("<3H", answer_to(line, 0xB3, 6))
    assert min(floor) > 300
    epuck.robots[0].cliff = True
    try:
        server = epuck.robots[0].serial
        assert server is not None
        server.unplug()
        server.plug()
        other = SerialClient(server.link)
        other.line()
        other.line()
        assert struct.unpack("<5H", answer_to(other, 0xB3, 10)) == (*floor, 0, 0)
        other.close()
    finally:
        epuck.robots[0].cliff = False


def test_it_has_no_gyro_no_thermometer_and_a_battery_that_is_full_or_not(
    line: SerialClient, epuck: Emulator
) -> None:
    assert answer_to(line, 0x99, 6) == bytes(6)
    assert answer_to(line, 0x8C, 1) == b"\x00"
    assert answer_to(line, 0x9E, 2) == b"\x01\x00"
    epuck.robots[0].panel.voltage = 3.3
    try:
        assert answer_to(line, 0x9E, 2) == b"\x00\x00"
        line.send(b"b\n")
        assert line.line() == b"b,0\r\n"
    finally:
        epuck.robots[0].panel.voltage = None


def test_its_motors_stop_at_1000_steps(line: SerialClient, epuck: Emulator) -> None:
    assert epuck.robots[0].board.limit == 1000
    line.send(b"\xbc" + struct.pack("<hh", 2000, 2000) + b"\x00")
    epuck.clock.sleep(2.0)
    left, right = struct.unpack("<hh", line.ask(b"\xaf\x00", 4))
    assert (left, right) == pytest.approx((2000, 2000), rel=0.03)


def test_the_microphones_samples_come_at_once(line: SerialClient) -> None:
    answer = line.ask(bytes((0xAF, 0xAB, 0x00)), 600 + 4 + 1)
    assert answer[600:] == bytes(5)


def test_commands_of_the_epuck2_are_unknown(line: SerialClient) -> None:
    assert line.ask(bytes((0xF8, 0xF5, 0xF3, 0xAF, 0x00)), 4) == bytes(4)


def test_the_camera_is_upside_down_and_not_on_the_extension(
    line: SerialClient, epuck: Emulator, extension: str
) -> None:
    pytest.importorskip("panda3d")
    if extension == "gumstix":
        answer_to(line, 0xB7, 0)
        return
    line.send(b"J,0,40,30,16\n")
    assert line.line() == b"j\r\n"
    pixels = answer_to(line, 0xB7, 3 + 1200)[3:]
    # The sky is darker or lighter than the floor; in the robot's picture the floor comes first.
    image = epuck.robots[0].board.body.image("camera").astype(float).mean(axis=2)
    top, bottom = image[:20].mean(), image[-20:].mean()
    first, last = (sum(part) / len(part) for part in (pixels[:200], pixels[-200:]))
    assert (first - last) * (bottom - top) > 0
    line.send(b"J,1,41,40,8\nI\n")
    assert (line.line(), line.line()) == (b"j\r\n", b"i,1,40,40,8,3200\r\n")


def test_reset_says_so_and_greets_again(line: SerialClient, epuck: Emulator) -> None:
    line.send(b"D,100,100\nR\n")
    assert (line.line(), line.line()) == (b"d\r\n", b"r\r\n")
    assert epuck.robots[0].board.speeds == (0, 0)
    for _ in range(6):
        epuck.clock.sleep(0.1)
    assert line.line().startswith(b"\x0c\x07WELCOME")
