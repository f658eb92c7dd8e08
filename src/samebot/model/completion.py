# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot's file leaves out, found from what it says: so any URDF can be driven.

Every joint of one freedom can be measured; those that no motor is told for, but that an arm, a
head or a gripper would have, can be moved; two wheels on one axle are a drive; of devices on
one topic, which Gazebo's may be, the later ones get topics of their own. What else the file
says itself is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from samebot.core.pose import Vector3
from samebot.model.devices import Device, Motor, PositionSensor
from samebot.model.drive import DifferentialDrive
from samebot.model.own_topics import with_own_topics
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind, Mimic
from samebot.model.wheels import (
    Pair,
    Wheel,
    is_steered,
    turns_endlessly,
    wheel_pairs,
    wheels_of,
)

__all__ = ["Completed", "completed"]

_GUESS: Final = "guessed from the shapes of the links"


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """A robot model with nothing left out, and what is worth saying of what was found."""

    model: RobotModel
    notes: tuple[str, ...] = ()


def completed(model: RobotModel) -> Completed:
    """Return the model with a drive, motors and position sensors where its file tells of none."""
    model, renamed = with_own_topics(model)
    with_wheels = _with_drive(model)
    model = _with_motors(with_wheels.model)
    return Completed(model=_with_position_sensors(model), notes=renamed + with_wheels.notes)


def _with_drive(model: RobotModel) -> Completed:
    wheels = wheels_of(model)
    pairs = wheel_pairs(wheels)
    if model.drive is not None:
        driven = (model.drive.left_joint, model.drive.right_joint)
        return Completed(model=_coupled(model, pairs, driven))
    if not pairs:
        endless = [joint.name for joint in model.joints if turns_endlessly(joint)]
        unsaid = f"{model.name}: no drive: no two of {_listed(endless)} are wheels on one axle"
        return Completed(model=model, notes=(unsaid,) if len(endless) > 1 else ())
    if is_steered(model) or not all(pair.is_like(pairs[0]) for pair in pairs):
        unclear = (
            f"{model.name}: no drive: it has steered wheels or wheels of different sizes; "
            "name the driven ones in a diff_drive plugin or a devices.yaml beside the file"
        )
        return Completed(model=model, notes=(unclear,))
    return _driven(model, pairs)


def _driven(model: RobotModel, pairs: tuple[Pair, ...]) -> Completed:
    """Return the model with a drive of its wheels, which all turn forwards."""
    first = pairs[0]
    wheels = [wheel for pair in pairs for wheel in (pair.left, pair.right)]
    turned = [wheel.joint for wheel in wheels if wheel.way < 0]
    model = _with_joints(
        model,
        (replace(model.joint(name), axis=_opposite(model.joint(name).axis)) for name in turned),
    )
    drive = DifferentialDrive(
        left_joint=first.left.joint,
        right_joint=first.right.joint,
        wheel_radius=round((first.left.radius + first.right.radius) / 2, 6),
        wheel_separation=round(first.separation, 6),
        max_wheel_velocity=_slowest(model, wheels),
        source=_GUESS,
    )
    driven = (drive.left_joint, drive.right_joint)
    model = _coupled(replace(model, drive=drive), pairs, driven)
    said = (
        f"{model.name}: drives on {_listed(driven)} ({_GUESS}): wheel_radius "
        f"{drive.wheel_radius:g} m, wheel_distance {drive.wheel_separation:g} m"
    )
    if len(pairs) > 1:
        said += f"; {_listed([w.joint for w in wheels[2:]])} turn with them"
    if turned:
        said += f"; turned round, so that forwards is positive: {_listed(turned)}"
    return Completed(model=model, notes=(said,))


def _coupled(model: RobotModel, pairs: tuple[Pair, ...], driven: tuple[str, str]) -> RobotModel:
    """Return the model with wheels like the driven ones turning with those (skid steering)."""
    own = [pair for pair in pairs if (pair.left.joint, pair.right.joint) == driven]
    if not own:
        return model
    others = [pair for pair in pairs if pair is not own[0] and pair.is_like(own[0])]
    return _with_joints(
        model,
        (
            replace(model.joint(follower), mimic=Mimic(joint=leader))
            for pair in others
            for leader, follower in zip(driven, (pair.left.joint, pair.right.joint), strict=True)
        ),
    )


def _with_joints(model: RobotModel, changed: Iterable[Joint]) -> RobotModel:
    by_name = {joint.name: joint for joint in changed}
    if not by_name:
        return model
    return replace(model, joints=tuple(by_name.get(joint.name, joint) for joint in model.joints))


def _with_motors(model: RobotModel) -> RobotModel:
    drive = model.drive
    wheels = () if drive is None else (drive.left_joint, drive.right_joint)
    motors = {device.joint for device in model.devices if isinstance(device, Motor)}
    if motors - set(wheels):
        return model  # the file tells of motors, and joints without one are passive
    rolling = {wheel.joint for wheel in wheels_of(model)}
    joints = [joint for joint in model.joints if _is_moved(joint) and joint.name not in rolling]
    return _with_devices(model, (_motor(joint) for joint in joints if joint.name not in wheels))


def _is_moved(joint: Joint) -> bool:
    """Tell whether a joint would have a motor: endless ones only where a limit tells of one."""
    if joint.mimic is not None or joint.kind.freedoms != 1:
        return False
    if joint.kind is not JointKind.CONTINUOUS:
        return True
    return joint.limits is not None and bool(joint.limits.effort) and bool(joint.limits.velocity)


def _motor(joint: Joint) -> Motor:
    limits = joint.limits
    return Motor(
        name=joint.name,
        link=joint.child,
        joint=joint.name,
        # Some exporters write 0 where they know nothing.
        max_velocity=(limits.velocity or None) if limits is not None else None,
        max_effort=(limits.effort or None) if limits is not None else None,
        source=_GUESS,
    )


def _with_position_sensors(model: RobotModel) -> RobotModel:
    known = {device.joint for device in model.devices if isinstance(device, PositionSensor)}
    return _with_devices(
        model,
        (
            PositionSensor(name=f"{joint.name}_sensor", link=joint.child, joint=joint.name)
            for joint in model.moving_joints
            if joint.kind.freedoms == 1 and joint.mimic is None and joint.name not in known
        ),
    )


def _with_devices(model: RobotModel, devices: Iterable[Device]) -> RobotModel:
    new = tuple(_renamed(model, devices))
    return replace(model, devices=(*model.devices, *new)) if new else model


def _renamed(model: RobotModel, devices: Iterable[Device]) -> Iterator[Device]:
    taken = {device.name for device in model.devices}
    for device in devices:
        name, number = device.name, 2
        while name in taken:
            name, number = f"{device.name}_{number}", number + 1
        taken.add(name)
        yield replace(device, name=name)


def _slowest(model: RobotModel, wheels: Iterable[Wheel]) -> float | None:
    limits = (model.joint(wheel.joint).limits for wheel in wheels)
    return min((each.velocity for each in limits if each and each.velocity), default=None)


def _opposite(axis: Vector3) -> Vector3:
    x, y, z = axis
    return (-x, -y, -z)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
