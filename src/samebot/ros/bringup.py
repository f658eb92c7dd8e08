# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Brings robots up: their bodies, one node each, and the loops in which they live."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from samebot.body import Body
from samebot.core.clock import Clock, RealClock
from samebot.core.errors import UnknownName
from samebot.model.completion import completed
from samebot.model.names import ros_name
from samebot.model.options import OptionValue
from samebot.model.robot import RobotModel
from samebot.ros.choices import Config, declarations, settings_of
from samebot.ros.chores import Chores
from samebot.ros.clock_topic import ClockTopic
from samebot.ros.diagnostics import reporter
from samebot.ros.driving import with_given_joints
from samebot.ros.edge import Change, Ros, RosNode, Tap
from samebot.ros.face import face_of, installed_parts
from samebot.ros.gate import Gate
from samebot.ros.interface import Part, Quality, Subject
from samebot.ros.kinds.truth import truth_of
from samebot.ros.loop import WorldLoop
from samebot.ros.robot_driver import RobotDriver
from samebot.ros.services import offer_services
from samebot.ros.topics import CLOCK
from samebot.ros.wire import Form, Stamp, stamp_of

__all__ = [
    "NODE",
    "Simulated",
    "bring_up",
    "clock_teller",
    "driver_of",
    "namesakes_told",
    "namespaces_of",
]

