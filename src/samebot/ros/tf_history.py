# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where one frame lay in its parent at which time. Plain floats; no thread, no tree."""

from __future__ import annotations

from bisect import bisect_left

from samebot.core.errors import Extrapolation
from samebot.core.pose import Quaternion, Vector3
from samebot.core.quaternion import IDENTITY, conjugate, multiply, rotate, slerp

__all__ = ["NOWHERE_ELSE", "SECOND", "History", "Placement", "composed", "inverted"]

SECOND = 1_000_000_000
"""In nanoseconds."""
_ERA = 1_000_000 * SECOND
"""Stamps so far apart are of two clocks: of the day, and of a simulation."""
Placement = tuple[Vector3, Quaternion]
"""Where a frame lies in another: m, and a unit quaternion x y z w."""
NOWHERE_ELSE: Placement = ((0.0, 0.0, 0.0), IDENTITY)


def composed(outer: Placement, inner: Placement) -> Placement:
    """Return `inner`, given in a frame that lies at `outer`, in the frame of `outer`."""
    (ox, oy, oz), rotation = outer
    x, y, z = rotate(rotation, inner[0])
    return (ox + x, oy + y, oz + z), multiply(rotation, inner[1])


def inverted(placement: Placement) -> Placement:
    """Return where the parent lies in the child."""
    back = conjugate(placement[1])
    x, y, z = rotate(back, placement[0])
    return (-x, -y, -z), back


class History:
    """The placements of one frame in one parent, by time; only one if it is fixed there."""

    def __init__(self, parent: str, child: str, *, static: bool) -> None:
        """Begin empty; `put` something before asking."""
        self.parent, self.child, self.static = parent, child, static
        self._stamps: list[int] = []
        self._placements: list[Placement] = []

    @property
    def last(self) -> int:
        """The latest time known, ns."""
        return self._stamps[-1]

    def put(self, stamp: int, placement: Placement, duration: int) -> None:
        """Keep a placement; forget those that are more than `duration` ns older than the last."""
        if self.static:
            self._stamps.clear()
            self._placements.clear()
        at = bisect_left(self._stamps, stamp)
        same = at < len(self._stamps) and self._stamps[at] == stamp
        self._stamps[at : at + same] = [stamp]
        self._placements[at : at + same] = [placement]
        old = bisect_left(self._stamps, self._stamps[-1] - duration)
        del self._stamps[:old], self._placements[:old]

    def at(self, stamp: int) -> Placement:
        """Return the placement at a time; a fixed one has always been there."""
        if self.static:
            return self._placements[0]
        at = bisect_left(self._stamps, stamp)
        if at < len(self._stamps) and self._stamps[at] == stamp:
            return self._placements[at]
        if not 0 < at < len(self._stamps):
            raise self._unknown(stamp)
        before, after = self._stamps[at - 1], self._stamps[at]
        share = (stamp - before) / (after - before)
        return _between(self._placements[at - 1], self._placements[at], share)

    def _unknown(self, stamp: int) -> Extrapolation:
        first, last = self._stamps[0], self._stamps[-1]
        late = stamp > last
        off = stamp - last if late else stamp - first
        edge, side = ("last", "after") if late else ("first", "before")
        hope = "wait for it, or ask for an earlier time" if late else "ask for a later time"
        if abs(off) > _ERA:
            hope = "one of the two follows another clock, so set use_sim_time alike everywhere"
        return Extrapolation(
            f"{self.child!r} in {self.parent!r} at {stamp / SECOND:.3f} s is not known: it is "
            f"{abs(off) / SECOND:.6f} s {side} the {edge} transform, of "
            f"{(last if late else first) / SECOND:.3f} s; {hope}",
            off / SECOND,
        )


def _between(start: Placement, end: Placement, share: float) -> Placement:
    (ax, ay, az), (bx, by, bz) = start[0], end[0]
    rest = 1.0 - share
    place = (rest * ax + share * bx, rest * ay + share * by, rest * az + share * bz)
    return place, slerp(start[1], end[1], share)
