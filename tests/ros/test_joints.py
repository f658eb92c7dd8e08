# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What joints are told, and what they go on doing; no ROS is needed for it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import foreign_robots as foreign
from samebot.commands import Command, JointTarget
from samebot.core.errors import CommandError, SamebotError, UnknownName
from samebot.model.catalogue import load
from samebot.model.completion import completed
from samebot.model.robot import RobotModel
from samebot.model.urdf import parse_urdf
from samebot.ros.choices import declarations, settings_of
from samebot.ros.face import Face, face_of
from samebot.ros.interface import Inlet, Sample, Subject, Wish
from samebot.ros.joint_keeping import JointKeeper
from samebot.ros.trajectory import Track, Trajectory, Waypoint
from samebot.ros.wire import Form, decode, stamp_of

STATE = "sensor_msgs/msg/JointState"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"
ARM = completed(parse_urdf(foreign.ARM)).model


def face(model: RobotModel) -> Face:
    values = {each.name: each.default for each in declarations(model)}
    return face_of(Subject(model, settings_of(model, values), 0.05))


def inlet(topic: str, model: RobotModel = ARM) -> Inlet:
    return next(inlet for inlet in face(model).inlets if inlet.topic == topic)


def told(names: Sequence[str], **values: Sequence[float]) -> Wish:
    data = bytes(Form(STATE, {"name": names, **values}))
    return inlet("joint_command").read(data)


