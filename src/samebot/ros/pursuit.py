# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Goals of joints that somebody waits for: whether a trajectory is followed to its end.

As in control_msgs/FollowJointTrajectory: a tolerance of 0 is the usual one, a negative one none.
Goals come in the thread that waits for input; everything else is done in the loop's thread.
"""

from __future__ import annotations

import enum
import math
import queue
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from samebot.body import Body
from samebot.core.errors import SamebotError
from samebot.model.structure import JointKind
from samebot.ros.joint_keeping import JointKeeper
from samebot.ros.motion import Motion
from samebot.ros.trajectory import Track, Trajectory

__all__ = ["Code", "End", "Errand", "Order", "Progress", "Pursuer", "Tolerance"]

_USUAL: Final = 0.05
_USUAL_SLIDING: Final = 0.01
"""How far a joint may be from its goal unless the client says otherwise, rad and m."""
_PATIENCE: Final = 1.0
"""How much later than planned it may be there unless the client says otherwise, s."""
_TELL_EVERY: Final = 0.05
"""s"""


class Code(enum.IntEnum):
    """What came of a goal, as FollowJointTrajectory's result has it."""

    SUCCESSFUL = 0
    INVALID_GOAL = -1
    INVALID_JOINTS = -2
    OLD_HEADER_TIMESTAMP = -3
    PATH_TOLERANCE_VIOLATED = -4
    GOAL_TOLERANCE_VIOLATED = -5


class End(enum.Enum):
    """How a goal ends."""

    SUCCEEDED = "succeed"
    ABORTED = "abort"
    CANCELED = "canceled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far a joint may be off; inf: as far as it likes, 0: the usual. rad or m, and per s."""

    position: float = 0.0
    velocity: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a client wants of joints."""

    trajectory: Trajectory
    path: Mapping[str, Tolerance] = field(default_factory=dict)
    """How far joints may be off on their way; usually as far as they like."""
    goal: Mapping[str, Tolerance] = field(default_factory=dict)
    """How far joints may be off in the end."""
    patience: float = 0.0
    """How much later they may be there, s; 0: the usual."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where joints are and should be, in the order of the trajectory."""

    time: float
    """The body's time, s."""
    since: float
    """s since the trajectory's start."""
    desired: tuple[float, ...]
    desired_speeds: tuple[float, ...]
    actual: tuple[float, ...]
    actual_speeds: tuple[float, ...]


class Errand(Protocol):
    """A goal that was accepted, and the client who waits for its end."""

    @property
    def order(self) -> Order:
        """What is wanted."""
        ...

    @property
    def cancelled(self) -> bool:
        """Whether the client wants it no more."""
        ...

    def tell(self, progress: Progress) -> None:
        """Let the client know how it goes."""
        ...

    def finish(self, end: End, code: Code, text: str) -> None:
        """Let the client know what came of it."""
        ...


