# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which robots the demo simulates, in which world, and what it adds to them."""

from __future__ import annotations

import dataclasses
from typing import Final

from samebot.model.devices import Motor, PositionSensor
from samebot.model.robot import RobotModel
from samebot.sim.placing import extent

__all__ = ["driven_joints", "hull_radius", "with_encoders", "world_for"]

_WORLDS: Final = (
    (0.055, "maze"),
    (0.078, "rooms_large"),
    (0.1, "thymio_box"),
    (0.4, "tb3_house"),
)
"""Up to which radius (m) a robot gets through the doors of a world."""


def hull_radius(model: RobotModel) -> float:
    """Return the radius (m) of what of a robot is likely to bump into walls.

    Arms that reach far out are not: they are above most things.
    """
    assert model.drive is not None
    return min(extent(model).radius, 0.9 * model.drive.wheel_separation)


def world_for(model: RobotModel) -> str:
    """Return the name of a world that a robot fits in."""
    radius = hull_radius(model)
    return next((world for most, world in _WORLDS if radius <= most), "empty")


def with_encoders(model: RobotModel) -> RobotModel:
    """Return the robot with a position sensor for every joint that has none.

    Only so can it be shown as it stands; its other devices stay as they are.
    """
    sensed = {device.joint for device in model.devices if isinstance(device, PositionSensor)}
    names = {device.name for device in model.devices}
    added = tuple(
        PositionSensor(name=_new_name(joint.name, names), joint=joint.name, link=joint.child)
        for joint in model.moving_joints
        if joint.kind.freedoms == 1 and joint.name not in sensed
    )
    return dataclasses.replace(model, devices=(*model.devices, *added))


def driven_joints(model: RobotModel) -> frozenset[str]:
    """Return the joints that a hand may move while the robot drives: motors but no wheels."""
    drive = model.drive
    wheels = set() if drive is None else {drive.left_joint, drive.right_joint}
    motors = {device.joint for device in model.devices if isinstance(device, Motor)}
    return frozenset(motors - wheels)


def _new_name(joint: str, names: set[str]) -> str:
    name = f"{joint} position"
    while name in names:
        name += "'"
    return name
