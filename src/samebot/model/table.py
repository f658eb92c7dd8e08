# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lookup tables: what a sensor says at a distance, and back.

A row is (distance, raw, noise): metres (or another SI quantity), the robot's own number, and
the standard deviation of the noise as a fraction of the raw value. Between rows lies a
straight line.

The way back from raw to distance is single-valued: of several distances with one raw value it
is the largest. Of a table that falls as a whole but rises at first (triangulating sensors are
blind for what is very near) only the part from its peak on is looked up, so that little light
never reads as contact.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["NOTHING", "TOO_CLOSE", "LookupTable", "Row"]

Row = tuple[float, float, float]
"""Distance, raw, noise as a fraction of raw."""

TOO_CLOSE: Final = -math.inf
"""What lies before the first row (REP 117)."""
NOTHING: Final = math.inf
"""What lies beyond the last row (REP 117)."""
_FLAT: Final = 1e-12
"""A slope below this share of the table's extent is rounding."""


@dataclass(frozen=True, slots=True)
class LookupTable:
    """Rows by ascending distance; raw may rise, fall, stay, or (Thymio) do some of each.

    Raises ValueError for fewer than two rows, numbers that are not finite, distances that do
    not ascend, or negative noise. Two rows may share a distance: a jump of the raw value.
    """

    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be looked up in."""
        if len(self.rows) < 2:
            raise ValueError(f"a lookup table needs at least two rows, found {len(self.rows)}")
        for number, row in enumerate(self.rows):
            if len(row) != 3:
                raise ValueError(f"row {number} has {len(row)} numbers, expected 3; use of()")
            if not all(math.isfinite(value) for value in row):
                raise ValueError(
                    f"row {number} of the lookup table, {row}, has a number not finite"
                )
            if row[2] < 0.0:
                raise ValueError(f"row {number} of the lookup table, {row}, has negative noise")
        for (here, *_), (there, *_) in itertools.pairwise(self.rows):
            if there < here:
                raise ValueError(
                    f"distances of a lookup table ascend, found {there} after {here}; sort the rows"
                )
        if self.rows[0][0] == self.rows[-1][0]:
            raise ValueError(f"all rows of the lookup table have the distance {self.rows[0][0]}")

    @classmethod
    def of(cls, rows: Iterable[Sequence[float]]) -> LookupTable:
        """Return a table of rows with two (no noise) or three numbers."""
        return cls(tuple(_row(number, row) for number, row in enumerate(rows)))

    @property
    def first(self) -> float:
        """The smallest distance of the table."""
        return self.rows[0][0]

    @property
    def last(self) -> float:
        """The largest distance of the table."""
        return self.rows[-1][0]

    @property
    def falling(self) -> bool:
        """Whether raw falls with the distance, over the table as a whole."""
        # The sign of the slope of the straight line that fits the curve best.
        start, middle = self.rows[0][1], (self.first + self.last) / 2
        trend = 0.0
        for near, far in itertools.pairwise(self.rows):
            left, right = near[0] - middle, far[0] - middle
            low, high = near[1] - start, far[1] - start
            trend += (right - left) * (left * (2 * low + high) + right * (low + 2 * high))
        # A line that is flat but for a jump at its very end has none: then the ends tell.
        size = (self.last - self.first) ** 2 * max(abs(row[1] - start) for row in self.rows)
        return self.rows[-1][1] <= start if abs(trend) <= _FLAT * size else trend < 0.0

    @property
    def peak(self) -> int:
        """The index of the row from which on raw values are looked up; 0 for most tables."""
        highest = max(range(len(self.rows)), key=lambda index: self.rows[index][1])
        blind = self.falling and 2 * self.rows[highest][0] < self.first + self.last
        return highest if blind else 0

    def raw(self, distance: float) -> float:
        """Return the raw value at a distance, the end rows' value outside; nan stays nan."""
        return self._column(distance, 1)

    def noise(self, distance: float) -> float:
        """Return the noise at a distance, as a fraction of the raw value."""
        return self._column(distance, 2)

    def distance(self, raw: float) -> float:
        """Return the distance at which the table gives `raw`.

        The far end of a flat part, and the larger distance where several give this raw value.
        TOO_CLOSE (-inf) before the first row, NOTHING (+inf) beyond the last, nan for nan.
        """
        if math.isnan(raw):
            return math.nan
        rows = self.rows[self.peak :]
        for near, far in reversed(list(itertools.pairwise(rows))):
            if min(near[1], far[1]) <= raw <= max(near[1], far[1]):
                return _between(raw, near, far)
        below = raw < min(row[1] for row in rows)
        return NOTHING if below == self.falling else TOO_CLOSE

    def extrapolate(self, raw: float) -> float:
        """Return the distance, going on with the nearer end's line outside the table.

        This is the rule of the e-puck2 thesis (figure 6.8, as meant). Where the end is flat, or
        runs against the whole table, the last line is used that does not.
        """
        inside = self.distance(raw)
        if not math.isinf(inside):
            return inside
        lines = list(itertools.pairwise(self.rows[self.peak :]))
        for near, far in lines if inside == TOO_CLOSE else reversed(lines):
            rise = near[1] - far[1] if self.falling else far[1] - near[1]
            if rise > 0.0 and near[0] < far[0]:
                return near[0] + (raw - near[1]) * (far[0] - near[0]) / (far[1] - near[1])
        return inside

    def _column(self, distance: float, column: int) -> float:
        if math.isnan(distance):
            return math.nan
        if distance <= self.first:
            return self.rows[0][column]
        for near, far in itertools.pairwise(self.rows):
            if distance <= far[0]:
                share = (distance - near[0]) / (far[0] - near[0]) if far[0] > near[0] else 1.0
                return near[column] + share * (far[column] - near[column])
        return self.rows[-1][column]


def _row(number: int, row: Sequence[float]) -> Row:
    if len(row) not in (2, 3):
        raise ValueError(
            f"row {number} of the lookup table has {len(row)} numbers, expected 2 or 3"
        )
    return (float(row[0]), float(row[1]), float(row[2]) if len(row) == 3 else 0.0)


def _between(raw: float, near: Row, far: Row) -> float:
    # The ends exactly, whatever the rounding; a flat part gives its far end.
    if raw == far[1]:
        return far[0]
    if raw == near[1]:
        return near[0]
    share = (raw - near[1]) / (far[1] - near[1])
    return near[0] + share * (far[0] - near[0])
