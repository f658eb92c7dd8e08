# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Motors: velocity, position and effort, limits of speed and acceleration, slides and grippers."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

import samebot
from samebot.body import Body, Command, JointTarget
from samebot.core.errors import SamebotError
from samebot.core.pose import Pose
from samebot.model import Collision, Inertial, Joint, JointKind, Limits, Link, RobotModel
from samebot.model.catalogue import load
from samebot.model.devices import Motor, PositionSensor
from samebot.model.shapes import Box
from samebot.model.structure import Dynamics


@functools.cache
def model(name: str) -> RobotModel:
    return load(name)


def lever(**fields: object) -> RobotModel:
    """Return a post with one lever that turns about the vertical axis."""
    link = Link(
        name="lever",
        inertial=Inertial(mass=0.2, inertia=(1e-4, 0, 0, 4e-4, 0, 4e-4), pose=Pose((0.05, 0, 0))),
        collisions=(Collision(shape=Box((0.1, 0.02, 0.02)), pose=Pose((0.05, 0.0, 0.0))),),
    )
    joint = Joint(
        name="hinge",
        kind=JointKind.REVOLUTE,
        parent="post",
        child="lever",
        pose=Pose((0.0, 0.0, 0.2)),
        axis=(0.0, 0.0, 1.0),
        limits=Limits(lower=-2.0, upper=2.0, velocity=5.0, effort=3.0),
    )
    motor = Motor(name="motor", link="lever", joint="hinge")
    sensor = PositionSensor(name="angle", link="lever", joint="hinge")
    return RobotModel(
        name="post",
        links=(Link(name="post"), replace(link, **fields.pop("link", {}))),  # type: ignore[arg-type]
        joints=(replace(joint, **fields.pop("joint", {})),),  # type: ignore[arg-type]
        devices=(replace(motor, **fields), sensor),  # type: ignore[arg-type]
    )


def angle(body: Body, name: str = "angle") -> float:
    value = body.read()[name].value
    assert isinstance(value, float)
    return value


def run(body: Body, duration: float) -> None:
    for _ in range(round(duration / body.period)):
        body.step()


def command(body: Body, target: float | JointTarget, joint: str = "hinge") -> None:
    body.write(Command(joints={joint: target}))


def test_a_position_is_reached_no_faster_than_the_joint_may_turn() -> None:
    body = samebot.open(lever(max_velocity=1.0), period=0.01)
    command(body, 1.0)
    run(body, 0.5)
    assert angle(body) == pytest.approx(0.5, abs=0.05)
    run(body, 1.0)
    assert angle(body) == pytest.approx(1.0, abs=0.002)
    command(body, 9.0)
    run(body, 2.0)
    assert angle(body) == pytest.approx(2.0, abs=0.01)


def test_a_velocity_holds_and_starts_as_steeply_as_the_motor_may() -> None:
    body = samebot.open(lever(command="velocity", acceleration=2.0), period=0.01)
    command(body, 1.0)
    run(body, 0.25)
    assert angle(body) == pytest.approx(0.5 * 2.0 * 0.25**2, rel=0.15)
    run(body, 1.0)
    before = angle(body)
    run(body, 0.2)
    assert angle(body) - before == pytest.approx(0.2, rel=0.02)
    body.stop()
    run(body, 0.2)
    before = angle(body)
    run(body, 0.3)
    assert angle(body) == pytest.approx(before, abs=0.002)


def test_an_effort_pushes_as_newton_says() -> None:
    body = samebot.open(lever(command="effort"), period=0.002)
    command(body, 0.002)
    run(body, 0.4)
    # 4e-4 about its centre, 0.2 kg at 5 cm.
    inertia = 4e-4 + 0.2 * 0.05**2
    assert angle(body) == pytest.approx(0.5 * 0.002 / inertia * 0.4**2, rel=0.03)


def test_one_motor_takes_all_three_ways_in_turn() -> None:
    body = samebot.open(lever(), period=0.01)
    command(body, 0.5)
    run(body, 1.0)
    command(body, JointTarget(velocity=-1.0))
    run(body, 0.5)
    assert angle(body) == pytest.approx(0.0, abs=0.05)
    command(body, JointTarget(position=0.3, velocity=0.2))
    run(body, 0.5)
    assert angle(body) == pytest.approx(0.1, abs=0.06)
    run(body, 1.5)
    assert angle(body) == pytest.approx(0.3, abs=0.005)


