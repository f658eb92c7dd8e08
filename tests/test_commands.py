# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot does of what it is told."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.commands import Command, CommandGate, JointTarget, limit_wheels, wheel_speeds
from samebot.core.errors import CommandError, UnknownName
from samebot.model import (
    DifferentialDrive,
    Joint,
    JointKind,
    Limits,
    Link,
    RobotModel,
    devices,
)

STEP = math.tau / 1000
E_PUCK = DifferentialDrive(
    left_joint="left",
    right_joint="right",
    wheel_radius=0.02,
    wheel_separation=0.053,
    max_wheel_velocity=1100 * STEP,
    steps_per_turn=1000,
)
BURGER = DifferentialDrive(
    left_joint="left",
    right_joint="right",
    wheel_radius=0.033,
    wheel_separation=0.16,
    max_wheel_velocity=6.67,
    max_linear=0.22,
    max_angular=2.84,
)
SPEEDS = st.floats(-100, 100)


def robot(drive: DifferentialDrive | None = E_PUCK) -> RobotModel:
    wheels = tuple(
        Joint(name=side, kind=JointKind.CONTINUOUS, parent="base", child=f"{side}_wheel")
        for side in ("left", "right")
    )
    arm = Joint(
        name="arm",
        kind=JointKind.REVOLUTE,
        parent="base",
        child="hand",
        limits=Limits(lower=-1.0, upper=2.0, effort=3.0, velocity=4.0),
    )
    return RobotModel(
        name="robot",
        links=tuple(Link(name=n) for n in ("base", "left_wheel", "right_wheel", "hand")),
        joints=(*wheels, arm),
        devices=(
            devices.Motor(name="arm motor", link="hand", joint="arm"),
            devices.LED(name="led0", link="base"),
            devices.LED(name="led1", link="base", type="rgb"),
            devices.Speaker(name="speaker", link="base", melodies=("one", "two")),
        ),
        drive=drive,
    )


def test_two_centimetres_a_second_are_159_steps_a_second() -> None:
    left, right = limit_wheels(E_PUCK, *wheel_speeds(E_PUCK, 0.02, 0.0))
    assert round(left / STEP) == round(right / STEP) == 159
    assert left == right


@given(SPEEDS, SPEEDS)
def test_clamping_keeps_the_curvature(v: float, w: float) -> None:
    asked = wheel_speeds(BURGER, v, w)
    given_left, given_right = limit_wheels(BURGER, *asked)
    assert given_left * asked[1] == pytest.approx(given_right * asked[0], rel=1e-9, abs=1e-9)
    assert max(abs(given_left), abs(given_right)) <= 6.67 + 1e-12


@given(SPEEDS, SPEEDS)
def test_no_robot_is_driven_faster_than_its_maker_allows(v: float, w: float) -> None:
    gate = CommandGate(robot(BURGER))
    wheels = gate.admit(Command(wheels=gate.wheel_speeds(v, w))).wheels
    assert wheels is not None
    linear, angular = gate.body_speeds(wheels)
    assert abs(linear) <= 0.22 + 1e-12
    assert abs(angular) <= 2.84 + 1e-12


@given(SPEEDS, SPEEDS)
def test_stepper_motors_turn_in_whole_steps(left: float, right: float) -> None:
    for speed in limit_wheels(E_PUCK, left, right):
        steps = speed / STEP
        assert steps == pytest.approx(round(steps), abs=1e-6)
        assert abs(round(steps)) <= 1100


@pytest.mark.parametrize("wild", [math.nan, math.inf, -math.inf])
def test_a_wild_number_refuses_the_whole_command(wild: float) -> None:
    gate = CommandGate(robot())
    with pytest.raises(CommandError, match="finite"):
        gate.admit(Command(wheels=(0.0, wild)))
    with pytest.raises(CommandError, match="finite"):
        gate.admit(Command(joints={"arm": wild}))
    with pytest.raises(CommandError, match="finite"):
        gate.wheel_speeds(wild, 0.0)


