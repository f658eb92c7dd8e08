# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which robot goes into a world, and where: on its starts, then in the free places around them.

Robots count as upright cylinders that hold all their shapes, joints at 0.
"""

from __future__ import annotations

import dataclasses
import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from samebot.core.errors import BadInput
from samebot.core.pose import Pose2
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Cylinder, Shape, Sphere
from samebot.model.structure import JointKind
from samebot.sim.flaws import Flaws
from samebot.sim.solids import Floats
from samebot.sim.world import Thing, World

__all__ = ["Extent", "Placed", "extent", "first_positions", "placed_on_starts"]

_GAP: Final = 0.01
"""Robots that are put somewhere have so much room around them, m."""
_MOST_PLACES: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A robot to be put into a world: its model, its name there, and where it starts."""

    model: RobotModel
    name: str
    start: Pose2 = Pose2()
    period: float = 0.05
    flaws: Flaws = field(default_factory=Flaws)
    """How what is really built differs from the model (wheels a little too large ...)."""
    controlled: bool = True
    """Whether somebody has its body in hand; a world is over when all of these are closed."""

    @property
    def build(self) -> RobotModel:
        """What is really built, except for the radii of its wheels."""
        return self.model if self.flaws.none else self.flaws.built(self.model)


@dataclass(frozen=True, slots=True)
class Extent:
    """The upright cylinder about a root link's origin that holds a robot, m."""

    radius: float
    height: float


def first_positions(model: RobotModel) -> dict[str, float]:
    """Return the positions of joints that cannot begin at 0 because of their limits.

    Joints that follow them begin where they have to.
    """
    found: dict[str, float] = {}
    for joint in model.joints:
        limits = joint.limits
        if limits is None or joint.kind not in (JointKind.REVOLUTE, JointKind.PRISMATIC):
            continue
        low = -math.inf if limits.lower is None else limits.lower
        high = math.inf if limits.upper is None else limits.upper
        if joint.mimic is None and not low <= 0.0 <= high:
            found[joint.name] = low if low > 0.0 else high
    for joint in model.joints:
        if joint.mimic is not None and joint.kind.freedoms == 1:
            leading = found.get(joint.mimic.joint, 0.0)
            position = joint.mimic.multiplier * leading + joint.mimic.offset
            if position:
                found[joint.name] = position
    return found


def extent(model: RobotModel) -> Extent:
    """Return how much room a robot takes; a mesh counts as its origin."""
    placed = forward(model)
    radius, low, high = 0.0, 0.0, 0.0
    for link in model.links:
        for body in link.collisions or link.visuals:
            corners = placed[link.name] @ body.pose.matrix() @ _corners(body.shape)
            radius = max(radius, float(np.hypot(corners[0], corners[1]).max()))
            low, high = min(low, float(corners[2].min())), max(high, float(corners[2].max()))
    return Extent(_rounded(radius, model), high - low)


def _rounded(radius: float, model: RobotModel) -> float:
    """Return the radius; a robot without shapes takes a little room all the same."""
    drive = model.drive
    return max(radius, 0.01 if drive is None else drive.wheel_separation / 2)


def _corners(shape: Shape) -> Floats:
    """Return points around a shape, 4 x n, that hold it; rims of cylinders as polygons."""
    if isinstance(shape, Box):
        x, y, z = (side / 2 for side in shape.size)
        signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1)
        points = signs * np.array([[x], [y], [z]])
    elif isinstance(shape, Cylinder | Capsule | Sphere):
        half = shape.radius if isinstance(shape, Sphere) else shape.length / 2
        half += shape.radius if isinstance(shape, Capsule) else 0.0
        turns = np.linspace(0.0, math.tau, 32, endpoint=False)
        rim = shape.radius * np.stack([np.cos(turns), np.sin(turns)])
        points = np.concatenate(
            [np.vstack([rim, np.full((1, 32), z)]) for z in (-half, half)], axis=1
        )
    else:
        points = np.zeros((3, 1))
    found: Floats = np.vstack([points, np.ones((1, points.shape[1]))])
    return found


