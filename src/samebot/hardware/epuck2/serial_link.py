# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 and the first e-puck over a serial line: USB, Bluetooth, the extension's UART."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.buses.conversation import Conversation
from samebot.hardware.buses.role import ByteStream, Statistics
from samebot.hardware.epuck2 import ascii_commands as text
from samebot.hardware.epuck2 import sercom
from samebot.hardware.epuck2.block_samples import SPHERICAL
from samebot.hardware.epuck2.greeting import Greeting, greet, stands
from samebot.hardware.epuck2.queries import SPEEDS, Dialect, Query
from samebot.hardware.epuck2.serial_camera import (
    HEAD_LENGTH,
    SerialCamera,
    decode_picture,
    picture_length,
)
from samebot.hardware.images import Image
from samebot.hardware.link import Orders, Sample, Samples, StopPlan

__all__ = ["SOUND_BUFFER", "SerialLink"]

SOUND_BUFFER: Final = "microphone buffer"
"""The last samples of the e-puck1's microphones, one after the other."""

_DELAY: Final = 0.2
"""What Bluetooth may take on top of the time of the bytes themselves, s."""
_QUIET: Final = 0.03
_BITS: Final = 10
"""A byte on the wire: start, eight, stop."""
_REMARK: Final = b"k,"
"""What the first e-puck says by itself: that a calibration has ended."""
_TRIES: Final = 3
"""How often orders are sent whose speeds the robot does not confirm."""
_SPEEDS_SIZE: Final = 4


