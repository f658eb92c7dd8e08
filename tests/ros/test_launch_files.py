# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The launch files start what they say, with what they are given, and end together."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from peers import StockPeer
from ros_programs import Process, Start, needs_ros
from samebot.cli.main import main
from samebot.core.clock import RealClock
from samebot.core.errors import BadInput
from samebot.model.catalogue import load
from samebot.ros.launching import ARGUMENTS, run_words, rviz_words, shows_rviz, sim_time, wandering
from samebot.ros.views import foxglove_layout, rviz_file

ROOT = Path(__file__).resolve().parents[2]
LAUNCH = ROOT / "resource" / "launch"
STARTER = ROOT / "tests" / "launch_stand_in" / "start.py"
CLOCK = "rosgraph_msgs/msg/Clock"
ODOMETRY = "nav_msgs/msg/Odometry"

Launch = Callable[..., Process]


def given(**arguments: str) -> dict[str, str]:
    """Return all arguments of a launch file, with some chosen."""
    assert arguments.keys() <= ARGUMENTS.keys()
    return {name: argument.default for name, argument in ARGUMENTS.items()} | arguments


def test_the_arguments_are_those_that_people_know() -> None:
    names = "robot world mode headless namespace node_parameters publish_tf rviz use_sim_time"
    assert set(names.split()) <= ARGUMENTS.keys()
    assert ARGUMENTS["mode"].choices == ("realtime", "fast", "pause")


def test_a_simulated_robot_is_run_in_its_world() -> None:
    chosen = given(world="maze", options="ground=true 'camera=640x480'", mode="fast")
    assert run_words(chosen)[:6] == ["run", "epuck2", "--body", "sim", "--rate", "0"]
    assert run_words(chosen)[6:] == [
        *("-o", "ground=true", "-o", "camera=640x480"),
        *("--world", "maze"),
    ]
    assert "start_paused:=true" in run_words(given(mode="pause"))


def test_a_physical_robot_has_no_world() -> None:
    chosen = given(body="wifi", address="192.168.1.7")
    assert run_words(chosen) == ["run", "epuck2", "--body", "wifi", "--address", "192.168.1.7"]
    assert not sim_time(chosen)
    assert sim_time(given())
    assert sim_time(chosen | {"use_sim_time": "true"})


def test_rviz_shows_the_robot_unless_nothing_is_to_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not shows_rviz(given())
    assert shows_rviz(given(rviz="true"))
    assert not shows_rviz(given(rviz="true", headless="true"))
    assert rviz_words(given(rviz="my.rviz")) == ["-d", "my.rviz"]
    chosen = given(rviz="true", namespace="/lab/one", options="ground=true noise=false")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    flag, file = rviz_words(chosen)
    assert flag == "-d"
    model = load("epuck2", {"ground": "true"})
    assert Path(file).read_text() == rviz_file(model, "lab/one")
    with pytest.raises(BadInput, match="true or false"):
        shows_rviz(given(rviz="true", headless="perhaps"))


def test_a_robot_wanders_as_suits_its_size() -> None:
    assert wandering(load("epuck2")) == {"speed": 0.046, "near": 0.069}
    assert wandering(load("turtlebot3_burger"))["speed"] == pytest.approx(0.22 / 3, abs=1e-3)


def test_the_files_of_the_demo_are_those_of_the_model() -> None:
    views = ROOT / "resource" / "views"
    again = "samebot describe epuck2 --rviz --output resource/views/demo.rviz (and --foxglove)"
    assert (views / "demo.rviz").read_text() == rviz_file(load("epuck2")), again
    assert (views / "demo.foxglove.json").read_text() == foxglove_layout(load("epuck2")), again


