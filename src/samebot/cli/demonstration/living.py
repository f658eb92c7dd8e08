# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A simulated robot that wanders about in real time and is seen on a page.

All that touches the body happens in the thread that calls `run`; what the page asks for waits
in a queue until the next step.
"""

from __future__ import annotations

import math
import queue
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

import numpy as np

from samebot.body import Body, JointTarget, Snapshot
from samebot.cli.demonstration.choosing import driven_joints, hull_radius
from samebot.cli.demonstration.wandering import Wanderer
from samebot.commands import Command
from samebot.core.chance import generator
from samebot.core.pose import Pose
from samebot.model.devices import Camera, PositionSensor
from samebot.model.kinematics import JointPositions

if TYPE_CHECKING:
    from samebot.cli.demonstration.facing import Face
    from samebot.dashboard.page import RobotPage

__all__ = ["Life"]

_READINGS_EVERY: Final = 0.25
_PICTURE_EVERY: Final = 0.5
"""s; a page does not need more."""


class Life:
    """One body, its controller, and what people want of it."""

    def __init__(self, body: Body, things: Collection[str] = (), seed: int = 0) -> None:
        """`things` are those of the world that can move."""
        self._body = body
        self._things = tuple(things)
        self._wanderer = Wanderer(body.model, hull_radius(body.model), generator(seed, "demo"))
        self._movable = driven_joints(body.model)
        self._sensors = {
            device.joint: device.name
            for device in body.model.devices
            if isinstance(device, PositionSensor)
        }
        cameras = (d.name for d in body.model.devices if isinstance(d, Camera))
        self._camera = next(cameras, "")
        self._wishes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._going = True
        self._wanted: JointPositions = {}
        self._start = body.supervisor.pose()
        self._positions = self._sensed(body.read())
        self._shown = {"readings": -math.inf, "picture": -math.inf}
        self.travelled = 0.0
        """How far it has truly been from where it started, m."""

    @property
    def start(self) -> Pose:
        """Where the robot's root link was at the beginning."""
        return self._start

    def positions(self) -> JointPositions:
        """Return where the joints stand as the position sensors say; may be asked anywhere."""
        return self._positions

    @property
    def body(self) -> Body:
        """The body that lives."""
        return self._body

    def run(self, page: RobotPage, ended: Callable[[], bool], face: Face | None = None) -> None:
        """Step the body until the end; the motors stand then, and the body is closed.

        While somebody drives the robot through ROS (`face`), it does not wander.
        """
        with self._body as body:
            while not ended():
                led = face is not None and face.before()
                body.step()
                self._fulfil()
                snapshot = body.read()
                if self._going and not led:
                    body.drive(*self._wanderer.speeds(snapshot))
                if face is not None:
                    face.after()
                self._note(snapshot)
                if page.watched:
                    self._show(page, snapshot)

    def go(self, going: bool) -> None:  # noqa: FBT001 (the one thing it says)
        """Let the robot wander, or stop it."""
        self._wishes.put(lambda: self._go(going=going))

    def reset(self) -> None:
        """Put the world back to its beginning."""
        self._wishes.put(self._body.supervisor.reset)

    def move(self, positions: JointPositions) -> None:
        """Send joints that are no wheels to positions, rad or m."""
        self._wishes.put(lambda: self._move(positions))

    def _fulfil(self) -> None:
        for _ in range(self._wishes.qsize()):
            self._wishes.get()()

    def _go(self, *, going: bool) -> None:
        self._going = going
        if not going:
            self._body.drive(0.0, 0.0)

    def _move(self, positions: JointPositions) -> None:
        targets: dict[str, float | JointTarget] = {
            name: JointTarget(position=position)
            for name, position in positions.items()
            if name in self._movable
            and isinstance(position, int | float)
            and position != self._wanted.get(name)
        }
        self._wanted = positions
        if targets:
            self._body.write(Command(joints=targets))

    def _note(self, snapshot: Snapshot) -> None:
        self._positions = self._sensed(snapshot)
        away = math.dist(self._body.supervisor.pose().xyz, self._start.xyz)
        self.travelled = max(self.travelled, away)

    def _sensed(self, snapshot: Snapshot) -> JointPositions:
        found = {joint: float(snapshot[name].value) for joint, name in self._sensors.items()}
        return {joint: value for joint, value in found.items() if math.isfinite(value)}

    def _show(self, page: RobotPage, snapshot: Snapshot) -> None:
        supervisor = self._body.supervisor
        things = {name: supervisor.pose(name) for name in self._things}
        page.show(supervisor.pose(), self._positions, things)
        if self._is_due("readings", _READINGS_EVERY):
            page.show_readings(snapshot)
        if self._camera and page.wants_picture and self._is_due("picture", _PICTURE_EVERY):
            page.show_picture(np.asarray(self._picture(), np.uint8))
        elif self._camera and not page.wants_picture:
            self._body.device(self._camera).disable()

    def _picture(self) -> object:
        camera = self._body.device(self._camera)
        if not camera.enabled:
            camera.enable(_PICTURE_EVERY)
        return self._body.image(self._camera)

    def _is_due(self, what: str, every: float) -> bool:
        due = self._body.time >= self._shown[what] + every - 1e-9
        if due:
            self._shown[what] = self._body.time
        return due
