# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from samebot.core.errors import BadInput, ModelError, OptionError, UnknownName
from samebot.model import catalogue
from samebot.model.catalogue import load, robots
from samebot.model.robot import RobotModel
from samebot.model.shapes import Sphere

URDF = """\
<robot name="ball"><link name="base_link">
  <visual><geometry><sphere radius="0.1"/></geometry></visual>
</link></robot>
"""
XACRO = """\
<robot name="ball" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="radius" default="0.1"/>
  <link name="base_link">
    <visual><geometry><sphere radius="$(arg radius)"/></geometry></visual>
  </link>
</robot>
"""
TABLE = """\
summary: A ball.
options: {eye: {default: false}, radius: {default: 0.2}}
devices:
  - {kind: camera, name: camera, link: base_link, when: eye}
  - {kind: gps, name: gps, link: base_link, noise: $radius}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "robot.urdf.xacro").write_text(XACRO, encoding="utf-8")
    (tmp_path / "devices.yaml").write_text(TABLE, encoding="utf-8")
    return tmp_path


def radius(robot: RobotModel) -> float:
    shape = robot.link(robot.root).visuals[0].shape
    assert isinstance(shape, Sphere)
    return shape.radius


def names(robot: RobotModel) -> list[str]:
    return [device.name for device in robot.devices]


def test_built_in_robots_are_listed_with_their_options() -> None:
    infos = {info.name: info for info in robots()}
    assert {"epuck", "epuck2", "khepera4"} <= infos.keys()
    assert list(infos) == sorted(infos)
    assert infos["epuck2"].title == "e-puck2"
    assert [option.name for option in infos["epuck2"].options] == ["ground", "camera"]
    for info in infos.values():
        assert info.summary.endswith(".")
        assert all(option.help for option in info.options)


@pytest.mark.parametrize("name", [info.name for info in robots()])
def test_every_built_in_robot_loads_under_its_name(name: str) -> None:
    model = load(name)
    assert model.name == name
    assert model.devices
    assert model.summary == next(info.summary for info in robots() if info.name == name)


def test_a_choice_of_every_option_loads() -> None:
    for info in robots():
        for option in info.options:
            for value in option.choices or (("true",) if option.kind == "bool" else ()):
                assert load(info.name, {option.name: value}).name == info.name


def test_loading_leaves_nothing_behind_and_is_repeatable() -> None:
    assert load("epuck2") == load("epuck2")
    assert load("epuck2") is not load("epuck2")


def test_a_robot_loads_in_a_blink() -> None:
    load("epuck2")
    best = min(_seconds_to_load() for _ in range(5))
    assert best < 0.25  # about 0.05 s on an idle machine; a busy one is slower


def _seconds_to_load() -> float:
    start = time.process_time()
    load("epuck2")
    return time.process_time() - start


def test_an_unknown_robot_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no robot named 'epuk2'; did you mean 'epuck2'\?"):
        load("epuk2")


def test_an_unknown_option_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no option named 'grund'; did you mean 'ground'\?"):
        load("epuck2", {"grund": "true"})


def test_a_folder_with_both_files_is_a_robot(folder: Path) -> None:
    model = load(folder, {"eye": "true"})
    assert names(model) == ["camera", "gps"]
    assert model.summary == "A ball."
    assert names(load(str(folder))) == ["gps"]


def test_options_of_the_table_are_arguments_of_the_xacro_file(folder: Path) -> None:
    assert radius(load(folder)) == 0.2
    assert radius(load(folder, {"radius": "0.25"})) == 0.25


def test_wrong_options_of_a_users_robot_are_told(folder: Path) -> None:
    with pytest.raises(OptionError, match="option eye: expected true or false, found 'blue'"):
        load(folder, {"eye": "blue"})
    with pytest.raises(UnknownName, match=r"no option named 'eyes'; did you mean 'eye'\?"):
        load(folder, {"eyes": "true"})


def test_a_file_alone_is_a_robot(tmp_path: Path) -> None:
    path = tmp_path / "ball.urdf"
    path.write_text(URDF, encoding="utf-8")
    assert names(load(path)) == []
    assert load(str(path)).name == "ball"
    with pytest.raises(UnknownName, match="no option named 'eye'"):
        load(path, {"eye": "true"})


def test_arguments_of_a_xacro_file_without_table_are_options(tmp_path: Path) -> None:
    path = tmp_path / "ball.xacro"
    path.write_text(XACRO, encoding="utf-8")
    assert radius(load(path)) == 0.1
    assert radius(load(path, {"radius": "0.3"})) == 0.3
    with pytest.raises(UnknownName, match="no option named 'radios'"):
        load(path, {"radios": "0.3"})


def test_arguments_may_be_declared_in_an_included_file(tmp_path: Path) -> None:
    (tmp_path / "part.xacro").write_text(XACRO, encoding="utf-8")
    whole = XACRO[: XACRO.index(">") + 1] + '<xacro:include filename="part.xacro"/></robot>'
    (tmp_path / "ball.xacro").write_text(whole, encoding="utf-8")
    assert radius(load(tmp_path / "ball.xacro", {"radius": "0.3"})) == 0.3


def test_a_files_own_table_wins_over_the_folders(folder: Path) -> None:
    path = folder / "other.urdf"
    path.write_text(URDF, encoding="utf-8")
    assert names(load(path)) == ["gps"]
    own = "devices: [{kind: gyro, name: own, link: base_link}]"
    (folder / "other.devices.yaml").write_text(own, encoding="utf-8")
    assert names(load(path)) == ["own"]
    assert names(load(folder)) == ["gps"]


def test_the_only_description_of_a_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "ball.urdf").write_text(URDF, encoding="utf-8")
    assert load(tmp_path).name == "ball"
    (tmp_path / "cube.urdf").write_text(URDF, encoding="utf-8")
    with pytest.raises(BadInput, match=r"found ball\.urdf, cube\.urdf; name the file"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gone.urdf", "no such file"),
        ("gone/gone", "no such file"),
        ("empty", "expected robot.urdf.xacro, robot.urdf or one such file, found none"),
        ("notes.txt", "is no robot that samebot reads"),
    ],
)
def test_what_is_no_robot_is_told(tmp_path: Path, name: str, expected: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(BadInput, match=expected):
        load(str(tmp_path / name))


def test_errors_of_a_users_table_name_the_file(folder: Path) -> None:
    table = folder / "devices.yaml"
    table.write_text(TABLE.replace("noise: $radius", "nose: 1"), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load(folder)
    assert str(caught.value).startswith(f'{table}:5: devices[1] "gps": GPS has no field')


def test_a_name_wins_over_a_folder_of_that_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(folder, folder / "epuck2")
    monkeypatch.chdir(folder)
    assert load("epuck2").name == "epuck2"
    assert load("./epuck2").name == "ball"
    assert load(Path("epuck2")).name == "ball"


def test_robots_are_found_as_package_data() -> None:
    root = Path(catalogue.__file__).parent.parent / "robots"
    for info in robots():
        assert (root / info.name / "robot.urdf.xacro").is_file()
        assert (root / info.name / "devices.yaml").is_file()
