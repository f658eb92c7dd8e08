# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Trajectories of joints: where each is to be at which time, and in between."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from samebot.core.errors import CommandError
from samebot.ros.wire import Stamp

__all__ = ["Track", "Trajectory", "Waypoint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waypoint:
    """Where joints are to be `time` seconds after the start; rad or m, and per s."""

    time: float
    positions: tuple[float, ...]
    velocities: tuple[float, ...] = ()
    """Empty: not given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """Waypoints of some joints. Without any, these joints stop (all, if none is named)."""

    joints: tuple[str, ...]
    points: tuple[Waypoint, ...] = ()
    stamp: Stamp = (0, 0)
    """When it starts; 0: now."""

    @property
    def duration(self) -> float:
        """How long it takes, s."""
        return self.points[-1].time if self.points else 0.0


class Track:
    """A trajectory on its way: from where the joints stood, cubic where speeds are given."""

    def __init__(
        self,
        trajectory: Trajectory,
        start: float,
        now: float,
        positions: Mapping[str, float],
        velocities: Mapping[str, float],
    ) -> None:
        """Begin at `start` (the body's time, s), where joints stand at `positions` `now`.

        Raises CommandError if all of it is in the past.
        """
        self.trajectory = trajectory
        self.start = start
        self.end = start + trajectory.duration
        if self.end < now:
            raise CommandError(
                f"the trajectory ended {now - self.end:.3g} s ago: it starts at {start:.3f} s, "
                f"takes {trajectory.duration:g} s, and now it is {now:.3f} s; a stamp of 0 "
                "starts it now"
            )
        begun = max(now - start, 0.0)
        ahead = [point for point in trajectory.points if point.time > begun]
        names = trajectory.joints
        moving = bool(ahead) and bool(ahead[0].velocities)
        here = Waypoint(
            time=begun,
            positions=tuple(positions[name] for name in names),
            velocities=tuple(velocities.get(name, 0.0) for name in names) if moving else (),
        )
        self._points: Sequence[Waypoint] = [here, *(ahead or trajectory.points[-1:])]
        self._times = [point.time for point in self._points]
        self._rows = {name: row for row, name in enumerate(names)}

    def position(self, joint: str, time: float) -> float:
        """Return where a joint is to be at a time of the body."""
        since, row = time - self.start, self._rows[joint]
        after = bisect.bisect_right(self._times, since)
        if after == 0:
            return self._points[0].positions[row]
        if after == len(self._points):
            return self._points[-1].positions[row]
        return _between(self._points[after - 1], self._points[after], row, since)

    def velocity(self, joint: str, time: float) -> float:
        """Return how fast a joint is to go at a time of the body; 0 before and after."""
        since = time - self.start
        after = bisect.bisect_right(self._times, since)
        if after in (0, len(self._points)):
            return 0.0
        return _speed(self._points[after - 1], self._points[after], self._rows[joint], since)


def _speed(one: Waypoint, other: Waypoint, row: int, time: float) -> float:
    """Return how fast it goes between two waypoints."""
    span = other.time - one.time
    share = (time - one.time) / span
    way = other.positions[row] - one.positions[row]
    if not (one.velocities and other.velocities):
        return way / span
    v, w = one.velocities[row] * span, other.velocities[row] * span
    a, b = v + w - 2 * way, 3 * way - 2 * v - w
    return ((3 * a * share + 2 * b) * share + v) / span


def _between(one: Waypoint, other: Waypoint, row: int, time: float) -> float:
    """Return a position between two waypoints: a line, or a cubic that keeps their speeds."""
    span = other.time - one.time
    share = (time - one.time) / span
    p, q = one.positions[row], other.positions[row]
    if not (one.velocities and other.velocities):
        return p + share * (q - p)
    v, w = one.velocities[row] * span, other.velocities[row] * span
    a, b = 2 * (p - q) + v + w, 3 * (q - p) - 2 * v - w
    return ((a * share + b) * share + v) * share + p
