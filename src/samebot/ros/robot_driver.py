# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One robot's driver: its body's readings to topics, topics to its body. Knows no loop, no clock.

The loop calls `hear` before a step and `tell` after it, both in its own thread; messages arrive
in the thread that waits for input, and wait in the mailbox until the next step.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from samebot.body import Body
from samebot.core.clock import Clock, RealClock
from samebot.core.errors import BodyError, MissingDependency, SamebotError
from samebot.ros.acting import Actor
from samebot.ros.complaints import Complaints
from samebot.ros.ears import Ear
from samebot.ros.edge import RosNode, Sender, Served, TrajectoryServer
from samebot.ros.face import Face
from samebot.ros.interface import (
    Follow,
    Inlet,
    Outlet,
    Quality,
    Sample,
    Settings,
    Subject,
    Switch,
    Trigger,
)
from samebot.ros.joint_keeping import JointKeeper
from samebot.ros.listing import TopicInfo, listed
from samebot.ros.mailbox import Mailbox
from samebot.ros.motion import Motion
from samebot.ros.pursuit import Errand, Order
from samebot.ros.wire import Stamp, stamp_of

__all__ = ["Flow", "RobotDriver"]

_LOOK_EVERY: Final = 0.2
"""How often it is looked for new listeners, s."""


class Flow(NamedTuple):
    """What was sent on a topic: how often so far, and how often it is due, s."""

    sent: int
    period: float


class _Topic:
    """An outlet at work."""

    __slots__ = (
        "due",
        "every",
        "last",
        "listened",
        "make",
        "outlet",
        "row",
        "send",
        "sender",
        "sent",
    )

    def __init__(self, outlet: Outlet, sender: Sender, row: int) -> None:
        self.outlet = outlet
        self.sender = sender
        self.make, self.send = outlet.make, sender.send
        self.every = outlet.period or 0.0
        """How often it is sent at most, s."""
        self.row = row
        """The device that it follows, in the order of the snapshot's times; -1: none."""
        self.listened = outlet.always
        self.last = -1.0
        self.due = -1.0
        self.sent = 0


