# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which wheels are driven and how large they are: the model's, unless parameters say otherwise.

Joints decide how a body is made, so those of a simulated one are settled before it is (by
`with_given_joints`); sizes only decide what a velocity and an encoder's step mean, and may change
while the robot drives: that is what a calibration needs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from samebot.commands import Command, wheel_speeds
from samebot.core.errors import BadInput, UnknownName
from samebot.model.devices import PositionSensor
from samebot.model.drive import DifferentialDrive
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.ros.interface import DriveSettings

__all__ = [
    "JOINTS",
    "axle_of",
    "chosen_drive",
    "fastest_wheel",
    "is_swapped",
    "wheel_command",
    "with_given_joints",
]

_FASTEST: Final = 100.0
"""rad/s; no wheel of a small robot turns faster, so that more is a counter that began anew."""
_NOTHING: Final = 1e-9
"""m"""
JOINTS: Final = ("left_joint", "right_joint")


def with_given_joints(model: RobotModel, given: Mapping[str, object]) -> RobotModel:
    """Return the model driving on the joints that parameters name, if they name others.

    Raises BadInput where only one wheel is known, or the sizes of new ones are not.
    """
    own = model.drive
    usual = ("", "") if own is None else (own.left_joint, own.right_joint)
    left, right = (str(given.get(key, joint)) for key, joint in zip(JOINTS, usual, strict=True))
    if {left, right} == set(usual):
        return model
    _refuse_other_joints(model, left, right)
    if own is not None:
        drive = replace(own, left_joint=left, right_joint=right, left_encoder="", right_encoder="")
        return replace(model, drive=drive)
    drive = DifferentialDrive(
        left_joint=left,
        right_joint=right,
        wheel_radius=_radius(given),
        wheel_separation=_number(given, "wheel_distance") or _apart(model, left, right),
        max_wheel_velocity=_slowest(model, left, right),
        source="parameters of the driver",
    )
    return replace(model, drive=drive)


def chosen_drive(model: RobotModel, settings: DriveSettings) -> DifferentialDrive | None:
    """Return the drive as parameters have it; None for a robot that has none.

    Raises UnknownName for encoders that do not exist, BadInput for wheels that are not driven.
    """
    own = model.drive
    if own is None:
        return None
    left, right = settings.left_joint, settings.right_joint
    if sorted((left, right)) != sorted((own.left_joint, own.right_joint)):
        raise BadInput(
            f"left_joint is {left!r} and right_joint {right!r}, but {model.name} drives on "
            f"{own.left_joint!r} and {own.right_joint!r}; only a simulated robot can be told others"
        )
    return replace(
        own,
        left_joint=left,
        right_joint=right,
        left_encoder=_encoder(model, settings.left_encoder, own.left_encoder, left),
        right_encoder=_encoder(model, settings.right_encoder, own.right_encoder, right),
        wheel_radius=settings.wheel_radius,
        wheel_separation=settings.wheel_distance,
    )


def axle_of(
    model: RobotModel, drive: DifferentialDrive, settings: DriveSettings
) -> tuple[float, float]:
    """Return where the middle between the wheels lies in the frame that moves, m.

    A frame that is none of the model's is taken to be there.
    """
    placed = forward(model)
    base = placed.get(settings.robot_base_frame)
    if base is None:
        return 0.0, 0.0
    wheels = [
        placed[model.joint(name).child][:, 3] for name in (drive.left_joint, drive.right_joint)
    ]
    x, y, *_ = (np.linalg.inv(base) @ (wheels[0] + wheels[1]) / 2.0).tolist()
    return _clean(x), _clean(y)


def fastest_wheel(drive: DifferentialDrive) -> float:
    """Return how fast a wheel turns at most, rad/s: as the model says, or as wheels usually do."""
    if drive.max_wheel_velocity is not None:
        return drive.max_wheel_velocity
    if drive.max_linear is None or drive.max_angular is None:
        return _FASTEST
    turning = drive.max_angular * drive.wheel_separation / 2.0
    return min(_FASTEST, (drive.max_linear + turning) / drive.wheel_radius)


def is_swapped(model: RobotModel, drive: DifferentialDrive) -> bool:
    """Whether what the interface calls the left wheel is the model's right one."""
    return model.drive is not None and drive.left_joint != model.drive.left_joint


def wheel_command(drive: DifferentialDrive, v: float, w: float, *, swapped: bool) -> Command:
    """Return what the wheels are to do for `v` (m/s) and `w` (rad/s); odometry can follow it."""
    left, right = wheel_speeds(drive, v, w)
    share = max(1.0, max(abs(left), abs(right)) / fastest_wheel(drive))
    left, right = left / share, right / share
    return Command(wheels=(right, left) if swapped else (left, right))


def _clean(length: float) -> float:
    """Return a length without what rounding leaves of 0."""
    return length if abs(length) > _NOTHING else 0.0


def _encoder(model: RobotModel, chosen: str, usual: str, joint: str) -> str:
    """Return an encoder's name; empty: the joint's own."""
    sensors = {d.name: d for d in model.devices if isinstance(d, PositionSensor)}
    if chosen and chosen not in sensors:
        raise UnknownName("encoder", chosen, sensors)
    measures_another = chosen == usual and chosen and sensors[chosen].joint != joint
    return "" if measures_another else chosen


def _refuse_other_joints(model: RobotModel, left: str, right: str) -> None:
    known = [joint.name for joint in model.moving_joints if joint.kind.freedoms == 1]
    for key, name, other in (("left_joint", left, right), ("right_joint", right, left)):
        if not name:
            raise BadInput(f"one wheel is {other!r}, but {key} is not given; name both")
        if name not in known:
            raise UnknownName("joint", name, known)
    if left == right:
        raise BadInput(f"both wheels are {left!r}; two joints are expected")


def _radius(given: Mapping[str, object]) -> float:
    radius = _number(given, "wheel_radius")
    if not radius:
        raise BadInput("wheels are named, but not how large they are; give wheel_radius (m) too")
    return radius


def _number(given: Mapping[str, object], key: str) -> float:
    value = given.get(key)
    usable = isinstance(value, int | float) and math.isfinite(value) and value > 0.0
    return float(value) if usable and isinstance(value, int | float) else 0.0


def _apart(model: RobotModel, left: str, right: str) -> float:
    placed = forward(model)
    places = [placed[model.joint(name).child][:3, 3] for name in (left, right)]
    return float(math.dist(*(place.tolist() for place in places)))


def _slowest(model: RobotModel, *joints: str) -> float | None:
    limits = (model.joint(name).limits for name in joints)
    return min((each.velocity for each in limits if each and each.velocity), default=None)
