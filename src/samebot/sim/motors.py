# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Motors of one robot in MuJoCo: each can hold a velocity, go for a position, or push.

An actuator of the document is a servo of one way (velocity, position, or a plain motor). Its
gains are changed when it is commanded another way: a velocity servo with gain kv becomes a
position servo with kp = 10 kv. A position servo holds a velocity by a set point that moves: so it
is as firm against weight and friction as where it stands.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from samebot.commands import JointTarget
from samebot.core.errors import CommandError
from samebot.model.devices import Motor
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind

__all__ = ["Motors"]

_LEAD: Final = 0.5
"""How far a set point that moves may be ahead where nobody knows what the motor can bear, rad."""
_EAGERNESS: Final = 10.0
"""How fast a wheel that goes for a position corrects its error, 1/s."""


@dataclass(slots=True)
class _Actuator:
    """One actuator: where it is in MuJoCo's arrays, and how it works."""

    row: int
    place: int
    freedom: int
    kp: float
    kv: float
    way: str
    fastest: float | None
    acceleration: float | None
    strongest: tuple[float, float] | None
    """Range of the effort; None: without bounds."""
    reach: tuple[float, float]
    """Where the joint's limits are."""
    glides: bool
    """Whether it holds a velocity by a set point that moves."""
    goal: float = 0.0
    speed: float | None = None
    """How fast the set point moves at most; None: it stands at the goal."""
    rate: float = 0.0
    """How fast a set point that takes up speed moves now."""


