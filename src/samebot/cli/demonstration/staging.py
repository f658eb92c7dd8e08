# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Puts the demo's robot into a world, in real time."""

from __future__ import annotations

from dataclasses import dataclass

from samebot.cli.demonstration.choosing import driven_joints, with_encoders, world_for
from samebot.cli.demonstration.living import Life
from samebot.dashboard.live_panel import Living
from samebot.model.kinematics import JointPositions
from samebot.model.robot import RobotModel
from samebot.sim.opening import open_body
from samebot.sim.simulated import SimulatedBody
from samebot.sim.world_file import load_world

__all__ = ["Stage", "staged"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A robot that is ready to live, and what its page needs to know."""

    body: SimulatedBody
    life: Life
    living: Living

    @property
    def positions(self) -> JointPositions:
        """Where the joints stand as the position sensors say."""
        return self.life.positions()


def staged(model: RobotModel, world: str = "") -> Stage:
    """Return a robot with a drive in a world; "": in one that it fits in.

    Raises MissingDependency without a simulator, BadInput if the world has no room for it.
    """
    place = load_world(world or world_for(model))
    body = open_body(with_encoders(model), world=place, rate=1.0)
    life = Life(body, [thing.name for thing in place.things if thing.mass is not None])
    living = Living(world=place, wishes=life, start=life.start, joints=driven_joints(model))
    return Stage(body, life, living)