def test_joints_answer_to_their_own_and_their_motors_name_within_limits() -> None:
    gate = CommandGate(robot())
    for name in ("arm", "arm motor"):
        assert gate.admit(Command(joints={name: 9.0})).joints == {"arm": JointTarget(position=2.0)}
    fast = gate.admit(Command(joints={"arm": JointTarget(velocity=-9.0)})).joints["arm"]
    assert fast == JointTarget(velocity=-4.0)


def test_what_the_robot_has_not_is_named_with_the_nearest_match() -> None:
    gate = CommandGate(robot())
    with pytest.raises(UnknownName, match="did you mean 'led0'"):
        gate.admit(Command(leds={"lde0": 1}))
    with pytest.raises(UnknownName, match="joint or motor"):
        gate.admit(Command(joints={"leg": 1.0}))
    with pytest.raises(CommandError, match="1 to 2"):
        gate.admit(Command(sounds=(3,)))
    with pytest.raises(CommandError, match="no drive"):
        CommandGate(robot(None)).wheel_speeds(0.1, 0.0)


def test_lights_take_the_nearest_value_they_can_show() -> None:
    applied = CommandGate(robot()).admit(Command(leds={"led0": 7, "led1": 0x1FFFFFF}))
    assert applied.leds == {"led0": 1, "led1": 0xFFFFFF}


@pytest.mark.parametrize("wild", [math.nan, math.inf, "fast", None, 10**400])
def test_what_is_no_number_is_refused_wherever_it_stands(wild: Any) -> None:
    gate = CommandGate(robot())
    for command in (
        Command(wheels=(0.0, wild)),
        Command(joints={"arm": wild}),
        Command(leds={"led0": wild}),
    ):
        with pytest.raises(CommandError, match="finite"):
            gate.admit(command)


def test_a_limit_between_two_steps_is_not_stepped_over() -> None:
    slow = replace(E_PUCK, max_wheel_velocity=2.6 * STEP)
    assert limit_wheels(slow, 9.0, -9.0) == (2 * STEP, -2 * STEP)


def test_a_joints_stepper_moves_and_turns_in_whole_steps() -> None:
    model = robot()
    motor = devices.Motor(name="arm motor", link="hand", joint="arm", step=0.3)
    gate = CommandGate(replace(model, devices=(motor, *model.devices[1:])))
    assert gate.admit(Command(joints={"arm": 0.7})).joints["arm"] == JointTarget(position=0.6)
    turning = gate.admit(Command(joints={"arm": JointTarget(velocity=9.0)})).joints["arm"]
    assert isinstance(turning, JointTarget)
    assert turning.velocity == pytest.approx(3.9)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (None, "no Command"),
        ({"wheels": (1, 1)}, "no Command"),
        (Command(wheels=(1.0,)), "two speeds"),  # type: ignore[arg-type]
        (Command(wheels=(1.0, 1.0, 1.0)), "two speeds"),  # type: ignore[arg-type]
        (Command(wheels=5), "two speeds"),  # type: ignore[arg-type]
        (Command(joints=[1.0]), "names and values"),  # type: ignore[arg-type]
        (Command(leds=("lamp",)), "names and values"),  # type: ignore[arg-type]
        (Command(sounds=1), "a tuple"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_command_is_refused(command: Any, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        CommandGate(robot()).admit(command)


HUGE = st.sampled_from([1e9, 1e300, 1.7e308, -1.7e308, 0.0, 1e-320])


@given(HUGE, HUGE)
def test_speeds_beyond_all_measure_are_the_fastest_ones(one: float, other: float) -> None:
    limit = E_PUCK.max_wheel_velocity or 0.0
    for drive in (E_PUCK, BURGER, replace(E_PUCK, max_wheel_velocity=None)):
        for wheels in (wheel_speeds(drive, one, other), (one, other)):
            done = limit_wheels(drive, *wheels)
            assert all(map(math.isfinite, done))
    applied = CommandGate(robot()).admit(Command(wheels=(one, other))).wheels
    assert applied is not None
    assert max(map(abs, applied)) <= limit
    if max(abs(one), abs(other)) >= 1e9:
        assert max(map(abs, applied)) > 0.99 * limit
