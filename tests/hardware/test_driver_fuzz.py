# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Random bytes into every parser of the drivers: our own errors or an answer, nothing else."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from samebot.core.clock import SimulatedClock
from samebot.core.errors import BusError, OptionError
from samebot.hardware.addresses import parse_bus, parse_host, parse_port
from samebot.hardware.buses.conversation import Conversation
from samebot.hardware.buses.role import Statistics, Target
from samebot.hardware.epuck2 import ascii_commands, mcu_packets, serial_camera, wifi_packets
from samebot.hardware.epuck2.greeting import greet
from samebot.hardware.epuck2.queries import dialect
from samebot.hardware.epuck2.serial_link import SerialLink
from samebot.hardware.epuck2.wifi_link import WifiLink
from samebot.hardware.images import from_rgb565, from_yuyv
from samebot.hardware.link import Orders

QUICK, LONG = 200, 100_000

SPEAKS = {
    version: dialect(version, zero=2048.0, per_g=800.0, per_degree=131.07) for version in (1, 2)
}


class Noise:
    """A stream on which anything arrives, until it is used up; time goes on with each look."""

    name = "noise"

    def __init__(self, data: bytes, clock: SimulatedClock) -> None:
        """Hold bytes that arrive."""
        self._data = data
        self._clock = clock

    def send(self, data: bytes) -> None:
        """Take it."""
        del data

    def receive(self, timeout: float) -> bytes:
        """Return all there is."""
        self._clock.advance(max(timeout, 0.001))
        data, self._data = self._data, b""
        return data

    def target(self) -> Target:
        """Nowhere."""
        return Target("tcp", "noise:1", -1)

    def close(self) -> None:
        """Nothing to do."""


def over_wifi(data: bytes) -> None:
    clock = SimulatedClock()
    link = WifiLink("noise", lambda _: Noise(b"\x03" + data, clock), clock)
    link.connect(1.0)
    link.sample(["proximity", "accelerometer", "compass"])
    link.picture()


def over_the_serial_line(data: bytes) -> None:
    clock = SimulatedClock()
    link = SerialLink("noise", lambda _: Noise(data, clock), clock, SPEAKS[2], baud=115200)
    link._line = Conversation(Noise(data, clock), clock, Statistics())
    link.send(Orders())
    link.sample(["proximity", "steps", "compass"])


def greeted(data: bytes) -> None:
    clock = SimulatedClock()
    greet(Conversation(Noise(data, clock), clock, Statistics()), SPEAKS[1])


def answers(data: bytes) -> None:
    for speaks in SPEAKS.values():
        for query in speaks.queries:
            part = data[: query.length].ljust(query.length, b"\x7f")
            for sample in speaks.samples(query, part, [query.group]).values():
                assert all(math.isfinite(number) for number in sample.raw)


def block(data: bytes) -> None:
    wifi_packets.decode_sensors(data[:104].ljust(104, b"\xff"))


def text(data: bytes) -> None:
    line = data.decode("latin-1")
    ascii_commands.parse_version(line)
    ascii_commands.parse_selector(line)
    ascii_commands.parse_remote(line)


def picture(data: bytes) -> None:
    head = data[:3].ljust(3, b"\0")
    length = serial_camera.picture_length(head)
    serial_camera.decode_picture(head, data[:length].ljust(length, b"\0"), upside_down=True)


def addresses(data: bytes) -> None:
    for parse in (lambda t: parse_host(t, 1), lambda t: parse_port(t, 1), parse_bus):
        parse(data.decode("latin-1"))


PARSERS: dict[str, Callable[[bytes], object]] = {
    "microcontroller": mcu_packets.decode,
    "sums that are right": lambda data: mcu_packets.decode(
        (whole := data[:46].ljust(46, b"\0")) + bytes([mcu_packets.checksum(whole)])
    ),
    "block of sensors": block,
    "answers": answers,
    "text": text,
    "picture": picture,
    "rgb565": lambda data: from_rgb565(data, (4, 3), order="big"),
    "yuyv": lambda data: from_yuyv(data, (4, 3)),
    "addresses": addresses,
    "Wi-Fi": over_wifi,
    "serial line": over_the_serial_line,
    "greeting": greeted,
}
PIECES = (b"v,Version 1.2", b"\r\n", b"c,", b"\x02", b"\x01", b"\x03", bytes(104), b"g data : 0x")


def strings(count: int) -> Iterator[bytes]:
    chance = np.random.default_rng(11)
    for _ in range(count):
        length = int(chance.integers(0, 240))
        piece = PIECES[int(chance.integers(len(PIECES)))] if chance.random() < 0.5 else b""
        yield piece + chance.bytes(length)


def swallow(parse: Callable[[bytes], object], count: int) -> None:
    for data in strings(count):
        problem = ""
        try:
            parse(data)
        except (BusError, OptionError) as error:
            problem = str(error)
        assert len(problem) < 600


@pytest.mark.parametrize("parser", PARSERS)
def test_random_bytes_give_an_answer_or_our_error(parser: str) -> None:
    swallow(PARSERS[parser], QUICK)


@pytest.mark.fuzz
@pytest.mark.timeout(900)
@pytest.mark.parametrize("parser", PARSERS)
def test_many_random_bytes_leave_nothing_behind(parser: str) -> None:
    swallow(PARSERS[parser], QUICK)
    tracemalloc.start()
    swallow(PARSERS[parser], QUICK)
    before = tracemalloc.get_traced_memory()[0]
    swallow(PARSERS[parser], LONG)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 200_000
