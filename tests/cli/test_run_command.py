# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot run`, as people start it."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path

import pytest

from peers import StockPeer
from ros_programs import Observe, Start, needs_ros
from samebot.cli.main import main


@needs_ros
@pytest.mark.ros
def test_robots_come_up_each_in_its_namespace_until_ctrl_c(start: Start, observe: Observe) -> None:
    program = start(
        "-m", "samebot", "run", "epuck2", "--count", "2", "--world", "arena", "--domain", "99"
    )
    seen = observe("/epuck2_1")
    frames = {child for _, _, child, *_ in seen["tf"]}
    assert {"epuck2_1/base_link", "epuck2_1/left_wheel"} <= frames or frames == {
        "epuck2_0/base_link",
        "epuck2_0/left_wheel",
        "epuck2_0/right_wheel",
    }
    program.send_signal(signal.SIGINT)
    said, complained = program.communicate(timeout=20)
    assert program.returncode == 0
    assert "/epuck2_0/driver: epuck2 is up" in said
    assert "/epuck2_1/driver: epuck2 is up" in said
    assert "seen from this computer only" in said
    assert "99" in complained, "the domain of the environment holds, and that is said"
    assert complained.count("\n") == 1


def test_without_ros_a_body_lives_for_a_while(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--no-ros", "--duration", "0.2", "--rate", "0", "-o", "noise=false"]) == 0
    assert "without ROS" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (["epuk2"], "did you mean 'epuck2'"),
        (["--world", "maz"], "did you mean 'maze'"),
        (["--body", "siim"], "did you mean 'sim'"),
        (["--address", "10.0.0.1"], "give --body as well"),
        (["--body", "wifi", "--address", "a", "--address", "b"], "connects one robot"),
        (["--count", "0"], "from 1 to 1000"),
        (["--rate", "-1"], "0 or more"),
        (["-o", "noize=false"], "did you mean 'noise'"),
        (["--count", "2"], "leave out --no-ros"),
        (["--record", "a.mcap"], "leave out --no-ros"),
        (["-p", "wheel_radius:=0.02"], "leave out --no-ros"),
        (["--ros-args", "-r", "imu:=imu/data"], "leave out --no-ros"),
    ],
)
def test_wrong_use_is_said_in_one_line(
    wrong: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--no-ros", "--duration", "0.1", *wrong]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


@needs_ros
@pytest.mark.ros
def test_what_ros_programs_take_comes_last(
    start: Start, ros_environment: Mapping[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "parameters.yaml"
    file.write_text("/**:\n  ros__parameters:\n    wheel_radius: 0.025\n    ps0.topic_name: near\n")
    ros = ("--ros-args", "-r", "imu:=imu/data_raw", "-r", "__ns:=/lab", "--params-file", str(file))
    start("-m", "samebot", "run", "-p", "wheel_distance:=0.06", *ros, "--log-level", "warn")
    with StockPeer(ros_environment) as peer:
        peer.listen("/lab/near", "sensor_msgs/msg/Range")
        assert peer.hear("/lab/near")["/lab/near"]
        sizes = peer.parameters(["wheel_distance", "wheel_radius"], "/lab/driver")
        assert sizes == [0.06, 0.025]
        topics = peer.graph()
    assert "/lab/imu/data_raw" in topics
    assert {"/lab/imu", "/lab/ps0"}.isdisjoint(topics)
