# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How strong and how heavy the motors of drive wheels are in the physics.

A motor that is switched on at once must not make its wheel slip, or wheel odometry is wrong
before the robot has moved; pushing against a wall, the wheel must slip, as on a real robot. Both
hold with the inertia of the motor's rotor behind its gear: it takes what the grip cannot pass on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from samebot.core.units import GRAVITY
from samebot.model.devices import Motor
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint

__all__ = ["WheelMotor", "known_effort", "motors_by_joint", "wheel_motors"]

_STRONGEST: Final = 0.8
"""Push of a wheel at most, in robot weights, and where the effort is not known: enough to make it
spin. Gives 0.02 N m to an e-puck of 130 g with wheels of 20 mm."""
_GENTLE: Final = 0.5
"""Push of a wheel while the robot takes up speed, as a fraction of its grip."""
_RESPONSE: Final = 190.0
"""How fast a wheel takes up a small change of speed, 1/s: within about one step of 4 ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelMotor:
    """A velocity servo: greatest effort (N m), gain (N m s), rotor inertia at the wheel (kg m2)."""

    effort: float
    gain: float
    armature: float


def wheel_motors(model: RobotModel) -> dict[str, WheelMotor]:
    """Return the motors of the drive's joints, by joint, for a model with inertials."""
    drive = model.drive
    if drive is None:
        return {}
    mass = sum(link.inertial.mass for link in model.links if link.inertial is not None)
    weight_torque = mass * GRAVITY * drive.wheel_radius
    carried = mass / 2 * drive.wheel_radius**2
    gentle = _GENTLE * weight_torque / (2 + _casters(model))
    motors = motors_by_joint(model)
    found = {}
    for name in (drive.left_joint, drive.right_joint):
        effort = known_effort(model.joint(name), motors.get(name)) or _STRONGEST * weight_torque
        effort = min(effort, _STRONGEST * weight_torque)
        armature = max(0.0, effort / gentle - 1.0) * carried
        gain = _RESPONSE * (carried + armature)
        found[name] = WheelMotor(effort=effort, gain=gain, armature=armature)
    return found


def _casters(model: RobotModel) -> int:
    # On stiff contacts wheels and casters sink in alike, so each carries the same.
    return sum(len(link.collisions) for link in model.links if link.friction == 0.0)


def motors_by_joint(model: RobotModel) -> dict[str, Motor]:
    """Return the first motor of each joint that has one."""
    return {d.joint: d for d in reversed(model.devices) if isinstance(d, Motor)}


def known_effort(joint: Joint, motor: Motor | None) -> float | None:
    """Return the motor's greatest effort; a bound of 0 in a file means that nobody knows."""
    of_joint = joint.limits.effort if joint.limits is not None else None
    return (motor.max_effort if motor is not None else None) or of_joint or None
