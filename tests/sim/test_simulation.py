# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Robots in one world: places, clocks, silence, supervisor, what they feel; and opening them."""

from __future__ import annotations

import functools
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

import foreign_robots as foreign
import samebot
from samebot.body import Body
from samebot.core.clock import SimulatedClock
from samebot.core.errors import BadInput, BodyError, CommandError, OptionError, UnknownName
from samebot.core.pose import Pose, Pose2
from samebot.core.units import GRAVITY
from samebot.model import Link, RobotModel, devices
from samebot.model.catalogue import load
from samebot.model.describe import CONSTANT_IN_SIMULATION
from samebot.model.shapes import Box, Collision, Material, Visual
from samebot.sim.opening import open_body, open_simulation
from samebot.sim.physics import Physics
from samebot.sim.placing import Placed, extent
from samebot.sim.simulation import Simulation
from samebot.sim.world import Floor, Resident, Thing, World
from samebot.sim.world_file import built_in_worlds, load_world


@functools.cache
def model(name: str) -> RobotModel:
    return load(name)


def opened(**options: Any) -> Body:
    return samebot.open(model("epuck2"), noise=False, **options)


def run(body: Body, duration: float) -> None:
    for _ in range(round(duration / body.period)):
        body.step()


def values(body: Body, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.asarray(body.read()[name].value, np.float64)


def test_the_program_of_the_readme_runs() -> None:
    with samebot.open("epuck2", world="maze") as robot:
        while robot.step() < 2.0:
            near = min(robot.ranges("ps*")) < 0.03
            robot.drive(0.0 if near else 0.05, 1.0 if near else 0.0)
        assert robot.supervisor.pose().xyz[1] > -0.45


def test_importing_samebot_alone_is_light() -> None:
    program = "import sys, samebot; print(sorted({'numpy', 'mujoco', 'numba'} & set(sys.modules)))"
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert out.stdout.strip() == "[]"
    assert "open" in samebot.__all__
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        samebot.opne  # noqa: B018


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"robot": "epuk2"}, UnknownName, "did you mean 'epuck2'"),
        ({"robot": "nowhere/robot.urdf"}, BadInput, "no such file"),
        ({"body": "simulated"}, UnknownName, "no kind of body"),
        ({"world": "maize"}, UnknownName, "did you mean 'maze'"),
        ({"engine": "phisics"}, UnknownName, "did you mean 'physics'"),
        ({"grond": True}, UnknownName, "did you mean 'ground'"),
        ({"left_radios": 1.0}, UnknownName, "did you mean 'left_radius'"),
        ({"noise": "loud"}, OptionError, "true or false"),
        ({"gyro_bias": math.nan}, OptionError, "number"),
        ({"left_radius": -1.0}, OptionError, "at least"),
        ({"seed": -1}, OptionError, "seed"),
        ({"period": 0.0}, OptionError, "positive"),
        ({"period": 1e6}, OptionError, "at most a day"),
        ({"period": "soon"}, OptionError, "'soon'"),
        ({"seed": 1.5}, OptionError, "whole number"),
        ({"rate": None}, OptionError, "the rate is None"),
        ({"robot": None}, OptionError, "robot is None"),
        ({"world": 3}, OptionError, "world is 3"),
        ({"engine": None}, UnknownName, "known: physics"),
        ({"period": math.nan}, OptionError, "positive"),
        ({"rate": -1.0}, OptionError, "rate"),
        ({"rate": math.inf}, OptionError, "rate"),
        ({"address": "10.0.0.1"}, OptionError, "no address"),
        ({"token": "secret"}, OptionError, "no token"),
    ],
)
def test_bad_input_is_told_with_what_to_do(
    given: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        samebot.open(**({"robot": "epuck2"} | given))


def test_options_go_to_the_robot_and_to_its_simulation() -> None:
    body = samebot.open("epuck2", ground=True, camera=(32, 24), noise=False, period=0.032)
    assert "gs0" in body.devices
    assert body.image().shape == (24, 32, 3)
    assert body.step() == pytest.approx(0.032)


def test_real_time_is_kept_by_the_clock_that_is_given() -> None:
    clock = SimulatedClock()
    body = open_body(model("epuck2"), rate=2.0, clock=clock)
    run(body, 3.0)
    assert clock.now() == pytest.approx((3.0 - body.period) / 2.0)
    clock.advance(5.0)  # the program was busy: what was lost is not made up for
    body.step()
    start = clock.now()
    run(body, 1.0)
    assert clock.now() - start == pytest.approx(0.5)


def test_a_gyro_bias_and_a_range_offset_are_felt_and_not_told() -> None:
    wall = Thing(name="wall", shape=Box((0.1, 2.0, 0.2)), pose=Pose((0.14, 0.0, 0.1)))
    world = World(name="wall", things=(wall,))
    right, wrong = (
        opened(world=world, **flaws) for flaws in ({}, {"gyro_bias": 0.2, "range_offset": 0.004})
    )
    for body in (right, wrong):
        run(body, 0.2)
    assert values(wrong, "gyro")[2] - values(right, "gyro")[2] == pytest.approx(0.2, abs=2e-3)
    near = [min(body.ranges("ps[07]")) for body in (right, wrong)]
    assert near[1] - near[0] == pytest.approx(0.004, abs=1e-3)
    assert wrong.model == right.model


# What a robot feels, against independent calculation.


def test_at_rest_a_robot_feels_its_weight_and_no_turn() -> None:
    body = opened()
    run(body, 0.5)
    assert values(body, "accelerometer") == pytest.approx((0.0, 0.0, GRAVITY), abs=0.02)
    assert values(body, "gyro") == pytest.approx((0.0, 0.0, 0.0), abs=2e-3)


def test_on_a_circle_a_robot_feels_the_turn_and_the_pull_to_the_middle() -> None:
    body = opened(period=0.02)
    v, w = body.drive(0.1, 1.0)
    run(body, 1.0)
    place = body.model.device("accelerometer").pose.xyz
    felt = []
    for _ in range(20):
        body.step()
        felt.append(values(body, "accelerometer"))
    mean = np.mean(felt, axis=0)
    # v w towards the middle, and w squared towards the axis wherever the sensor sits.
    assert mean[1] == pytest.approx(v * w - w * w * place[1], abs=0.02)
    assert mean[0] == pytest.approx(-w * w * place[0], abs=0.02)
    assert values(body, "gyro")[2] == pytest.approx(w, rel=0.005)


def test_a_bump_is_felt_although_it_is_over_between_two_samples() -> None:
    wall = Thing(name="wall", shape=Box((0.1, 2.0, 0.2)), pose=Pose((0.15, 0.0, 0.1)))
    body = opened(world=World(name="wall", things=(wall,)))
    body.drive(0.12, 0.0)
    hardest = 0.0
    for _ in range(30):
        body.step()
        if body.time > 0.3:
            hardest = min(hardest, values(body, "accelerometer")[0])
    assert hardest < -0.5 * 0.12 / body.period


def test_an_accelerometer_feels_nothing_of_the_time_when_it_was_off() -> None:
    body = opened()
    body.device("accelerometer").disable()
    body.drive(0.12, 0.0)
    run(body, 1.0)
    body.device("accelerometer").enable()
    for _ in range(2):
        body.step()
        assert values(body, "accelerometer")[:2] == pytest.approx((0.0, 0.0), abs=0.01)


def test_being_put_somewhere_is_not_felt_and_leaves_the_robot_at_rest() -> None:
    body = opened()
    body.drive(0.1, 0.5)
    run(body, 0.5)
    body.stop()
    body.supervisor.set_pose(Pose((1.0, -2.0, 0.0), (0.0, 0.0, 2.0)))
    assert body.supervisor.pose().xyz == pytest.approx((1.0, -2.0, 0.0))
    assert body.supervisor.velocity() == pytest.approx((0.0, 0.0))
    body.step()
    assert values(body, "accelerometer")[:2] == pytest.approx((0.0, 0.0), abs=0.5)
    time = body.time
    body.supervisor.reset()
    assert body.supervisor.pose().xyz == pytest.approx((0.0, 0.0, 0.0), abs=1e-4)
    assert body.step() == time + body.period
    with pytest.raises(CommandError, match="finite"):
        body.supervisor.set_pose(Pose((math.nan, 0.0, 0.0)))


def test_nothing_is_put_where_something_stands() -> None:
    box = Box((0.1, 0.1, 0.1))
    crate = Thing(name="crate", shape=box, pose=Pose((0.5, 0.0, 0.05)), mass=0.1)
    post = Thing(name="post", shape=box, pose=Pose((0.5, 0.5, 0.05)))
    world = World(name="things", things=(crate, post))
    one, other = open_simulation([model("epuck2")] * 2, world=world).bodies
    one.drive(0.05, 0.0)
    run(one, 0.5)
    before = one.supervisor.pose()
    elsewhere = other.supervisor.pose()
    for place, name, words in (
        (elsewhere, "", "epuck2_0 and epuck2_1 overlap|epuck2_1 and epuck2_0 overlap"),
        (Pose((0.45, 0.5, 0.0)), "", "post.*overlap|overlap.*post"),
        (Pose((0.5, 0.45, 0.05)), "crate", "overlap"),
        (elsewhere, "crate", "overlap"),
        (Pose((0.0, 2.0, -3.0)), "", "under the floor"),
    ):
        with pytest.raises(BadInput, match=words):
            one.supervisor.set_pose(place, name)
    assert one.supervisor.pose() == before
    assert one.supervisor.velocity()[0] == pytest.approx(0.05, rel=0.02)
    assert one.supervisor.pose("crate").xyz == pytest.approx((0.5, 0.0, 0.05), abs=1e-3)
    for wrong in (
        Pose((1e12, 0.0, 0.0)),
        Pose2(0.0, 0.0),
        None,
        Pose(("a", 0.0, 0.0)),  # type: ignore[arg-type]
        Pose((10**400, 0.0, 0.0)),
        Pose((0.0, None, 0.0)),  # type: ignore[arg-type]
    ):
        with pytest.raises(CommandError, match=r"away|no pose|finite"):
            one.supervisor.set_pose(wrong)  # type: ignore[arg-type]


def test_what_is_told_to_be_constant_is_and_a_gps_shows_the_place() -> None:
    here = Pose((0.02, 0.01, 0.03))
    every = [
        kind(name=name, link="base_link", pose=here)
        for name, kind in devices.KINDS.items()
        if name not in ("motor", "position_sensor", "camera", "range_finder")
    ]
    plain = replace(model("epuck2"), devices=tuple(every))
    body = samebot.open(plain, noise=False)
    told = [name for name in body.read().names if name in CONSTANT_IN_SIMULATION]
    before = {name: body.read()[name].value for name in told}
    body.drive(0.1, 1.0)
    run(body, 1.0)
    assert {name: body.read()[name].value for name in told} == before
    truth = (body.supervisor.pose() @ here).xyz
    assert "gps" not in told
    assert values(body, "gps") == pytest.approx(truth, abs=1e-6)


def test_velocity_is_forward_speed_and_turning() -> None:
    body = opened()
    v, w = body.drive(0.06, -0.8)
    run(body, 1.0)
    assert body.supervisor.velocity() == pytest.approx((v, w), rel=0.01)


# Several robots.


@pytest.mark.parametrize(
    ("shell", "factor"), [(None, 0.2 + 0.8 * 0.1 * 0.5), (0.4, 0.2 + 0.8 * 0.42 * (1 - 0.5 * 0.6))]
)
def test_infra_red_sensors_see_robots_through_their_clear_shells(
    shell: float | None, factor: float
) -> None:
    core = Material(name="core", colour=(0.1, 0.2, 0.3, 1.0))
    clear = Material(name="clear", colour=(0.9, 0.9, 0.9, shell or 0.0), roughness=0.0)
    box = Box((0.1, 0.1, 1.0))
    covers = [] if shell is None else [Visual(shape=box, material=clear)] * 2
    post = Link(
        name="post",
        visuals=(*covers, Visual(shape=box, material=core)),
        collisions=(Collision(shape=box),),
    )
    sensor = devices.DistanceSensor(
        name="ir", link="post", type="infra-red", pose=Pose((0.05, 0.0, 0.1)), max_range=1.0
    )
    robot = RobotModel(name="post", links=(post,), devices=(sensor,))
    world = World(name="two", starts=(Pose2(), Pose2(0.2, 0.0, math.pi)))
    simulation = open_simulation([robot, robot], world=world, options={"noise": False})
    simulation.step()
    for body in simulation.bodies:
        assert body.ranges("ir") == pytest.approx((0.1 / factor,), rel=1e-6)


def test_robots_take_the_starts_and_then_free_places_they_can_get_to() -> None:
    world = load_world("maze")
    simulation = open_simulation([model("epuck2")] * 12, world=world)
    starts = [placed.start for placed in simulation.robots]
    assert starts[: len(world.starts)] == list(world.starts)
    size = 2 * extent(model("epuck2")).radius
    for number, one in enumerate(starts):
        assert abs(one.x) < 0.6
        assert abs(one.y) < 0.6
        for other in starts[:number]:
            assert math.hypot(one.x - other.x, one.y - other.y) > size
    assert [body.name for body in simulation.bodies][:2] == ["epuck2_0", "epuck2_1"]
    with pytest.raises(BadInput, match="no room for"):
        open_simulation([model("epuck2")] * 60, world=world)


@pytest.mark.parametrize("world", built_in_worlds())
def test_every_world_has_room_for_a_small_robot(world: str) -> None:
    assert open_simulation([model("epuck2")], world=world).step() == pytest.approx(0.05)


def test_large_robots_are_put_farther_apart() -> None:
    pair = open_simulation([model("tiago")] * 2)
    places = [body.supervisor.pose().xyz for body in pair.bodies]
    assert math.dist(*places) > 2 * extent(model("tiago")).radius


def test_robots_step_together_each_by_its_own_period() -> None:
    placed = [
        Placed(model=model("epuck2"), name=name, start=Pose2(0.0, y), period=period)
        for name, y, period in (("slow", 0.0, 0.1), ("fast", 0.5, 0.05))
    ]
    simulation = Simulation(World(name="test"), placed, Physics)
    slow, fast = simulation.bodies
    slow.drive(0.05, 0.0)
    for _ in range(20):
        fast.step()
        fast.step()
        slow.step()
    assert simulation.time == pytest.approx(2.0)
    assert slow.supervisor.pose().xyz[0] == pytest.approx(0.1, rel=0.03)
    assert fast.supervisor.pose("slow").xyz == slow.supervisor.pose().xyz


def test_a_silent_robot_stops_after_half_a_second_however_others_step() -> None:
    for steps in ([0.05] * 40, [2.0]):
        silent, other = open_simulation([model("epuck2")] * 2, options={"noise": False}).bodies
        silent.drive(0.1, 0.0)
        other.drive(0.02, 0.0)
        start = silent.supervisor.pose().xyz[0]
        for step in steps:
            other.step(step)
        assert silent.supervisor.pose().xyz[0] - start == pytest.approx(0.05, abs=0.004)
        assert other.supervisor.velocity()[0] == pytest.approx(0.02, rel=0.05)


def test_a_command_without_a_step_ends_no_silence() -> None:
    silent, other = open_simulation([model("epuck2")] * 2, options={"noise": False}).bodies
    run(other, 1.0)
    silent.drive(0.1, 0.0)
    run(other, 1.0)
    assert silent.supervisor.pose().xyz[0] == pytest.approx(0.0, abs=1e-3)
    silent.drive(0.1, 0.0)
    for _ in range(20):  # although its own time lags behind the other's
        silent.step()
        other.step()
    assert silent.supervisor.pose().xyz[0] == pytest.approx(0.1, abs=0.005)


def test_controllers_may_live_in_threads_of_their_own() -> None:
    simulation = open_simulation([model("epuck2")] * 4, world="arena", seed=1)

    def live(body: Body) -> float:
        for number in range(150):
            body.drive(0.02, 0.5)
            time = body.step()
            assert body.read().time == time
            body.supervisor.pose()
            if number % 50 == 0:
                body.image()
        return body.time

    with ThreadPoolExecutor(len(simulation.bodies)) as threads:
        times = list(threads.map(live, simulation.bodies))
    assert times == pytest.approx([150 * 0.05] * len(times))
    assert simulation.time == pytest.approx(times[0])


def test_a_closed_robot_stands_and_the_others_go_on() -> None:
    one, other = open_simulation([model("epuck2")] * 2).bodies
    one.drive(0.1, 0.0)
    one.step()
    one.close()
    place = other.supervisor.pose(one.name).xyz[0]
    other.drive(0.05, 0.0)
    run(other, 0.5)
    assert other.supervisor.pose(one.name).xyz[0] == pytest.approx(place, abs=0.01)
    with pytest.raises(BodyError, match="closed"):
        one.step()


def test_a_world_steps_without_its_closed_robots() -> None:
    simulation = open_simulation([model("epuck2")] * 3)
    one, closed, other = simulation.bodies
    closed.close()
    other.device("gyro").disable()
    for _ in range(4):
        simulation.step()
    assert (one.time, closed.time, other.time) == pytest.approx((0.2, 0.0, 0.2))
    assert one.read()["gyro"].time == pytest.approx(0.2)
    assert not other.read()["gyro"].valid


def test_robots_that_step_together_read_what_they_read_one_by_one() -> None:
    robots = [model("epuck2"), model("thymio2"), model("turtlebot3_burger"), model("epuck2")]
    together, single = (open_simulation(robots, world="arena", seed=2) for _ in range(2))
    for simulation in (together, single):
        simulation.bodies[3].device("ps0").enable(0.15)
        for number, body in enumerate(simulation.bodies):
            body.drive(0.04, 0.3 * number)
    for _ in range(20):
        together.step()
        for body in sorted(single.bodies, key=lambda body: body.period):
            body.step()
        for one, other in zip(together.bodies, single.bodies, strict=True):
            assert one.read().time == other.read().time
            np.testing.assert_array_equal(one.read().times, other.read().times)
            np.testing.assert_array_equal(one.read().raw, other.read().raw)
            np.testing.assert_array_equal(one.read().value, other.read().value)


def test_a_file_is_read_once_for_all_robots_that_are_made_from_it() -> None:
    *alike, other = open_simulation(["epuck2", "epuck2", "epuck2", "epuck"]).bodies
    assert len({id(body.model) for body in alike}) == 1
    assert other.model.name == "epuck"
    with pytest.raises(BadInput, match="at least one"):
        open_simulation([])


def test_names_in_a_world_are_unique() -> None:
    placed = [Placed(model=model("epuck2"), name="e", start=Pose2(x, 0.0)) for x in (0.0, 1.0)]
    with pytest.raises(BadInput, match="unique"):
        Simulation(World(name="test"), placed, Physics)


def test_a_robot_of_the_world_stands_where_the_world_says() -> None:
    world = World(
        name="two", residents=(Resident(robot="epuck2", name="dweller", pose=Pose2(1.0, 1.0)),)
    )
    body = opened(world=world)
    assert body.supervisor.pose("dweller").xyz[:2] == (1.0, 1.0)


def test_a_model_without_wheels_is_not_driven_and_stays_where_it_is() -> None:
    post = RobotModel(name="post", links=(Link(name="post"),))
    body = samebot.open(post)
    with pytest.raises(CommandError, match="no drive"):
        body.drive(0.1, 0.0)
    assert body.step() == 0.05
    body.supervisor.set_pose(Pose((1.0, 2.0, 0.3)))
    body.step()
    assert body.supervisor.pose().xyz == pytest.approx((1.0, 2.0, 0.3))


def test_a_robot_that_reads_as_far_as_the_edge_of_the_floor_falls_not_off() -> None:
    body = opened(world=World(name="small", floor=Floor(size=(0.2, 0.2))))
    body.drive(0.1, 0.0)
    run(body, 3.0)
    assert body.supervisor.pose().xyz[2] == pytest.approx(0.0, abs=1e-3)


def test_robots_from_files_open_as_well(tmp_path: Path) -> None:
    path = tmp_path / "post.urdf"
    path.write_text('<robot name="post"><link name="base"/></robot>')
    assert samebot.open(path).step() == samebot.open(str(path)).step() == 0.05


def test_a_robot_from_a_file_drives_without_its_file_saying_how(tmp_path: Path) -> None:
    path = tmp_path / "two.urdf"
    path.write_text(foreign.TWO_WHEELS)
    with samebot.open(path) as body:
        assert body.drive(0.2, 0.0) == (0.2, 0.0)
        run(body, 1.0)
        assert body.supervisor.pose().xyz[0] == pytest.approx(0.2, abs=0.05)


def test_a_step_longer_than_the_stop_time_out_drives_all_robots_alike() -> None:
    simulation = open_simulation(["epuck2"] * 2, period=1.0)
    starts = [body.supervisor.pose().xyz for body in simulation.bodies]
    for body in simulation.bodies:
        body.drive(0.05, 0.0)
    simulation.step()
    for body, start in zip(simulation.bodies, starts, strict=True):
        assert math.dist(body.supervisor.pose().xyz, start) == pytest.approx(0.05, abs=0.005)


def test_what_was_read_stays_and_is_the_same_object_until_the_next_step() -> None:
    simulation = open_simulation(["epuck2"] * 2, seed=1)
    for body in simulation.bodies:
        before = body.read()
        assert body.read() is before
        kept = before.value.copy()
        body.step()
        np.testing.assert_array_equal(before.value, kept)
        assert body.read().time > before.time
        with pytest.raises(ValueError, match="read-only"):
            body.read().raw[0] = 1.0
