# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which shapes of a robot touch what in the physics, and how.

Drive wheels are spheres that touch the floor only: a sphere has one point of contact, so
odometry is exact, where a cylinder's edges scrub. The drive's numbers are the truth: radius and
separation of the spheres are the drive's. Casters are links with friction 0. Wheels and casters
have priority, else MuJoCo would give casters the floor's friction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from samebot.core.pose import Matrix, Pose, Vector3, unit
from samebot.model.changes import rigid_groups
from samebot.model.drive import DifferentialDrive
from samebot.model.kinematics import forward
from samebot.model.mjcf_assets import READABLE_MESHES
from samebot.model.mjcf_world import FLOOR_BIT, SOLID_BIT
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Collision, Cylinder, Mesh, Shape, Sphere, Visual

__all__ = ["Contacts", "Touch", "reach_down"]

_WHEEL_FRICTION: Final = 1.0
_BODY_FRICTION: Final = 0.3
"""Of a robot's body against walls; low, so that a robot slides along them."""
_ENOUGH_CASTERS: Final = 2
"""With fewer a robot can tip until its body touches the floor."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A shape that bumps: collision bits, friction, and whether its friction alone counts."""

    name: str
    shape: Shape
    pose: Pose
    bits: int
    friction: float
    priority: bool = False


class Contacts:
    """The shapes of one model that bump, by link."""

    def __init__(self, model: RobotModel, *, free: bool = True) -> None:
        """`free` tells whether the robot can come to lie on the floor."""
        self._model = model
        self._free = free
        self._groups = rigid_groups(model)
        self._wheels = dict(_wheels(model))
        of_wheels = [group for group in self._groups if self._wheels.keys() & set(group.links)]
        self._rolling = {link for group in of_wheels for link in group.links}
        self._base = {*self._groups[0].links}
        self._casters = sum(
            len(link.collisions)
            for link in model.links
            if link.friction == 0.0 and link.name not in self._rolling
        )
        self._bare = free and not any(
            link.collisions for link in model.links if link.name not in self._rolling
        )

    def of(self, link: str) -> tuple[Touch, ...]:
        """Return the shapes of a link that bump.

        Where no link but the wheels of a free robot has any, visual shapes serve.
        """
        if link in self._wheels:
            return (self._wheels[link],)
        if link in self._rolling:
            return ()
        found = self._model.link(link)
        bodies: Sequence[Visual | Collision] = found.collisions
        if self._bare:
            bodies = [visual for visual in found.visuals if _can_bump(visual.shape)]
        return tuple(
            self._touch(link, f"collision{index}", body.shape, body.pose)
            for index, body in enumerate(bodies)
        )

    @cached_property
    def lowest(self) -> float:
        """The height of the lowest point that bumps over the root link, joints at 0, m."""
        placed = forward(self._model)
        depths = [
            reach_down(touch.shape, placed[link.name] @ touch.pose.matrix())
            for link in self._model.links
            for touch in self.of(link.name)
        ]
        return min(depths, default=0.0)

    def _touch(self, link: str, name: str, shape: Shape, pose: Pose) -> Touch:
        friction = self._model.link(link).friction
        driven = self._free and self._model.drive is not None
        if friction == 0.0:
            bits = FLOOR_BIT if driven else FLOOR_BIT | SOLID_BIT
            return Touch(name, shape, pose, bits, 0.0, priority=True)
        if driven and not self._casters:
            # Nothing else holds it up, so whatever drags on the floor slides.
            bits = FLOOR_BIT | SOLID_BIT
            return Touch(name, shape, pose, bits, friction or 0.0, priority=True)
        steady = driven and self._casters >= _ENOUGH_CASTERS and link in self._base
        bits = SOLID_BIT if steady or not self._free else FLOOR_BIT | SOLID_BIT
        return Touch(name, shape, pose, bits, _BODY_FRICTION if friction is None else friction)


def _wheels(model: RobotModel) -> Iterator[tuple[str, Touch]]:
    drive = model.drive
    if drive is None:
        return
    placed = forward(model)
    for name, centre in zip(
        (drive.left_joint, drive.right_joint), _wheel_centres(model, drive, placed), strict=True
    ):
        joint = model.joint(name)
        friction = model.link(joint.child).friction
        yield (
            joint.child,
            Touch(
                "wheel",
                Sphere(drive.wheel_radius),
                Pose(centre),
                FLOOR_BIT,
                _WHEEL_FRICTION if friction is None else friction,
                priority=True,
            ),
        )


def _wheel_centres(
    model: RobotModel, drive: DifferentialDrive, placed: dict[str, Matrix]
) -> tuple[Vector3, Vector3]:
    """Return the wheels' centres in their links: on their axes, as far apart as the drive says."""
    left, right = (model.joint(name) for name in (drive.left_joint, drive.right_joint))
    axle = placed[left.child][:3, :3] @ np.array(unit(left.axis))
    apart = float(axle @ (placed[left.child][:3, 3] - placed[right.child][:3, 3]))
    outward = (np.sign(apart) * drive.wheel_separation - apart) / 2 if apart else 0.0
    centres = (
        placed[joint.child][:3, :3].T @ (axle * (outward if joint is left else -outward))
        for joint in (left, right)
    )
    first, second = (tuple(float(part) for part in centre) for centre in centres)
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])


def _can_bump(shape: Shape) -> bool:
    return not isinstance(shape, Mesh) or shape.uri.lower().endswith(READABLE_MESHES)


def reach_down(shape: Shape, placed: Matrix) -> float:
    """Return the lowest z of a shape whose frame is `placed`; a mesh counts as its origin."""
    x, y, z = (abs(float(part)) for part in placed[2, :3])
    height = float(placed[2, 3])
    if isinstance(shape, Box):
        half = np.array(shape.size) / 2
        return height - float(np.dot((x, y, z), half))
    if isinstance(shape, Cylinder):
        return height - z * shape.length / 2 - float(np.hypot(x, y)) * shape.radius
    if isinstance(shape, Capsule):
        return height - z * shape.length / 2 - shape.radius
    if isinstance(shape, Mesh):
        return height
    return height - shape.radius
