# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The node, seen from other processes."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ros_programs import Observe, Process, Start, needs_ros
from samebot.core.pose import Matrix
from samebot.model.catalogue import load
from samebot.model.changes import with_device_links
from samebot.model.kinematics import forward
from samebot.model.urdf import parse_urdf
from samebot.ros.driver import main, split_ros_arguments
from samebot.ros.transforms import FrameTransform

ARM = """<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="tip"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <origin xyz="0 0 0.3" rpy="0 0 0.5"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/><origin xyz="0 0 0.2"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/>
    <mimic joint="shoulder" multiplier="-1" offset="0.25"/>
  </joint>
  <joint name="end" type="fixed">
    <parent link="lower"/><child link="tip"/><origin xyz="0.1 0 0.1" rpy="0.1 0.2 0.3"/>
  </joint>
</robot>"""


@pytest.fixture
def arm(tmp_path: Path) -> str:
    """Return a file with a small robot, one joint of which follows another."""
    (tmp_path / "arm.urdf").write_text(ARM)
    return str(tmp_path / "arm.urdf")


def complaints(log: str) -> list[str]:
    """Return the lines of a log that are no mere information."""
    return [line for line in log.splitlines() if not line.startswith("[INFO]")]


def _driver(start: Start, *arguments: str, **variables: str) -> Process:
    return start("-m", "samebot.ros.driver", *arguments, **variables)


def _placed(root: str, seen: dict[str, Any]) -> dict[str, Matrix]:
    """Return every frame in the root, from what was received."""
    parts = {
        child: FrameTransform(
            parent=parent, child=child, translation=tuple(xyz), rotation=tuple(xyzw)
        )
        for _, parent, child, xyz, xyzw in (*seen["tf"], *seen["tf_static"])
    }
    placed = {root: np.eye(4)}

    def place(frame: str) -> Matrix:
        if frame not in placed:
            placed[frame] = place(parts[frame].parent) @ parts[frame].matrix()
        return placed[frame]

    return {frame: place(frame) for frame in (root, *parts)}


@needs_ros
@pytest.mark.ros
def test_another_process_receives_what_the_robot_is_and_how_it_stands(
    start: Start, observe: Observe
) -> None:
    _driver(start, "--robot", "epuck2", "-o", "ground=true")
    seen = observe()
    model = with_device_links(load("epuck2", {"ground": "true"}))
    described = parse_urdf(seen["description"])
    assert {link.name for link in described.links} == {link.name for link in model.links}
    assert "gs0" in {link.name for link in described.links}
    assert seen["joints"] == {joint.name: 0.0 for joint in model.moving_joints}
    expected = forward(model, {})
    placed = _placed(model.root, seen)
    assert placed.keys() == expected.keys() | {"laser_scanner"}
    for frame, matrix in expected.items():
        np.testing.assert_allclose(placed[frame], matrix, atol=1e-9)
    for stamp in (seen["stamp"], *(part[0] for part in seen["tf"])):
        assert 0.0 < stamp < 60.0, "simulated time"
    assert seen["quality"] == {
        "/robot_description": ["/driver", "std_msgs/msg/String", "RELIABLE", "TRANSIENT_LOCAL"],
        "/joint_states": ["/driver", "sensor_msgs/msg/JointState", "RELIABLE", "VOLATILE"],
        "/tf": ["/driver", "tf2_msgs/msg/TFMessage", "RELIABLE", "VOLATILE"],
        "/tf_static": ["/driver", "tf2_msgs/msg/TFMessage", "RELIABLE", "TRANSIENT_LOCAL"],
    }


