# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Every built-in robot stands in every program as it does here."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from samebot.core.chance import generator
from samebot.model import RobotModel
from samebot.model.catalogue import load, robots
from samebot.model.changes import with_device_links, with_inertials
from samebot.model.kinematics import forward
from samebot.model.mjcf import write_mjcf
from samebot.model.urdf import parse_urdf, write_urdf

pytest.importorskip("mujoco")
pytest.importorskip("yourdfpy")

from other_readers import MujocoRobot, YourdfpyRobot

NAMES = [info.name for info in robots()]
STATES = 100


@cache
def complete(name: str) -> RobotModel:
    return with_device_links(with_inertials(load(name)))


def states(model: RobotModel) -> list[dict[str, float]]:
    """Values for all joints that do not follow another, within limits where there are any."""
    chance = generator(7, model.name)
    found = []
    for _ in range(STATES):
        state = {}
        for joint in model.moving_joints:
            lower = joint.limits.lower if joint.limits else None
            upper = joint.limits.upper if joint.limits else None
            value = chance.uniform(
                -3.0 if lower is None else lower, 3.0 if upper is None else upper
            )
            state[joint.name] = float(value)
        found.append(state)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_all_readers_place_the_links_of_a_built_in_robot_alike(name: str) -> None:
    model = complete(name)
    read_back = parse_urdf(write_urdf(model))
    others: list[YourdfpyRobot | MujocoRobot] = [
        YourdfpyRobot(model),
        MujocoRobot(model, write_urdf(model, mujoco=True)),
        MujocoRobot(model, write_mjcf(model)),
    ]
    for state in states(model):
        ours = forward(model, state)
        ours_read = forward(read_back, state)
        placed = [other.placed(state) for other in others]
        for link, matrix in ours.items():
            assert np.array_equal(ours_read[link], matrix)
            for other in placed:
                assert np.abs(other[link] - matrix).max() < 1e-6, link


def test_tiago_is_a_big_joint_tree() -> None:
    assert len(load("tiago").moving_joints) >= 30
