# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import dataclasses
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.errors import BadInput, ModelError, OptionError, UnknownName
from samebot.core.pose import Pose
from samebot.model import Link, RobotModel
from samebot.model.device_table import parse_device_table, read_device_table
from samebot.model.devices import Camera, DistanceSensor, Gyro
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import HardwareHint, Scalar
from samebot.model.structure import Joint, JointKind
from samebot.model.table import LookupTable

BODY = RobotModel(
    name="cart",
    links=(Link(name="base_link"), Link(name="left_wheel"), Link(name="right_wheel")),
    joints=tuple(
        Joint(name=f"{side}_joint", kind=JointKind.CONTINUOUS, parent="base_link", child=child)
        for side, child in (("left", "left_wheel"), ("right", "right_wheel"))
    ),
)

TABLE = """\
title: Cart
summary: A cart with two wheels.
period: 64 ms
options:
  ground: {default: false, help: "ground sensors"}
  camera: {default: 160x120, kind: size, max: 640x480}
  extension: {default: none, choices: [none, gumstix]}
  gain: {default: 1.5, min: 0, max: 2}
shared:
  infra_red: &infra_red
    kind: distance_sensor
    link: base_link
    aperture: 15 deg
    table: [[0, 4095, 0.002], [0.05, 120]]
drive: {kind: differential, left_joint: left_joint, right_joint: right_joint,
        wheel_radius: 20 mm, wheel_separation: 0.053, source: measured}
hardware:
  pipuck: {bus: 12, address: 0x1F, fast: true, name: pi}
devices:
  - {<<: *infra_red, name: ps0, pose: {xyz: [0.03, -0.01, 0.033], rpy: [0, -0.16, -17.23 deg]}}
  - {<<: *infra_red, name: gs0, when: ground, aperture: 3 deg}
  - {kind: gyro, name: extra, link: base_link, when: extension=gumstix}
  - {kind: gyro, name: plain, link: base_link, when: extension!=gumstix, noise: $gain}
  - {kind: camera, name: camera, link: base_link, size: $camera, max_size: [640, 480]}
"""
LINE = {
    text.split("name: ")[1].split(",")[0]: number
    for number, text in enumerate(TABLE.splitlines(), start=1)
    if text.startswith("  - ")
}


def apply(text: str, model: RobotModel = BODY, /, **options: str | float) -> RobotModel:
    table = parse_device_table(text, file="devices.yaml")
    return table.applied(model, table.values(options))


def names(model: RobotModel) -> list[str]:
    return [device.name for device in model.devices]


def test_devices_come_out_as_written() -> None:
    sensor = apply(TABLE).device("ps0")
    assert sensor == DistanceSensor(
        name="ps0",
        link="base_link",
        pose=Pose((0.03, -0.01, 0.033), (0.0, -0.16, math.radians(-17.23))),
        aperture=math.radians(15),
        table=LookupTable.of([(0, 4095, 0.002), (0.05, 120)]),
    )


def test_own_keys_win_over_merged_ones() -> None:
    sensor = apply(TABLE, ground="true").device("gs0")
    assert isinstance(sensor, DistanceSensor)
    assert sensor.aperture == math.radians(3)
    assert sensor.table is not None


def test_drive_hints_and_summary_come_out_as_written() -> None:
    model = apply(TABLE)
    assert model.drive == DifferentialDrive(
        left_joint="left_joint",
        right_joint="right_joint",
        wheel_radius=0.02,
        wheel_separation=0.053,
        source="measured",
    )
    values: dict[str, Scalar] = {"bus": 12, "address": 31, "fast": True, "name": "pi"}
    assert model.hardware == (HardwareHint(body="pipuck", values=values),)
    assert model.summary == "A cart with two wheels."
    assert model.period == 0.064


@pytest.mark.parametrize("period", ["0", "-50 ms", ".nan", "often", "[1]"])
def test_a_period_that_is_none_is_refused(period: str) -> None:
    with pytest.raises(ModelError, match="period"):
        parse_device_table(f"period: {period}").applied(BODY, {})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["ps0", "plain", "camera"]),
        ({"ground": "true"}, ["ps0", "gs0", "plain", "camera"]),
        ({"ground": True}, ["ps0", "gs0", "plain", "camera"]),
        ({"ground": "OFF"}, ["ps0", "plain", "camera"]),
        ({"extension": "gumstix"}, ["ps0", "extra", "camera"]),
    ],
)
def test_options_choose_devices(options: dict[str, str], expected: list[str]) -> None:
    assert names(apply(TABLE, **options)) == expected


