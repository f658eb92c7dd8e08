# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot urdf` and `samebot mjcf` write what other programs can load."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from samebot.cli.main import main
from samebot.model.catalogue import load
from samebot.model.urdf import parse_urdf


def _printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_urdf_reads_back_with_device_links_and_masses(capsys: pytest.CaptureFixture[str]) -> None:
    model = parse_urdf(_printed(capsys, "urdf", "epuck2"))
    original = load("epuck2")
    assert model.name == "epuck2"
    assert {device.name for device in model.devices} == {d.name for d in original.devices}
    assert {"ps0", "tof", "camera", "camera_optical"} <= {link.name for link in model.links}
    moving = {joint.child for joint in model.moving_joints}
    assert all(model.link(name).inertial is not None for name in moving)


def test_device_links_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    model = parse_urdf(_printed(capsys, "urdf", "epuck2", "--no-device-links"))
    assert "ps0" not in {link.name for link in model.links}


def test_a_prefix_goes_before_every_link_and_joint(capsys: pytest.CaptureFixture[str]) -> None:
    model = parse_urdf(_printed(capsys, "urdf", "epuck2", "--prefix", "a_"))
    names = [*(link.name for link in model.links), *(joint.name for joint in model.joints)]
    assert all(name.startswith("a_") for name in names)


def test_the_block_for_mujoco_comes_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert "<mujoco" in _printed(capsys, "urdf", "epuck2", "--mujoco")
    assert "<mujoco" not in _printed(capsys, "urdf", "epuck2")


def test_output_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "robot.urdf"
    assert _printed(capsys, "urdf", "epuck2", "--output", str(path)) == ""
    assert path.read_text(encoding="utf-8") == _printed(capsys, "urdf", "epuck2")


def test_a_file_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nowhere/robot.urdf"
    assert main(["urdf", "epuck2", "--output", str(path)]) == 1
    text = capsys.readouterr().err
    assert text.startswith(f"samebot: cannot write {path}")
    assert text.count("\n") == 1


def test_mjcf_is_xml_with_the_robots_joints(capsys: pytest.CaptureFixture[str]) -> None:
    root = ET.fromstring(_printed(capsys, "mjcf", "epuck2"))  # noqa: S314 - our own output
    assert root.tag == "mujoco"
    joints = {joint.get("name") for joint in root.iter("joint")}
    assert {joint.name for joint in load("epuck2").moving_joints} <= joints


def test_mjcf_has_a_floor_only_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert 'type="plane"' in _printed(capsys, "mjcf", "epuck2", "--world")
    assert 'type="plane"' not in _printed(capsys, "mjcf", "epuck2")


def test_meshes_of_a_file_are_looked_for_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corners = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    faces = ((1, 3, 2), (1, 2, 4), (1, 4, 3), (2, 3, 4))
    lines = [f"v {x} {y} {z}" for x, y, z in corners] + [f"f {a} {b} {c}" for a, b, c in faces]
    (tmp_path / "hull.obj").write_text("\n".join(lines))
    (tmp_path / "post.urdf").write_text(
        '<robot name="post"><link name="base"><visual><geometry>'
        '<mesh filename="hull.obj"/></geometry></visual></link></robot>'
    )
    assert "hull.obj" in _printed(capsys, "mjcf", str(tmp_path / "post.urdf"))


def test_what_was_not_understood_is_told_once_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cart.urdf"
    path.write_text('<robot name="cart"><link name="base"/><thing/><other/></robot>')
    assert main(["urdf", str(path)]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "not understood" in captured.err
    assert "<thing>" in captured.err
    assert "<other>" in captured.err
    assert "<thing" in captured.out
