# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The physics engine: wheels that roll, walls that hold, things that can be pushed."""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

import samebot
from samebot.body import Body
from samebot.core.errors import BadInput, BodyError, UnknownName
from samebot.core.pose import Pose, Pose2
from samebot.core.units import GRAVITY
from samebot.model.catalogue import load, robots
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box
from samebot.sim.flaws import Flaws
from samebot.sim.physics import Physics, substeps
from samebot.sim.placing import Placed, extent
from samebot.sim.world import Floor, Thing, World


@functools.cache
def model(name: str) -> RobotModel:
    return load(name)


DRIVEN = [info.name for info in robots() if model(info.name).drive is not None]
ROUND = [name for name in DRIVEN if name != "tiago"]


def world(*things: Thing) -> World:
    return World(name="test", floor=Floor(size=(20.0, 20.0)), things=things)


def opened(robot: str | RobotModel, *things: Thing, **options: Any) -> Body:
    found = model(robot) if isinstance(robot, str) else robot
    return samebot.open(found, world=world(*things), noise=False, **options)


def run(body: Body, duration: float) -> None:
    for _ in range(math.ceil(duration / body.period - 1e-9)):
        body.step()


def wheels(body: Body) -> tuple[float, float]:
    drive = body.model.drive
    assert drive is not None
    readings = [body.read()[name].value for name in (drive.left_encoder, drive.right_encoder)]
    assert isinstance(readings[0], float)
    assert isinstance(readings[1], float)
    return readings[0], readings[1]


def test_a_duration_is_cut_into_equal_parts_of_at_most_4_ms() -> None:
    for duration, count in ((0.05, 13), (0.032, 8), (0.004, 1), (0.001, 1), (1.0, 250)):
        assert substeps(duration) == count


@pytest.mark.parametrize("robot", ROUND)
def test_wheels_tell_the_truth_over_a_metre(robot: str) -> None:
    body = opened(robot)
    drive = body.model.drive
    assert drive is not None
    body.drive(0.1, 0.0)
    run(body, 10.0)
    body.stop()
    run(body, 0.3)
    x, y, _ = body.supervisor.pose().xyz
    rolled = sum(wheels(body)) / 2 * drive.wheel_radius
    assert rolled == pytest.approx(1.0, abs=0.02)
    assert math.hypot(x, y) == pytest.approx(rolled, rel=5e-4)


@pytest.mark.parametrize("robot", ROUND)
def test_wheels_tell_the_truth_over_ten_turns(robot: str) -> None:
    body = opened(robot)
    drive = body.model.drive
    assert drive is not None
    body.drive(0.0, 1.5)
    turned, before = 0.0, 0.0
    for _ in range(math.ceil(10 * math.tau / 1.5 / body.period)):
        body.step()
        yaw = body.supervisor.pose().rpy[2]
        turned += math.remainder(yaw - before, math.tau)
        before = yaw
    left, right = wheels(body)
    told = (right - left) * drive.wheel_radius / drive.wheel_separation
    assert told > 9.9 * math.tau
    assert turned == pytest.approx(told, rel=5e-4)
    assert math.hypot(*body.supervisor.pose().xyz[:2]) < 1e-3


def test_a_robot_at_rest_stays_where_it_is() -> None:
    body = opened("epuck2")
    run(body, 1.0)
    before = body.supervisor.pose()
    body.step(60.0)
    after = body.supervisor.pose()
    assert math.dist(before.xyz, after.xyz) < 1e-4
    assert abs(after.rpy[2] - before.rpy[2]) < 1e-3


def wall(distance: float) -> Thing:
    return Thing(name="wall", shape=Box((0.1, 4.0, 2.0)), pose=Pose((distance + 0.05, 0.0, 1.0)))


@pytest.mark.parametrize("robot", DRIVEN)
def test_no_robot_tips_when_it_is_driven_into_a_wall_at_full_speed(robot: str) -> None:
    room = 0.5 if robot == "tiago" else 0.15
    body = opened(robot, wall(extent(model(robot)).radius + room))
    steepest = 0.0
    body.drive(10.0, 0.0)
    for _ in range(80):
        body.step()
        roll, pitch, _ = body.supervisor.pose().rpy
        steepest = max(steepest, abs(roll), abs(pitch))
    assert steepest < math.radians(5.0)
    before = body.supervisor.pose().xyz
    run(body, 1.0)
    after = body.supervisor.pose().xyz
    assert math.dist(before, after) < 0.02
    assert -0.002 < after[2] < 0.004


def test_a_wall_is_hit_without_sinking_in() -> None:
    face = 0.2
    body = opened("epuck2", wall(face))
    body.drive(1.0, 0.0)
    deepest = 0.0
    for _ in range(500):
        body.step(0.01)
        deepest = max(deepest, body.supervisor.pose().xyz[0])
    front = max(
        shape.shape.radius
        for shape in body.model.link(body.model.root).collisions
        if hasattr(shape.shape, "radius")
    )
    assert face - front - 0.003 < deepest < face - front + 0.001