def test_options_fill_in_values() -> None:
    model = apply(TABLE, camera="320x240", gain="0.25")
    camera, gyro = model.device("camera"), model.device("plain")
    assert isinstance(camera, Camera)
    assert (camera.size, camera.max_size) == ((320, 240), (640, 480))
    assert isinstance(gyro, Gyro)
    assert gyro.noise == 0.25


def test_a_device_with_several_conditions_needs_them_all() -> None:
    text = TABLE.replace("when: ground", "when: [ground, camera!=160x120]")
    assert "gs0" not in names(apply(text, ground="true"))
    assert "gs0" not in names(apply(text, camera="80x60"))
    assert "gs0" in names(apply(text, ground="true", camera="80x60"))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ground", "maybe", "option ground: expected true or false, found 'maybe'"),
        ("extension", "lid", "option extension: expected one of none, gumstix, found 'lid'"),
        ("camera", "641x480", "expected a size like 160x120 up to 640x480, found '641x480'"),
        ("camera", "0x0", "expected a size like 160x120 up to 640x480, found '0x0'"),
        ("camera", "big", "expected a size like 160x120 up to 640x480, found 'big'"),
        ("gain", "2.5", "expected a number of at least 0 and at most 2, found '2.5'"),
        ("gain", "nan", "expected a number of at least 0 and at most 2, found 'nan'"),
    ],
)
def test_wrong_option_values_are_named_with_what_is_allowed(
    name: str, value: str, expected: str
) -> None:
    with pytest.raises(OptionError) as caught:
        apply(TABLE, **{name: value})
    assert expected in str(caught.value)


def test_unknown_options_are_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no option named 'grond'; did you mean 'ground'\?"):
        apply(TABLE, grond="true")


def test_a_device_of_the_same_name_in_the_urdf_is_replaced_in_its_place() -> None:
    old = (Gyro(name="camera", link="base_link"), Gyro(name="own", link="base_link"))
    model = apply(TABLE, dataclasses.replace(BODY, devices=old))
    assert names(model) == ["camera", "own", "ps0", "plain"]
    assert isinstance(model.device("camera"), Camera)


@pytest.mark.parametrize(
    ("old", "new", "device", "expected"),
    [
        ("size: $camera", "size: $camra", "camera", 'devices[4] "camera".size: no option named'),
        ("when: ground", "when: grond", "gs0", 'devices[1] "gs0".when: no option named'),
        ("!=gumstix", "!=lid", "plain", 'devices[3] "plain".when: this can never hold'),
        ("when: ground", "when: [1]", "gs0", 'devices[1] "gs0".when: expected option'),
        ("-17.23 deg", "east", "ps0", 'devices[0] "ps0".pose.rpy: expected a number'),
        ("name: gs0, when: ground,", "name: ps0,", "gs0", f"line {LINE['ps0']} has a device of"),
        ("kind: camera", "kind: camra", "camera", "devices[4] \"camera\": 'camra' is no kind"),
        ("kind: camera", "kind: [1]", "camera", "is no kind of device"),
        ("max_size: [640, 480]", "far: [1]", "camera", 'devices[4] "camera".far: expected a num'),
        ("max_size: [640, 480]", "far: " + "9" * 400, "camera", "expected a finite number"),
        ("max_size: [640, 480]", "fat: 1", "camera", "Camera has no field 'fat'"),
        ("max_size: [640, 480]", "near: .nan", "camera", "expected a finite number"),
        ("camera, link: base_link", "camera, link: lid", "camera", "its link 'lid' does not exist"),
    ],
)
def test_errors_name_file_line_and_element(old: str, new: str, device: str, expected: str) -> None:
    assert old in TABLE
    with pytest.raises(ModelError) as caught:
        apply(TABLE.replace(old, new, 1))
    assert str(caught.value).startswith(f"devices.yaml:{LINE[device]}: ")
    assert expected in str(caught.value)


def test_an_error_in_a_field_names_the_fields_own_line() -> None:
    text = "devices:\n- kind: gyro\n  name: g\n  link: base_link\n  noise: loud\n"
    with pytest.raises(
        ModelError, match=r'devices.yaml:5: devices\[0\] "g".noise: expected a numb'
    ):
        apply(text)