@needs_ros
@pytest.mark.ros
def test_namespace_and_frame_prefix_keep_robots_apart(
    start: Start, observe: Observe, arm: str
) -> None:
    ros = ("--ros-args", "-r", "__ns:=/arm_1", "-p", "frame_prefix:=arm_1/")
    _driver(start, "--robot", arm, *ros)
    _driver(start, "--robot", arm, "--ros-args", "-r", "__ns:=/arm_2", "-r", "tf:=tf")
    seen = observe("/arm_1", "elbow", 0.25)
    assert seen["joints"] == {"shoulder": 0.0, "elbow": 0.25}
    assert seen["quality"]["/arm_1/joint_states"][0] == "/arm_1/driver"
    frames = {frame for _, parent, child, *_ in seen["tf"] for frame in (parent, child)}
    robots = ("arm_1", "arm_2")  # /tf is shared: whose message came first is chance
    assert frames in [
        {f"{robot}/{part}" for part in ("base", "upper", "lower")} for robot in robots
    ]
    assert 'name="tip"' in seen["description"]


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_good_order_when_told(
    start: Start, observe: Observe, arm: str, end: signal.Signals
) -> None:
    driver = _driver(start, "--robot", arm)
    observe()
    driver.send_signal(end)
    said, complained = driver.communicate(timeout=10)
    assert (driver.returncode, said, complaints(complained)) == (0, "", [])


@needs_ros
@pytest.mark.ros
def test_after_a_kill_a_new_driver_takes_its_place(
    start: Start, observe: Observe, arm: str
) -> None:
    first = _driver(start, "--robot", arm)
    observe()
    first.kill()
    first.communicate(timeout=10)
    _driver(start, "--robot", arm)
    assert observe()["joints"]["elbow"] == 0.25


@needs_ros
@pytest.mark.ros
def test_it_ends_by_itself_after_a_duration(start: Start, arm: str) -> None:
    driver = _driver(start, "--robot", arm, "--duration", "0.2")
    said, complained = driver.communicate(timeout=20)
    assert (driver.returncode, said, complaints(complained)) == (0, "", [])


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize(
    ("arguments", "variables", "complaint"),
    [
        (["--robot", "epuck3"], {}, "did you mean 'epuck"),
        (["--robot", "/nowhere.urdf"], {}, "no such file"),
        (["--ros-args", "-r", "nonsense"], {}, "Couldn't parse remap rule: '-r nonsense'"),
        (["--ros-args", "-p", "frame_prefix:=7"], {}, "frame_prefix"),
        ([], {"ROS_DOMAIN_ID": "500"}, "0 to 101"),
    ],
)
def test_what_cannot_work_is_said_in_one_line(
    start: Start, arguments: list[str], variables: dict[str, str], complaint: str
) -> None:
    driver = _driver(start, *arguments, **variables)
    said, complained = driver.communicate(timeout=20)
    assert driver.returncode == 1, complained
    assert said == ""
    *_, last = complained.splitlines()  # ROS's own log may come before
    assert last.startswith("samebot: ")
    assert complaint in last
    assert "Traceback" not in complained


@needs_ros
@pytest.mark.ros
def test_what_was_set_for_another_ros_does_not_get_in_the_way(
    start: Start, arm: str, tmp_path: Path
) -> None:
    (tmp_path / "librcl.so").write_text("not a library")
    driver = _driver(
        start,
        *("--robot", arm, "--duration", "0.1"),
        LD_LIBRARY_PATH=str(tmp_path),
        RMW_IMPLEMENTATION="rmw_cyclonedds_cpp",
    )
    said, complained = driver.communicate(timeout=20)
    assert (driver.returncode, said) == (0, "")
    assert "RMW_IMPLEMENTATION is 'rmw_cyclonedds_cpp'" in complained
    assert len(complaints(complained)) == 1


def test_wrong_use_ends_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--duration", "-1"], ["-o", "ground"], ["--colour", "red"]):
        with pytest.raises(SystemExit) as end:
            main(wrong)
        assert end.value.code == 2
        assert "error" in capsys.readouterr().err


def test_ros_arguments_are_told_apart() -> None:
    first = ["--robot", "epuck", "--ros-args", "-r", "a:=b", "--"]
    words = [*first, "-o", "ground=true", "--ros-args", "-p", "c:=1"]
    ours, for_ros = split_ros_arguments(words)
    assert ours == ["--robot", "epuck", "-o", "ground=true"]
    assert for_ros == ["--ros-args", "-r", "a:=b", "--", "--ros-args", "-p", "c:=1"]
