# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A world, its engine and the robots in it, on one clock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from samebot.body import STOP_TIMEOUT, Image
from samebot.commands import is_finite
from samebot.core.errors import BadInput, CommandError
from samebot.core.pose import Pose
from samebot.sim.chance import Noise
from samebot.sim.crowd import Crowd
from samebot.sim.engine import Engine
from samebot.sim.light import lights_of
from samebot.sim.pace import Pace
from samebot.sim.placing import Placed
from samebot.sim.simulated import SimulatedBody
from samebot.sim.solids import Floats
from samebot.sim.world import World

__all__ = ["Pictures", "Simulation"]

_FINE = 5e-7
"""Times closer than this are the same, s."""
_FARTHEST = 1e6
"""Nothing is put farther away than this, m."""


class Pictures(Protocol):
    """What renders a world's cameras."""

    def picture(self, robot: int, camera: str) -> Image | Floats:
        """Return what a robot's camera sees now."""
        ...

    def overhead(self, name: str) -> Image:
        """Return what a camera of the world sees now."""
        ...

    def set_led(self, robot: int, led: str, value: int) -> None:
        """Light an LED."""
        ...

    def close(self) -> None:
        """Let go of the renderer."""
        ...


@dataclass
class _Resident:
    """One robot's share in the clock."""

    body: SimulatedBody
    heard: float
    """When its controller was last heard, s."""
    halted: bool = False
    leds: dict[str, int] = field(default_factory=dict)


class Simulation:
    """Robots in one world; they are stepped together, each as often as its controller wants.

    Controllers may live in threads of their own: what touches the world takes turns by `lock`.
    """

    def __init__(
        self,
        world: World,
        robots: Sequence[Placed],
        make_engine: Callable[[World, Sequence[Placed]], Engine],
        make_pictures: Callable[[Simulation], Pictures] | None = None,
        *,
        seed: int = 0,
        noise: bool = True,
        pace: Pace | None = None,
    ) -> None:
        """Build the world with all its robots; their bodies are in `bodies`.

        `make_pictures` renders the cameras (None: the software renderer), `pace` holds the world
        back (None: as fast as possible).
        """
        _names_are_unique(robots)
        self.world = world
        self.seed = seed
        self.noise = noise
        self.robots = tuple(robots)
        self.engine = make_engine(world, robots)
        self.lights = lights_of(world.lights)
        self.time = 0.0
        self.lock = threading.RLock()
        self._make_pictures = make_pictures or _rendered
        self._pace = pace
        self._pictures: Pictures | None = None
        self._residents: dict[int, _Resident] = {}
        self._switched: set[int] = set()
        for number, placed in enumerate(robots):
            body = SimulatedBody(
                self,
                placed.model,
                placed.build,
                number=number,
                name=placed.name,
                period=placed.period,
                noise=Noise(seed, placed.name, ideal=not noise),
            )
            self._residents[number] = _Resident(body, 0.0)
        self.bodies = tuple(resident.body for resident in self._residents.values())
        self._crowd = self._gathered()

    def _gathered(self) -> Crowd:
        """Return the senses of all robots, sampled for the first time."""
        surroundings = (self.engine.solids, self.lights, self.engine.motion)
        crowd = Crowd([body.senses for body in self.bodies], surroundings)
        for body, share in zip(self.bodies, crowd.shares, strict=True):
            body.settle(share)
        _sense(crowd, self.bodies, tuple(range(len(self.bodies))), self.time)
        return crowd

    def step(self) -> float:
        """Step every body that is open by its own period, the slowest last; return the time."""
        turns: dict[tuple[float, float], list[int]] = {}
        for number, body in enumerate(self.bodies):
            if not body.closed:
                turns.setdefault((body.period, body.next_time), []).append(number)
        for (period, _), together in sorted(turns.items()):
            self.step_together(tuple(together), period)
        return self.time

    def step_together(self, robots: tuple[int, ...], duration: float) -> None:
        """Step bodies that are at one time; what they sense is sampled in one go."""
        bodies = [self.bodies[robot] for robot in robots]
        with self.lock:
            before = time = self.time
            for body in bodies:
                time = body.tick(duration)
            self._run_until(time, robots)
            self._switch(robots)
            _sense(self._crowd, bodies, robots, time)
            left = self._pace.left(self.time) if self._pace and self.time > before else 0.0
        if self._pace is not None:
            self._pace.rest(left)

    def _run_until(self, time: float, robots: tuple[int, ...]) -> None:
        """Go on to `time` for robots whose controllers ask for it; they have been heard."""
        # A robot whose controller paused may lag behind the world; it is heard now all the same.
        heard = max(time, self.time)
        for robot in robots:
            resident = self._residents[robot]
            resident.heard, resident.halted = heard, False
        if time <= self.time + _FINE:
            return
        for moment in self._silences(time):
            self._advance_to(moment if moment < time - _FINE else time)
            self._halt_the_silent()
        self._advance_to(time)

    def _advance_to(self, moment: float) -> None:
        if moment > self.time + _FINE:
            self.engine.advance(moment - self.time)
            self.time = moment

    def _silences(self, until: float) -> list[float]:
        """Return when controllers will have been silent for too long, up to a time."""
        last = until - STOP_TIMEOUT + _FINE
        residents = self._residents.values()
        heard = {each.heard for each in residents if each.heard < last and not each.halted}
        return sorted(when + STOP_TIMEOUT for when in heard)

    def _halt_the_silent(self) -> None:
        for number, resident in self._residents.items():
            if not resident.halted and self.time - resident.heard > STOP_TIMEOUT - _FINE:
                self.engine.halt(number)
                resident.halted = True

    def moved(self, robot: int) -> None:
        """Note that a robot's motors got a command; it is no step, so silence goes on."""
        self._residents[robot].halted = False

    def note_switched(self, robot: int) -> None:
        """Note that a robot's devices were enabled or disabled."""
        self._switched.add(robot)

    def _switch(self, robots: tuple[int, ...]) -> None:
        if self._switched:
            for robot in self._switched.intersection(robots):
                self._switched.discard(robot)
                self.bodies[robot].switch()

    def supervisor(self, robot: int) -> WorldSide:
        """Return the world's side of one robot."""
        return WorldSide(self, robot)

    def picture(self, robot: int, camera: str) -> Image | Floats:
        """Return what a robot's camera sees now."""
        with self.lock:
            return self._renderer().picture(robot, camera)

    def overhead(self, name: str) -> Image:
        """Return what a camera of the world sees now."""
        with self.lock:
            return self._renderer().overhead(name)

    def set_led(self, robot: int, led: str, value: int) -> None:
        """Light an LED; it is seen by cameras."""
        with self.lock:
            self._residents[robot].leds[led] = value
            if self._pictures is not None:
                self._pictures.set_led(robot, led, value)

    def leds(self, robot: int) -> Mapping[str, int]:
        """Return the LEDs of a robot that were ever set, and their values."""
        return self._residents[robot].leds

    def leave(self, robot: int) -> None:
        """Note that a robot's body is closed; the last one in somebody's hands ends the world."""
        self._residents[robot].halted = True
        bodies = zip(self.robots, self.bodies, strict=True)
        if all(body.closed for placed, body in bodies if placed.controlled):
            self.close()

    def close(self) -> None:
        """Let go of the renderer; bodies cannot take pictures any more."""
        with self.lock:
            if self._pictures is not None:
                self._pictures.close()
                self._pictures = None

    def forget(self) -> None:
        """Tell all robots that what was before is no motion."""
        for body in self.bodies:
            body.forget()

    def _renderer(self) -> Pictures:
        if self._pictures is None:
            self._pictures = self._make_pictures(self)
            for number, resident in self._residents.items():
                for led, value in resident.leds.items():
                    self._pictures.set_led(number, led, value)
        return self._pictures