class Pursuer:
    """Sees one robot's goals through; `step` is called once before each step of the body."""

    def __init__(self, body: Body, motion: Motion, joints: JointKeeper) -> None:
        """`joints` moves them; `motion` knows where they are."""
        self._body = body
        self._motion = motion
        self._joints = joints
        self._new: queue.SimpleQueue[Errand] = queue.SimpleQueue()
        self._under_way: list[_Pursuit] = []

    def begin(self, errand: Errand) -> None:
        """Take on a goal at the next step."""
        self._new.put(errand)

    def step(self) -> None:
        """Begin what is new, and look how the rest goes."""
        for _ in range(self._new.qsize()):
            self._start(self._new.get())
        if self._under_way:
            self._under_way = [each for each in self._under_way if not self._is_over(each)]

    def give_up(self, why: str) -> None:
        """Abort all goals."""
        errands = [pursuit.errand for pursuit in self._under_way]
        errands += [self._new.get() for _ in range(self._new.qsize())]
        self._under_way = []
        for errand in errands:
            errand.finish(End.ABORTED, Code.INVALID_GOAL, why)

    def _start(self, errand: Errand) -> None:
        trajectory, now = errand.order.trajectory, self._body.time
        if errand.cancelled:
            errand.finish(End.CANCELED, Code.SUCCESSFUL, "it was cancelled before it began")
            return
        late = self._joints.start_of(trajectory, now) + trajectory.duration < now
        try:
            self._joints.follow(trajectory, now, self._motion.positions, self._motion.velocities)
        except SamebotError as error:
            code = Code.OLD_HEADER_TIMESTAMP if late else Code.INVALID_GOAL
            errand.finish(End.ABORTED, code, str(error))
            return
        track = self._joints.tracks[trajectory.joints[0]]
        self._under_way.append(_Pursuit(errand, track, self._usual(trajectory)))

    def _usual(self, trajectory: Trajectory) -> Mapping[str, float]:
        kinds = {joint: self._body.model.joint(joint).kind for joint in trajectory.joints}
        return {
            joint: _USUAL_SLIDING if kind is JointKind.PRISMATIC else _USUAL
            for joint, kind in kinds.items()
        }

    def _is_over(self, pursuit: _Pursuit) -> bool:
        errand, joints = pursuit.errand, pursuit.track.trajectory.joints
        if not self._joints.owns(pursuit.track):
            errand.finish(End.ABORTED, Code.INVALID_GOAL, "another command took over its joints")
            return True
        if errand.cancelled:
            self._body.write(self._joints.stop(joints, self._motion.positions))
            errand.finish(End.CANCELED, Code.SUCCESSFUL, "cancelled; the joints hold still")
            return True
        progress = pursuit.progress(self._body.time, self._motion)
        verdict = pursuit.judge(progress)
        pursuit.tell(progress)
        if verdict is None:
            return False
        end, code, text = verdict
        if end is End.ABORTED:
            self._body.write(self._joints.stop(joints, self._motion.positions))
        errand.finish(end, code, text)
        return True


class _Pursuit:
    """One goal under way."""

    def __init__(self, errand: Errand, track: Track, usual: Mapping[str, float]) -> None:
        self.errand = errand
        self.track = track
        self._usual = usual
        self._told = -math.inf

    def progress(self, now: float, motion: Motion) -> Progress:
        track, joints = self.track, self.track.trajectory.joints
        return Progress(
            time=now,
            since=now - track.start,
            desired=tuple(track.position(joint, now) for joint in joints),
            desired_speeds=tuple(track.velocity(joint, now) for joint in joints),
            actual=tuple(motion.positions.get(joint, math.nan) for joint in joints),
            actual_speeds=tuple(motion.velocities.get(joint, math.nan) for joint in joints),
        )

    def tell(self, progress: Progress) -> None:
        if progress.time >= self._told + _TELL_EVERY - 1e-9:
            self._told = progress.time
            self.errand.tell(progress)

    def judge(self, progress: Progress) -> tuple[End, Code, str] | None:
        """Return how it ends, if it does now."""
        order = self.errand.order
        if progress.time < self.track.end - 1e-9:
            off = self._off(progress, order.path, {})
            if off:
                return End.ABORTED, Code.PATH_TOLERANCE_VIOLATED, f"on the way {off}"
            return None
        off = self._off(progress, order.goal, self._usual)
        if not off:
            return End.SUCCEEDED, Code.SUCCESSFUL, ""
        patience = order.patience or _PATIENCE
        if progress.time < self.track.end + patience - 1e-9:
            return None
        text = f"{patience:g} s after the end {off}"
        return End.ABORTED, Code.GOAL_TOLERANCE_VIOLATED, text

    def _off(
        self,
        progress: Progress,
        tolerances: Mapping[str, Tolerance],
        usual: Mapping[str, float],
    ) -> str:
        """Return which joint is off by how much; empty: none is."""
        for row, joint in enumerate(self.track.trajectory.joints):
            chosen = tolerances.get(joint, Tolerance())
            limits = (
                (
                    "",
                    chosen.position or usual.get(joint, math.inf),
                    progress.desired,
                    progress.actual,
                ),
                (
                    " in speed",
                    chosen.velocity or math.inf,
                    progress.desired_speeds,
                    progress.actual_speeds,
                ),
            )
            for what, limit, desired, actual in limits:
                off = abs(actual[row] - desired[row])
                if limit < math.inf and not off <= limit:
                    return f"{joint} was off by {off:.3g}{what}; {limit:g} is allowed"
        return ""
