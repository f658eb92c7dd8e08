# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Commands, and what of a command a robot can really do.

Speeds are clamped so that the curvature stays, stepper motors turn in whole steps, joints keep
their limits. Names that do not exist and numbers that are not finite refuse the whole command.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from samebot.core.errors import CommandError, UnknownName
from samebot.model.devices import LED, Motor, Speaker
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind

__all__ = [
    "Command",
    "CommandGate",
    "JointTarget",
    "is_finite",
    "limit_wheels",
    "wheel_speeds",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class JointTarget:
    """What a joint is to do: the first of position, velocity, effort that is given.

    With a position, `velocity` and `effort` bound how it is reached. rad or m, per s, N m or N.
    """

    position: float | None = None
    velocity: float | None = None
    effort: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a robot is to do; what is not named stays as it was.

    `wheels`: left and right speed, rad/s. `joints`: by joint or motor name, a number in the
    motor's usual way of command, or a JointTarget. `leds`: by name; 0 off, 1.. the LED's
    colours, 0 to 255 for `gradual`, 0xRRGGBB for `rgb`. `sounds`: melodies to start now; 0 stops.
    """

    wheels: tuple[float, float] | None = None
    joints: Mapping[str, float | JointTarget] = field(default_factory=dict)
    leds: Mapping[str, int] = field(default_factory=dict)
    sounds: tuple[int, ...] = ()


_FASTEST: Final = 1e6
"""What is asked for beyond this (m/s, rad/s) counts as this: numbers must not overflow."""


def wheel_speeds(drive: DifferentialDrive, v: float, w: float) -> tuple[float, float]:
    """Return left and right wheel speed (rad/s) for v (m/s) and w (rad/s).

    Limits of the whole robot are kept by slowing both wheels, so that the curvature stays.
    """
    largest = max(abs(v), abs(w))
    if largest > _FASTEST:
        v, w = v * (_FASTEST / largest), w * (_FASTEST / largest)
    share = 1.0
    if drive.max_linear:
        share = max(share, abs(v) / drive.max_linear)
    if drive.max_angular:
        share = max(share, abs(w) / drive.max_angular)
    turn = w * drive.wheel_separation / 2
    return ((v - turn) / drive.wheel_radius / share, (v + turn) / drive.wheel_radius / share)


def body_speeds(drive: DifferentialDrive, left: float, right: float) -> tuple[float, float]:
    """Return v (m/s) and w (rad/s) of wheels that turn at `left` and `right` rad/s."""
    return (
        (left + right) / 2 * drive.wheel_radius,
        (right - left) * drive.wheel_radius / drive.wheel_separation,
    )


def limit_wheels(drive: DifferentialDrive, left: float, right: float) -> tuple[float, float]:
    """Return what the motors do: both slowed by one factor (curvature stays), in whole steps."""
    limit = drive.max_wheel_velocity
    fastest = max(abs(left), abs(right))
    if limit is not None and fastest > limit:
        left, right = left * (limit / fastest), right * (limit / fastest)
    if drive.steps_per_turn is None:
        return left, right
    step = math.tau / drive.steps_per_turn
    return _whole_steps(left, step, limit), _whole_steps(right, step, limit)


_MOST_STEPS: Final = 1e15


def _whole_steps(value: float, step: float, limit: float | None) -> float:
    """Return the nearest whole number of steps that is not beyond a limit."""
    if abs(value) > _MOST_STEPS * step:
        return value  # the steps of a motor are no matter any more
    steps = round(value / step)
    if limit is not None and abs(steps) * step > limit * (1.0 + 1e-9):
        steps -= 1 if steps > 0 else -1
    return steps * step


class CommandGate:
    """Admits to one robot what it can do; made once from its model."""

    def __init__(self, model: RobotModel) -> None:
        """Look up the robot's drive, motors, joints and LEDs."""
        self._robot = model.name
        self._drive = model.drive
        self._motors = {d.joint: d for d in model.devices if isinstance(d, Motor)}
        self._joints = {j.name: j for j in model.moving_joints}
        self._names = {name: name for name in self._joints}
        self._names |= {d.name: d.joint for d in self._motors.values()}
        self._leds = {d.name: d for d in model.devices if isinstance(d, LED)}
        self._sounds = max(
            (len(d.melodies) for d in model.devices if isinstance(d, Speaker)), default=None
        )

    @property
    def drive(self) -> DifferentialDrive:
        """The robot's drive; CommandError if it has none."""
        if self._drive is None:
            raise CommandError(
                f"{self._robot} has no drive, so it cannot be driven; command its joints instead"
            )
        return self._drive

    def admit(self, command: Command) -> Command:
        """Return the part of a command that the robot really does."""
        if not isinstance(command, Command):
            raise CommandError(f"{self._robot}: {command!r} is no Command; give Command(...)")
        wheels = None if command.wheels is None else self.admit_wheels(command.wheels)
        if not (command.joints or command.leds or command.sounds):
            return Command(wheels=wheels)
        self._refuse_misshapen(command)
        return Command(
            wheels=wheels,
            joints={
                self._joint_name(name): self._target(name, target)
                for name, target in command.joints.items()
            },
            leds={name: self._led_value(name, value) for name, value in command.leds.items()},
            sounds=tuple(self._sound(sound) for sound in command.sounds),
        )

    def admit_wheels(self, speeds: tuple[float, float]) -> tuple[float, float]:
        """Return the wheel speeds (rad/s) that the robot really does."""
        try:
            left, right = speeds
        except (TypeError, ValueError):
            raise CommandError(
                f"{self._robot}: wheels are {speeds!r}; two speeds, left and right, are expected"
            ) from None
        _refuse_wild(self._robot, "wheel speeds", left, right)
        return limit_wheels(self.drive, left, right)

    def _refuse_misshapen(self, command: Command) -> None:
        shapes: dict[str, tuple[object, type, str]] = {
            "joints": (command.joints or {}, Mapping, "names and values are"),
            "leds": (command.leds or {}, Mapping, "names and values are"),
            "sounds": (command.sounds or (), Sequence, "a tuple of numbers is"),
        }
        for what, (given, shape, expected) in shapes.items():
            if not isinstance(given, shape):
                raise CommandError(f"{self._robot}: {what} are {given!r}; {expected} expected")

    def wheel_speeds(self, v: float, w: float) -> tuple[float, float]:
        """Return the wheel speeds (rad/s) that v (m/s) and w (rad/s) ask for."""
        _refuse_wild(self._robot, "speeds", v, w)
        return wheel_speeds(self.drive, v, w)

    def body_speeds(self, wheels: tuple[float, float]) -> tuple[float, float]:
        """Return v (m/s) and w (rad/s) of wheel speeds (rad/s)."""
        return body_speeds(self.drive, *wheels)

    def _joint_name(self, name: str) -> str:
        try:
            return self._names[name]
        except KeyError:
            raise UnknownName("joint or motor", name, self._names) from None

    def _target(self, name: str, target: float | JointTarget) -> JointTarget:
        joint = self._joints[self._joint_name(name)]
        motor = self._motors.get(joint.name)
        if not isinstance(target, JointTarget):
            _refuse_wild(self._robot, name, target)
            usual = motor.command if motor is not None else "position"
            target = JointTarget(**{usual: float(target)})
        given = (target.position, target.velocity, target.effort)
        _refuse_wild(self._robot, name, *(v for v in given if v is not None))
        if target.position is None and target.velocity is None and target.effort is None:
            raise CommandError(f"{name}: give a position, a velocity or an effort")
        return _within_limits(target, joint, motor)

    def _led_value(self, name: str, value: int) -> int:
        if name not in self._leds:
            raise UnknownName("LED", name, self._leds)
        led = self._leds[name]
        _refuse_wild(self._robot, name, value)
        top = {"rgb": 0xFFFFFF, "gradual": 255, "binary": len(led.colours)}[led.type]
        return max(0, min(int(value), top))

    def _sound(self, sound: int) -> int:
        if self._sounds is None:
            raise CommandError(f"{self._robot} has no speaker; leave sounds out")
        if not (is_finite(sound) and sound == int(sound) and 0 <= sound <= self._sounds):
            raise CommandError(f"there is no sound {sound}; 0 stops, 1 to {self._sounds} play")
        return int(sound)


def _refuse_wild(robot: str, what: str, *numbers: float) -> None:
    if not is_finite(*numbers):
        said = ", ".join(map(str, numbers))
        raise CommandError(f"{robot}: {what} are {said}; finite numbers are expected")


def is_finite(*numbers: object) -> bool:
    """Tell whether all are numbers, and neither nan nor beyond all bounds."""
    try:
        return all(map(math.isfinite, numbers))  # type: ignore[arg-type] # what is none says so
    except (TypeError, OverflowError):
        return False


def _clamp(value: float | None, low: float | None, high: float | None) -> float | None:
    if value is None:
        return None
    value = value if low is None else max(low, value)
    return value if high is None else min(high, value)


def _stepped(value: float | None, step: float, limit: float | None) -> float | None:
    return None if value is None else _whole_steps(value, step, limit)


def _within_limits(target: JointTarget, joint: Joint, motor: Motor | None) -> JointTarget:
    limits = joint.limits
    fastest = motor.max_velocity if motor is not None else None
    strongest = motor.max_effort if motor is not None else None
    low = high = None
    if limits is not None:
        fastest = limits.velocity if fastest is None else fastest
        strongest = limits.effort if strongest is None else strongest
        if joint.kind is not JointKind.CONTINUOUS:
            low, high = limits.lower, limits.upper
    position = _clamp(target.position, low, high)
    velocity = _clamp(target.velocity, None if fastest is None else -fastest, fastest)
    if motor is not None and motor.step is not None:
        position = _stepped(position, motor.step, None)
        velocity = _stepped(velocity, motor.step, fastest)
    return JointTarget(
        position=position,
        velocity=velocity,
        effort=_clamp(target.effort, None if strongest is None else -strongest, strongest),
    )
