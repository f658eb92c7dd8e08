# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What other options would bring is found by trying them."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebot.model import catalogue
from samebot.model.catalogue import RobotInfo, load, robot_info
from samebot.model.variants import chosen_values, optional_devices, variants

URDF = '<robot name="post"><link name="base"/></robot>'
TABLE = """
title: Post
options:
  ground: {default: false, help: "sensor that looks down"}
  head: {default: none, choices: [none, eye, ear]}
  camera: {default: 160x120, kind: size, max: 640x480}
devices:
  - {kind: led, name: lamp, link: base}
  - {kind: distance_sensor, name: gs0, link: base, when: ground}
  - {kind: camera, name: eye, link: base, size: $camera, when: head=eye}
  - {kind: button, name: cap, link: base, when: head=none}
"""


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RobotInfo:
    folder = tmp_path / "post"
    folder.mkdir()
    (folder / "robot.urdf").write_text(URDF)
    (folder / "devices.yaml").write_text(TABLE)
    monkeypatch.setattr(catalogue, "_built_in", lambda: {"post": folder})
    return robot_info("post")


def test_each_other_value_tells_what_it_adds_and_removes(post: RobotInfo) -> None:
    found = {variant.when: variant for variant in variants(load("post"), post, {})}
    assert found.keys() == {"ground=true", "head=eye", "head=ear"}
    assert [device.name for device in found["ground=true"].adds] == ["gs0"]
    assert found["ground=true"].removes == ()
    assert [device.name for device in found["head=eye"].adds] == ["eye"]
    assert found["head=eye"].removes == ("cap",)
    assert found["head=ear"].adds == ()


def test_what_is_chosen_already_is_not_a_variant(post: RobotInfo) -> None:
    given = {"ground": "true"}
    found = {variant.when: variant for variant in variants(load("post", given), post, given)}
    assert "ground=true" not in found
    assert found["ground=false"].removes == ("gs0",)
    assert [device.name for device in found["head=eye"].adds] == ["eye"]


def test_each_optional_device_comes_once_with_the_choice_that_brings_it(post: RobotInfo) -> None:
    every = variants(load("post"), post, {})
    found = [(variant.when, device.name) for variant, device in optional_devices(every)]
    assert found == [("ground=true", "gs0"), ("head=eye", "eye")]


XACRO = """<robot name="own" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="arm" default="false"/><xacro:arg name="free" default="a"/>
<link name="$(arg free)"/><xacro:if value="$(arg arm)"><link name="apart"/></xacro:if></robot>"""


def test_a_users_robot_has_variants_and_may_have_values_that_make_no_robot(tmp_path: Path) -> None:
    path = tmp_path / "own.xacro"
    path.write_text(XACRO)
    table = TABLE.replace("options:", "options:\n  arm: {default: false}").replace(
        "link: base", "link: b"
    )
    (tmp_path / "own.devices.yaml").write_text(table)
    given = {"free": "b", "ground": "true"}
    info = robot_info(path)
    assert (info.name, info.title) == (str(path), "Post")
    assert chosen_values(info, given)["ground"] is True
    found = {variant.when for variant in variants(load(path, given), info, given)}
    assert found == {"ground=false", "head=eye", "head=ear"}


def test_not_every_value_of_countless_options_is_tried(tmp_path: Path) -> None:
    (tmp_path / "own.urdf").write_text(URDF)
    many = "".join(f"  o{number}: {{default: false}}\n" for number in range(1000))
    (tmp_path / "own.devices.yaml").write_text(f"options:\n{many}")
    path = tmp_path / "own.urdf"
    assert len(variants(load(path), robot_info(path), {})) == 20