def test_a_joint_whose_limits_leave_out_0_begins_at_the_nearest_one() -> None:
    limits = Limits(lower=0.4, upper=1.0, velocity=5.0, effort=3.0)
    body = samebot.open(lever(joint={"limits": limits}))
    body.step()
    assert angle(body) == pytest.approx(0.4, abs=1e-3)
    command(body, 0.8)
    run(body, 1.0)
    body.supervisor.reset()
    run(body, 0.5)
    assert angle(body) == pytest.approx(0.4, abs=1e-3)


def test_a_slide_moves_along_and_a_load_does_not_pull_it_down() -> None:
    body = samebot.open(model("tiago"), noise=False)
    torso = next(j for j in body.model.moving_joints if j.kind is JointKind.PRISMATIC)
    assert "torso" in torso.name
    sensor = next(
        d.name
        for d in body.model.devices
        if isinstance(d, PositionSensor) and d.joint == torso.name
    )
    command(body, 0.2, torso.name)
    run(body, 6.0)
    assert angle(body, sensor) == pytest.approx(0.2, abs=0.01)
    run(body, 1.0)
    assert angle(body, sensor) == pytest.approx(0.2, abs=0.01)


def test_wheels_go_for_a_position_as_joints() -> None:
    body = samebot.open(model("epuck2"), noise=False)
    for side in ("left", "right"):
        command(body, JointTarget(position=5.0), f"{side} wheel motor")
    run(body, 3.0)
    assert angle(body, "left wheel sensor") == pytest.approx(5.0, abs=0.02)
    assert body.supervisor.pose().xyz[0] == pytest.approx(0.1, abs=0.003)
    body.drive(0.05, 0.0)
    run(body, 1.0)
    assert body.supervisor.velocity()[0] == pytest.approx(0.05, rel=0.02)


def test_a_joint_without_a_motor_is_told_and_the_robot_goes_on() -> None:
    caster = Joint(
        name="caster", kind=JointKind.CONTINUOUS, parent="lever", child="roll", axis=(0, 0, 1.0)
    )
    post = lever()
    both = replace(post, links=(*post.links, Link(name="roll")), joints=(*post.joints, caster))
    body = samebot.open(both)
    with pytest.raises(SamebotError, match="hinge"):
        command(body, 1.0, "caster")
    assert math.isclose(body.step(), 0.05)


def test_an_effort_ends_a_ramp_of_speed() -> None:
    body = samebot.open(lever(acceleration=0.5), period=0.01)
    command(body, JointTarget(velocity=1.0))
    run(body, 0.1)
    command(body, JointTarget(effort=0.0))
    before = angle(body)
    run(body, 0.2)
    turned = angle(body) - before
    run(body, 0.2)
    assert angle(body) - before - turned == pytest.approx(turned, rel=0.05), "it coasts"


def speeds(body: Body, duration: float) -> list[float]:
    """Return the lever's speed in each period, rad/s."""
    found, before = [], angle(body)
    for _ in range(round(duration / body.period)):
        body.step()
        found.append((angle(body) - before) / body.period)
        before += found[-1] * body.period
    return found


def test_a_speed_after_a_position_starts_from_the_speed_that_there_is() -> None:
    wide = Limits(lower=-50.0, upper=50.0, velocity=5.0, effort=3.0)
    body = samebot.open(lever(acceleration=2.0, joint={"limits": wide}), period=0.01)
    command(body, 20.0)
    run(body, 8.0)
    command(body, JointTarget(velocity=1.0))
    found = speeds(body, 1.0)
    assert max(found) < 1.02
    assert found[24] == pytest.approx(0.5, abs=0.1)
    assert found[-1] == pytest.approx(1.0, abs=0.01)


def test_a_position_at_speed_0_is_not_approached() -> None:
    body = samebot.open(lever(), period=0.01)
    command(body, JointTarget(position=1.0, velocity=0.0))
    run(body, 0.5)
    assert angle(body) == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("goal", [1.5, 0.1, -0.7])
def test_a_position_is_reached_as_steeply_as_the_motor_may(goal: float) -> None:
    body = samebot.open(lever(acceleration=2.0, max_velocity=1.0), period=0.01)
    command(body, goal)
    found = speeds(body, 3.0)
    steepness = [(after - before) / 0.01 for before, after in itertools.pairwise([0.0, *found])]
    assert max(map(abs, found)) < 1.01
    assert max(map(abs, steepness)) < 2.2
    assert angle(body) == pytest.approx(goal, abs=1e-3)
    assert max(angle(body) * math.copysign(1.0, goal), abs(goal)) < abs(goal) + 2e-3
    ideal = abs(goal) / 1.0 + 1.0 / 2.0 if abs(goal) > 0.5 else 2 * math.sqrt(abs(goal) / 2.0)
    arrived = next(n for n in range(len(found)) if abs(sum(found[n:])) * 0.01 < 0.01) * 0.01
    assert arrived == pytest.approx(ideal, abs=0.15)


