# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where any frame lay in any other at any time of the last seconds: the tf buffer of applications.

Pure: it is given transforms and answers questions, from any thread. Who listens to /tf, and what
a stamp means, others know. It agrees with tf2 in what it answers, and says more when it cannot.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Iterable

from samebot.core.clock import Clock
from samebot.core.errors import (
    Extrapolation,
    FrameCycle,
    TransformError,
    UnconnectedFrames,
    UnknownFrame,
)
from samebot.core.quaternion import normalised
from samebot.ros.tf_history import (
    NOWHERE_ELSE,
    SECOND,
    History,
    Placement,
    composed,
    inverted,
)
from samebot.ros.transforms import FrameTransform

__all__ = ["TransformBuffer"]

_LOGGER = logging.getLogger(__name__)
_PATIENCE = 0.1
"""How long a wait may be deaf to a clock that is not the real one, and to `ended`, s."""
_INSTANT = 0.001
_RESET = SECOND // 2
"""A frame whose stamps go back by more than this, ns, belongs to a time that began anew."""
_UNIT = 0.01
"""How far the length of a quaternion may be from 1, as in tf2."""


class TransformBuffer:
    """The transforms of the last seconds, as one tree or several."""

    def __init__(
        self,
        duration: float = 10.0,
        *,
        say: Callable[[str], None] = _LOGGER.warning,
    ) -> None:
        """Keep what is at most `duration` seconds older than the latest of the same frame.

        `say` is told, once for each frame, what is strange but no error.
        """
        if not 0.0 < duration < math.inf:
            raise ValueError(f"a buffer of {duration} s; give a duration above 0 s")
        self._duration = round(duration * SECOND)
        self._say = say
        self._histories: dict[str, History] = {}
        self._told: set[str] = set()
        self._changed = threading.Condition()

    def set_transform(
        self, transform: FrameTransform, stamp_ns: int, *, static: bool = False
    ) -> None:
        """Learn where a frame lies in its parent; a static one lies there at all times.

        The last parent wins. A time that jumps back makes all moving transforms forgotten.
        TransformError for numbers that are no transform, FrameCycle for an own ancestor.
        """
        parent, child = _bare(transform.parent), _bare(transform.child)
        placement = _checked(transform)
        stamp = int(stamp_ns)
        with self._changed:
            history = self._histories.get(child)
            if history is None or (history.parent, history.static) != (parent, static):
                history = self._adopted(parent, child, static=static)
            elif not static and stamp < history.last - _RESET:
                self._forget_moving()
                history = self._adopted(parent, child, static=False)
            history.put(stamp, placement, self._duration)
            self._changed.notify_all()

    def clear(self) -> None:
        """Forget the moving transforms, as after a jump of the clock; static ones stay."""
        with self._changed:
            self._forget_moving()

    def frames(self) -> tuple[str, ...]:
        """Return the names of all frames, sorted."""
        with self._changed:
            return tuple(sorted(self._known()))

    def lookup(self, target: str, source: str, stamp_ns: int | None = None) -> FrameTransform:
        """Return where `source` lies in `target`: it takes coordinates of source to target.

        Without a stamp: at the latest time that is known of all frames between. Any other time
        is interpolated. UnknownFrame, UnconnectedFrames or Extrapolation if that cannot be.
        """
        target, source = _bare(target), _bare(source)
        with self._changed:
            down, up = self._way(target, source)
            stamp = _common(down + up) if stamp_ns is None else int(stamp_ns)
            here, there = _chained(down, stamp or 0), _chained(up, stamp or 0)
        translation, rotation = composed(inverted(here), there)
        return FrameTransform(
            parent=target, child=source, translation=translation, rotation=normalised(rotation)
        )

    def latest(self, target: str, source: str) -> int | None:
        """Return the time (ns) that `lookup` without a stamp takes; None: all is static."""
        with self._changed:
            down, up = self._way(_bare(target), _bare(source))
            return _common(down + up)

    def can_transform(self, target: str, source: str, stamp_ns: int | None = None) -> bool:
        """Return whether `lookup` has an answer."""
        if not self._know_both(target, source):
            return False
        try:
            self.lookup(target, source, stamp_ns)
        except TransformError:
            return False
        return True

    def wait_for(
        self,
        target: str,
        source: str,
        stamp_ns: int | None,
        timeout: float,
        clock: Clock,
        *,
        ended: Callable[[], bool] = lambda: False,
    ) -> FrameTransform:
        """Return what `lookup` returns as soon as it can; its error after `timeout` seconds.

        Also when `ended` says so, and at once for a time before the first that is known: what
        is past does not come any more.
        """
        if not 0.0 <= timeout < math.inf:
            raise ValueError(f"waiting for {timeout} s; give a time-out of 0 s or more")
        deadline = clock.now() + timeout
        with self._changed:
            while True:
                remaining = deadline - clock.now()
                late = remaining <= 0.0 or ended()
                if late or self._know_both(target, source):
                    try:
                        return self.lookup(target, source, stamp_ns)
                    except TransformError as error:
                        past = isinstance(error, Extrapolation) and error.ahead < 0.0
                        if past or late:
                            raise
                self._changed.wait(min(_PATIENCE, max(_INSTANT, remaining)))

    def _adopted(self, parent: str, child: str, *, static: bool) -> History:
        """Return the empty history of a frame that is new, or new below this parent."""
        line = self._line(parent)
        if child in line:
            circle = " -> ".join([*reversed(line[: line.index(child) + 1]), child])
            raise FrameCycle(
                f"{child!r} cannot lie in {parent!r}, which lies in {child!r} already: {circle}; "
                "frames form a tree, so turn one of these transforms round"
            )
        before = self._histories.get(child)
        if before is not None and before.parent != parent and child not in self._told:
            self._told.add(child)
            self._say(
                f"the frame {child!r} has two parents, {before.parent!r} and {parent!r}; the last "
                "one wins: let only one node publish where it is"
            )
        history = self._histories[child] = History(parent, child, static=static)
        return history

    def _forget_moving(self) -> None:
        self._histories = {name: each for name, each in self._histories.items() if each.static}

    def _known(self) -> set[str]:
        return self._histories.keys() | {each.parent for each in self._histories.values()}

    def _know_both(self, target: str, source: str) -> bool:
        """Return whether both frames exist: cheaper than an error that names the nearest."""
        with self._changed:
            return self._knows(_bare(target)) and self._knows(_bare(source))

    def _knows(self, frame: str) -> bool:
        return frame in self._histories or any(
            each.parent == frame for each in self._histories.values()
        )

    def _require(self, *frames: str) -> None:
        for frame in frames:
            if not self._knows(frame):
                raise UnknownFrame(frame, self._known())

    def _line(self, frame: str) -> list[str]:
        """Return a frame and its ancestors, up to the root."""
        line = [frame]
        while (history := self._histories.get(line[-1])) is not None:
            line.append(history.parent)
        return line

    def _way(self, target: str, source: str) -> tuple[list[History], list[History]]:
        """Return the histories from each of two frames up to their nearest common ancestor."""
        down, up = self._line(target), self._line(source)
        place = {frame: number for number, frame in enumerate(down)}
        joint = next((number for number, frame in enumerate(up) if frame in place), None)
        # What is connected is known; only what is not has to be looked for among all frames.
        if joint is None or target == source:
            self._require(target, source)
        if joint is None:
            raise UnconnectedFrames(
                f"no way leads from {source!r} to {target!r}: they are in two trees, with the "
                f"roots {up[-1]!r} and {down[-1]!r}; let a node publish how these lie to each other"
            )
        below = down[: place[up[joint]]]
        return [self._histories[f] for f in below], [self._histories[f] for f in up[:joint]]


