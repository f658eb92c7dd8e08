# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Random bytes into every parser of the emulators: whatever they say, they go on."""

from __future__ import annotations

import contextlib
import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.core.errors import OptionError
from samebot.emulator import EmulatedRobot, Emulator, Message, open_emulator
from samebot.emulator.binary import Sercom
from samebot.emulator.i2c_server import I2cProtocol
from samebot.emulator.line import PacedLine
from samebot.emulator.lines import LineCommands
from samebot.emulator.mcu import MainboardDevice
from samebot.emulator.opening import split_address
from samebot.emulator.sercom import SercomProtocol
from samebot.emulator.stream import ByteProtocol
from samebot.emulator.wifi import WifiProtocol

QUICK, LONG = 200, 100_000
LONGEST = 240
SERVED = 1 << 16
"""No server reads on while so many bytes wait."""

REQUEST = bytes([0x80, 3, 0]) + bytes(18)
PIECES = (
    REQUEST,
    REQUEST[:2] + b"\x01",
    b"\x80",
    b"K\r",
    b"J,1,",
    b"L,99999,-1\n",
    b"P,-999999999,70000\r",
    b"\x9f\xb2\xb7\x00",
    b"\xf7",
    b"\xf8\x00",
    b"\x01\x1f\x00\x00\x00\x14\x00",
    b"\x02\x29\x00\x00\x00\x01\x00\x1e\x29\x00\x01\x00\x02\x00",
    b"\x01\x68\x00\x01\x00\x00\x02",
    bytes(20),
)


@pytest.fixture(scope="module")
def robots() -> Iterator[dict[str, EmulatedRobot]]:
    """Robots of both versions whose worlds stand still."""
    with contextlib.ExitStack() as stack:
        found: dict[str, EmulatedRobot] = {}
        for name, robot, options in (
            ("epuck2", "epuck2", {"ground": True}),
            ("epuck", "epuck", {}),
            ("gumstix", "epuck", {"extension": "gumstix"}),
        ):
            emulator: Emulator = stack.enter_context(
                open_emulator(robot, rate=None, options={"noise": False, **options})
            )
            found[name] = emulator.robots[0]
        yield found


Eat = Callable[[bytes], object]


def served(robot: EmulatedRobot, protocol: ByteProtocol) -> Eat:
    """Return what a server does with each piece, a second after the last."""
    now = 0.0

    def eat(data: bytes) -> bytes:
        nonlocal now
        now += 1.0
        robot.board.passed(1.0)
        if protocol.waiting < SERVED:
            protocol.receive(data, now)
        return protocol.answers(now)

    return eat


def wifi(robots: dict[str, EmulatedRobot]) -> Eat:
    robot = robots["epuck2"]
    return served(robot, WifiProtocol(robot.board))


def sercom(name: str) -> Callable[[dict[str, EmulatedRobot]], Eat]:
    def make(robots: dict[str, EmulatedRobot]) -> Eat:
        robot = robots[name]
        return served(robot, SercomProtocol(Sercom(robot.board, robot.bus)))

    return make


def paced(robots: dict[str, EmulatedRobot]) -> Eat:
    robot = robots["epuck2"]
    return served(robot, PacedLine(SercomProtocol(Sercom(robot.board, robot.bus)), 230_400))


def lines(robots: dict[str, EmulatedRobot]) -> Eat:
    robot = robots["epuck2"]

    def at_once(_: float, then: Callable[[], str]) -> None:
        then()

    commands = LineCommands(Sercom(robot.board, robot.bus), at_once, lambda _: None)
    return lambda data: commands.answer(data.decode("latin-1"))


def i2c(robots: dict[str, EmulatedRobot]) -> Eat:
    robot = robots["epuck2"]

    def eat(data: bytes) -> bytes:
        # Half a request ends the connection, so each piece meets a new one.
        protocol = I2cProtocol(robot.bus)
        protocol.receive(data, 0.0)
        return protocol.answers(0.0)

    return eat


def packet(robots: dict[str, EmulatedRobot]) -> Eat:
    device = MainboardDevice(robots["epuck2"].board)

    def eat(data: bytes) -> None:
        device.write(data)
        assert len(device.read(47)) == 47

    return eat


def devices(name: str) -> Callable[[dict[str, EmulatedRobot]], Eat]:
    """Return what writes to one device after the other, then reads there."""

    def make(robots: dict[str, EmulatedRobot]) -> Eat:
        bus = robots[name].bus

        def eat(data: bytes) -> None:
            at = bus.addresses[len(data) % len(bus.addresses)]
            wrong, read = bus.transfer((Message(at, data), Message(at, length=47, read=True)))
            assert len(read) == (0 if wrong else 47)

        return eat

    return make


def address(_: dict[str, EmulatedRobot]) -> Eat:
    def eat(data: bytes) -> None:
        with contextlib.suppress(OptionError):
            split_address(data.decode("latin-1"))

    return eat


PARSERS: dict[str, Callable[[dict[str, EmulatedRobot]], Eat]] = {
    "Wi-Fi": wifi,
    "serial line of an e-puck2": sercom("epuck2"),
    "serial line of an e-puck": sercom("epuck"),
    "serial line of the extension": sercom("gumstix"),
    "serial line that takes its time": paced,
    "line of text": lines,
    "I2C": i2c,
    "microcontroller": packet,
    "address": address,
    "registers": devices("epuck2"),
    "words": devices("epuck"),
}


def strings(count: int) -> Iterator[bytes]:
    chance = np.random.default_rng(12)
    for _ in range(count):
        piece = PIECES[int(chance.integers(len(PIECES)))] if chance.random() < 0.5 else b""
        yield piece + chance.bytes(int(chance.integers(0, LONGEST)))


@pytest.mark.parametrize("parser", PARSERS)
def test_random_bytes_stop_no_emulator(parser: str, robots: dict[str, EmulatedRobot]) -> None:
    eat = PARSERS[parser](robots)
    for data in strings(QUICK):
        eat(data)


@pytest.mark.fuzz
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("parser", PARSERS)
def test_many_random_bytes_leave_nothing_in_emulators(
    parser: str, robots: dict[str, EmulatedRobot]
) -> None:
    eat = PARSERS[parser](robots)
    for data in strings(QUICK):
        eat(data)
    tracemalloc.start()
    for data in strings(QUICK):
        eat(data)
    before = tracemalloc.get_traced_memory()[0]
    for data in strings(LONG):
        eat(data)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 500_000