class RobotDriver:
    """The face of one body; `activate` and `deactivate` follow the node's life cycle."""

    def __init__(
        self,
        node: RosNode,
        body: Body,
        face: Face,
        settings: Settings,
        *,
        to_ros: Callable[[float], Stamp] = stamp_of,
        alone: bool = True,
        now: Callable[[], float] | None = None,
        heard: Callable[[], None] = lambda: None,
        awaited: Callable[[], bool] = lambda: False,
        clock: Clock | None = None,
    ) -> None:
        """`to_ros` turns the body's time into a stamp.

        Only where the driver is `alone` with the body, devices that no listener needs sleep.
        `now` is what a silent controller's time-out counts, the body's time by default;
        `heard` is called when a command came, at once while one is `awaited`, else before a step.
        """
        self.node = node
        self.body = body
        self.settings = settings
        self.motion = Motion(body.model, settings.drive)
        self.joints = JointKeeper(to_ros)
        self._complaints = Complaints(node.warn, clock or RealClock())
        self.actor = Actor(
            body,
            self.motion,
            self.joints,
            self._complaints.about,
            timeout=settings.velocity_timeout,
            now=now,
        )
        self.finished = False
        """Whether its node's life has ended."""
        self._face = face
        self._subject = Subject(body.model, settings, body.period)
        self._to_ros = to_ros
        self._alone = alone
        self._woken: set[str] = set()
        self._heard = heard
        self._awaited = awaited
        self._mailbox = Mailbox(heard)
        self._lock = threading.Lock()
        self._topics: list[_Topic] = []
        self._latched: list[tuple[Outlet, Sender]] = []
        self._live: list[_Topic] = []
        self._ears: list[Ear] = []
        self._busy: list[Ear] = []
        """Ears to which somebody sends."""
        self._searched = -1.0
        self._extra: list[Inlet] = []
        self._served: list[Served | TrajectoryServer] = []
        self._absent: frozenset[str] = frozenset()
        self._configured = self._active = False
        self._reset_wanted = False
        self._looked = -1.0
        first = body.read()
        self._order = {name: row for row, name in enumerate(first.names)}
        # Who commands a joint before the first step finds where it stands.
        self.motion.update(first, first.value.tolist(), first.raw.tolist())

    @property
    def topics(self) -> tuple[TopicInfo, ...]:
        """What is sent and heard; names as the interface has them, before remapping."""
        return listed(self._face, self._subject)

    @property
    def commanded(self) -> bool:
        """Whether somebody has driven the robot during the last two seconds."""
        return self.actor.commanded

    def configure(self) -> None:
        """Open the topics: all, or none where one cannot be."""
        try:
            self._configure()
        except SamebotError:
            self.cleanup()
            raise

    def _configure(self) -> None:
        self._absent = self.body.absent
        for outlet in self._face.outlets:
            if outlet.quality is Quality.LATCHED:
                sender = self.node.sender(outlet.type, outlet.topic, outlet.quality)
                self._latched.append((outlet, sender))
            elif not _is_missing(outlet, self._absent):
                self._open(outlet)
        for inlet in (*self._face.inlets, *self._extra):
            self._ears.append(Ear(self.node, inlet, self._mailbox.put, self._awaited))
        for service in self._face.services:
            self._served.append(self._serve(service))
        self._served += filter(None, map(self._offer, self._face.actions))
        self._configured = True

    def _open(self, outlet: Outlet) -> None:
        sender = self.node.sender(outlet.type, outlet.topic, outlet.quality)
        row = self._order[outlet.devices[0]] if outlet.devices else -1
        self._topics.append(_Topic(outlet, sender, row))

    def _mind_absence(self) -> bool:
        """Close the topics of devices that are gone, open those of devices that came back."""
        absent = self.body.absent
        if absent == self._absent:
            return False
        self._absent = absent
        kept = []
        for topic in self._topics:
            if _is_missing(topic.outlet, absent):
                topic.sender.close()
            else:
                kept.append(topic)
        self._topics = kept
        there = {topic.outlet.topic for topic in kept}
        for outlet in self._face.outlets:
            latched = outlet.quality is Quality.LATCHED
            if not (latched or outlet.topic in there or _is_missing(outlet, absent)):
                self._open(outlet)
        return True

    def _serve(self, service: Trigger | Switch) -> Served:
        if isinstance(service, Trigger):
            return self.node.trigger(service.name, partial(service.act, self))
        return self.node.switch(service.name, partial(service.act, self))

    def _offer(self, action: Follow) -> TrajectoryServer | None:
        """Offer an action; None, said in a sentence, where its type is not installed."""
        try:
            return self.node.follow(
                action.name, action.read, admit=self._admit, begin=self._begin, stamp=self._to_ros
            )
        except MissingDependency:
            self.node.say(
                f"there is no action {action.name}, because control_msgs is not installed; the "
                "topic joint_trajectory takes the same trajectories"
            )
            return None

    def _admit(self, _: Order) -> None:
        if not self._active:
            raise BodyError("the driver is not active")

    def _begin(self, errand: Errand) -> None:
        self.actor.pursuer.begin(errand)
        self._heard()

    def power(self, *, on: bool) -> None:
        """Let the wheels be driven, or let them stand whatever is asked of them."""
        self.actor.power(on=on)

    def reset_odometry(self) -> None:
        """Begin the odometry anew: the robot is where it began."""
        self._reset_wanted = True

    def resize(self, name: str, value: float) -> None:
        """Take `wheel_radius` or `wheel_distance` (m) for another one; odometry begins anew."""
        drive = self.motion.drive
        if drive is not None:
            radius, distance = drive.wheel_radius, drive.wheel_separation
            if name == "wheel_radius":
                radius = value
            else:
                distance = value
            self.motion.resize(radius=radius, distance=distance)

    def listen(self, inlet: Inlet) -> None:
        """Hear a topic besides those of the interface; what it wishes is done at the next step."""
        self._extra.append(inlet)
        if self._configured:
            self._ears.append(Ear(self.node, inlet, self._mailbox.put, self._awaited))

    def look_around(self) -> None:
        """Hear what is sent in the types in which it is sent; to be called now and then."""
        for ear in self._ears:
            ear.look()

    def activate(self) -> None:
        """Let the robot move and be heard."""
        with self._lock:
            self._active = True
            self._looked = -1.0
            for topic in self._topics:
                topic.last = -1.0
            self._tell_latched()

    def deactivate(self) -> None:
        """Stop the motors, and be silent."""
        with self._lock:
            self._active = False
            self.actor.rest()

    def cleanup(self) -> None:
        """Close the topics."""
        with self._lock:
            self._configured = False
            senders = (*(topic.sender for topic in self._topics), *(s for _, s in self._latched))
            ends: tuple[Ear | Served | TrajectoryServer | Sender, ...] = (
                *self._ears,
                *self._served,
                *senders,
            )
            for end in ends:
                end.close()
            self._ears, self._served = [], []
            self._topics, self._latched, self._live = [], [], []

    def finish(self) -> None:
        """Stop the motors for good: the node's life has ended."""
        self.deactivate()
        self.cleanup()
        self.finished = True

    @property
    def active(self) -> bool:
        """Whether the robot may move and be heard."""
        return self._active

    @property
    def refused(self) -> int:
        """How many messages were refused."""
        return self._mailbox.refused.total()

    def traffic(self) -> Mapping[str, Flow]:
        """Return what was sent on each topic that somebody listens to."""
        return {topic.sender.topic: Flow(topic.sent, self._due(topic)) for topic in self._live}

    def _due(self, topic: _Topic) -> float:
        subject, devices = self._subject, topic.outlet.devices
        every = subject.sampled_every(subject.model.device(devices[0])) if devices else 0.0
        return max(subject.period, every, topic.outlet.period or 0.0)

    @property
    def stamp(self) -> Stamp:
        """The body's time as ROS counts it."""
        return self._to_ros(self.body.time)

    def ignore(self) -> None:
        """Forget what was asked for and not done."""
        self._take()
        self._mailbox.take()

    def _take(self) -> None:
        """Take what has come: from all topics now and then, from those that are sent always.

        What wakes nobody costs little: a thread that rclpy wakes for each message spends a
        millisecond on it.
        """
        now = self.body.time
        if now >= self._searched + _LOOK_EVERY or now < self._searched:
            self._searched = now
            ears = tuple(self._ears)
            self._busy = [ear for ear in ears if ear.busy()]
        else:
            ears = tuple(self._busy)
        for ear in ears:
            ear.take()

    def hear(self) -> None:
        """Do what was asked for since the last step, and stop if nothing was for too long."""
        self._take()
        wishes, errors = self._mailbox.take()
        for topic, error in errors.items():
            self._complaints.about(topic, error)
        with self._lock:
            if not self._active:
                return
            self.actor.act(wishes)
            if self._reset_wanted:
                self._reset_wanted = False
                self.motion.reset()

    def tell(self) -> None:
        """Send what is new to those who listen."""
        snapshot = self.body.read()
        values, raw = snapshot.value.tolist(), snapshot.raw.tolist()
        self.motion.update(snapshot, values, raw)
        with self._lock:
            if not self._active:
                return
            now, times = snapshot.time, snapshot.times.tolist()
            if now >= self._looked + _LOOK_EVERY or now < self._looked:
                self._look(now, times)
            if not self._live:
                return
            motion = self.motion
            sample = Sample(
                time=now,
                stamp=self._to_ros(now),
                values=values,
                raw=raw,
                snapshot=snapshot,
                positions=motion.positions,
                velocities=motion.velocities,
                odometry=motion.odometry,
                stamp_at=self._to_ros,
            )
            self._send(sample, times)

    def _send(self, sample: Sample, times: list[float]) -> None:
        """Make everything first: sent in one go, it wakes listeners once, not for each message."""
        ready = self._made(sample, times)
        for topic, message in ready:
            try:
                topic.send(message)
            except Exception as error:  # noqa: BLE001 - one plug-in must not end a robot
                self._give_up(topic, error)
        for topic, _ in ready:
            topic.sent += 1

    def _made(self, sample: Sample, times: list[float]) -> list[tuple[_Topic, bytes]]:
        now, ready = sample.time, []
        for topic in self._live:
            when = times[topic.row] if topic.row >= 0 else now
            if when == topic.last or math.isnan(when):
                continue
            if topic.every:
                if topic.last >= 0.0 and when < topic.due - 1e-9:
                    continue
                topic.due = when + topic.every
            topic.last = when
            try:
                message = topic.make(sample)
            except Exception as error:  # noqa: BLE001 - one plug-in must not end a robot
                self._give_up(topic, error)
                continue
            if message is not None:
                ready.append((topic, message))
        return ready

    def _give_up(self, topic: _Topic, error: Exception) -> None:
        self._complaints.about(
            topic.outlet.topic, f"cannot be made, and is sent no more: {error!r}"
        )
        self._topics = [each for each in self._topics if each is not topic]
        self._live = [each for each in self._live if each is not topic]
        topic.sender.close()

    def _look(self, now: float, times: Sequence[float]) -> None:
        """Note who listens; what nobody listens to is neither sampled nor sent."""
        self._looked = now
        changed = self._mind_absence()
        for topic in self._topics:
            listened = topic.outlet.always or topic.sender.listeners() > 0
            if listened != topic.listened:
                topic.listened = listened
                changed = True
        if changed or not self._live or not self._alone:
            self._live = [topic for topic in self._topics if topic.listened]
            woken = self._wake(self._live)
            for topic in self._live:
                if topic.row >= 0 and not woken.isdisjoint(topic.outlet.devices):
                    topic.last = times[topic.row]  # from before it slept: nothing to be sent

    def _wake(self, live: Sequence[_Topic]) -> set[str]:
        """Let the body sample what somebody needs, and nothing else; return what slept."""
        woken = set()
        needed = {name for topic in live for name in topic.outlet.devices}
        needed.update(self.motion.sensors)
        for name in self._order:
            handle = self.body.device(name)
            period = self.settings.devices[name].period
            right = handle.enabled and period in (None, handle.period)
            if name in needed and not right:
                handle.enable(period)
                self._woken.add(name)
                woken.add(name)
            elif name not in needed and handle.enabled and (self._alone or name in self._woken):
                handle.disable()
                self._woken.discard(name)
        return woken

    def _tell_latched(self) -> None:
        snapshot = self.body.read()
        sample = Sample(
            time=snapshot.time,
            stamp=self._to_ros(snapshot.time),
            values=snapshot.value.tolist(),
            raw=snapshot.raw.tolist(),
            snapshot=snapshot,
            positions={},
            velocities={},
            odometry=self.motion.odometry,
            stamp_at=self._to_ros,
        )
        for outlet, sender in self._latched:
            message = outlet.make(sample)
            if message is not None:
                sender.send(message)


def _is_missing(outlet: Outlet, absent: frozenset[str]) -> bool:
    """Whether all devices that an outlet tells of are absent."""
    return bool(outlet.devices) and absent.issuperset(outlet.devices)
