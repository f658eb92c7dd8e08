# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 from a Pi-puck: its microcontroller and the chips beside it on one I2C bus."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from samebot.core.clock import Clock, RealClock
from samebot.core.errors import BusError
from samebot.hardware.buses.patient import ATTEMPTS, PatientI2c
from samebot.hardware.buses.role import I2cBus, Read, Statistics, Write
from samebot.hardware.cameras import PluggedCamera
from samebot.hardware.epuck2.camera_chip import set_up_camera
from samebot.hardware.epuck2.chip import Chip
from samebot.hardware.epuck2.mcu_packets import ANSWER_LENGTH, McuSample, decode, encode
from samebot.hardware.epuck2.parts import COMMON_GROUPS, plausible
from samebot.hardware.images import Image
from samebot.hardware.link import Orders, Sample, Samples, StopPlan

__all__ = ["PiPuckLink"]

_CYCLE: Final = 0.045
"""The microcontroller is asked 20 times a second at most, chips with every step."""
_LOOK_AGAIN: Final = 1.0
"""How often parts that are absent are looked for, s."""
_LONGEST_PAUSE: Final = 60.0
"""Parts that answer, but cannot be set up, are tried more and more rarely: it takes long."""

_CAMERA: Final = -1
"""Among the parts that were found: the camera's chip."""

_CHIP_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "ground": ("gs0", "gs1", "gs2"),
    "tof": ("tof",),
    "accelerometer": ("accelerometer",),
    "gyro": ("gyro",),
    "compass": ("compass",),
    "battery": ("battery",),
    "thermometer": ("thermometer",),
}


