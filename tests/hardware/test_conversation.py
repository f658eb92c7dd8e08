# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lines and answers on a stream that brings its bytes one after the other."""

from __future__ import annotations

import pytest

from samebot.core.clock import SimulatedClock
from samebot.hardware.buses.conversation import Conversation
from samebot.hardware.buses.role import Statistics, Target


class Trickle:
    """The far end of a line: a piece with each look, none when nobody waits."""

    name = "trickle"

    def __init__(self, clock: SimulatedClock, *pieces: bytes) -> None:
        """Bring these."""
        self._clock = clock
        self._pieces = list(pieces)

    def send(self, data: bytes) -> None:
        """Take no notice."""

    def receive(self, timeout: float) -> bytes:
        """Return the next piece to who waits."""
        if timeout <= 0.0 or not self._pieces:
            self._clock.advance(max(timeout, 0.0))
            return b""
        return self._pieces.pop(0)

    def target(self) -> Target:
        """Be nowhere."""
        return Target("serial", "", -1)

    def close(self) -> None:
        """Do nothing."""


def conversation(*pieces: bytes) -> Conversation:
    clock = SimulatedClock()
    return Conversation(Trickle(clock, *pieces), clock, Statistics())


@pytest.mark.parametrize("pieces", [(b"c,3\r", b"\n"), (b"c,", b"3\r\n"), (b"c,3\n",)])
def test_nothing_of_a_lines_end_is_left_for_the_next_answer(pieces: tuple[bytes, ...]) -> None:
    line = conversation(*pieces, b"\x12\x34")
    assert line.read_line(0.1) == "c,3"
    assert line.drop() == b""
    assert line.read(2, 0.1) == b"\x12\x34"


def test_a_line_may_end_without_the_second_half() -> None:
    line = conversation(b"c,3\r")
    assert line.read_line(0.1) == "c,3"
    assert line.statistics.bytes_received == 4


def test_two_lines_at_once_are_two_lines() -> None:
    line = conversation(b"k, Starting\r\nk, finished\r\n")
    assert [line.read_line(0.1), line.read_line(0.1)] == ["k, Starting", "k, finished"]
    assert line.drop() == b""
