# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What joints go on doing between two commands: trajectories, and holding still in the end.

A joint that was told a velocity or an effort holds its position when nobody repeats it. The last
command for a joint wins, whatever topic it came by; joints that it does not name go on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from samebot.body import STOP_TIMEOUT
from samebot.commands import Command, JointTarget
from samebot.core.errors import CommandError
from samebot.ros.trajectory import Track, Trajectory
from samebot.ros.wire import Stamp

__all__ = ["JointKeeper"]

_STILL: Final = 1e-9
"""A joint that is to move by less in a step stands, rad or m."""


class JointKeeper:
    """Remembers what each joint is about; asked once before each step."""

    def __init__(self, to_ros: Callable[[float], Stamp]) -> None:
        """`to_ros` turns the body's time into a stamp."""
        self._to_ros = to_ros
        self._tracks: dict[str, Track] = {}
        self._aims: dict[str, float] = {}
        """Where joints on a track were last sent."""
        self._deadlines: dict[str, float] = {}
        self._last: dict[str, Track] = {}
        """What joints were sent along last, until they get another command."""

    @property
    def tracks(self) -> Mapping[str, Track]:
        """The trajectories under way, by joint."""
        return self._tracks

    def owns(self, track: Track) -> bool:
        """Whether no joint of a trajectory got another command since."""
        return all(self._last.get(joint) is track for joint in track.trajectory.joints)

    def take(self, command: Command, now: float) -> None:
        """Note a command that joints were given at the body's time `now`."""
        for joint, target in command.joints.items():
            self._forget(joint)
            self._last.pop(joint, None)
            if isinstance(target, JointTarget) and target.position is None:
                self._deadlines[joint] = now + STOP_TIMEOUT

    def follow(
        self,
        trajectory: Trajectory,
        now: float,
        positions: Mapping[str, float],
        velocities: Mapping[str, float],
    ) -> Command | None:
        """Begin a trajectory in the place of what its joints did; return what is to be done now.

        Raises CommandError if it cannot be followed; then nothing is changed.
        """
        if not trajectory.points:
            return self.stop(trajectory.joints or tuple(self._tracks), positions)
        unknown = [joint for joint in trajectory.joints if joint not in positions]
        if unknown:
            raise CommandError(
                f"it is not known where {', '.join(unknown)} stands; try again when joint_states "
                "tells it"
            )
        track = Track(trajectory, self.start_of(trajectory, now), now, positions, velocities)
        for joint in trajectory.joints:
            self._forget(joint)
            self._tracks[joint] = self._last[joint] = track
            self._aims[joint] = positions[joint]
        return None

    def due(self, now: float, period: float, positions: Mapping[str, float]) -> Command | None:
        """Return what joints are to do in the step that goes from `now` on for `period` s."""
        if not self._tracks and not self._deadlines:
            return None
        targets = {joint: self._next(joint, now, period, positions) for joint in (*self._tracks,)}
        for joint in [j for j, deadline in self._deadlines.items() if now >= deadline - 1e-9]:
            del self._deadlines[joint]
            targets[joint] = _held(joint, positions)
        return Command(joints=targets) if targets else None

    def clear(self) -> None:
        """Forget everything: the motors were stopped."""
        self._tracks.clear()
        self._aims.clear()
        self._deadlines.clear()
        self._last.clear()

    def _next(
        self, joint: str, now: float, period: float, positions: Mapping[str, float]
    ) -> JointTarget:
        track = self._tracks[joint]
        aim = track.position(joint, now + period)
        way = max(abs(aim - self._aims[joint]), abs(aim - positions.get(joint, aim)))
        self._aims[joint] = aim
        if now + period >= track.end:
            self._forget(joint)
        # It glides there during the step; a joint that lags behind may hurry.
        return JointTarget(position=aim, velocity=way / period if way > _STILL else None)

    def start_of(self, trajectory: Trajectory, now: float) -> float:
        """Return when a trajectory that comes `now` starts, in the body's time, s."""
        if trajectory.stamp == (0, 0):
            return now
        seconds, nanoseconds = self._to_ros(now)
        wanted, more = trajectory.stamp
        return now + (wanted - seconds) + (more - nanoseconds) * 1e-9

    def stop(self, joints: tuple[str, ...], positions: Mapping[str, float]) -> Command:
        """Return what lets joints hold where they stand, whatever they were about."""
        for joint in joints:
            self._forget(joint)
            self._last.pop(joint, None)
        return Command(joints={joint: _held(joint, positions) for joint in joints})

    def _forget(self, joint: str) -> None:
        self._tracks.pop(joint, None)
        self._aims.pop(joint, None)
        self._deadlines.pop(joint, None)


def _held(joint: str, positions: Mapping[str, float]) -> JointTarget:
    position = positions.get(joint, math.nan)
    if math.isfinite(position):
        return JointTarget(position=position)
    return JointTarget(velocity=0.0)
