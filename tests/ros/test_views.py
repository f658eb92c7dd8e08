# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Files for RViz and Foxglove show what a robot sends, by the names under which it does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from samebot.cli.main import main
from samebot.model.catalogue import load, robots
from samebot.ros.listing import topics_of
from samebot.ros.views import foxglove_layout, rviz_file

ROBOTS = [info.name for info in robots()]

DISPLAYS = {
    "sensor_msgs/msg/Range": "Range",
    "sensor_msgs/msg/LaserScan": "LaserScan",
    "sensor_msgs/msg/Image": "Image",
    "nav_msgs/msg/Odometry": "Odometry",
}
"""What rviz_default_plugins shows of a robot."""


def shown(text: str) -> dict[str, dict[str, Any]]:
    """Return the displays of an RViz file, by their topics."""
    manager = yaml.safe_load(text)["Visualization Manager"]
    displays = [d for d in manager["Displays"] if "Topic" in d]
    return {display["Topic"]["Value"]: display for display in displays}


@pytest.mark.parametrize("robot", ROBOTS)
def test_rviz_shows_all_that_it_can_show(robot: str) -> None:
    model = load(robot)
    found = {t: d["Class"].partition("/")[2] for t, d in shown(rviz_file(model)).items()}
    sent = {t.topic: DISPLAYS[t.type] for t in topics_of(model) if t.sent and t.type in DISPLAYS}
    assert found == sent


def test_rviz_shows_a_robot_below_a_namespace() -> None:
    text = rviz_file(load("epuck2"), "/lab/epuck2_1/")
    assert set(shown(text)) >= {"/lab/epuck2_1/scan", "/lab/epuck2_1/ps0"}
    manager = yaml.safe_load(text)["Visualization Manager"]
    assert manager["Global Options"]["Fixed Frame"] == "lab/epuck2_1/odom"
    (robot,) = (d for d in manager["Displays"] if d["Class"].endswith("RobotModel"))
    topic = robot["Description Topic"]
    assert (topic["Value"], topic["Durability Policy"]) == (
        "/lab/epuck2_1/robot_description",
        "Transient Local",
    )
    assert robot["TF Prefix"] == "lab/epuck2_1", "RViz puts the slash"


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_layout_names_panels_and_topics_that_exist(robot: str) -> None:
    model = load(robot)
    layout = json.loads(foxglove_layout(model, "one"))
    panels = re.findall(r'"((?:[A-Za-z0-9]+)![a-z0-9_/]+)"', json.dumps(layout["layout"]))
    assert sorted(panels) == sorted(layout["configById"]), "each panel is somewhere, once"
    topics = {f"/one{t.topic}" for t in topics_of(model)} | {"/diagnostics"}
    named = re.findall(r'"(/[^".]+)[".]', json.dumps(layout["configById"]))
    assert set(named) <= topics
    assert "/one/robot_description" in named
    assert ("/one/cmd_vel" in named) == (model.drive is not None)


def test_a_robot_without_wheels_can_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "post.urdf"
    file.write_text('<robot name="post"><link name="base"/></robot>')
    fixed = yaml.safe_load(rviz_file(load(file)))["Visualization Manager"]["Global Options"]
    assert fixed["Fixed Frame"] == "base"
    assert "Teleop!drive" not in json.loads(foxglove_layout(load(file)))["configById"]


def test_describe_writes_both(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.rviz"
    assert main(["describe", "epuck2", "--rviz", "--output", str(file)]) == 0
    assert file.read_text() == rviz_file(load("epuck2"))
    assert main(["describe", "epuck2", "--rviz"]) == 0
    assert capsys.readouterr().out == rviz_file(load("epuck2"))
    assert main(["describe", "epuck2", "--foxglove", "--namespace", "one"]) == 0
    assert capsys.readouterr().out == foxglove_layout(load("epuck2"), "one")
    assert main(["describe", "epuck2", "--namespace", "one"]) == 2
