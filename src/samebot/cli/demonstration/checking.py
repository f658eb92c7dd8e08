# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How the demo waits, and how it knows that it works: page, motion, transforms."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from samebot.cli.output import complain, write
from samebot.core.clock import RealClock
from samebot.model.changes import has_place

if TYPE_CHECKING:
    from samebot.cli.demonstration.living import Life
    from samebot.dashboard.page import RobotPage
    from samebot.model.robot import RobotModel

__all__ = ["check", "wait", "what_did_not_move", "what_was_not_heard"]

_HEARING_TIMEOUT: Final = 20.0
_MOVING_TIMEOUT: Final = 10.0
_FAR_ENOUGH: Final = 0.005
"""A robot that was so far (m) from its start has moved."""
_PATIENCE: Final = 0.2

Threads = Sequence[Future[None]]


def wait(ending: threading.Event, threads: Threads, duration: float = math.inf) -> None:
    """Wait until somebody asks for the end, a thread ends, or `duration` (s) is over."""
    clock = RealClock()
    deadline = clock.now() + duration
    while not ending.is_set() and (left := deadline - clock.now()) > 0.0:
        if _has_ended(threads):
            return
        ending.wait(min(left, _PATIENCE))


def check(
    model: RobotModel | None,
    page: RobotPage,
    life: Life | None,
    threads: Threads,
    ending: threading.Event,
    duration: float,
) -> int:
    """Run for `duration` (s) or as long as the check takes; return the exit status.

    Another process must hear of `model` in ROS, unless it is None; `life` must move.
    """
    from samebot.dashboard.answering import what_is_wrong_with

    clock = RealClock()
    start = clock.now()
    problems = [what_is_wrong_with("127.0.0.1", page.port)]
    works = ["The page answered"]
    if model is not None and _has_transforms(model):
        problems.append(what_was_not_heard(model, threads, ending))
        works.append("another process received the robot's transforms")
    if life is not None:
        problems.append(what_did_not_move(life, threads, ending))
        works.append(f"the robot was {life.travelled:.2f} m away from its start")
    wait(ending, threads, duration - (clock.now() - start))
    problems = [problem for problem in problems if problem]
    for problem in problems:
        complain(f"the demo failed: {problem}")
    if not problems:
        write(f"{', and '.join(works)}.")
    return 1 if problems else 0


def what_did_not_move(life: Life, threads: Threads, ending: threading.Event) -> str:
    """Return why the robot counts as one that did not move; empty if it did."""
    clock = RealClock()
    deadline = clock.now() + _MOVING_TIMEOUT
    while life.travelled < _FAR_ENOUGH:
        if _has_ended(threads) or ending.wait(_PATIENCE / 4):
            return "it was told to end before the robot had moved"
        if clock.now() > deadline:
            return f"the robot has not left its place within {_MOVING_TIMEOUT:.0f} s"
    return ""


def what_was_not_heard(model: RobotModel, threads: Threads, ending: threading.Event) -> str:
    """Return what another process did not receive in ROS; empty if all has arrived."""
    from samebot.ros.hearing import OtherProcess

    with OtherProcess(model, _HEARING_TIMEOUT) as other:
        while other.running():
            if ending.wait(_PATIENCE / 4):
                return "it was told to end before another process had received the transforms"
            if _has_ended(threads):
                return "the robot or its ROS node has ended"
        return other.what_it_missed()


def _has_transforms(model: RobotModel) -> bool:
    """Whether there is more than one frame; a rock has none to tell of."""
    return bool(model.joints) or any(map(has_place, model.devices))


def _has_ended(threads: Threads) -> bool:
    """Whether a thread has ended; one that failed passes its error on."""
    for thread in threads:
        if thread.done():
            thread.result()
            return True
    return False
