# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 over Wi-Fi: one TCP connection, requests and the packets that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.buses.conversation import Conversation
from samebot.hardware.buses.role import ByteStream, Statistics
from samebot.hardware.epuck2.block_samples import BLOCK_GROUPS, SPHERICAL, block_samples
from samebot.hardware.epuck2.wifi_packets import (
    EMPTY,
    IMAGE,
    IMAGE_SIZE,
    LENGTHS,
    SENSORS,
    decode_sensors,
    encode_request,
)
from samebot.hardware.images import Image, from_rgb565
from samebot.hardware.link import Orders, Samples, StopPlan

__all__ = ["WifiLink"]

_ANSWER: Final = 0.25
"""How long an answer may take, s, before a cycle is given up."""
_FAILURES: Final = 2
"""After so many failures in a row the connection is made anew: a stream that has lost bytes
stays out of step, and the robot takes what follows for other orders."""
_REFRESH: Final = 0.25
"""How often a robot that is asked for nothing is told its orders, s."""
_PICTURE: Final = 3.0
"""A picture (38 kB) that has not come after so long (s) is asked for again."""


class WifiLink:
    """One robot that listens on port 1000."""

    kind = "wifi"
    groups = BLOCK_GROUPS
    extras: tuple[str, ...] = (SPHERICAL,)

    def __init__(
        self,
        name: str,
        open_stream: Callable[[float], ByteStream],
        clock: Clock,
        *,
        per_g: float = 800.0,
        per_degree: float = 131.07,
        picture_size: tuple[int, int] | None = None,
    ) -> None:
        """`open_stream` connects within so many s; `picture_size` is what the model wants."""
        self.name = name
        self.firmware = ""
        self.statistics = Statistics()
        self._open = open_stream
        self._clock = clock
        self._scales = (per_g, per_degree)
        self._picture_size = picture_size
        self._line: Conversation | None = None
        self._sent: Orders | None = None
        self._told = 0.0
        self._failures = 0
        self._picture: bytes | None = None
        self._picture_asked: float | None = None

    @property
    def absent(self) -> Mapping[str, str]:
        """The camera, if the model's pictures are not those that the robot sends."""
        if self._picture_size in (None, IMAGE_SIZE):
            return MappingProxyType({})
        width, height = IMAGE_SIZE
        return MappingProxyType(
            {"camera": f"pictures over Wi-Fi have {width}x{height} pixels; leave its option out"}
        )

    @property
    def obeyed(self) -> bool:
        """Whether the robot has answered the last orders."""
        return self._sent is not None

    def connect(self, timeout: float) -> None:
        """Connect and stop the robot; it must answer."""
        self.disconnect()
        self._line = Conversation(self._open(timeout), self._clock, self.statistics)
        self._sent = self._picture = self._picture_asked = None
        self._failures = 0
        try:
            self._exchange(Orders(), frozenset({EMPTY}), timeout)
        except BusError as error:
            self.disconnect()
            raise BusError(
                f"{self.name} does not answer like an e-puck2 ({error}); is it one, with the "
                "selector in position 15, and no other program connected?",
                lost=True,
            ) from error
        self.firmware = "e-puck2, Wi-Fi"

    def send(self, orders: Orders) -> bool:
        """Tell what is new, and wait until the robot has taken it."""
        if orders == self._sent:
            return False
        if orders.calibrate:
            self._let_calibrate(orders)
            return False
        self._exchange(orders, frozenset({EMPTY}), _ANSWER)
        return True

    def _let_calibrate(self, orders: Orders) -> None:
        """Tell it, but do not wait: the robot answers when it has done so, after a second."""
        line = self._connected()
        try:
            self._drop_late(line)
            line.send(encode_request(orders, image=False, sensors=False))
        except BusError as error:
            self._mind_failure(error, frozenset({EMPTY}))
            raise
        self._note_sent(orders)

    def stop(self) -> None:
        """Tell it, and wait until the robot has taken it."""
        orders = replace(self._sent or Orders(), left=0, right=0)
        self._exchange(orders, frozenset({EMPTY}), _ANSWER)

    def sample(self, groups: Collection[str]) -> Samples:
        """Ask for the sensors and wait for them; each request holds all orders again."""
        if not groups:
            if self._clock.now() - self._told >= _REFRESH:
                self._exchange(self._sent or Orders(), frozenset({EMPTY}), _ANSWER)
            return {}
        answers = self._exchange(self._sent or Orders(), frozenset({SENSORS}), _ANSWER)
        try:
            block = decode_sensors(answers[SENSORS])
        except BusError as error:
            self.statistics.note_error(error)
            raise
        return block_samples(block, groups, *self._scales)

    def picture(self) -> Image:
        """Ask for a picture and wait a while; one that comes later is taken with the next call."""
        now = self._clock.now()
        if self._picture is None:
            if self._picture_asked is None or now - self._picture_asked > _PICTURE:
                self._picture_asked = now
                self._exchange(self._sent or Orders(), frozenset({IMAGE}), _ANSWER)
            else:
                self._packets(self._connected(), frozenset({IMAGE}), _ANSWER)
        data, self._picture, self._picture_asked = self._picture, None, None
        assert data is not None  # or an error was raised
        return from_rgb565(data, IMAGE_SIZE, order="big")

    def _exchange(self, orders: Orders, wanted: frozenset[int], timeout: float) -> dict[int, bytes]:
        """Send one request and return the packets that it asks for."""
        line = self._connected()
        start, before = self._clock.now(), self.statistics.bytes_received
        try:
            self._drop_late(line)
            line.send(encode_request(orders, image=IMAGE in wanted, sensors=SENSORS in wanted))
            answers = self._packets(line, wanted, timeout)
        except BusError as error:
            self._mind_failure(error, wanted)
            raise
        self._told, self._failures = start, 0
        self._note_sent(orders)
        received = self.statistics.bytes_received - before
        self.statistics.bytes_received = before
        self.statistics.note_transfer(self._clock.now() - start, 0, received)
        return answers

    def _note_sent(self, orders: Orders) -> None:
        """Remember what the robot was told; what is to be done once is not repeated."""
        self._sent = replace(orders, sound=None, calibrate=False, counters=None)

    def _mind_failure(self, error: BusError, wanted: frozenset[int]) -> None:
        self.statistics.note_error(error)
        # A picture may take longer than one call.
        self._failures += IMAGE not in wanted
        if self._failures >= _FAILURES and not error.lost:
            raise BusError(str(error), lost=True) from error

    def _packets(
        self, line: Conversation, wanted: frozenset[int], timeout: float
    ) -> dict[int, bytes]:
        """Read packets until the wanted ones are there."""
        found: dict[int, bytes] = {}
        while not wanted <= found.keys():
            head, found_now = self._packet(line, timeout)
            found[head] = found_now
        return found

    def _packet(self, line: Conversation, timeout: float) -> tuple[int, bytes]:
        head = self._head(line, timeout)
        packet = line.read(1 + LENGTHS[head], timeout)[1:]
        if head == IMAGE:
            self._picture = packet
        return head, packet

    def _drop_late(self, line: Conversation) -> None:
        """Forget packets that came after their time; the rest of a broken one is awaited."""
        while line.waiting:
            head = self._head(line, 0.0)
            if line.waiting < 1 + LENGTHS[head]:
                return
            self._packet(line, 0.0)

    def _head(self, line: Conversation, timeout: float) -> int:
        head = line.peek(1, timeout)[0]
        if head not in LENGTHS:
            raise BusError(
                f"{self.name} sent 0x{head:02X} where a packet begins; does another program use "
                "the connection?",
                lost=True,
            )
        return head

    def _connected(self) -> Conversation:
        if self._line is None:
            raise BusError(f"{self.name} is not connected", lost=True)
        return self._line

    def stop_plan(self) -> StopPlan | None:
        """A request with all speeds 0, answered by an empty packet."""
        if self._line is None:
            return None
        frame = encode_request(Orders(), image=False, sensors=False)
        return StopPlan(self._line.target(), 0, frame, bytes([EMPTY]), 1)

    def forget(self) -> None:
        """Tell everything again with the next orders."""
        self._sent = None

    def close(self) -> None:
        """Hang up for good."""
        self.disconnect()

    def disconnect(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None
