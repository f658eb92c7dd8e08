# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What to ask over the serial port for the groups that are wanted, in as few bytes as possible.

E-GO's rule: each cycle only what is due and wanted is put into one buffer; the answers are
taken apart in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from samebot.hardware.epuck2 import axes, sercom
from samebot.hardware.epuck2.block_samples import BLOCK_GROUPS, SPHERICAL, block_samples
from samebot.hardware.epuck2.parts import COMMON_GROUPS, plausible
from samebot.hardware.epuck2.ranger import ahead
from samebot.hardware.epuck2.wifi_packets import SERIAL_BLOCK_LENGTH, decode_sensors
from samebot.hardware.link import Sample, Samples

__all__ = ["BLOCK", "SPEEDS", "Dialect", "Query", "dialect"]

SPEEDS: Final = "motor speeds"
"""The speeds that were set last, steps/s."""


@dataclass(frozen=True, slots=True)
class Query:
    """One command and the length of its answer."""

    group: str
    command: int
    length: int


def _code(letter: str) -> int:
    return -ord(letter) & 0xFF


BLOCK: Final = Query("block", -0x08 & 0xFF, SERIAL_BLOCK_LENGTH)

_ASKED_1: Final = (
    Query("accelerometer", _code("a"), 6),
    Query(SPHERICAL, _code("A"), 12),
    Query("ground", _code("M"), 6),
    Query("proximity", _code("N"), 16),
    Query("light", _code("O"), 16),
    Query("steps", _code("Q"), 4),
    Query("battery", _code("b"), 2),
    Query("microphones", _code("u"), 6),
    Query(SPEEDS, _code("E"), 4),
)
_ASKED_2: Final = (
    Query("accelerometer", _code("a"), 6),
    Query(SPHERICAL, _code("A"), 12),
    Query("gyro", _code("g"), 6),
    Query("ground", _code("M"), 8),
    Query("proximity", _code("N"), 16),
    Query("light", _code("O"), 16),
    Query("steps", _code("Q"), 4),
    Query("battery", _code("b"), 2),
    Query("thermometer", _code("t"), 1),
    Query("microphones", -0x0C & 0xFF, 8),
    Query("tof", -0x0D & 0xFF, 2),
    Query("button", -0x0B & 0xFF, 1),
    Query(SPEEDS, _code("E"), 4),
)
_IN_BLOCK: Final = frozenset(BLOCK_GROUPS) - {"button"} | {SPHERICAL}
_ONLY_IN_BLOCK: Final = frozenset({"selector", "remote", "compass"})

_GROUPS_1: Final[Mapping[str, tuple[str, ...]]] = {
    "proximity": tuple(f"ps{number}" for number in range(10)),
    "light": COMMON_GROUPS["light"],
    "microphones": COMMON_GROUPS["microphones"][:3],
    "steps": COMMON_GROUPS["steps"],
    "ground": BLOCK_GROUPS["ground"],
    "accelerometer": ("accelerometer",),
    "battery": ("battery",),
    "selector": ("selector",),
    "remote": ("remote",),
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one generation of the robot can be asked, and how long its answers are."""

    version: int
    groups: Mapping[str, tuple[str, ...]]
    queries: tuple[Query, ...]
    accelerometer_zero: float
    per_g: float
    per_degree: float

    def with_lengths(self, lengths: Mapping[str, int]) -> Dialect:
        """Return the same with answers as long as this robot's."""
        queries = tuple(
            Query(q.group, q.command, length)
            for q in self.queries
            if (length := lengths.get(q.group, q.length))
        )
        return Dialect(
            self.version,
            self.groups,
            queries,
            self.accelerometer_zero,
            self.per_g,
            self.per_degree,
        )

    def plan(self, wanted: Collection[str]) -> list[Query]:
        """Return what to ask, in order; the block of all sensors where that is shorter."""
        single = [query for query in self.queries if query.group in wanted]
        if self.version < 2:
            return single
        left = [query for query in single if query.group not in _IN_BLOCK]
        cost = sum(1 + query.length for query in single)
        with_block = sum(1 + query.length for query in left) + 1 + BLOCK.length
        if cost > with_block or not _ONLY_IN_BLOCK.isdisjoint(wanted):
            return [BLOCK, *left]
        return single

    def samples(self, query: Query, answer: bytes, wanted: Collection[str]) -> Samples:
        """Return what one answer says; raises BusError for one that cannot be."""
        if query.group == "block":
            covered = [group for group in wanted if group in _IN_BLOCK]
            return block_samples(decode_sensors(answer), covered, self.per_g, self.per_degree)
        sample = self._sample(query.group, answer)
        return {} if sample is None else {query.group: sample}

    def _sample(self, group: str, answer: bytes) -> Sample | None:
        match group:
            case "steps" | "motor speeds":
                return Sample(sercom.shorts(answer))
            case "accelerometer":
                raw = axes.exchanged(sercom.shorts(answer))
                return axes.acceleration(raw, self.per_g, zero=self.accelerometer_zero)
            case "gyro":
                return axes.turning(sercom.shorts(answer), self.per_degree)
            case "acceleration spherical":
                return Sample(sercom.floats(answer))
            case "thermometer" | "tof":
                number = int.from_bytes(answer, "little", signed=group == "thermometer")
                return ahead(number) if group == "tof" else Sample((number,))
            case "button":
                raw_button = (answer[0],)
                return Sample(raw_button) if plausible(group, raw_button) else None
            case "battery" if self.version < 2:
                return _first_battery(sercom.words(answer)[0])
        numbers = sercom.words(answer)
        if group == "ground":
            numbers = numbers[:3]
        return Sample(numbers) if plausible(group, numbers) else None


def _first_battery(raw: int) -> Sample:
    """Return volts of an e-puck1: before firmware 1.3 it says only whether there is enough."""
    if raw <= 1:
        return Sample((raw,), (3.7 if raw else 3.4,))
    return Sample((raw,), (raw / 819.2,))  # guess: as the e-puck2


def dialect(version: int, *, zero: float, per_g: float, per_degree: float) -> Dialect:
    """Return what a generation can be asked, before anything is known of the single robot."""
    groups = BLOCK_GROUPS if version >= 2 else _GROUPS_1
    asked = _ASKED_2 if version >= 2 else _ASKED_1
    return Dialect(version, groups, asked, zero, per_g, per_degree)