def _chained(histories: Iterable[History], stamp: int) -> Placement:
    """Return where the first frame lies in the parent of the last."""
    placement = NOWHERE_ELSE
    for history in histories:
        placement = composed(history.at(stamp), placement)
    return placement


def _common(histories: Iterable[History]) -> int | None:
    """Return the latest time known of all that move."""
    return min((history.last for history in histories if not history.static), default=None)


def _bare(frame: str) -> str:
    """Return the name of a frame as tf2 writes it: ROS 1 had a slash in front."""
    return frame.removeprefix("/")


def _checked(transform: FrameTransform) -> Placement:
    """Return the placement; TransformError if the numbers are none."""
    numbers = (*transform.translation, *transform.rotation)
    name = f"the transform from {transform.parent!r} to {transform.child!r}"
    if not (_bare(transform.parent) and _bare(transform.child)):
        raise TransformError(f"{name} lacks the name of a frame; give both frames names")
    if not all(map(math.isfinite, numbers)):
        raise TransformError(f"{name} has numbers that are not finite: {numbers}")
    length = math.hypot(*transform.rotation)
    if abs(length - 1.0) > _UNIT:
        raise TransformError(
            f"{name} has a rotation {transform.rotation} of length {length:g}; a unit quaternion "
            "(x, y, z, w) is expected, (0, 0, 0, 1) for no rotation"
        )
    x, y, z = (float(number) for number in transform.translation)
    return (x, y, z), normalised(transform.rotation)