def placed_on_starts(world: World, robots: Iterable[Placed]) -> tuple[Placed, ...]:
    """Return the robots with their places: the starts, then free places that can be reached.

    Raises BadInput if the world has not enough room.
    """
    placed: list[Placed] = []
    taken: list[tuple[float, float, float]] = []
    for robot in robots:
        size = extent(robot.model)
        place = next(_free_places(world, size, taken), None)
        if place is None:
            raise BadInput(
                f"world {world.name} has no room for {robot.name}, {2 * size.radius:.2f} m across"
                f" ({len(placed)} robots are in it); take a larger world or fewer robots"
            )
        taken.append((place.x, place.y, size.radius))
        placed.append(dataclasses.replace(robot, start=place))
    return tuple(placed)


def _free_places(
    world: World, size: Extent, taken: Sequence[tuple[float, float, float]]
) -> Iterator[Pose2]:
    walls = _Obstacles(world, size)
    for start in world.starts:
        if not _touches(start.x, start.y, size, taken):
            yield start
    for start in world.starts:
        pitch = max(world.spacing, 2 * (size.radius + _GAP))
        for x, y in _reachable(start, pitch, walls):
            if not _touches(x, y, size, taken):
                yield Pose2(x, y, start.yaw)


def _touches(x: float, y: float, size: Extent, taken: Sequence[tuple[float, float, float]]) -> bool:
    return any(
        math.hypot(x - other_x, y - other_y) < size.radius + radius + _GAP
        for other_x, other_y, radius in taken
    )


def _reachable(start: Pose2, pitch: float, walls: _Obstacles) -> Iterator[tuple[float, float]]:
    """Yield the points of a grid about a start that a robot gets to, the nearest first."""
    seen = {(0, 0)}
    waiting = deque(seen)
    while waiting and len(seen) < _MOST_PLACES:
        column, row = waiting.popleft()
        here = (start.x + column * pitch, start.y + row * pitch)
        yield here
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            after = (column + step[0], row + step[1])
            there = (here[0] + step[0] * pitch, here[1] + step[1] * pitch)
            if after not in seen and walls.free_between(here, there):
                seen.add(after)
                waiting.append(after)


class _Obstacles:
    """The footprints of what a robot of some size bumps into, and the edge of the floor."""

    def __init__(self, world: World, size: Extent) -> None:
        low = [thing for thing in world.things if thing.pose.xyz[2] - _half(thing)[2] < size.height]
        self._room = size.radius + _GAP
        self._places: Floats = np.array([t.pose.xyz[:2] for t in low]).reshape(-1, 2)
        turns = np.array([thing.pose.rpy[2] for thing in low])
        self._cos, self._sin = np.cos(turns), np.sin(turns)
        self._halves: Floats = np.array([_half(thing)[:2] for thing in low]).reshape(-1, 2)
        self._centre = world.floor.centre
        self._edge = tuple(side / 2 - self._room for side in world.floor.size)

    def free_between(self, here: tuple[float, float], there: tuple[float, float]) -> bool:
        """Tell whether a robot can go straight from one point to another."""
        length = math.hypot(there[0] - here[0], there[1] - here[1])
        count = max(1, math.ceil(length / self._room))
        shares = np.arange(1, count + 1) / count
        points = np.outer(1.0 - shares, here) + np.outer(shares, there)
        return all(self._free(float(x), float(y)) for x, y in points)

    def _free(self, x: float, y: float) -> bool:
        if abs(x - self._centre[0]) > self._edge[0] or abs(y - self._centre[1]) > self._edge[1]:
            return False
        away_x, away_y = x - self._places[:, 0], y - self._places[:, 1]
        own_x = np.abs(self._cos * away_x + self._sin * away_y) - self._halves[:, 0]
        own_y = np.abs(self._cos * away_y - self._sin * away_x) - self._halves[:, 1]
        distance = np.hypot(np.maximum(own_x, 0.0), np.maximum(own_y, 0.0))
        return not bool((distance < self._room).any())


def _half(thing: Thing) -> tuple[float, float, float]:
    """Return the half sides of the box around an upright thing."""
    shape = thing.shape
    if isinstance(shape, Box):
        return (shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2)
    if isinstance(shape, Cylinder | Capsule):
        return (shape.radius, shape.radius, shape.length / 2)
    return (shape.radius,) * 3 if isinstance(shape, Sphere) else (0.0, 0.0, 0.0)
