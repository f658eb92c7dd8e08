# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The interface of every robot from its model, as a stock ROS program sees it over DDS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import expected_interfaces as expected
import foreign_robots
import interface_checks as check
from interface_checks import Subject
from peers import StockPeer
from rooms import Room
from ros_programs import Start, needs_ros
from samebot.model.catalogue import load
from samebot.model.completion import completed


@dataclass(frozen=True, kw_only=True)
class Case:
    """A robot, how it is opened, the room that suits it, and speeds that suit the room."""

    interface: expected.Interface
    room: Room
    options: Mapping[str, str]
    spin: float = 0.6
    speed: float = 0.02
    seeing: int = 0
    """How many distance sensors see something at the start."""


EXACT = {"noise": "false"}
CASES = {
    "epuck2": Case(
        interface=expected.EPUCK2,
        room=Room(x=0.075, y=0.065),
        options={"ground": "true"},
        seeing=9,
    ),
    "khepera4": Case(
        interface=expected.KHEPERA4, room=Room(x=0.45, y=0.2), options=EXACT, seeing=7
    ),
    "turtlebot3_burger": Case(
        interface=expected.TURTLEBOT3, room=Room(x=0.8, y=0.5, height=0.3), options=EXACT, speed=0.1
    ),
    "thymio2": Case(interface=expected.THYMIO2, room=Room(x=0.15, y=0.11), options=EXACT, seeing=7),
    "tiago": Case(
        interface=expected.TIAGO,
        room=Room(x=1.2, y=1.4, height=2.0),
        options=EXACT,
        speed=0.1,
        seeing=1,
    ),
    "unknown.urdf.xacro": Case(
        interface=expected.UNKNOWN, room=Room(x=0.8, y=0.5, height=0.3), options=EXACT, speed=0.1
    ),
}


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize("name", CASES)
def test_a_stock_program_finds_the_whole_interface_with_true_values(
    name: str, start: Start, ros_environment: Mapping[str, str], tmp_path: Path
) -> None:
    case = CASES[name]
    (tmp_path / "unknown.urdf.xacro").write_text(foreign_robots.BURGER)
    (tmp_path / "room.yaml").write_text(case.room.world())
    robot = str(tmp_path / name) if "." in name else name
    options = [word for item in case.options.items() for word in ("-o", "=".join(item))]
    world = ("--world", str(tmp_path / "room.yaml"))
    start("-m", "samebot", "run", robot, *world, *options)
    own = {key: value for key, value in case.options.items() if key not in EXACT}
    with StockPeer(ros_environment) as peer:
        subject = Subject(
            peer=peer,
            model=completed(load(robot, own)).model,
            interface=case.interface,
            room=case.room,
            noisy=case.options is not EXACT,
        )
        check.check_headers(subject)
        check.check_topics(subject)
        check.check_frames(subject)
        assert check.check_ranges(subject) >= case.seeing
        check.check_lidar(subject)
        check.check_light(subject)
        check.check_imu(subject)
        check.check_emulated_scan(subject)
        check.check_camera(subject)
        check.check_depth(subject)
        check.check_turning(subject, case.spin)
        check.check_driving(subject, case.speed)
        check.check_ranges(subject)
        check.check_lidar(subject)
        check.check_frames(subject)
