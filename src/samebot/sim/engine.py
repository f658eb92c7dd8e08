# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The role of an engine: what steps a world. Bodies and sensors know nothing else of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from samebot.commands import JointTarget
from samebot.core.pose import Pose
from samebot.model.devices import Device
from samebot.sim.inward import Motion
from samebot.sim.solids import Solids

__all__ = ["Engine"]


class Engine(Protocol):
    """A world with robots in it, robots counted from 0 as they were put in."""

    @property
    def solids(self) -> Solids:
        """What sensors see; arrays that the engine keeps current."""
        ...

    @property
    def motion(self) -> Motion:
        """How devices move; arrays that the engine keeps current."""
        ...

    def links(self, robot: int) -> Mapping[str, int]:
        """Return each link's row in the link arrays of `solids`."""
        ...

    def movable_things(self) -> Mapping[str, int]:
        """Return the row in the link arrays of each thing that can move, by name."""
        ...

    def sources(self, robot: int, devices: Sequence[Device]) -> Sequence[tuple[int, int]]:
        """Return each device's rows in `motion`: of its place (or joint), and of its motion."""
        ...

    def advance(self, duration: float) -> None:
        """Go on by `duration` seconds, in equal substeps as fine as the engine needs."""
        ...

    def set_wheels(self, robot: int, left: float, right: float) -> None:
        """Let the drive's wheels turn at these speeds, rad/s."""
        ...

    def set_joint(self, robot: int, joint: str, target: JointTarget) -> None:
        """Let a joint go for a position, turn at a velocity, or be pushed by an effort."""
        ...

    def halt(self, robot: int) -> None:
        """Stop a robot's wheels; other joints hold where they are."""
        ...

    def pose(self, robot: int) -> Pose:
        """Return where a robot's root link is."""
        ...

    def set_pose(self, robot: int, pose: Pose) -> None:
        """Put a robot somewhere, at rest."""
        ...

    def velocity(self, robot: int) -> tuple[float, float]:
        """Return a robot's forward (m/s) and turning speed (rad/s)."""
        ...

    def thing_pose(self, name: str) -> Pose:
        """Return where a thing is."""
        ...

    def set_thing_pose(self, name: str, pose: Pose) -> None:
        """Put a movable thing somewhere, at rest."""
        ...

    def reset(self) -> None:
        """Put everything back to the beginning."""
        ...