def test_an_error_in_a_merged_field_names_the_line_of_the_anchor() -> None:
    line = 1 + TABLE.splitlines().index("    aperture: 15 deg")
    with pytest.raises(ModelError, match=rf'devices.yaml:{line}: devices\[0\] "ps0".aperture'):
        apply(TABLE.replace("15 deg", "15 degrees"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected a device table"),
        ("[1]", "devices.yaml:1: expected a device table"),
        ("devicess: []", "no section named 'devicess'; did you mean 'devices'?"),
        ("devices: {}", "devices: expected a list"),
        ("devices: [3]", "devices.yaml:1: devices[0]: expected fields, found 3"),
        ("drive: {kind: wings}", "drive: 'wings' is no kind of drive"),
        ("drive: 7", "drive: expected fields, found 7"),
        ("hardware: {wifi: {port: [1]}}", "hardware.wifi.port: expected a number or text"),
        ("hardware: {3: {port: 1}}", "as texts"),
        ("title: [1]", "title: expected a text"),
        ("options: {a b: {default: 1}}", "letters, digits and _"),
        ("options: {a: {help: x}}", "options.a: expected fields with at least a default"),
        ("options: {a: {default: 3, kind: size}}", "expected a size like 160x120, found '3'"),
        ("options: {a: {default: x, kind: colour}}", "options.a.kind: expected one of"),
        ("options: {a: {default: true, max: 3}}", "takes no min or max"),
        ("options: {a: {default: 3, max: x}}", "options.a: its default or bounds do not fit"),
        ("options: {a: {default: [1], kind: bool}}", "expected true or false"),
        ("options: {a: {default: 1, defalt: 1}}", "has no field 'defalt'"),
        ("devices: [1\ntitle: x", "devices.yaml:2: is not YAML"),
        ("a: 2020-99-99", "cannot be read"),
        ("devices: [{kind: gyro, kind: gps}]", "devices.yaml:1: has the key 'kind' 2 times"),
        ("devices: !!python/object/apply:os.getcwd []", "is not YAML: could not determine"),
        ("--- {}\n--- {}", "is not YAML"),
    ],
)
def test_what_is_no_device_table_is_told(text: str, expected: str) -> None:
    with pytest.raises(ModelError) as caught:
        apply(text)
    assert expected in str(caught.value)


def lines(first: str, other: str, count: int) -> str:
    return "\n".join([first, *(other.format(new=n, old=n - 1) for n in range(1, count))])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (lines("a0: &a0 [1, 1]", "a{new}: &a{new} [*a{old}, *a{old}]", 60), "aliases make more"),
        (lines("a0: &a0 {k: 1}", "a{new}: &a{new} {{<<: [*a{old}, *a{old}]}}", 60), "aliases make"),
        (lines("a0: &a0 [1]", "a{new}: &a{new} [*a{old}]", 5000), "nested deeper"),
        ("devices: " + "[" * 100_000, "nested deeper than 50 levels"),
        ("devices: &a [*a]", "has an alias inside of what it stands for"),
        ("a: " + "x" * 2**20, "at most 1 MB are read"),
        ("a: " + "1" * 5000, "cannot be read"),
    ],
    ids=["aliases", "merges", "chain", "brackets", "circle", "size", "digits"],
)
def test_files_that_would_explode_are_refused(text: str, expected: str) -> None:
    with pytest.raises(ModelError) as caught:
        apply(text)
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_table_that_is_no_text_is_told_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "devices.yaml"
    path.write_bytes(b"title: a\nsummary: \xff\n")
    with pytest.raises(ModelError) as caught:
        read_device_table(path)
    assert str(caught.value) == f"{path}:2: is not UTF-8 text; save it as UTF-8"


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"devices.yaml: no such file"):
        read_device_table(tmp_path / "devices.yaml")


@given(st.integers(0, len(TABLE) - 1), st.integers(0, 12), st.text("{}[]:,&*<$#-\n 0a", max_size=8))
def test_a_damaged_table_gives_a_model_or_one_of_our_errors(
    start: int, length: int, inserted: str
) -> None:
    text = TABLE[:start] + inserted + TABLE[start + length :]
    with contextlib.suppress(BadInput):
        assert isinstance(apply(text), RobotModel)