@pytest.mark.parametrize(("thing", "floor"), [(0.3, 1.0), (0.05, 1.0), (0.8, 0.5), (0.3, 2.0)])
def test_a_thing_slides_as_far_as_its_friction_and_the_floors_let_it(
    thing: float, floor: float
) -> None:
    crate = Thing(
        name="crate",
        shape=Box((0.2, 0.2, 0.02)),
        pose=Pose((0.5, 0.0, 0.01)),
        mass=0.2,
        friction=thing,
    )
    world = World(name="test", floor=Floor(size=(9.0, 9.0), friction=floor), things=(crate,))
    body = samebot.open("epuck2", world=world)
    run(body, 0.2)
    engine = body.supervisor._simulation.engine  # type: ignore[attr-defined]
    engine._data.joint("thing/crate").qvel[0] = 0.5
    before = body.supervisor.pose("crate").xyz[0]
    run(body, 2.0)
    slid = body.supervisor.pose("crate").xyz[0] - before
    assert slid == pytest.approx(0.5**2 / (2 * thing * floor * GRAVITY), rel=0.06)


def test_wheels_spin_on_ice() -> None:
    ways = []
    for friction in (1.0, 0.02):
        world = World(name="test", floor=Floor(friction=friction))
        body = samebot.open("epuck2", world=world, noise=False)
        body.drive(0.1, 0.0)
        run(body, 0.5)
        ways.append(body.supervisor.pose().xyz[0])
    assert ways[0] > 0.045
    # The wheels carry half of the weight; less where they lift themselves.
    assert ways[1] < 0.5 * 0.02 * GRAVITY * 0.5**2


def test_a_light_box_is_pushed_and_a_wall_is_not() -> None:
    crate = Thing(name="crate", shape=Box((0.05,) * 3), pose=Pose((0.1, 0.0, 0.025)), mass=0.02)
    body = opened("epuck2", crate, wall(3.0))
    body.drive(0.1, 0.0)
    run(body, 2.0)
    supervisor = body.supervisor
    assert supervisor.pose("crate").xyz[0] == pytest.approx(0.245, abs=0.015)
    assert supervisor.pose("wall").xyz[0] == 3.05
    supervisor.set_pose(Pose((1.0, 0.5, 0.025)), "crate")
    assert supervisor.pose("crate").xyz == pytest.approx((1.0, 0.5, 0.025))
    with pytest.raises(BodyError, match="cannot be moved"):
        supervisor.set_pose(Pose((1.0, 0.5, 0.025)), "wall")
    with pytest.raises(UnknownName, match="did you mean 'crate'"):
        supervisor.pose("crates")


def test_a_larger_left_wheel_and_a_wider_axle_bend_the_way() -> None:
    body = opened("epuck2", left_radius=1.02)
    body.drive(0.1, 0.0)
    run(body, 5.0)
    drive = body.model.drive
    assert drive is not None
    turn = body.supervisor.pose().rpy[2]
    assert turn == pytest.approx(-0.5 * 0.02 / drive.wheel_separation, rel=0.02)

    wide = opened("epuck2", separation=1.05)
    wide.drive(0.0, 1.0)
    run(wide, 3.0)
    assert wide.supervisor.pose().rpy[2] == pytest.approx(3.0 / 1.05, rel=0.005)
    assert wide.model == body.model == model("epuck2")


def test_robots_that_stand_in_each_other_are_refused() -> None:
    places = [Pose2(), Pose2(0.03, 0.0)]
    placed = [
        Placed(model=model("epuck2"), name=f"e{i}", start=start) for i, start in enumerate(places)
    ]
    with pytest.raises(BadInput, match=r"e[01] and e[01] overlap by \d+ mm"):
        Physics(world(), placed)


def test_a_robot_that_stands_in_a_wall_is_refused() -> None:
    placed = Placed(model=model("epuck2"), name="e", start=Pose2(0.19, 0.0))
    with pytest.raises(BadInput, match="wall"):
        Physics(world(wall(0.2)), [placed])


def test_flaws_leave_the_model_alone() -> None:
    flaws = Flaws(gyro_bias=0.01, range_offset=0.002, separation=1.1)
    built = flaws.built(model("epuck2"))
    assert [d.name for d in built.devices] == [d.name for d in model("epuck2").devices]
    assert Flaws().none
    assert not flaws.none
    assert Placed(model=model("epuck2"), name="e").build is model("epuck2")


def test_what_blows_up_is_told_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    body = opened("epuck2")
    run(body, 0.1)
    engine = body._simulation.engine  # type: ignore[attr-defined]
    engine._data.qvel[0] = 1e12
    with pytest.raises(BodyError, match="unstable"):
        body.step()
    body.step()
    assert math.hypot(*body.supervisor.pose().xyz) < 0.01
    assert not list(tmp_path.iterdir()), "MuJoCo left a log"
