# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The axes of the joints of a tree: a chain of hinges about one anchor, or one slide.

As Webots moves end points (reference manual, joint nodes): about axes a1, a2, a3 through the
anchor c the end point goes to T(c) R(a1, q1) R(a2, q2) R(a3, q3) T(-c) E0, where E0 is its place
with all values 0.
"""

from __future__ import annotations

import functools
import operator
from dataclasses import dataclass

import numpy as np

from samebot.core.errors import ModelError
from samebot.core.pose import Matrix, Vector3, axis_angle_matrix, unit
from samebot.model.devices import Device, Motor, PositionSensor
from samebot.model.structure import Dynamics, Limits
from samebot.model.tree_nodes import (
    AnyJoint,
    BallJoint,
    Hinge2Joint,
    JointParameters,
    SliderJoint,
)
from samebot.model.tree_shapes import Place, rigid

__all__ = ["Axis", "axes_of", "device_name", "undo"]


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One freedom of a joint, in the link that carries the joint."""

    direction: Matrix
    anchor: Matrix
    position: float
    slides: bool
    limits: Limits | None
    dynamics: Dynamics | None
    devices: tuple[Device, ...]

    def moved(self, value: float) -> Matrix:
        """Return the 4x4 motion by `value` (rad or m)."""
        if self.slides:
            return rigid(np.eye(3), self.direction * value)
        x, y, z = (float(part) for part in self.direction)
        turn = axis_angle_matrix((x, y, z), value)
        return rigid(turn, self.anchor - turn @ self.anchor)


def axes_of(joint: AnyJoint, place: Place) -> list[Axis]:
    """Return the axes of a joint that stands in a frame, the one that carries the others first."""
    slides = isinstance(joint, SliderJoint)
    anchor = place.point(joint.parameters.anchor)
    return [
        _axis(place, direction, anchor, parameters, devices, slides=slides)
        for direction, parameters, devices in _parts(joint)
    ]


def undo(axes: list[Axis], frame: Matrix) -> Matrix:
    """Return where an end point's frame is with all values 0; `frame` is where it is written."""
    motions = [axis.moved(axis.position) for axis in axes]
    zero: Matrix = np.linalg.inv(functools.reduce(operator.matmul, motions)) @ frame
    return zero


def device_name(devices: tuple[Device, ...]) -> str:
    """Return the name a joint has from its devices: the motor's, else the position sensor's."""
    for kind in (Motor, PositionSensor):
        for device in devices:
            if isinstance(device, kind):
                return device.name
    return ""


_Part = tuple[Vector3, JointParameters, tuple[Device, ...]]


def _parts(joint: AnyJoint) -> list[_Part]:
    if isinstance(joint, BallJoint):
        return _ball_parts(joint)
    parts = [(joint.parameters.axis, joint.parameters, joint.devices)]
    if isinstance(joint, Hinge2Joint):
        parts.append((joint.parameters2.axis, joint.parameters2, joint.devices2))
    return parts


def _ball_parts(joint: BallJoint) -> list[_Part]:
    second, third = joint.parameters2, joint.parameters3
    if second is None:
        first_axis = (1.0, 0.0, 0.0) if third is None else _across(third.axis, 2, 0)
    else:
        first_axis = second.axis
    if third is None:
        third_axis = (0.0, 0.0, 1.0) if second is None else _across(second.axis, 0, 2)
    else:
        third_axis = third.axis
    plain = JointParameters()
    return [
        (first_axis, joint.parameters, joint.devices),
        (_cross(third_axis, first_axis), second or plain, joint.devices2),
        (third_axis, third or plain, joint.devices3),
    ]


def _across(axis: Vector3, first: int, second: int) -> Vector3:
    """Return axis x (basis vector `first`), or x `second` where that is zero."""
    basis = np.eye(3)
    crossed = np.cross(axis, basis[first])
    if not crossed.any():
        crossed = np.cross(axis, basis[second])
    return _three(crossed)


def _cross(first: Vector3, second: Vector3) -> Vector3:
    return _three(np.cross(first, second))


def _three(values: Matrix) -> Vector3:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def _axis(
    place: Place,
    direction: Vector3,
    anchor: Matrix,
    parameters: JointParameters,
    devices: tuple[Device, ...],
    *,
    slides: bool,
) -> Axis:
    try:
        along = np.array(unit(direction))
    except ValueError as error:
        raise ModelError(f"a joint in link {place.link!r} has no axis: {error}") from error
    metres = float(np.linalg.norm(place.matrix[:3, :3] @ along)) if slides else 1.0
    return Axis(
        direction=place.rotation @ along,
        anchor=anchor,
        position=parameters.position * metres,
        slides=slides,
        limits=_limits(parameters, devices, metres),
        dynamics=_dynamics(parameters),
        devices=devices,
    )


def _limits(
    parameters: JointParameters, devices: tuple[Device, ...], metres: float
) -> Limits | None:
    stops = (parameters.min_stop, parameters.max_stop)
    reach = (parameters.min_position, parameters.max_position)
    ranges = [ends for ends in (stops, reach) if ends[0] < ends[1]]
    lower = max((ends[0] * metres for ends in ranges), default=None)
    upper = min((ends[1] * metres for ends in ranges), default=None)
    motor = next((device for device in devices if isinstance(device, Motor)), None)
    limits = Limits(
        lower=lower,
        upper=upper,
        effort=motor.max_effort if motor is not None else None,
        velocity=motor.max_velocity if motor is not None else None,
    )
    return None if limits == Limits() else limits


def _dynamics(parameters: JointParameters) -> Dynamics | None:
    dynamics = Dynamics(damping=parameters.damping, friction=parameters.static_friction)
    return None if dynamics == Dynamics() else dynamics
