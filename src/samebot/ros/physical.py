# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Brings physical robots up: bodies that keep time by themselves, each in a thread of its own."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Final

from samebot.body import Body
from samebot.core.clock import RealClock
from samebot.core.errors import BadInput
from samebot.ros.bringup import NODE, driver_of, namesakes_told
from samebot.ros.choices import Config
from samebot.ros.chores import Chores
from samebot.ros.diagnostics import reporter
from samebot.ros.edge import Ros, RosNode, Tap
from samebot.ros.gate import Gate
from samebot.ros.interface import Part
from samebot.ros.loop import BodyLoop
from samebot.ros.robot_driver import RobotDriver
from samebot.ros.services import offer_services
from samebot.ros.wire import Stamp, stamp_of

__all__ = ["Physical", "bring_up_physical"]

_PATIENCE: Final = 0.2
"""How long the wait may be deaf to a request to end, s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Physical:
    """Robots that are somewhere: what opens each body, and how it is known in ROS."""

    openers: tuple[Callable[[], Body], ...]
    namespaces: tuple[str, ...] = ("",)
    """One for each robot."""
    config: Config = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


def bring_up_physical(
    plan: Physical,
    *,
    ended: Callable[[], bool],
    ros_arguments: Sequence[str] = (),
    duration: float | None = None,
    ready: Callable[[Sequence[RobotDriver]], None] = lambda _: None,
    tap: Tap | None = None,
) -> None:
    """Be the drivers of physical robots until `ended`; their motors stand afterwards.

    One robot that fails for good ends all. What they send goes through the `tap`, too.
    """
    if len(plan.openers) != len(plan.namespaces):
        raise BadInput(
            f"{len(plan.openers)} robots have {len(plan.namespaces)} namespaces; one each is needed"
        )
    with contextlib.ExitStack() as opened:
        bodies = [opened.enter_context(open_body()) for open_body in plan.openers]
        ros = opened.enter_context(Ros(ros_arguments, tap=tap))
        time = RealClock()
        loops = []
        for body, namespace in zip(bodies, plan.namespaces, strict=True):
            node = ros.node(NODE, namespace, managed=True)
            stamps = _stamps(node, body)
            gate = Gate()
            driver = driver_of(
                node, body, plan.config, plan.parts, gate=gate, to_ros=stamps, now=time.now
            )
            chosen = driver.settings
            gate.begin(lockstep=chosen.lockstep, paused=chosen.start_paused)
            loops.append(BodyLoop(driver, time, gate=gate))
            offer_services(driver, loops[-1])
        drivers = [driver for loop in loops for driver in loop.drivers]
        looks = [driver.look_around for driver in drivers]
        told = [namesakes_told(driver.node) for driver in drivers]
        told += [reporter(loop.drivers[0], loop, time) for loop in loops]
        opened.enter_context(Chores([*looks, *told], drivers[0].node.warn))
        ready(drivers)
        _live(loops, ended, duration)


def _live(loops: Sequence[BodyLoop], ended: Callable[[], bool], duration: float | None) -> None:
    over = threading.Event()

    def live(loop: BodyLoop) -> None:
        loop.run(lambda: over.is_set() or ended(), duration)

    with ThreadPoolExecutor(len(loops), thread_name_prefix="body") as pool:
        living: set[Future[None]] = {pool.submit(live, loop) for loop in loops}
        try:
            while living:
                done, living = wait(living, _PATIENCE, FIRST_COMPLETED)
                for future in done:
                    future.result()
        finally:
            over.set()


def _stamps(node: RosNode, body: Body) -> Callable[[float], Stamp]:
    """Return what turns a body's time into the time of the computer's clock."""
    seconds, nanoseconds = node.now()
    offset = nanoseconds * 1e-9 - body.time

    def stamp(time: float) -> Stamp:
        # Seconds since 1970 are kept apart: together a float holds them to 0.2 us only.
        whole, rest = stamp_of(offset + time)
        return seconds + whole, rest

    return stamp
