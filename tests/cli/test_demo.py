# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The demo, with somebody at the terminal and without."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from ros_programs import Observe, Start, needs_ros
from samebot.cli import demo
from samebot.cli.demonstration import checking, welcoming
from samebot.cli.main import main
from samebot.core.errors import BodyError, MissingDependency
from samebot.dashboard.answering import what_is_wrong_with
from samebot.ros.installation import RosState
from samebot.ros.listing import TopicInfo

pytest.importorskip("viser")
PATIENCE = 30.0
ALONE = ("--no-ros", "--duration", "0", "--port", "0")
STILL = (*ALONE, "--world", "none")


def _processes_of(session: int) -> list[str]:
    """Return the programs of a session that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, rest = stat.read_text().rpartition(")")
            if rest.split()[3] == str(session) and rest.split()[0] != "Z":
                found.append(name)
    return found


@needs_ros
@pytest.mark.ros
def test_without_a_terminal_it_checks_itself_and_ends(start: Start) -> None:
    program = start("-m", "samebot", "demo", "--port", "0", "--duration", "0")
    said, complained = program.communicate(timeout=60)
    assert (program.returncode, complained) == (0, "")
    assert re.search(r"http://127\.0\.0\.1:\d+", said)
    assert "/tf_static" in said
    assert "another process received" in said
    assert re.search(r"the robot was 0\.\d\d m away from its start", said)


def test_without_ros_and_world_only_the_page_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "turtlebot3_burger", *STILL]) == 0
    said = capsys.readouterr().out
    assert "The page answered." in said
    assert "/tf" not in said


def test_a_robot_without_a_drive_stands_still(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="arm"><link name="base"/><link name="arm"/><joint name="elbow"'
        ' type="continuous"><parent link="base"/><child link="arm"/></joint></robot>'
    )
    assert main(["demo", str(file), *ALONE]) == 0
    said = capsys.readouterr()
    assert "arm has no drive" in said.err
    assert said.out.endswith("The page answered.\n")


def test_without_a_simulator_sliders_move_the_robot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from samebot.cli.demonstration import staging

    def absent(*_: object) -> None:
        raise MissingDependency("mujoco", "sim", "the simulation")

    monkeypatch.setattr(staging, "open_body", lambda *_, **__: absent())
    assert main(["demo", *ALONE]) == 0
    said = capsys.readouterr()
    assert "samebot[sim]" in said.err
    assert said.err.count("\n") == 1
    assert "a slider for each joint" in said.out


def test_a_robot_that_does_not_move_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from samebot.cli.demonstration.wandering import Wanderer

    monkeypatch.setattr(Wanderer, "speeds", lambda *_: (0.0, 0.0))
    monkeypatch.setattr(checking, "_MOVING_TIMEOUT", 0.2)
    assert main(["demo", *ALONE]) == 1
    assert "has not left its place" in capsys.readouterr().err


def test_a_body_that_fails_ends_the_demo(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from samebot.cli.demonstration.wandering import Wanderer
    from samebot.sim.simulated import SimulatedBody

    def fail(*_: object) -> tuple[float, float]:
        raise BodyError("the wheels fell off")

    halted: list[SimulatedBody] = []

    def halt(body: SimulatedBody) -> None:
        halted.append(body)

    monkeypatch.setattr(Wanderer, "speeds", fail)
    monkeypatch.setattr(SimulatedBody, "_halt", halt)
    assert main(["demo", *ALONE]) == 1
    assert "the wheels fell off" in capsys.readouterr().err
    assert len(halted) == 1  # its motors stand, and it is closed once


def test_the_rclpy_of_another_ros_is_named_and_the_page_is_shown(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "rclpy").mkdir()
    (tmp_path / "rclpy" / "__init__.py").touch()
    program = start("-m", "samebot", "demo", *STILL[1:], PYTHONPATH=str(tmp_path))
    said, complained = program.communicate(timeout=60)
    assert program.returncode == 0
    assert "The page answered." in said
    assert complained.startswith("samebot: there is no ROS 2: ")
    assert complained.count("\n") == 1


def test_a_page_that_does_not_answer_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "samebot.dashboard.answering.what_is_wrong_with", lambda *_: "the page is gone"
    )
    assert main(["demo", *STILL]) == 1
    assert "the demo failed: the page is gone" in capsys.readouterr().err


def test_transforms_that_nobody_receives_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Mute:
        topics = (TopicInfo(topic="/tf", type="tf2_msgs/msg/TFMessage", sent=True),)

    @contextlib.contextmanager
    def silent(*_: object) -> Iterator[tuple[Future[None], Mute]]:
        yield Future(), Mute()

    state = RosState(kind="wheels", distro="jazzy", where="here")
    monkeypatch.setattr(demo, "_enter_ros", lambda: state)
    monkeypatch.setattr(demo, "_lived", silent)
    monkeypatch.setattr(checking, "what_was_not_heard", lambda *_: "not received: /tf")
    assert main(["demo", *STILL[1:]]) == 1
    assert "the demo failed: not received: /tf" in capsys.readouterr().err


@needs_ros
@pytest.mark.ros
def test_a_process_that_hears_nothing_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, ros_environment: dict[str, str]
) -> None:
    from samebot.model.catalogue import load
    from samebot.ros.hearing import OtherProcess

    for name, value in ros_environment.items():
        monkeypatch.setenv(name, value)
    with OtherProcess(load("epuck2"), 0.2) as other:
        missed = other.what_it_missed()
    assert "/tf: left_wheel" in missed


def test_a_taken_port_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        taken = other.getsockname()[1]
        assert main(["demo", *STILL, "--port", str(taken)]) == 0
    assert f"port {taken} is taken; the page is on port" in capsys.readouterr().err


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_at_a_terminal_it_runs_until_told_to_end(
    ros_environment: dict[str, str], observe: Observe, end: signal.Signals
) -> None:
    leader, follower = pty.openpty()
    environment = {name: value for name, value in ros_environment.items() if name != "CI"}
    program = subprocess.Popen(
        [sys.executable, "-m", "samebot", "demo", "--port", "0"],
        env=environment,
        stdin=follower,
        stdout=follower,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    os.close(follower)
    try:
        said = _read_until(leader, "Ctrl-C ends it.")
        port = int(re.findall(r"127\.0\.0\.1:(\d+)", said)[0])
        assert what_is_wrong_with("127.0.0.1", port) == ""
        joints = observe()["joints"]
        assert set(joints) == {"left_wheel_joint", "right_wheel_joint"}
        assert joints["left_wheel_joint"] != 0.0  # the encoders of a robot that drives
        program.send_signal(end)
        assert program.wait(PATIENCE) == 0
        assert _processes_of(program.pid) == []
    finally:
        program.kill()
        program.wait(PATIENCE)
        os.close(leader)


def _read_until(terminal: int, text: str) -> str:
    said = ""
    deadline = time.monotonic() + PATIENCE
    timer = threading.Timer(PATIENCE, os.close, [terminal])
    timer.start()
    try:
        while text not in said and time.monotonic() < deadline:
            said += os.read(terminal, 4096).decode()
    finally:
        timer.cancel()
    return said


@pytest.mark.parametrize(
    "wrong",
    [
        ["--port", "99999"],
        ["--port", "x"],
        ["--duration", "nan"],
        ["--duration", "-1"],
        ["epuk2"],
        ["--world", "maz"],
    ],
)
def test_wrong_use_ends_with_status_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--no-ros", *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("ci", "expected"), [("true", True), ("1", True), ("", False), ("false", False), ("0", False)]
)
def test_ci_is_known_by_its_variable(ci: str, expected: bool) -> None:
    assert welcoming._in_ci({"CI": ci}) is expected
