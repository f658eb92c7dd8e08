# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Recording a running robot."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from peers import StockPeer
from ros_programs import Start, needs_ros
from samebot.core.errors import BadInput
from samebot.ros.backlog import Backlog
from samebot.ros.definitions import definition_of
from samebot.ros.wire import decode

pytest.importorskip("mcap")

from mcap.reader import make_reader


@needs_ros
@pytest.mark.ros
def test_a_definition_holds_its_parts() -> None:
    text = definition_of("nav_msgs/msg/Odometry")
    titles = [line.removeprefix("MSG: ") for line in text.splitlines() if line.startswith("MSG: ")]
    assert titles[0] == "std_msgs/Header"
    assert "geometry_msgs/PoseWithCovariance" in titles
    assert "geometry_msgs/Quaternion" in titles
    assert len(titles) == len(set(titles))
    assert text.count("=" * 80) == len(titles)


def test_a_package_that_is_not_installed_is_named() -> None:
    with pytest.raises(BadInput, match="no_msgs"):
        definition_of("no_msgs/msg/Nothing", {})


@needs_ros
@pytest.mark.ros
def test_chosen_topics_of_a_robot_are_recorded(start: Start, tmp_path: Path) -> None:
    start("-m", "samebot", "run", "epuck2", "--world", "arena")
    file = tmp_path / "run.mcap"
    recorder = start("-m", "samebot", "record", str(file), "ps*", "/tf_static", "--duration", "6")
    said, complained = recorder.communicate(timeout=60)
    assert (recorder.returncode, complained) == (0, "")
    assert "of 9 topics" in said
    with file.open("rb") as stream:
        reader = make_reader(stream)
        found = {channel.topic for _, channel, _ in reader.iter_messages()}
        assert found == {"/tf_static", *(f"/ps{n}" for n in range(8))}
        for schema, channel, message in reader.iter_messages(topics=["/ps3"]):
            assert schema is not None
            assert decode(schema.name, message.data)["header"]["frame_id"] == "ps3", channel


@needs_ros
@pytest.mark.ros
def test_a_run_records_itself(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "all.mcap"
    program = start("-m", "samebot", "run", "--record", str(file), "--duration", "4")
    said, complained = program.communicate(timeout=60)
    assert (program.returncode, complained) == (0, "")
    with file.open("rb") as stream:
        topics = {channel.topic for _, channel, _ in make_reader(stream).iter_messages()}
    assert {"/odom", "/tf", "/clock", "/scan", "/robot_description", "/image_raw"} <= topics
    assert str(file) in said


@needs_ros
@pytest.mark.ros
def test_a_run_as_fast_as_it_can_is_recorded_from_its_first_step_to_its_last(
    start: Start, tmp_path: Path
) -> None:
    file = tmp_path / "fast.mcap"
    options = ("--rate", "0", "--duration", "10", "--count", "2", "--world", "arena")
    program = start("-m", "samebot", "run", "--record", str(file), *options)
    _, complained = program.communicate(timeout=60)
    assert (program.returncode, complained) == (0, "")
    with file.open("rb") as stream:
        summary = make_reader(stream).get_summary()
    assert summary is not None
    assert summary.statistics is not None
    counts = summary.statistics.channel_message_counts
    came = {channel.topic: counts.get(number, 0) for number, channel in summary.channels.items()}
    for robot in ("epuck2_0", "epuck2_1"):
        assert [came[f"/{robot}/{topic}"] for topic in ("odom", "ps0", "scan", "imu")] == [200] * 4
        assert came[f"/{robot}/robot_description"] == 1
    assert came["/tf"] == 400
    assert came["/clock"] >= 200


@needs_ros
@pytest.mark.ros
def test_what_others_send_is_recorded_beside_what_a_run_sends_itself(
    start: Start, ros_environment: Mapping[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "all.mcap"
    program = start("-m", "samebot", "run", "--record", str(file))
    with StockPeer(ros_environment) as peer:
        twist = {"linear": {"x": 0.03}}
        transform = {"child_frame_id": "odom", "header": {"frame_id": "map"}}
        peer.say("/cmd_vel", "geometry_msgs/msg/Twist", twist, times=40)
        peer.say("/tf", "tf2_msgs/msg/TFMessage", {"transforms": [transform]}, times=60)
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=30)
    with file.open("rb") as stream:
        found = [
            (channel.topic, message.data)
            for _, channel, message in make_reader(stream).iter_messages(["/tf", "/cmd_vel"])
        ]
    own = Counter(data for topic, data in found if topic == "/tf" and b"map" not in data)
    assert own.total() - len(own) <= 3, "kept once, but for the moment in which the other came"
    assert sum(b"map" in data for topic, data in found if topic == "/tf") > 20
    assert sum(topic == "/cmd_vel" for topic, _ in found) > 20


def test_who_brings_too_much_waits_until_some_is_done() -> None:
    backlog, done = Backlog(most=10), list[int]()

    def bring() -> None:
        for number in range(5):
            backlog.put(partial(done.append, number), 6)

    with ThreadPoolExecutor(1) as pool:
        bringing = pool.submit(bring)
        with pytest.raises(TimeoutError):
            bringing.result(timeout=0.1)
        while not bringing.done() or backlog.work(0.0):
            backlog.work(0.05)
    assert done == [0, 1, 2, 3, 4]
    assert not backlog.work(0.01)


def test_nobody_waits_for_what_is_closed() -> None:
    backlog = Backlog(most=1)
    backlog.put(lambda: None, 5)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(backlog.put, lambda: None, 5)
        backlog.close()
        waiting.result(timeout=5.0)
