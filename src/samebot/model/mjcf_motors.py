# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What moves the joints in MJCF: actuators, named like their joint, and mimics as constraints.

Drive wheels and motors commanded by velocity are velocity servos, those commanded by position
are position servos, those by effort plain motors. In a model without a motor beside the drive's,
every revolute and prismatic joint gets a position servo; continuous ones are then casters, which
turn freely.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np

from samebot.core.pose import Matrix, Pose, unit
from samebot.model.devices import Motor
from samebot.model.kinematics import forward
from samebot.model.mass import combined, inertia_matrix
from samebot.model.mjcf_drive import WheelMotor, known_effort, motors_by_joint, wheel_motors
from samebot.model.robot import RobotModel
from samebot.model.shapes import Inertial
from samebot.model.structure import Joint, JointKind
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["actuators", "mimics"]

_RESPONSE: Final = 190.0
"""How fast a velocity servo takes up its speed, 1/s."""
_SERVO_RESPONSE: Final = 60.0
"""Natural frequency of position servos, rad/s; critically damped. An arm's own weight g d, with
its centre d from the joint, lets it sag by g / (60**2 d): 0.5 degrees at 0.3 m."""


def actuators(model: RobotModel, prefix: str = "") -> tuple[ET.Element, ...]:
    """Return the actuators of a model (with inertials) in the order of its joints."""
    wheels = wheel_motors(model)
    motors = motors_by_joint(model)
    servos_for_all = not motors.keys() - wheels.keys()
    weights = _Weights(model)
    elements = []
    for joint in model.joints:
        if joint.kind.freedoms != 1 or joint.mimic is not None:
            continue
        motor = motors.get(joint.name)
        if joint.name in wheels:
            elements.append(_wheel(model, joint, motor, wheels[joint.name], prefix))
        elif motor is not None:
            elements.append(_motor(joint, motor, weights.inertia(joint), prefix))
        elif servos_for_all and joint.kind is not JointKind.CONTINUOUS:
            elements.append(_position(joint, None, weights.inertia(joint), prefix))
    return tuple(elements)


def mimics(model: RobotModel, prefix: str = "") -> tuple[ET.Element, ...]:
    """Return a constraint for each joint that follows another one."""
    elements = []
    for joint in model.joints:
        if joint.mimic is None or joint.kind.freedoms != 1:
            continue
        leader = model.joint(joint.mimic.joint)
        element = ET.Element("joint", joint1=f"{prefix}{joint.name}")
        slope = 0.0
        if leader.kind.freedoms == 1:
            element.set("joint2", f"{prefix}{leader.name}")
            slope = joint.mimic.multiplier
        element.set("polycoef", numbers((joint.mimic.offset, slope, 0.0, 0.0, 0.0)))
        elements.append(element)
    return tuple(elements)


def _wheel(
    model: RobotModel, joint: Joint, motor: Motor | None, wheel: WheelMotor, prefix: str
) -> ET.Element:
    fastest = None if model.drive is None else model.drive.max_wheel_velocity
    return _velocity(joint, motor, wheel.gain, wheel.effort, prefix, fastest)


def _motor(joint: Joint, motor: Motor, inertia: float, prefix: str) -> ET.Element:
    effort = known_effort(joint, motor)
    if motor.command == "velocity":
        gain = _RESPONSE * inertia
        return _velocity(joint, motor, gain, effort, prefix, None)
    if motor.command == "position":
        return _position(joint, motor, inertia, prefix)
    element = _actuator("motor", joint, effort, prefix)
    if effort is not None:
        element.set("ctrlrange", numbers((-effort, effort)))
    return element


def _velocity(
    joint: Joint,
    motor: Motor | None,
    gain: float,
    effort: float | None,
    prefix: str,
    fastest: float | None,
) -> ET.Element:
    element = _actuator("velocity", joint, effort, prefix)
    element.set("kv", number(gain))
    of_joint = joint.limits.velocity if joint.limits is not None else None
    bounds = (fastest, motor.max_velocity if motor is not None else None, of_joint)
    known = [bound for bound in bounds if bound]
    if known:
        element.set("ctrlrange", numbers((-min(known), min(known))))
    return element


def _position(joint: Joint, motor: Motor | None, inertia: float, prefix: str) -> ET.Element:
    if joint.dynamics is not None:
        # Where friction is more than weight, a servo that ignored it would creep.
        inertia = max(inertia, joint.dynamics.damping / (2.0 * _SERVO_RESPONSE))
    element = _actuator("position", joint, known_effort(joint, motor), prefix)
    element.set("kp", number(inertia * _SERVO_RESPONSE**2))
    element.set("kv", number(2.0 * inertia * _SERVO_RESPONSE))
    reach = _reach(joint)
    if reach is not None:
        element.set("ctrlrange", numbers(reach))
    return element


def _reach(joint: Joint) -> tuple[float, float] | None:
    limits = joint.limits
    if limits is None or joint.kind is JointKind.CONTINUOUS:
        return None
    if limits.lower is None or limits.upper is None or limits.lower == limits.upper:
        return None
    return (limits.lower, limits.upper)


def _actuator(kind: str, joint: Joint, effort: float | None, prefix: str) -> ET.Element:
    name = f"{prefix}{joint.name}"
    element = ET.Element(kind, name=name, joint=name)
    if effort is not None:
        element.set("forcerange", numbers((-effort, effort)))
    return element


class _Weights:
    """What hangs on each joint, with all joints at 0."""

    def __init__(self, model: RobotModel) -> None:
        self._placed = forward(model)
        carried: dict[str, list[Inertial]] = {link.name: [] for link in model.links}
        for link in model.links:
            if link.inertial is not None and link.inertial.mass > 0.0:
                carried[link.name].append(_moved(link.inertial, self._placed[link.name]))
        for joint in reversed(model.joints_from_root):
            carried[joint.parent] += carried[joint.child]
        self._carried = carried

    def inertia(self, joint: Joint) -> float:
        """Return the inertia about a joint's axis (kg m2), the mass (kg) for a slide."""
        body = combined(self._carried[joint.child])
        if joint.kind is JointKind.PRISMATIC:
            return max(body.mass, 1e-6)
        placed = self._placed[joint.child]
        axis = placed[:3, :3] @ np.array(unit(joint.axis))
        lever = np.cross(axis, np.array(body.pose.xyz) - placed[:3, 3])
        inertia = float(axis @ inertia_matrix(body) @ axis + body.mass * (lever @ lever))
        return max(inertia, 1e-9)


def _moved(inertial: Inertial, placed: Matrix) -> Inertial:
    return replace(inertial, pose=Pose.from_matrix(placed @ inertial.pose.matrix()))