NODE: Final = "driver"


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Robots to be simulated, and how they are to be known in ROS."""

    robots: tuple[RobotModel, ...]
    world: str = "empty"
    engine: str = "physics"
    seed: int = 0
    period: float | None = None
    rate: float = 1.0
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    namespaces: tuple[str, ...] = ("",)
    """One for each robot."""
    config: Config = field(default_factory=dict)
    lockstep: bool = False
    parts: tuple[Part, ...] = ()
    """What users add to the interface."""


def bring_up(
    plan: Simulated,
    *,
    ended: Callable[[], bool],
    ros_arguments: Sequence[str] = (),
    duration: float | None = None,
    clock: Clock | None = None,
    ready: Callable[[Sequence[RobotDriver]], None] = lambda _: None,
    tap: Tap | None = None,
) -> None:
    """Be the drivers of simulated robots until `ended`; their motors stand afterwards.

    What they send goes through the `tap`, too.
    """
    time = clock or RealClock()
    with Ros(ros_arguments, tap=tap) as ros, _world_loop(plan, ros, time) as (loop, drivers):
        ready(drivers)
        loop.run(ended, duration)


@contextlib.contextmanager
def _world_loop(
    plan: Simulated, ros: Ros, clock: Clock
) -> Iterator[tuple[WorldLoop, list[RobotDriver]]]:
    # A physical robot's computer does without the simulator, and the memory that it takes.
    from samebot.sim.opening import open_simulation

    # The nodes come first: while the world is built they find each other.
    nodes = [ros.node(NODE, namespace, managed=True) for namespace in plan.namespaces]
    robots = [
        completed(with_given_joints(model, {**plan.config, **node.parameters.given()}))
        for node, model in zip(nodes, plan.robots, strict=True)
    ]
    simulation = open_simulation(
        [robot.model for robot in robots],
        world=plan.world,
        engine=plan.engine,
        seed=plan.seed,
        period=plan.period,
        rate=0.0,
        options=plan.options,
    )
    gate = Gate()
    usual: Config = {"rate": plan.rate, "lockstep": plan.lockstep}
    config = {**usual, **plan.config}
    with contextlib.ExitStack() as opened:
        for body in simulation.bodies:
            opened.enter_context(body)
        for note in dict.fromkeys(note for robot in robots for note in robot.notes):
            nodes[0].say(note)
        time = ClockTopic(nodes[0], clock, follow=bool(nodes[0].parameters.get("use_sim_time")))
        drivers = [
            driver_of(
                node,
                body,
                config,
                (*plan.parts, truth_of(body.supervisor)),
                gate=gate,
                to_ros=time.stamp,
            )
            for node, body in zip(nodes, simulation.bodies, strict=False)
        ]
        chosen = drivers[0].settings
        gate.begin(lockstep=chosen.lockstep, paused=chosen.start_paused)
        loop = WorldLoop(
            simulation,
            list(enumerate(drivers)),
            clock,
            rate=chosen.rate,
            gate=gate,
            timekeeper=time,
        )
        for driver in drivers:
            offer_services(driver, loop)
        time.begin(simulation.time)
        looks = [driver.look_around for driver in drivers]
        told = [namesakes_told(node) for node in nodes]
        told += [reporter(driver, loop, clock) for driver in drivers]
        with Chores([time.look, *looks, *told], nodes[0].warn):
            yield loop, drivers


def driver_of(
    node: RosNode,
    body: Body,
    config: Config | None = None,
    parts: Sequence[Part] = (),
    *,
    alone: bool = True,
    gate: Gate | None = None,
    to_ros: Callable[[float], Stamp] = stamp_of,
    now: Callable[[], float] | None = None,
) -> RobotDriver:
    """Return the driver of a body, with its node's parameters settled, active if so wished.

    `alone`: nobody else reads the body, so that devices may sleep while nobody listens.
    `to_ros` turns the body's time into a stamp.

    Raises BadInput for parameters that do not fit, SamebotError if it cannot start.
    """
    gate = gate or Gate()
    prefix = node.namespace.strip("/")
    usual: Config = {"frame_prefix": f"{prefix}/"} if prefix else {}
    declared = node.parameters.declare(declarations(body.model, {**usual, **(config or {})}))
    _tell_unknown(node, declared)
    settings = settings_of(body.model, declared)
    subject = Subject(body.model, settings, body.period)
    face = face_of(subject, (*installed_parts(), *parts))
    driver = RobotDriver(
        node,
        body,
        face,
        settings,
        to_ros=to_ros,
        alone=alone,
        now=now,
        heard=gate.heard,
        awaited=lambda: gate.lockstep,
    )
    node.manage(
        {
            "configure": driver.configure,
            "activate": driver.activate,
            # What touches the body is done in its loop's thread.
            "deactivate": partial(gate.ask, driver.deactivate),
            "cleanup": driver.cleanup,
            "shutdown": partial(gate.ask, driver.finish),
        }
    )
    changes: tuple[Change, ...] = ("configure", "activate")
    for change in changes:
        if settings.autostart:
            node.change(change)
    return driver


def _tell_unknown(node: RosNode, declared: Collection[str]) -> None:
    """Say which given parameters mean nothing here: most often they are misspelt."""
    known = {*declared, "use_sim_time", "start_type_description_service"}
    for name in node.parameters.given():
        if name not in known and not name.startswith("qos_overrides."):
            node.warn(str(UnknownName("parameter", name, known)))


def namespaces_of(model: RobotModel, count: int, namespace: str) -> tuple[str, ...]:
    """Return each robot's namespace: none for one robot, numbered for several."""
    namespace = namespace.rstrip("/")
    if count == 1:
        return (namespace,)
    name = ros_name(model.name).replace("/", "_")
    return tuple("/".join(filter(None, (namespace, f"{name}_{k}"))) for k in range(count))


def clock_teller(node: RosNode) -> Callable[[float], None]:
    """Return what sends a time (s) on /clock."""
    form = Form("rosgraph_msgs/msg/Clock")
    sender = node.sender(form.type, CLOCK, Quality.CLOCK)

    def tell(time: float) -> None:
        form.stamp(stamp_of(time))
        sender.send(bytes(form))

    return tell


def namesakes_told(node: RosNode) -> Callable[[], None]:
    """Return what says once if another node has the same name."""
    seen = 0

    def look() -> None:
        nonlocal seen
        others = node.graph.namesakes()
        if others > seen:
            node.warn(
                f"{others} other node(s) have the name {node.name}: both are commanded and heard "
                "on the same topics. Give each robot its own --namespace. (The node of a driver "
                "that was killed is remembered for up to 20 s.)"
            )
        seen = others

    return look
