# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot robots` and `samebot describe`: what they print of built-in robots and of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import foreign_robots as foreign
from samebot.cli.describe_json import as_json
from samebot.cli.describe_text import as_text
from samebot.cli.main import main
from samebot.model import catalogue
from samebot.model.catalogue import load, robots

CART = """<robot name="cart">
  <link name="base"/>
  <link name="arm"/>
  <joint name="lift" type="prismatic">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.35" effort="10" velocity="0.1"/>
  </joint>
  <thing kind="unheard of"/>
</robot>
"""


@pytest.fixture
def cart(tmp_path: Path) -> str:
    path = tmp_path / "cart.urdf"
    path.write_text(CART)
    return str(path)


def _printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(_printed(capsys, *words, "--json"), parse_constant=refuse)


def test_robots_are_listed_with_what_they_have(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _printed(capsys, "robots").splitlines()
    names = [line.split()[0] for line in lines[1:] if line]
    assert lines[0].startswith("robot ")
    assert {"epuck2", "turtlebot3_burger", "thymio2"} <= set(names)
    row = next(line for line in lines if line.startswith("epuck2 "))
    assert "e-puck2" in row
    assert "ground=false" in row
    assert "camera=160x120" in row


def test_robots_as_json_have_their_options(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = tuple(info for info in robots() if info.name == "epuck2")
    monkeypatch.setattr(catalogue, "robots", lambda: one)
    (epuck2,) = _json(capsys, "robots")
    options = {option["name"]: option for option in epuck2["options"]}
    assert options["ground"]["kind"] == "bool"
    assert options["ground"]["default"] == "false"
    assert options["camera"]["most_size"] == "640x480"
    assert epuck2["moving_joints"] == 2
    assert epuck2["devices"] > 30


def test_every_built_in_robot_describes_itself() -> None:
    for info in robots():
        model = load(info.name)
        plain: Any = as_json(model, info, {}, ())
        assert json.dumps(plain, allow_nan=False)
        assert plain["name"] == model.name == info.name
        assert [each["name"] for each in plain["devices"]] == [d.name for d in model.devices]
        text = as_text(model, info, {}, ())
        assert text.startswith(f"{info.name}: {info.title}\n")
        assert all(f"  {device.name}  " in text for device in model.devices)


def test_epuck2_has_every_device_of_the_thesis(capsys: pytest.CaptureFixture[str]) -> None:
    """The interface of the e-puck2 thesis (Lukic 2020), table 3.1."""
    plain = _json(capsys, "describe", "epuck2")
    devices = {device["name"]: device for device in plain["devices"]}
    optional = {device["name"]: device for device in plain["optional_devices"]}
    numbered = [f"{name}{k}" for name in ("ps", "ls", "led") for k in range(8)]
    assert {*numbered, "tof", "accelerometer", "gyro", "camera"} <= devices.keys()
    assert {name: device["when"] for name, device in optional.items()} == {
        f"gs{k}": "ground=true" for k in range(3)
    }
    assert (plain["drive"]["command_topic"], plain["drive"]["odometry_topic"]) == (
        "cmd_vel",
        "odom",
    )


def test_epuck2_has_the_poses_tables_and_noise_of_its_sources(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Values of the Webots E-puck model and of epuck_ros2."""
    plain = _json(capsys, "describe", "epuck2")
    devices = {device["name"]: device for device in plain["devices"]}
    ps0, tof = devices["ps0"], devices["tof"]
    assert ps0["pose"]["xyz"] == pytest.approx([0.030, -0.010, 0.033], abs=2e-4)
    assert ps0["pose_in_root"]["rpy"][2] == pytest.approx(-0.3007, abs=1e-3)
    assert ps0["table"][0] == [0.0, 4095.0, 0.002]
    assert ps0["table"][-1][0] == 0.07
    assert (ps0["min_range"], ps0["max_range"]) == (0.0, 0.07)
    assert tof["max_range"] == 2.0
    assert devices["camera"]["size"] == [160, 120]
    assert devices["camera"]["field_of_view"] == 0.84
    assert (plain["drive"]["wheel_radius"], plain["drive"]["wheel_separation"]) == (0.02, 0.053)
    assert plain["drive"]["max_wheel_velocity"] == pytest.approx(6.91, abs=0.01)


def test_options_bring_devices_and_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("describe", "epuck2", "-o", "ground=true", "-o", "camera=640x480")
    plain = _json(capsys, *words)
    devices = {device["name"]: device for device in plain["devices"]}
    assert {"gs0", "gs1", "gs2"} <= devices.keys()
    assert devices["camera"]["size"] == [640, 480]
    ground = next(option for option in plain["options"] if option["name"] == "ground")
    assert ground["value"] == "true"
    assert ground["variants"][0]["removes"] == ["gs0", "gs1", "gs2"]
    assert plain["optional_devices"] == []


def test_the_table_for_people_has_millimetres_degrees_and_one_lookup_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = _printed(capsys, "describe", "epuck2")
    row = next(line for line in text.splitlines() if line.startswith("  ps0 "))
    assert {"30", "-10", "33", "-17.23"} <= set(row.split())
    assert "0 mm to 70 mm" in row
    assert text.count("lookup table of ps0 ps1 ps2 ps3 ps4 ps5 ps6 ps7") == 1
    assert "-o ground=true" in text
    assert "microphone (silence)" in text
    assert "radius 20 mm" in text


def test_a_file_is_described_with_what_was_not_understood(
    cart: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = _printed(capsys, "describe", cart)
    assert "0 mm to 350 mm" in text
    assert "0.1 m/s" in text
    assert "Drive: none" in text
    assert "no mass given" in text
    assert "<thing>" in text.partition("not understood")[2]


def test_the_json_of_a_file_says_on_stderr_what_was_not_understood(
    cart: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["describe", cart, "--json"]) == 0
    captured = capsys.readouterr()
    plain = json.loads(captured.out)
    assert captured.err.count("\n") == 1
    assert "<thing>" in captured.err
    assert plain["title"] == "cart"
    assert plain["options"] == plain["optional_devices"] == []
    assert plain["joints"][0]["limits"]["upper"] == 0.35
    assert "unheard of" in plain["extras"][0]["xml"]


def test_a_drive_that_the_file_leaves_out_is_described_as_bodies_have_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "two.urdf").write_text(foreign.TWO_WHEELS)
    assert main(["describe", str(tmp_path / "two.urdf"), "--json"]) == 0
    captured = capsys.readouterr()
    plain = json.loads(captured.out)
    assert plain["drive"]["wheel_radius"] == 0.1
    assert "/cmd_vel" in [topic["topic"] for topic in plain["ros"]["topics"]]
    assert captured.err.startswith("samebot: note: two_wheels: drives on wheel_l, wheel_r (guess")


def test_a_users_robot_tells_its_title_and_its_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.urdf").write_text('<robot name="own"><link name="base"/></robot>')
    lamp = "{kind: led, name: lamp, link: base, when: lamp}"
    table = f"title: My own\noptions: {{lamp: {{default: false}}}}\ndevices: [{lamp}]\n"
    (tmp_path / "own.devices.yaml").write_text(table)
    assert main(["describe", str(tmp_path / "own.urdf")]) == 0
    text = capsys.readouterr().out
    assert text.startswith("own: My own\n")
    assert "-o lamp=true" in text
    assert main(["describe", str(tmp_path / "own.urdf"), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["title"] == "My own"
    assert [device["when"] for device in plain["optional_devices"]] == ["lamp=true"]