class PiPuckLink:
    """One robot on one I2C bus; the microcontroller must answer, all other parts may be absent."""

    kind = "pipuck"
    groups: Mapping[str, tuple[str, ...]] = {**COMMON_GROUPS, **_CHIP_GROUPS}
    extras: tuple[str, ...] = ()

    def __init__(
        self,
        name: str,
        open_bus: Callable[[float], I2cBus],
        clock: Clock,
        chips: tuple[Chip, ...],
        *,
        address: int = 0x1F,
        camera: PluggedCamera | None = None,
    ) -> None:
        """`open_bus` opens it within so many s; `clock` is the body's."""
        self.name = name
        self.firmware = ""
        self.statistics = Statistics()
        self._open = open_bus
        self._clock = clock
        self._chips = chips
        self._address = address
        self._camera = camera
        self._bus: PatientI2c | None = None
        self._sent: Orders | None = None
        self._found: dict[int, str] = {}
        self._failures: dict[int, int] = {}
        self.absent: Mapping[str, str] = MappingProxyType({})
        self._look_at: dict[int, float] = {}
        self._pauses: dict[int, float] = {}
        self._camera_at = 0.0
        self._asked_at = -1.0
        self._repeats = 0
        """How often orders are told again: the robot may not have heard them."""

    @property
    def obeyed(self) -> bool:
        """Whether the last orders were told twice: a packet that arrives broken is answered."""
        return self._sent is not None and not self._repeats

    def _mind_absences(self) -> None:
        """Write down the groups of chips that did not answer."""
        missing: dict[str, str] = {}
        for number, chip in enumerate(self._chips):
            if not self._found.get(number):
                missing |= dict.fromkeys(chip.groups, "does not answer on the bus")
            elif not getattr(chip, "has_compass", True):
                missing["compass"] = "the inertial chip has none that answers"
        if self._camera is None or self._camera.problem:
            missing["camera"] = self._camera.problem if self._camera else "the model has none"
        if missing != self.absent:
            self.absent = MappingProxyType(missing)

    def connect(self, timeout: float) -> None:
        """Open the bus, stop the robot, look for all parts."""
        self.disconnect()
        self._bus = PatientI2c(self._open(timeout), RealClock(), self.statistics)
        self._sent = None
        try:
            self._transfer(Orders())
        except BusError as error:
            self.disconnect()
            raise BusError(
                f"no e-puck2 answers at 0x{self._address:02X} on {self.name} ({error}); its "
                "firmware must be the one for the Pi-puck (gumstix) and its selector at 10"
            ) from error
        self._pauses.clear()
        for number in range(len(self._chips)):
            self._look_for(number)
        self._set_up_camera()
        self.firmware = ", ".join(("e-puck2, Pi-puck", *filter(None, self._found.values())))

    def _set_up_camera(self) -> None:
        """Set its chip up, once: whether pictures come then shows by itself."""
        assert self._bus is not None
        if self._camera is None or self._camera.problem or self._found.get(_CAMERA):
            return
        try:
            self._found[_CAMERA] = set_up_camera(self._bus, self._clock)
        except BusError as error:
            if error.lost:
                raise
            self.statistics.note_error(error)

    def _look_for(self, number: int) -> None:
        assert self._bus is not None
        pause = _LOOK_AGAIN
        try:
            self._found[number] = self._chips[number].find(self._bus)
        except BusError as error:
            self.statistics.note_error(error)
            self._found[number] = ""
            pause = min(2.0 * self._pauses.get(number, pause), _LONGEST_PAUSE)
        self._failures[number] = 0
        self._mind_absences()
        self._pauses[number] = pause
        self._look_at[number] = self._clock.now() + pause

    def send(self, orders: Orders) -> bool:
        """Tell what is new, and let chips begin that need time to measure."""
        new = orders != self._sent
        if new:
            self._transfer(orders)
            self._repeats = 1
        for number, chip in enumerate(self._chips):
            if self._found.get(number):
                try:
                    chip.begin()
                except BusError as error:
                    self._note(number, error)
        return new

    def stop(self) -> None:
        """Tell it twice: a packet that arrives broken is answered, but not obeyed."""
        for _ in range(2):
            self._transfer(replace(self._sent or Orders(), left=0, right=0))

    def sample(self, groups: Collection[str]) -> Samples:
        """Ask the microcontroller if it is time, and every chip that is wanted."""
        samples: Samples = {}
        wanted = [group for group in groups if group in COMMON_GROUPS]
        now = self._clock.now()
        if self._repeats or (wanted and now - self._asked_at >= _CYCLE):
            samples = _by_group(self._transfer(self._sent or Orders()), wanted)
            self._asked_at, self._repeats = now, 0
        for number, chip in enumerate(self._chips):
            if self._found.get(number) and not set(groups).isdisjoint(chip.groups):
                try:
                    found = chip.sample(groups)
                except BusError as error:
                    self._note(number, error)
                    continue
                samples |= found
                if found:
                    self._failures[number] = 0
        self._look_again(now)
        return samples

    def _note(self, number: int, error: BusError) -> None:
        """Count a chip's failures: one that goes on failing is absent."""
        if error.lost:
            raise error
        self.statistics.note_error(error)
        self._failures[number] += 1
        if self._failures[number] >= ATTEMPTS:
            self._found[number] = ""
            self._look_at[number] = self._clock.now() + self._pauses.get(number, _LOOK_AGAIN)
            self._mind_absences()

    def _look_again(self, now: float) -> None:
        """Take up parts that were absent and are there again."""
        for number in range(len(self._chips)):
            if not self._found.get(number) and now >= self._look_at.get(number, 0.0):
                self._look_for(number)
        if self._camera is not None and self._camera.problem and now >= self._camera_at:
            self._camera_at = now + _LOOK_AGAIN
            if self._camera.look():
                self._set_up_camera()
            self._mind_absences()

    def picture(self) -> Image:
        """Return the next picture of the video device."""
        if self._camera is None:
            raise BusError("there is no camera")
        try:
            return self._camera.grab()
        except BusError:
            self._camera_at = self._clock.now() + _LOOK_AGAIN
            self._mind_absences()
            raise

    def _transfer(self, orders: Orders) -> McuSample:
        """Exchange packets, again if one is broken."""
        if self._bus is None:
            raise BusError(f"{self.name} is not open", lost=True)
        packet = encode(orders)
        for left in range(ATTEMPTS - 1, -1, -1):
            answer = self._bus.transfer(
                [Write(self._address, packet), Read(self._address, ANSWER_LENGTH)]
            )[0]
            try:
                sample = decode(answer)
            except BusError as error:
                self.statistics.note_error(error)
                if not left:
                    raise
                self.statistics.retries += 1
                continue
            # What is to be done once is not repeated with the next packet.
            self._sent = replace(orders, sound=None, calibrate=False, counters=None)
            return sample
        raise AssertionError  # at least one attempt is made

    def stop_plan(self) -> StopPlan | None:
        """A packet with all speeds 0, answered by a packet of sensors."""
        if self._bus is None:
            return None
        frame = encode(Orders())
        return StopPlan(self._bus.target(), self._address, frame, b"", ANSWER_LENGTH)

    def forget(self) -> None:
        """Tell everything again with the next orders."""
        self._sent = None

    def close(self) -> None:
        """Let go of the bus and of the camera."""
        self.disconnect()
        if self._camera is not None:
            self._camera.close()

    def disconnect(self) -> None:
        """Let go of the bus."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None


def _by_group(sample: McuSample, wanted: Collection[str]) -> Samples:
    samples: Samples = {}
    for group in wanted:
        numbers = getattr(sample, group)
        raw = numbers if isinstance(numbers, tuple) else (numbers,)
        if plausible(group, raw):
            samples[group] = Sample(raw)
    return samples