def test_an_effort_bounds_how_a_position_or_a_speed_is_reached() -> None:
    inertia = 4e-4 + 0.2 * 0.05**2
    for target in (
        JointTarget(position=1.0, effort=0.001),
        JointTarget(velocity=3.0, effort=0.001),
    ):
        body = samebot.open(lever(), period=0.002)
        command(body, target)
        run(body, 0.4)
        assert angle(body) == pytest.approx(0.5 * 0.001 / inertia * 0.4**2, rel=0.03)
        command(body, 1.5)
        run(body, 1.5)
        assert angle(body) == pytest.approx(1.5, abs=0.002), "the next command has all its effort"


def test_a_goal_that_jumps_behind_is_returned_to_as_steeply_as_the_motor_may() -> None:
    body = samebot.open(lever(acceleration=2.0), period=0.01)
    command(body, 2.0)
    before = speeds(body, 0.8)
    command(body, angle(body) + 0.001)
    found = speeds(body, 3.0)
    steepness = [(b - a) / 0.01 for a, b in itertools.pairwise([before[-1], *found])]
    assert before[-1] > 1.0
    assert max(map(abs, steepness)) < 2.2
    assert abs(found[-1]) < 1e-3


def test_a_lever_that_turns_slows_down_for_a_position_as_steeply_as_it_may() -> None:
    body = samebot.open(lever(acceleration=2.0), period=0.01)
    command(body, JointTarget(velocity=1.0))
    before = speeds(body, 1.0)
    command(body, 1.5)
    found = speeds(body, 3.0)
    steepness = [(b - a) / 0.01 for a, b in itertools.pairwise([before[-1], *found])]
    assert max(map(abs, steepness)) < 2.2
    assert angle(body) == pytest.approx(1.5, abs=1e-3)


@pytest.mark.parametrize("speed", [0.5, -0.5])
def test_a_speed_is_kept_against_weight_and_friction(speed: float) -> None:
    hinge = {"axis": (0.0, 1.0, 0.0), "dynamics": Dynamics(damping=0.05, friction=0.01)}
    body = samebot.open(lever(joint=hinge), period=0.01)
    command(body, JointTarget(velocity=speed))
    assert speeds(body, 1.0)[-1] == pytest.approx(speed, rel=0.03)
    command(body, JointTarget(velocity=0.0))
    run(body, 0.3)
    there = angle(body)
    run(body, 1.0)
    assert angle(body) == pytest.approx(there, abs=4e-3), "it does not sag"


def test_a_speed_ends_at_the_joints_limit_and_turns_back_at_once() -> None:
    body = samebot.open(lever(), period=0.01)
    command(body, JointTarget(velocity=1.0))
    run(body, 4.0)
    assert angle(body) == pytest.approx(2.0, abs=0.01)
    command(body, JointTarget(velocity=-1.0))
    run(body, 0.5)
    assert angle(body) == pytest.approx(1.5, abs=0.05)


def test_joints_with_more_friction_than_weight_reach_their_goals() -> None:
    thick = lever(joint={"dynamics": Dynamics(damping=1.0)})
    body = samebot.open(thick, period=0.01)
    command(body, 1.0)
    run(body, 1.0)
    assert angle(body) == pytest.approx(1.0, abs=0.01)


def test_an_arm_moves_at_the_speeds_that_are_commanded() -> None:
    with samebot.open(model("tiago"), noise=False) as body:
        sensors = {"head_1_joint": "", "arm_left_4_joint": "", "arm_left_7_joint": ""}
        for device in body.model.devices:
            if isinstance(device, PositionSensor) and device.joint in sensors:
                sensors[device.joint] = device.name
        run(body, 0.5)
        body.write(Command(joints={joint: JointTarget(velocity=0.2) for joint in sensors}))
        run(body, 0.5)
        before = {joint: angle(body, name) for joint, name in sensors.items()}
        run(body, 0.5)
        went = {joint: angle(body, name) - before[joint] for joint, name in sensors.items()}
        assert went == pytest.approx(dict.fromkeys(sensors, 0.1), rel=0.1)