@dataclass(frozen=True, slots=True)
class WorldSide:
    """The supervisor of one robot."""

    _simulation: Simulation
    _robot: int

    def pose(self, name: str = "") -> Pose:
        """Return the true pose of this robot, or of a robot or thing of the world by name."""
        robot = self._number(name)
        engine = self._simulation.engine
        with self._simulation.lock:
            return engine.thing_pose(name) if robot is None else engine.pose(robot)

    def set_pose(self, pose: Pose, name: str = "") -> None:
        """Put this robot, another one or a movable thing somewhere, at rest.

        Raises CommandError for numbers that are not finite or beyond all measure, BadInput (and
        leaves all as it was) where it would stand in a thing or another robot.
        """
        if not isinstance(pose, Pose):
            raise CommandError(f"{pose!r} is no pose; give a samebot.core.pose.Pose")
        if not all(map(is_finite, (*pose.xyz, *pose.rpy))):
            raise CommandError(f"the pose is {pose}; finite numbers are expected")
        if max(map(abs, pose.xyz)) > _FARTHEST:
            raise CommandError(f"the pose is {pose}; places are at most {_FARTHEST:.0e} m away")
        robot = self._number(name)
        with self._simulation.lock:
            if robot is None:
                self._simulation.engine.set_thing_pose(name, pose)
            else:
                self._simulation.engine.set_pose(robot, pose)
                self._simulation.bodies[robot].forget()

    def velocity(self) -> tuple[float, float]:
        """Return this robot's true forward speed (m/s) and turning speed (rad/s)."""
        with self._simulation.lock:
            return self._simulation.engine.velocity(self._robot)

    def reset(self) -> None:
        """Put the world back to its beginning; time goes on."""
        with self._simulation.lock:
            self._simulation.engine.reset()
            self._simulation.forget()

    def _number(self, name: str) -> int | None:
        if not name:
            return self._robot
        names = [placed.name for placed in self._simulation.robots]
        return names.index(name) if name in names else None


def _sense(
    crowd: Crowd, bodies: Sequence[SimulatedBody], robots: tuple[int, ...], time: float
) -> None:
    """Sample some robots, given as bodies and as numbers."""
    crowd.sample(robots, time)
    for body in bodies:
        if body.senses.looks:
            body.senses.look()
    copies, places = crowd.shown(robots)
    for body, own in zip(bodies, places, strict=True):
        body.show(copies, own)


def _names_are_unique(robots: Sequence[Placed]) -> None:
    names = [placed.name for placed in robots]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"two robots are named {name!r}; names in a world must be unique")


def _rendered(simulation: Simulation) -> Pictures:
    # The renderer takes a while to import, and most programs need none.
    from samebot.sim import camera

    engine = simulation.engine
    return camera.Pictures(
        simulation.world,
        engine.solids,
        [
            camera.Actor(model=placed.build, name=placed.name, links=engine.links(number))
            for number, placed in enumerate(simulation.robots)
        ],
        things=engine.movable_things(),
        seed=simulation.seed,
        noise=simulation.noise,
    )