@pytest.fixture
def launch(start: Start, tmp_path: Path) -> Launch:
    """Return a function that launches a file as from an installed package."""
    prefix = tmp_path / "prefix"
    index = prefix / "share" / "ament_index" / "resource_index" / "packages"
    programs = prefix / "lib" / "samebot"
    for folder in (index, programs):
        folder.mkdir(parents=True)
    (index / "samebot").touch()
    (programs / "samebot").symlink_to(Path(sys.executable).with_name("samebot"))
    controller = ROOT / "examples" / "07_ros_controller" / "01_wander.py"
    (programs / "01_wander.py").symlink_to(controller)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def launched(file: str, **arguments: str) -> Process:
        words = [f"{name}:={value}" for name, value in arguments.items()]
        own = {"AMENT_PREFIX_PATH": str(prefix), "PATH": path, "TMPDIR": str(tmp_path)}
        return start(str(STARTER), str(LAUNCH / file), *words, **own)

    return launched


@needs_ros
@pytest.mark.ros
def test_a_launched_robot_has_its_parameters_and_ends_with_the_launch(
    launch: Launch, ros_environment: Mapping[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("/lab/driver:\n  ros__parameters:\n    wheel_radius: 0.03\n")
    program = launch(
        "robot.launch.py",
        namespace="lab",
        mode="pause",
        publish_tf="false",
        node_parameters=str(file),
        world="arena",
    )
    with StockPeer(ros_environment) as peer:
        peer.listen("/lab/robot_description", "std_msgs/msg/String", "latched")
        assert peer.heard("/lab/robot_description")["/lab/robot_description"], "it is up"
        names = ["wheel_radius", "publish_tf", "start_paused", "frame_prefix"]
        assert peer.parameters(names, "/lab/driver") == [0.03, False, True, "lab/"]
        graph = peer.graph()
        assert "/lab/odom" in graph
        assert not any(
            end["node"] == "/lab/driver" for end in graph.get("/tf", {"sent": []})["sent"]
        )
    program.send_signal(signal.SIGINT)
    said, complained = program.communicate(timeout=30)
    assert program.returncode == 0, complained
    assert "ended: [0]" in said


@needs_ros
@pytest.mark.ros
def test_the_demo_drives_about_and_ends_with_its_robot(
    launch: Launch, ros_environment: Mapping[str, str]
) -> None:
    program = launch("demo.launch.py")
    with StockPeer(ros_environment) as peer:
        peer.listen("/odom", ODOMETRY)
        peer.hear("/odom")
        speeds = (
            peer.hear("/odom", count=5)["/odom"][-1]["twist"]["twist"]["linear"]["x"]
            for _ in range(80)
        )
        assert next(speed for speed in speeds if speed > 0.03) == pytest.approx(0.046, abs=0.01)
        nodes = {end["node"] for end in peer.graph()["/cmd_vel"]["sent"]}
        assert nodes == {"/wander"}
        peer.call(
            "/driver/change_state", "lifecycle_msgs/srv/ChangeState", {"transition": {"id": 7}}
        )
    said, complained = program.communicate(timeout=40)
    assert program.returncode == 0, complained
    assert "ended: [0, 0]" in said
    assert "rviz2 is not installed" in said


@needs_ros
@pytest.mark.ros
def test_rviz_gets_a_file_and_the_simulations_time(launch: Launch, tmp_path: Path) -> None:
    prefix, told = tmp_path / "prefix", tmp_path / "told"
    (prefix / "share" / "ament_index" / "resource_index" / "packages" / "rviz2").touch()
    rviz = prefix / "lib" / "rviz2" / "rviz2"
    rviz.parent.mkdir()
    rviz.write_text(f"#!/bin/sh\ncat $2 $5 > {told}.part; mv {told}.part {told}\n")
    rviz.chmod(0o755)
    program = launch("robot.launch.py", rviz="true", robot="thymio2")
    _wait_for(told)
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=30)
    assert told.read_text().startswith(rviz_file(load("thymio2")))
    assert "use_sim_time: true" in told.read_text()


def _wait_for(file: Path) -> None:
    clock = RealClock()
    end = clock.now() + 20.0
    while not file.exists():
        assert clock.now() < end, f"{file} does not come"
        clock.sleep(0.05)


def test_a_wrong_argument_of_the_robot_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", *run_words(given(robot="epuk2"))[1:]]) == 2
    assert capsys.readouterr().err.count("\n") == 1
