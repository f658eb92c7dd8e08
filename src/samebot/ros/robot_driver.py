# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One robot's driver: its body's readings to topics, topics to its body. Knows no loop, no clock.

The loop calls `hear` before a step and `tell` after it, both in its own thread; messages arrive
in the thread that waits for input, and wait in the mailbox until the next step.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from samebot.body import Body
from samebot.commands import Command
from samebot.core.errors import BadInput, CommandError, UnknownName
from samebot.ros.edge import Receiver, RosNode, Sender, Served
from samebot.ros.face import Face
from samebot.ros.interface import (
    Inlet,
    Outlet,
    Quality,
    Sample,
    Settings,
    Subject,
    Switch,
    Trajectory,
    Trigger,
    Velocity,
    Wish,
)
from samebot.ros.joint_keeping import JointKeeper
from samebot.ros.listing import TopicInfo, listed
from samebot.ros.motion import Motion
from samebot.ros.wire import Stamp, stamp_of

__all__ = ["RobotDriver"]

_LOOK_EVERY: Final = 0.1
"""How often it is looked for new listeners, s."""
_COMPLAIN_EVERY: Final = 5.0
"""The same complaint is not repeated sooner, s."""
_DRIVEN_FOR: Final = 2.0
"""Who drives a robot counts as its driver for so long, s."""


class _Topic:
    """An outlet at work."""

    __slots__ = ("due", "last", "listened", "outlet", "row", "sender")

    def __init__(self, outlet: Outlet, sender: Sender, row: int) -> None:
        self.outlet = outlet
        self.sender = sender
        self.row = row
        """The device that it follows, in the order of the snapshot's times; -1: none."""
        self.listened = outlet.always
        self.last = -1.0
        self.due = -1.0


