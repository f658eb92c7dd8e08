# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Recording a running robot."""

from __future__ import annotations

from pathlib import Path

import pytest

from ros_programs import Start, needs_ros
from samebot.core.errors import BadInput
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
