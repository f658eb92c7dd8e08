# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The demo's controller finds its way, in whatever world a robot gets."""

from __future__ import annotations

import math
import queue
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.cli.demonstration.choosing import (
    driven_joints,
    hull_radius,
    with_encoders,
    world_for,
)
from samebot.cli.demonstration.living import Life
from samebot.cli.demonstration.wandering import Eyes, Wanderer
from samebot.core.chance import generator
from samebot.model.catalogue import load
from samebot.model.devices import PositionSensor
from samebot.sim.opening import open_body

ROVER = """<robot name="rover"><link name="base">
<collision><geometry><box size="0.2 0.15 0.06"/></geometry></collision>
<inertial><mass value="1"/>
<inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial>
</link>{wheels}<gazebo><plugin filename="libgazebo_ros_diff_drive.so" name="drive">
<left_joint>left</left_joint><right_joint>right</right_joint>
<wheel_separation>0.18</wheel_separation><wheel_diameter>0.08</wheel_diameter>
</plugin></gazebo></robot>"""
WHEEL = """<link name="{0}_wheel"><collision><origin rpy="1.5708 0 0"/><geometry>
<cylinder radius="0.04" length="0.02"/></geometry></collision></link>
<joint name="{0}" type="continuous"><parent link="base"/><child link="{0}_wheel"/>
<origin xyz="0 {1} -0.01"/><axis xyz="0 1 0"/></joint>"""


@pytest.mark.parametrize(
    ("robot", "world", "cells"),
    [
        ("epuck2", "maze", 10),
        ("khepera4", "rooms_large", 3),
        ("thymio2", "thymio_box", 5),
        ("turtlebot3_burger", "tb3_house", 20),
    ],
)
def test_a_robot_gets_about_in_a_world_that_it_fits_in(robot: str, world: str, cells: int) -> None:
    model = load(robot)
    assert world_for(model) == world
    with open_body(model, world=world) as body:
        wanderer = Wanderer(model, hull_radius(model), generator(0, "demo"))
        seen = set()
        while body.step() < 60.0:
            body.drive(*wanderer.speeds(body.read()))
            x, y, z = body.supervisor.pose().xyz
            assert abs(z) < 0.002  # it climbs on nothing
            seen.add((round(5 * x), round(5 * y)))
    assert len(seen) >= cells


def test_what_is_seen_is_ahead_left_or_right() -> None:
    model = load("epuck2")
    eyes = Eyes(model, hull_radius(model))
    with open_body(model, world="maze", options={"noise": False}) as body:
        body.step()
        around = eyes.look(body.read())
    # By the maze's file: a wall across 30 cm ahead, one 10 cm to the right, each 1 cm thick. That
    # on the left is a little too far off for infra-red sensors.
    assert around.ahead == pytest.approx(0.295 - hull_radius(model), abs=0.005)
    assert around.right == pytest.approx(0.095 - hull_radius(model), abs=0.002)
    assert around.left == math.inf
    assert not eyes.blind


def test_a_strangers_robot_without_sensors_goes_round_in_circles(tmp_path: Path) -> None:
    file = tmp_path / "rover.urdf"
    wheels = WHEEL.format("left", 0.09) + WHEEL.format("right", -0.09)
    file.write_text(ROVER.format(wheels=wheels))
    model = with_encoders(load(file))
    sensors = [device for device in model.devices if isinstance(device, PositionSensor)]
    assert {sensor.joint for sensor in sensors} == {"left", "right"}
    with open_body(model, world=world_for(model)) as body:
        life = Life(body)
        assert set(life.positions()) == {"left", "right"}
        wanderer = Wanderer(model, hull_radius(model), generator(0, "demo"))
        assert Eyes(model, 0.1).blind
        places = []
        while body.step() < 20.0:
            body.drive(*wanderer.speeds(body.read()))
            places.append(body.supervisor.pose().xyz[:2])
    away = np.linalg.norm(np.array(places), axis=1)
    assert 0.1 < away.max() < 1.5


class Page:
    """Keeps what a robot shows; the robot is told to end when it has shown enough."""

    watched = True
    wants_picture = False

    def __init__(self) -> None:
        """Start with nothing."""
        self.shown: queue.SimpleQueue[dict[str, float]] = queue.SimpleQueue()

    def show(self, _root: object, joints: dict[str, float], _things: object) -> None:
        """Keep where the joints are."""
        self.shown.put(joints)

    def show_readings(self, _: object) -> None:
        """Leave it."""


def test_sliders_move_joints_of_a_robot_that_drives_and_stop_stops_it() -> None:
    model = load("tiago")
    assert "torso_lift_joint" in driven_joints(model)
    assert not {"wheel_left_joint", "wheel_right_joint"} & driven_joints(model)
    with open_body(with_encoders(model), world=world_for(model)) as body:
        life, page = Life(body), Page()
        life.move({"torso_lift_joint": 0.2})
        life.go(False)
        life.run(page, lambda: page.shown.qsize() >= 60)  # type: ignore[arg-type]
        assert life.positions()["torso_lift_joint"] == pytest.approx(0.2, abs=0.02)
        assert life.travelled < 0.05
        assert body.closed
