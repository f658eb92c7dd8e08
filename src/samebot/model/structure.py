# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Links, and the joints between them: the body without its devices."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from samebot.core.pose import Pose, Vector3
from samebot.model.shapes import Collision, Inertial, Visual

__all__ = ["Dynamics", "Joint", "JointKind", "Limits", "Link", "Mimic"]


class JointKind(enum.StrEnum):
    """How a joint moves, with the number of values that tell where it stands."""

    FIXED = "fixed"
    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"
    PLANAR = "planar"
    FLOATING = "floating"

    @property
    def freedoms(self) -> int:
        """How many values tell where the joint stands.

        Planar: x, y (m) in the plane across the axis, and the turn about it (rad).
        Floating: x, y, z (m), then extrinsic roll, pitch, yaw (rad).
        """
        return {"fixed": 0, "planar": 3, "floating": 6}.get(self.value, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A rigid part. `friction` is Coulomb's coefficient of its surface (None: the world's)."""

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Visual, ...] = ()
    collisions: tuple[Collision, ...] = ()
    friction: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of a joint in rad or m, N m or N, rad/s or m/s; None means unbounded."""

    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dynamics:
    """Viscous damping (N m s/rad or N s/m) and dry friction (N m or N) of a joint."""

    damping: float = 0.0
    friction: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mimic:
    """This joint stands at `multiplier` times the other joint's value plus `offset`."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """A connection of a parent link to a child link.

    `pose` is the joint frame in the parent; the child's frame coincides with it at zero.
    `axis` is in the joint frame and need not be normalised.
    """

    name: str
    kind: JointKind
    parent: str
    child: str
    pose: Pose = Pose()
    axis: Vector3 = (1.0, 0.0, 0.0)
    limits: Limits | None = None
    dynamics: Dynamics | None = None
    mimic: Mimic | None = None