def points(*rows: tuple[float, Sequence[float], Sequence[float]]) -> list[dict[str, Any]]:
    return [
        {
            "positions": positions,
            "velocities": velocities,
            "time_from_start": {"sec": int(time // 1), "nanosec": round(time % 1 * 1e9)},
        }
        for time, positions, velocities in rows
    ]


def read_trajectory(
    names: Sequence[str],
    *rows: tuple[float, Sequence[float], Sequence[float]],
    stamp: tuple[int, int] = (0, 0),
) -> Trajectory:
    head = {"stamp": {"sec": stamp[0], "nanosec": stamp[1]}}
    data = Form(TRAJECTORY, {"header": head, "joint_names": names, "points": points(*rows)})
    wish = inlet("joint_trajectory").read(bytes(data))
    assert isinstance(wish, Trajectory)
    return wish


def test_position_goes_before_velocity_before_effort() -> None:
    names = ["joint_1", "joint_2"]
    both = [1.0, 2.0]
    assert told(names, position=both, velocity=[0.0, 0.0], effort=both) == Command(
        joints={"joint_1": JointTarget(position=1.0), "joint_2": JointTarget(position=2.0)}
    )
    assert told(names, velocity=both, effort=both) == Command(
        joints={"joint_1": JointTarget(velocity=1.0), "joint_2": JointTarget(velocity=2.0)}
    )
    assert told(names, effort=both) == Command(
        joints={"joint_1": JointTarget(effort=1.0), "joint_2": JointTarget(effort=2.0)}
    )


@pytest.mark.parametrize(
    ("names", "values", "complaint"),
    [
        (["joint_1", "joint_9"], {"position": [0.0, 0.0]}, "joint_9"),
        (["joint_1", "joint_2"], {"position": [0.0, math.nan]}, "finite"),
        (["joint_1"], {"velocity": [math.inf]}, "finite"),
        (["joint_1"], {"position": [0.0, 0.0]}, "names 1 joints and gives 2"),
        (["joint_1", "joint_1"], {"position": [0.0, 0.0]}, "twice"),
        (["thumb_joint"], {"position": [0.0]}, "thumb_joint"),
        (["joint_1"], {}, "give each joint"),
    ],
)
def test_what_is_wrong_in_one_joint_refuses_the_whole_command(
    names: list[str], values: Mapping[str, list[float]], complaint: str
) -> None:
    with pytest.raises(SamebotError, match=complaint):
        told(names, **values)


def test_the_speed_along_a_trajectory_is_the_slope_of_its_way() -> None:
    trajectory = read_trajectory(
        ["joint_1"],
        (0.5, [1.0], [0.8]),
        (1.25, [-0.5], [0.0]),
        (2.0, [0.5], []),
    )
    track = Track(trajectory, 3.0, 3.0, {"joint_1": 0.2}, {"joint_1": -0.4})
    for time in (3.01, 3.2, 3.49, 3.51, 4.0, 4.24, 4.3, 4.99):
        slope = (
            track.position("joint_1", time + 1e-6) - track.position("joint_1", time - 1e-6)
        ) / 2e-6
        assert track.velocity("joint_1", time) == pytest.approx(slope, abs=1e-5)
    assert [track.velocity("joint_1", time) for time in (2.9, 5.1)] == [0.0, 0.0]


def test_wheels_are_not_commanded_as_joints() -> None:
    tiago = load("tiago")
    data = bytes(Form(STATE, {"name": ["wheel_left_joint"], "velocity": [1.0]}))
    with pytest.raises(UnknownName, match="wheel_left_joint"):
        inlet("joint_command", tiago).read(data)
    assert not any("joint" in each.topic for each in face(load("epuck2")).inlets)


def test_a_joint_that_follows_is_told_with_its_speed() -> None:
    (states,) = (outlet for outlet in face(ARM).outlets if outlet.topic == "joint_states")
    sample = Sample(
        time=1.0,
        stamp=(1, 0),
        values=[],
        raw=[],
        snapshot=None,  # type: ignore[arg-type] # joint_states looks at positions only
        positions={"finger_joint": 0.02},
        velocities={"finger_joint": -0.1},
        odometry=None,
        stamp_at=stamp_of,
    )
    message = states.make(sample)
    assert message is not None
    fields = decode(STATE, message)
    row = list(fields["name"]).index("thumb_joint")
    assert (fields["position"][row], fields["velocity"][row]) == (0.02, -0.1)


@pytest.mark.parametrize(
    ("names", "rows", "complaint"),
    [
        (["joint_9"], [(1.0, [0.0], [])], "joint_9"),
        (["joint_1"], [(1.0, [math.nan], [])], "finite"),
        (["joint_1"], [(1.0, [0.0, 1.0], [])], "2 positions"),
        (["joint_1"], [(1.0, [], [1.0])], "0 positions"),
        (["joint_1"], [(1.0, [0.0], [1.0, 1.0])], "2 velocities"),
        (["joint_1"], [(1.0, [0.0], []), (1.0, [0.5], [])], "larger than"),
        (["joint_1", "joint_1"], [(1.0, [0.0, 0.0], [])], "twice"),
        ([], [(1.0, [], [])], "names no joints"),
    ],
)
def test_a_trajectory_is_refused_as_a_whole(
    names: list[str], rows: list[tuple[float, list[float], list[float]]], complaint: str
) -> None:
    with pytest.raises(SamebotError, match=complaint):
        read_trajectory(names, *rows)


class Joints:
    """Joints that are where they were last sent, at once."""

    def __init__(self) -> None:
        """Stand at 0, ten seconds after the start."""
        self.keeper = JointKeeper(stamp_of)
        self.positions = {f"joint_{n}": 0.0 for n in range(1, 7)}
        self.time = 10.0
        self.last: dict[str, JointTarget] = {}

    def follow(self, trajectory: Trajectory) -> None:
        """Begin a trajectory."""
        stop = self.keeper.follow(trajectory, self.time, self.positions, {})
        self._go(stop)

    def take(self, joints: Mapping[str, JointTarget]) -> None:
        """Take a command."""
        self.keeper.take(Command(joints=joints), self.time)

    def step(self, period: float = 0.05) -> None:
        """Go on by one step; `last` is what was sent for it."""
        self.last = {}
        self._go(self.keeper.due(self.time, period, self.positions))
        self.time += period

    def _go(self, command: Command | None) -> None:
        for joint, target in (command.joints if command else {}).items():
            assert isinstance(target, JointTarget)
            self.last[joint] = target
            if target.position is not None:
                self.positions[joint] = target.position


def test_between_waypoints_there_are_lines() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1"], (1.0, [2.0], []), (2.0, [0.0], [])))
    seen = []
    for _ in range(40):
        joints.step()
        seen.append(joints.positions["joint_1"])
    times = 0.05 * np.arange(1, 41)
    np.testing.assert_allclose(seen, np.interp(times, [0, 1, 2], [0, 2, 0]), atol=1e-9)
    joints.step()
    assert joints.last == {}, "at its end it is over"


def test_given_speeds_make_a_smooth_cubic() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1"], (1.0, [1.0], [0.0])))
    seen = []
    for _ in range(20):
        joints.step()
        seen.append(joints.positions["joint_1"])
    share = 0.05 * np.arange(1, 21)
    np.testing.assert_allclose(seen, 3 * share**2 - 2 * share**3, atol=1e-9)


def test_a_joint_glides_at_the_speed_of_its_trajectory() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1"], (1.0, [0.5], [])))
    joints.step()
    assert joints.last["joint_1"].velocity == pytest.approx(0.5)


def test_a_new_trajectory_replaces_what_its_joints_did_and_others_go_on() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1", "joint_2"], (1.0, [1.0, 1.0], [])))
    for _ in range(10):
        joints.step()
    joints.follow(read_trajectory(["joint_2"], (0.5, [0.0], [])))
    for _ in range(10):
        joints.step()
    assert joints.positions["joint_1"] == pytest.approx(1.0)
    assert joints.positions["joint_2"] == pytest.approx(0.0)


@pytest.mark.parametrize("names", [[], ["joint_1"]])
def test_an_empty_trajectory_stops(names: list[str]) -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1"], (1.0, [1.0], [])))
    for _ in range(10):
        joints.step()
    joints.follow(read_trajectory(names))
    assert joints.last["joint_1"].position == pytest.approx(0.5)
    joints.step()
    assert joints.last == {}


def test_what_lies_in_the_past_is_refused_and_changes_nothing() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1"], (1.0, [1.0], [])))
    with pytest.raises(CommandError, match="ended 7 s ago"):
        joints.follow(read_trajectory(["joint_1"], (1.0, [5.0], []), stamp=(2, 0)))
    for _ in range(20):
        joints.step()
    assert joints.positions["joint_1"] == pytest.approx(1.0)


def test_a_stamp_says_when_it_starts() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1"], (1.0, [1.0], []), stamp=(10, 500_000_000)))
    for _ in range(10):
        joints.step()
    assert joints.positions["joint_1"] == pytest.approx(0.0)
    for _ in range(10):
        joints.step()
    assert joints.positions["joint_1"] == pytest.approx(0.5)


def test_one_that_has_begun_is_joined_on_its_way() -> None:
    joints = Joints()
    trajectory = read_trajectory(
        ["joint_1"], (1.0, [7.0], []), (2.0, [1.0], []), stamp=(8, 500_000_000)
    )
    joints.follow(trajectory)
    for _ in range(10):
        joints.step()
    assert joints.positions["joint_1"] == pytest.approx(1.0)


@pytest.mark.parametrize("way", ["velocity", "effort"])
def test_without_a_new_command_a_joint_holds_after_half_a_second(way: str) -> None:
    joints = Joints()
    joints.positions["joint_1"] = 0.3
    joints.take({"joint_1": JointTarget(**{way: 1.0})})
    for _ in range(10):
        joints.step()
        assert joints.last == {}
    joints.step()
    assert joints.last == {"joint_1": JointTarget(position=0.3)}
    joints.step()
    assert joints.last == {}


def test_repeated_commands_keep_a_joint_going_and_a_position_needs_none() -> None:
    joints = Joints()
    joints.take({"joint_2": JointTarget(position=1.0)})
    for _ in range(40):
        joints.take({"joint_1": JointTarget(velocity=1.0)})
        joints.step()
        assert joints.last == {}


def test_a_command_takes_its_joint_out_of_a_trajectory() -> None:
    joints = Joints()
    joints.follow(read_trajectory(["joint_1", "joint_2"], (1.0, [1.0, 1.0], [])))
    joints.take({"joint_1": JointTarget(position=0.0)})
    joints.step()
    assert joints.last.keys() == {"joint_2"}


def test_a_joint_that_nobody_has_seen_yet_follows_nothing() -> None:
    trajectory = Trajectory(joints=("joint_7",), points=(Waypoint(time=1.0, positions=(1.0,)),))
    with pytest.raises(CommandError, match="joint_7"):
        Joints().follow(trajectory)