class Motors:
    """The actuators of one robot, by joint."""

    def __init__(self, robot: RobotModel, model: Any, data: Any, prefix: str) -> None:
        """`model` and `data` are MuJoCo's; `prefix` stands before the robot's names."""
        self._robot = robot
        self._model = model
        self._data = data
        motors = {d.joint: d for d in robot.devices if isinstance(d, Motor)}
        self._actuators: dict[str, _Actuator] = {}
        for row in range(model.nu):
            name = model.actuator(row).name
            if name.startswith(prefix):
                joint = name.removeprefix(prefix)
                self._actuators[joint] = self._actuator(row, joint, motors.get(joint))
        drive = robot.drive
        self._wheels = () if drive is None else (drive.left_joint, drive.right_joint)
        self._rolling = [self._actuators[j] for j in self._wheels if j in self._actuators]
        self._ctrl = data.ctrl
        self.gradual: list[_Actuator] = []

    def _actuator(self, row: int, joint: str, motor: Motor | None) -> _Actuator:
        gain = float(self._model.actuator_gainprm[row, 0])
        stiff, damped = (-float(self._model.actuator_biasprm[row, i]) for i in (1, 2))
        way = "position" if stiff else "velocity" if damped else "effort"
        limits = self._robot.joint(joint).limits
        fastest = motor.max_velocity if motor is not None else None
        if fastest is None and limits is not None:
            fastest = limits.velocity
        low, high = map(float, self._model.actuator_forcerange[row])
        number = int(self._model.actuator_trnid[row, 0])
        return _Actuator(
            row=row,
            place=int(self._model.jnt_qposadr[number]),
            freedom=int(self._model.jnt_dofadr[number]),
            kp=stiff or _EAGERNESS * damped or gain,
            kv=damped or gain,
            way=way,
            fastest=fastest,
            acceleration=motor.acceleration if motor is not None else None,
            strongest=(low, high) if self._model.actuator_forcelimited[row] else None,
            reach=_reach(self._robot.joint(joint)),
            glides=way == "position",
        )

    def set_wheels(self, left: float, right: float) -> None:
        """Let the drive's wheels turn at these speeds, rad/s."""
        for actuator, speed in zip(self._rolling, (left, right), strict=True):
            if actuator.way == "velocity" and actuator.acceleration is None:
                self._ctrl[actuator.row] = speed  # as all the rest does in the end, but soon
            else:
                self._velocity(actuator, speed)

    def set_joint(self, joint: str, target: JointTarget) -> None:
        """Let a joint go for a position, turn at a velocity, or be pushed by an effort."""
        actuator = self._actuators.get(joint)
        if actuator is None:
            raise CommandError(f"joint {joint!r} has no motor; joints with one: {self._known()}")
        bounded = target.position is not None or target.velocity is not None
        self._bound(actuator, target.effort if bounded else None)
        if target.position is not None:
            self._position(actuator, target.position, target.velocity)
        elif target.velocity is not None:
            self._velocity(actuator, target.velocity)
        elif target.effort is not None:
            self._settle(actuator)
            self._become(actuator, "effort")
            self._ctrl[actuator.row] = target.effort

    def halt(self) -> None:
        """Stop the wheels; other joints hold where they are."""
        for joint, actuator in self._actuators.items():
            self._bound(actuator, None)
            if joint in self._wheels:
                self._settle(actuator)
                self._become(actuator, "velocity")
                self._ctrl[actuator.row] = 0.0
            elif actuator.way != "position" or actuator.speed is not None:
                self._settle(actuator)
                self._become(actuator, "position")
                self._ctrl[actuator.row] = self._data.qpos[actuator.place]

    def reset(self) -> None:
        """Let every joint stay where it begins."""
        for joint, actuator in self._actuators.items():
            self._settle(actuator)
            self._bound(actuator, None)
            rolling = joint in self._wheels
            self._become(actuator, "velocity" if rolling else "position")
            self._ctrl[actuator.row] = 0.0 if rolling else self._data.qpos[actuator.place]

    def go_on(self, step: float) -> None:
        """Move the set points of gradual moves on by one substep."""
        for actuator in tuple(self.gradual):
            now = float(self._ctrl[actuator.row])
            left = actuator.goal - now
            rate = _rate(actuator, left, step)
            if math.isclose(left, rate * step, rel_tol=1e-9, abs_tol=1e-12):
                self._ctrl[actuator.row] = actuator.goal
                self._settle(actuator)
            else:
                self._ctrl[actuator.row] = self._within(actuator, now + rate * step, rate)
                actuator.rate = rate

    def _within(self, actuator: _Actuator, point: float, rate: float) -> float:
        """Return a set point that moves without end, no further ahead than the motor can use."""
        if math.isfinite(actuator.goal):
            return point
        known = actuator.strongest
        lead = _LEAD if known is None else max(map(abs, known)) / actuator.kp
        lead += abs(rate) * actuator.kv / actuator.kp
        here = float(self._data.qpos[actuator.place])
        low, high = actuator.reach
        return min(max(point, here - lead, low), here + lead, high)

    def _velocity(self, actuator: _Actuator, velocity: float) -> None:
        if actuator.glides:
            self._serve(actuator)
            self._aim(actuator, math.copysign(math.inf, velocity), abs(velocity))
            return
        if actuator.way != "velocity":
            self._become(actuator, "velocity")
            self._ctrl[actuator.row] = self._data.qvel[actuator.freedom]
        self._aim(actuator, velocity, actuator.acceleration)

    def _position(self, actuator: _Actuator, position: float, velocity: float | None) -> None:
        speed = abs(velocity) if velocity is not None else actuator.fastest
        self._serve(actuator)
        if speed == 0.0:
            position = float(self._ctrl[actuator.row])
        if actuator.acceleration is not None and speed is None:
            speed = math.inf
        self._aim(actuator, position, speed)

    def _serve(self, actuator: _Actuator) -> None:
        """Make a position servo of an actuator, which goes on from where it is."""
        if actuator.way != "position":
            self._become(actuator, "position")
            self._ctrl[actuator.row] = self._data.qpos[actuator.place]
            actuator.rate = 0.0
            if actuator.acceleration is not None:
                # So far ahead that it goes on as fast as it does.
                actuator.rate = float(self._data.qvel[actuator.freedom])
                self._ctrl[actuator.row] += actuator.rate * actuator.kv / actuator.kp

    def _aim(self, actuator: _Actuator, goal: float, speed: float | None) -> None:
        rate = actuator.rate
        self._settle(actuator)
        if speed is None or (goal == self._ctrl[actuator.row] and rate == 0.0):
            self._ctrl[actuator.row] = goal
            return
        actuator.goal, actuator.speed, actuator.rate = goal, speed, rate
        self.gradual.append(actuator)

    def _settle(self, actuator: _Actuator) -> None:
        actuator.rate = 0.0
        if actuator.speed is not None:
            actuator.speed = None
            self.gradual.remove(actuator)

    def _bound(self, actuator: _Actuator, effort: float | None) -> None:
        """Let an actuator push no more than this; None: as much as it can."""
        bounds = actuator.strongest if effort is None else (-abs(effort), abs(effort))
        self._model.actuator_forcelimited[actuator.row] = bounds is not None
        self._model.actuator_forcerange[actuator.row] = bounds or (0.0, 0.0)

    def _become(self, actuator: _Actuator, way: str) -> None:
        if actuator.way == way:
            return
        gain, stiff, damped = {
            "velocity": (actuator.kv, 0.0, actuator.kv),
            "position": (actuator.kp, actuator.kp, actuator.kv),
            "effort": (1.0, 0.0, 0.0),
        }[way]
        self._model.actuator_gainprm[actuator.row, 0] = gain
        self._model.actuator_biasprm[actuator.row, :3] = (0.0, -stiff, -damped)
        # A range belongs to the way of command; the gate has clamped already.
        self._model.actuator_ctrllimited[actuator.row] = 0
        actuator.way = way

    def _known(self) -> str:
        return ", ".join(self._actuators) or "none"


def _reach(joint: Joint) -> tuple[float, float]:
    limits = joint.limits
    if limits is None or joint.kind is JointKind.CONTINUOUS:
        return -math.inf, math.inf
    low, high = limits.lower, limits.upper
    return -math.inf if low is None else low, math.inf if high is None else high


def _rate(actuator: _Actuator, left: float, step: float) -> float:
    """Return how fast a set point moves that has so far to go.

    That of a position takes up speed, and loses it before its goal, as steeply as the motor may.
    """
    fastest = actuator.speed if actuator.speed is not None else math.inf
    if actuator.way != "position" or actuator.acceleration is None:
        return math.copysign(min(fastest, abs(left) / step), left)
    change = actuator.acceleration * step
    # v (v + change) / (2 acceleration) is how far it goes while it brakes from v.
    braking = math.sqrt(change**2 / 4 + 2 * actuator.acceleration * abs(left)) - change / 2
    wanted = math.copysign(min(fastest, braking, abs(left) / step), left)
    return min(max(wanted, actuator.rate - change), actuator.rate + change)
