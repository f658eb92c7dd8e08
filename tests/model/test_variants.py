# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What other options would bring is found by trying them."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebot.model import catalogue
from samebot.model.catalogue import RobotInfo, load, robots
from samebot.model.variants import find_info, optional_devices, variants

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
    info = find_info("post", robots())
    assert info is not None
    return info


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


def test_a_robot_that_is_not_built_in_has_no_info() -> None:
    assert find_info("nobody", ()) is None