class SerialLink:
    """One robot at a serial port."""

    kind = "serial"

    def __init__(
        self,
        name: str,
        open_stream: Callable[[float], ByteStream],
        clock: Clock,
        dialect: Dialect,
        *,
        baud: int,
        camera: SerialCamera | None = None,
    ) -> None:
        """`open_stream` opens the port within so many s; `dialect` fits the model."""
        self.name = name
        self.firmware = ""
        self.statistics = Statistics()
        self.groups = dialect.groups
        self.extras: tuple[str, ...] = (SPHERICAL, SPEEDS)
        if dialect.version < 2:
            self.extras += (SOUND_BUFFER,)
        self._open = open_stream
        self._clock = clock
        self._dialect = dialect
        self._baud = baud
        self._camera = camera
        self._line: Conversation | None = None
        self._sent: Orders | None = None
        self._unconfirmed = 0
        """How many buffers of orders were sent whose answers were not read yet."""
        self._tries = _TRIES
        self._camera_is_set = False
        self._known: Greeting | None = None
        problem = camera.problem(dialect.version) if camera is not None else ""
        self.absent: Mapping[str, str] = MappingProxyType({"camera": problem} if problem else {})

    @property
    def obeyed(self) -> bool:
        """Whether the robot has confirmed the last orders."""
        return self._sent is not None and not self._unconfirmed

    def connect(self, timeout: float) -> None:
        """Open the port, stop the robot and find out which one it is."""
        self.disconnect()
        line = Conversation(self._open(timeout), self._clock, self.statistics)
        try:
            found = greet(line, self._dialect, self._known, timeout)
            self._sent = Orders() if stands(line) else None
        except BusError:
            line.close()
            raise
        self._line = line
        self.firmware, self._known = found.firmware, found
        self._dialect = self._dialect.with_lengths(found.lengths)
        self._mind_silent(group for group, length in found.lengths.items() if not length)
        self._camera_is_set = False
        self._unconfirmed, self._tries = 0, _TRIES

    def _mind_silent(self, groups: Iterable[str]) -> None:
        silent = dict.fromkeys(groups, "the robot does not answer the question for it")
        if not silent.keys() <= self.absent.keys():
            self.absent = MappingProxyType({**self.absent, **silent})

    def send(self, orders: Orders) -> bool:
        """Send the commands for what changed, and the question for the speeds behind them.

        Its answer, read before the next question, tells whether the robot got them.
        """
        line = self._connected()
        if not self._unconfirmed:
            self._drop_unasked(line)
        data = sercom.order_bytes(orders, self._sent, version=self._dialect.version)
        if data:
            self._tell(line, data + sercom.ASK_SPEEDS + sercom.END)
            self._unconfirmed += 1
        if self._dialect.version < 2:
            self._send_text(orders)
        # What is to be done once is not repeated with the next commands.
        self._sent = replace(orders, sound=None, calibrate=False, counters=None)
        return False

    def _send_text(self, orders: Orders) -> None:
        """Send what the first e-puck takes as text only."""
        if orders.sound is not None:
            self._ask_line(self._settled(), text.sound(orders.sound))
        if orders.calibrate:
            self._ask_line(self._settled(), text.CALIBRATE)

    def _settled(self) -> Conversation:
        """Return the line when it has been read what the robot says to the last orders.

        Orders that it does not confirm are all given again with the next ones.
        """
        line = self._connected()
        if self._unconfirmed:
            length = _SPEEDS_SIZE * self._unconfirmed
            answer = self._answer(line, length, 0.0)
            self._unconfirmed = 0
            self.statistics.transfers += 1
            if self._sent is None or sercom.shorts(answer[-_SPEEDS_SIZE:]) == self._sent.speeds:
                self._tries = _TRIES
            elif self._tries:
                self._tries -= 1
                self._sent = None
        return line

    def stop(self) -> None:
        """Tell it, and ask for the speeds that the robot has then."""
        asked = sercom.STOP + sercom.ASK_SPEEDS + sercom.END
        if self._ask(self._connected(), asked, _SPEEDS_SIZE) != bytes(_SPEEDS_SIZE):
            self._sent = None
            raise BusError(f"{self.name}: the robot did not take the order to stop")
        if self._sent is not None:
            self._sent = replace(self._sent, left=0, right=0)

    def sample(self, groups: Collection[str]) -> Samples:
        """Ask for what is wanted in one buffer; then what goes as text or by itself."""
        line = self._settled()
        samples = self._asked(line, groups) if self._dialect.plan(groups) else {}
        if self._dialect.version < 2:
            samples |= self._asked_as_text(line, groups)
            if SOUND_BUFFER in groups:
                samples[SOUND_BUFFER] = self._sound_buffer(line)
        return {name: sample for name, sample in samples.items() if name in groups}

    def _asked(self, line: Conversation, wanted: Collection[str]) -> Samples:
        plan = self._dialect.plan(wanted)
        answer = self._ask(
            line,
            bytes(query.command for query in plan) + sercom.END,
            sum(query.length for query in plan),
        )
        try:
            return self._taken_apart(plan, answer, wanted)
        except BusError as error:
            self.statistics.note_error(error)
            raise

    def _taken_apart(self, plan: list[Query], answer: bytes, wanted: Collection[str]) -> Samples:
        samples: Samples = {}
        place = 0
        for query in plan:
            part = answer[place : place + query.length]
            place += query.length
            samples |= self._dialect.samples(query, part, wanted)
        return samples

    def _ask(self, line: Conversation, data: bytes, length: int) -> bytes:
        """Send a buffer and return its answer of a known length."""
        start = self._clock.now()
        self._drop_unasked(line)
        self._unconfirmed = 0
        self._tell(line, data)
        answer = self._answer(line, length, self._wire_time(len(data)))
        self.statistics.bytes_received -= length
        self.statistics.note_transfer(self._clock.now() - start, 0, length)
        return answer

    def _drop_unasked(self, line: Conversation) -> None:
        """Forget what came by itself: a remark, or a greeting as after a reset."""
        stale = line.drop()
        if stale and not stale.startswith(_REMARK):
            self.statistics.note_error(f"{self.name}: {len(stale)} bytes came unasked")
            self._sent = None

    def _tell(self, line: Conversation, data: bytes) -> None:
        try:
            line.send(data)
        except BusError as error:
            self.statistics.note_error(error)
            self._sent = None
            raise

    def _answer(self, line: Conversation, length: int, patience: float) -> bytes:
        """Return an answer; where it does not come as it should, nothing is sure any more."""
        try:
            answer = line.read(length, _DELAY + patience)
            self._refuse_more(line)
        except BusError as error:
            self.statistics.note_error(error)
            self._sent, self._unconfirmed = None, 0
            if not error.lost:
                line.drop_until_quiet(_QUIET, _DELAY)
            raise
        return answer

    def _refuse_more(self, line: Conversation) -> None:
        if line.waiting:
            raise BusError(f"{self.name}: more came than was asked for")

    def _wire_time(self, count: int) -> float:
        return count * _BITS / self._baud

    def _ask_line(self, line: Conversation, data: bytes) -> str:
        line.drop()
        line.send(data)
        return line.read_line(_DELAY + self._wire_time(80))

    def _asked_as_text(self, line: Conversation, groups: Collection[str]) -> Samples:
        samples: Samples = {}
        if "selector" in groups:
            raw = text.parse_selector(self._ask_line(line, text.SELECTOR))
            samples["selector"] = Sample((raw,))
        if "remote" in groups:
            raw = text.parse_remote(self._ask_line(line, text.REMOTE))
            samples["remote"] = Sample((raw,))
        return samples

    def _sound_buffer(self, line: Conversation) -> Sample:
        """Return the microphones' buffer: numbers of 16 bits, then one byte more."""
        line.drop()
        line.send(bytes([-ord("U") & 0xFF]) + sercom.END)
        first = line.read(1, _DELAY + self._wire_time(1))
        data = first + line.drop_until_quiet(_QUIET, _DELAY + 2 * self._wire_time(1300))
        return Sample(sercom.shorts(data[: (len(data) - 1) // 2 * 2]))

    def picture(self) -> Image:
        """Ask for a picture and wait for it."""
        line = self._settled()
        if self._camera is None:
            raise BusError("the model has no camera")
        if not self._camera_is_set:
            self._ask_line(line, text.camera(*self._camera.size, self._camera.zoom))
            self._camera_is_set = True
        line.drop()
        line.send(sercom.PICTURE + sercom.END)
        head = line.read(HEAD_LENGTH, 2 * _DELAY)
        if (head[1], head[2]) != self._camera.size:
            line.drop_until_quiet(_QUIET, 1.0)
            self._camera_is_set = False
            raise BusError(
                f"the robot sends pictures of {head[1]}x{head[2]}, "
                f"{self._camera.size[0]}x{self._camera.size[1]} were asked for"
            )
        length = picture_length(head)
        data = line.read(length, _DELAY)
        return decode_picture(head, data, upside_down=self._dialect.version < 2)

    def _connected(self) -> Conversation:
        if self._line is None:
            raise BusError(f"{self.name} is not open", lost=True)
        return self._line

    def stop_plan(self) -> StopPlan | None:
        """Both speeds 0, and the question whether they are."""
        if self._line is None:
            return None
        frame = sercom.STOP + sercom.ASK_SPEEDS + sercom.END
        return StopPlan(self._line.target(), 0, frame, bytes(_SPEEDS_SIZE), _SPEEDS_SIZE)

    def forget(self) -> None:
        """Tell everything again with the next orders."""
        self._sent = None
        self._camera_is_set = False

    def close(self) -> None:
        """Close the port for good."""
        self.disconnect()

    def disconnect(self) -> None:
        """Close the port."""
        if self._line is not None:
            self._line.close()
            self._line = None