class Mailbox:
    """What was heard since the last step: of each topic the last message.

    Messages that command different joints, or lights, are taken together.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._lock = threading.Lock()
        self._wishes: dict[str, Wish] = {}
        self._errors: dict[str, str] = {}

    def put(self, inlet: Inlet, data: bytes) -> None:
        """Keep what a message wishes, or why it was refused."""
        try:
            wish = inlet.read(data)
        except (BadInput, CommandError, UnknownName) as error:
            with self._lock:
                self._errors[inlet.topic] = str(error)
            return
        with self._lock:
            # Behind what came before from elsewhere: the order of arrival is kept.
            before = self._wishes.pop(inlet.topic, None)
            self._wishes[inlet.topic] = _together(before, wish)

    def take(self) -> tuple[dict[str, Wish], dict[str, str]]:
        """Return and forget what there is, and what was refused."""
        if not self._wishes and not self._errors:
            return {}, {}
        with self._lock:
            wishes, self._wishes = self._wishes, {}
            errors, self._errors = self._errors, {}
        return wishes, errors


def _together(before: Wish | None, wish: Wish) -> Wish:
    if not (isinstance(before, Command) and isinstance(wish, Command)):
        return wish
    return Command(
        wheels=before.wheels if wish.wheels is None else wish.wheels,
        joints={**before.joints, **wish.joints},
        leds={**before.leds, **wish.leds},
        sounds=wish.sounds or before.sounds,
    )


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
    ) -> None:
        """`to_ros` turns the body's time into a stamp.

        Only where the driver is `alone` with the body, devices that no listener needs sleep.
        """
        self.node = node
        self.body = body
        self.settings = settings
        self.motion = Motion(body.model, settings.drive)
        self.joints = JointKeeper(to_ros)
        self._face = face
        self._to_ros = to_ros
        self._alone = alone
        self._woken: set[str] = set()
        self._mailbox = Mailbox()
        self._lock = threading.Lock()
        self._topics: list[_Topic] = []
        self._latched: list[tuple[Outlet, Sender]] = []
        self._live: list[_Topic] = []
        self._receivers: list[Receiver | Served] = []
        self._active = False
        self._powered = True
        self._reset_wanted = False
        self._looked = -1.0
        self._complained: dict[str, tuple[str, float]] = {}
        self._driven = -math.inf
        self._order = {name: row for row, name in enumerate(body.read().names)}

    @property
    def topics(self) -> tuple[TopicInfo, ...]:
        """What is sent and heard; names as the interface has them, before remapping."""
        return listed(self._face, Subject(self.body.model, self.settings, self.body.period))

    @property
    def commanded(self) -> bool:
        """Whether somebody has driven the robot during the last two seconds."""
        return self.body.time < self._driven + _DRIVEN_FOR

    def configure(self) -> None:
        """Open the topics."""
        for outlet in self._face.outlets:
            sender = self.node.sender(outlet.type, outlet.topic, outlet.quality)
            if outlet.quality is Quality.LATCHED:
                self._latched.append((outlet, sender))
            else:
                row = self._order[outlet.devices[0]] if outlet.devices else -1
                self._topics.append(_Topic(outlet, sender, row))
        for inlet in self._face.inlets:
            self.listen(inlet)
        for service in self._face.services:
            self._receivers.append(self._serve(service))

    def _serve(self, service: Trigger | Switch) -> Served:
        if isinstance(service, Trigger):
            return self.node.trigger(service.name, partial(service.act, self))
        return self.node.switch(service.name, partial(service.act, self))

    def power(self, *, on: bool) -> None:
        """Let the wheels be driven, or let them stand whatever is asked of them."""
        self._powered = on

    def reset_odometry(self) -> None:
        """Begin the odometry anew: the robot is where it began."""
        self._reset_wanted = True

    def listen(self, inlet: Inlet) -> Receiver:
        """Hear a topic; what it wishes is done at the next step."""
        receiver = self.node.hear(inlet.type, inlet.topic, partial(self._mailbox.put, inlet))
        self._receivers.append(receiver)
        return receiver

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
            self.joints.clear()
            self.body.stop()

    def cleanup(self) -> None:
        """Close the topics."""
        with self._lock:
            for receiver in self._receivers:
                receiver.close()
            for topic in self._topics:
                topic.sender.close()
            for _, sender in self._latched:
                sender.close()
            self._receivers, self._topics, self._latched, self._live = [], [], [], []

    def hear(self) -> None:
        """Do what was asked for since the last step."""
        wishes, errors = self._mailbox.take()
        for topic, error in errors.items():
            self._complain(topic, error)
        with self._lock:
            if not self._active:
                return
            for topic, wish in wishes.items():
                self._do(topic, wish)
            if not self._powered:
                self.body.drive(0.0, 0.0)
            if self._reset_wanted:
                self._reset_wanted = False
                self.motion.reset()
            due = self.joints.due(self.body.time, self.body.period, self.motion.positions)
            if due is not None:
                self.body.write(due)

    def _do(self, topic: str, wish: Wish) -> None:
        try:
            if isinstance(wish, Velocity):
                self._drive(topic, wish)
            elif isinstance(wish, Trajectory):
                self._follow(wish)
            else:
                self._write(topic, wish)
        except (BadInput, CommandError, UnknownName) as error:
            self._complain(topic, str(error))

    def _drive(self, topic: str, wish: Velocity) -> None:
        self._driven = self.body.time
        if self._powered:
            self.body.drive(wish.v, wish.w)
        else:
            self._complain(topic, "the motors have no power; call motor_power with true")

    def _follow(self, trajectory: Trajectory) -> None:
        motion, now = self.motion, self.body.time
        stop = self.joints.follow(trajectory, now, motion.positions, motion.velocities)
        if stop is not None:
            self.body.write(stop)

    def _write(self, topic: str, wish: Command) -> None:
        applied = self.body.write(wish)
        self.joints.take(applied, self.body.time)
        changed = [name for name, value in wish.leds.items() if applied.leds.get(name) != value]
        if changed:
            told = ", ".join(f"{name}: {wish.leds[name]}" for name in changed)
            self._complain(
                topic, f"{told} is out of range; {applied.leds[changed[0]]} was taken instead"
            )

    def tell(self) -> None:
        """Send what is new to those who listen."""
        snapshot = self.body.read()
        values, raw = snapshot.value.tolist(), snapshot.raw.tolist()
        self.motion.update(snapshot, values, raw)
        with self._lock:
            if not self._active:
                return
            now = snapshot.time
            if now >= self._looked + _LOOK_EVERY or now < self._looked:
                self._look(now)
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
            self._send(sample, snapshot.times.tolist())

    def _send(self, sample: Sample, times: list[float]) -> None:
        now = sample.time
        for topic in self._live:
            outlet = topic.outlet
            when = times[topic.row] if topic.row >= 0 else now
            if when == topic.last or math.isnan(when):
                continue
            if outlet.period is not None and topic.last >= 0.0 and when < topic.due - 1e-9:
                continue
            topic.last = when
            topic.due = when + (outlet.period or 0.0)
            message = outlet.make(sample)
            if message is not None:
                topic.sender.send(message)

    def _look(self, now: float) -> None:
        """Note who listens; what nobody listens to is neither sampled nor sent."""
        self._looked = now
        changed = False
        for topic in self._topics:
            listened = topic.outlet.always or topic.sender.listeners() > 0
            if listened != topic.listened:
                topic.listened = listened
                changed = True
        if changed or not self._live or not self._alone:
            self._live = [topic for topic in self._topics if topic.listened]
            self._wake(self._live)

    def _wake(self, live: Sequence[_Topic]) -> None:
        """Let the body sample what somebody needs, and nothing else."""
        needed = {name for topic in live for name in topic.outlet.devices}
        needed.update(self.motion.sensors)
        for name in self._order:
            handle = self.body.device(name)
            if name in needed and not handle.enabled:
                handle.enable(self.settings.devices[name].period)
                self._woken.add(name)
            elif name not in needed and handle.enabled and (self._alone or name in self._woken):
                handle.disable()
                self._woken.discard(name)

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

    def _complain(self, topic: str, text: str) -> None:
        """Warn, but not of the same again and again."""
        before, when = self._complained.get(topic, ("", -1e9))
        if text != before or self.body.time >= when + _COMPLAIN_EVERY:
            self._complained[topic] = (text, self.body.time)
            self.node.warn(f"{topic}: {text}")
