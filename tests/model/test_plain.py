# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The codec of plain data: what it keeps, what it refuses, and in which words."""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from samebot.core.errors import ModelError, Where
from samebot.core.pose import Pose
from samebot.model.devices import KINDS, LED, Camera, Device, DistanceSensor, Motor
from samebot.model.drive import DRIVES, DifferentialDrive
from samebot.model.plain import device_from_plain, drive_from_plain, from_plain, to_plain
from samebot.model.robot import HardwareHint
from samebot.model.shapes import Material
from samebot.model.table import LookupTable

HUGE = 1 << 20_000
"""More digits than Python shows."""
HERE = Where("devices.yaml", 7)
PS0 = {"kind": "distance_sensor", "name": "ps0", "link": "base"}
numbers = st.floats(allow_nan=False, allow_infinity=False)


def of_hint(hint: Any) -> st.SearchStrategy[Any]:
    """Return values of a field's type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        return st.one_of(*map(of_hint, arguments))
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin is tuple and arguments[1:] == (...,):
        return st.lists(of_hint(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(of_hint, arguments))
    known: dict[Any, st.SearchStrategy[Any]] = {
        float: numbers,
        int: st.integers(),
        bool: st.booleans(),
        str: st.text(),
        types.NoneType: st.none(),
        Pose: st.builds(Pose, *[st.tuples(numbers, numbers, numbers)] * 2),
        LookupTable: st.tuples(numbers, numbers).map(
            lambda raw: LookupTable.of([(0.0, raw[0]), (1.0, raw[1], 0.5)])
        ),
    }
    return known[hint]


def values_of(cls: type) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(cls)
    return st.builds(
        cls, **{field.name: of_hint(hints[field.name]) for field in dataclasses.fields(cls)}
    )


@pytest.mark.parametrize("cls", [*KINDS.values(), *DRIVES.values()])
@settings(max_examples=max(settings().max_examples // 6, 10))
@given(data=st.data())
def test_every_device_and_drive_survives_json_and_yaml(cls: type, data: st.DataObject) -> None:
    value = data.draw(values_of(cls))
    convert = device_from_plain if issubclass(cls, Device) else drive_from_plain
    plain = to_plain(value)
    assert convert(json.loads(json.dumps(plain, allow_nan=False)), HERE) == value
    assert convert(yaml.safe_load(yaml.safe_dump(plain)), HERE) == value


@pytest.mark.parametrize("cls", [*KINDS.values(), *DRIVES.values()])
def test_what_is_at_its_default_is_left_out(cls: type) -> None:
    required = {
        field.name: {"wheel_radius": 0.1, "wheel_separation": 0.2}.get(field.name, "x")
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING
    }
    value = cls(**required)
    assert to_plain(value) == {"kind": value.kind} | required


def test_the_kind_comes_first_and_names_the_class() -> None:
    assert next(iter(to_plain(LED(name="led0", link="base")))) == "kind"
    assert type(device_from_plain(PS0, HERE)) is DistanceSensor


def test_a_value_that_equals_its_default_in_another_type_is_kept() -> None:
    material = Material(name="m", roughness=1.0, metalness=0.0)
    assert to_plain(material) == {"name": "m"}
    assert to_plain(HardwareHint(body="wifi", values={"port": 1000, "fast": True})) == {
        "body": "wifi",
        "values": {"port": 1000, "fast": True},
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("17.23 deg", math.radians(17.23)),
        ("-90 deg", -math.pi / 2),
        ("64 ms", 0.064),
        ("3 mm", 0.003),
        ("60 rpm", math.tau),
        ("1e-3", 0.001),
        ("  5   mm ", 0.005),
        ("2 mm", 0.002),
    ],
)
def test_a_number_may_carry_its_unit(text: str, expected: float) -> None:
    device = device_from_plain(PS0 | {"aperture": text}, HERE)
    assert isinstance(device, DistanceSensor)
    assert device.aperture == pytest.approx(expected)


def test_whole_numbers_become_floats_where_floats_are_expected() -> None:
    device = device_from_plain(PS0 | {"aperture": 1, "pose": {"xyz": [0, 0, 1]}}, HERE)
    assert isinstance(device, DistanceSensor)
    assert type(device.aperture) is float
    assert [type(value) for value in device.pose.xyz] == [float] * 3


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("aperture", True, "expected a number in SI units"),
        ("aperture", None, "expected a value, found nothing|expected a number"),
        ("aperture", "wide", "found 'wide'"),
        ("aperture", "5 parsec", "found '5 parsec'"),
        ("aperture", "", "expected a number"),
        ("aperture", math.nan, "finite number"),
        ("aperture", math.inf, "finite number"),
        ("aperture", "nan", "finite number"),
        ("aperture", "-inf", "finite number"),
        ("aperture", "1e999 deg", "finite number"),
        pytest.param("aperture", HUGE, "finite number, found a whole number of", id="huge"),
        ("aperture", "5 mm mm", "expected a number"),
        ("aperture", [1.0], "expected a number"),
        pytest.param("enabled", HUGE, "found a whole number of 20001 bits", id="huge whole"),
        ("aperture", {"deg": 5}, "expected a number"),
        ("max_range", False, "expected a number"),
        ("rays", 1.5, "whole number, found 1.5"),
        ("rays", True, "whole number, found True"),
        ("rays", "3", "whole number, found '3'"),
        ("enabled", 1, "true or false, found 1"),
        ("enabled", "yes", "true or false"),
        ("topic", 5, "a text, found 5"),
        ("topic", None, "a text, found None|found nothing"),
        ("type", "laserr", "one of 'generic', 'infra-red', 'sonar', 'laser', found 'laserr'"),
        ("type", ["laser"], "one of 'generic'"),
        ("pose", [0, 0, 0], "expected fields of Pose"),
        ("pose", {"xyz": [0, 0]}, "expected 3 values, found 2"),
        ("pose", {"xyz": "0 0 0"}, "expected a list"),
        ("pose", {"xyz": {0: 1, 1: 2, 2: 3}}, "expected a list"),
        ("pose", {"yaw": 1}, "Pose has no field 'yaw'; known: xyz, rpy"),
        ("table", 5, "expected a list"),
        ("table", [1, 2], "expected a list"),
        ("table", [[0, "x"], [1, 2]], "expected a number"),
        ("colour", "red", "DistanceSensor has no field 'colour'"),
        (5, "red", "DistanceSensor has no field 5"),
        (None, "red", "DistanceSensor has no field None"),
    ],
)
def test_what_does_not_fit_is_refused_with_place_and_field(
    field: object, value: object, reason: str
) -> None:
    with pytest.raises(ModelError, match=reason) as caught:
        device_from_plain(PS0 | {field: value}, HERE)
    assert str(caught.value).startswith('devices.yaml:7: device "ps0"')
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "None is no kind of device; known: distance_sensor, light_sensor"),
        ([], "no kind of device"),
        ({}, "no kind of device"),
        ({"kind": "distance_sensr"}, "'distance_sensr' is no kind of device"),
        ({"kind": ["led"]}, "no kind of device"),
        ({"kind": "led"}, "the field 'name' is missing"),
        ({"kind": "led", "name": "x"}, "the field 'link' is missing"),
        ({"kind": "led", "name": 5, "link": "x"}, "name: expected a text, found 5"),
        ({"kind": "led", "name": "x" * 10_000}, "missing"),
    ],
)
def test_a_device_needs_kind_name_and_link(data: object, reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        device_from_plain(data, HERE)


def test_a_drive_needs_its_joints() -> None:
    with pytest.raises(ModelError, match="'tracks' is no kind of drive; known: differential"):
        drive_from_plain({"kind": "tracks"}, HERE)
    with pytest.raises(ModelError, match="the field 'left_joint' is missing"):
        drive_from_plain({"kind": "differential"}, HERE)


def test_a_place_that_names_the_device_is_kept() -> None:
    where = Where("devices.yaml", 7, 'devices[3] "ps0"')
    with pytest.raises(ModelError, match=r'7: devices\[3\] "ps0".rays: expected'):
        device_from_plain(PS0 | {"rays": "3"}, where)


@pytest.mark.parametrize(
    "values", [{"port": [1]}, {"port": None}, {5: 6}, {"port": {"a": 1}}, "port", [1]]
)
def test_hardware_values_are_names_and_scalars(values: object) -> None:
    with pytest.raises(ModelError, match="values"):
        from_plain(HardwareHint, {"body": "wifi", "values": values}, HERE)


def test_a_mapping_is_copied() -> None:
    values = {"port": 1000}
    hint = from_plain(HardwareHint, {"body": "wifi", "values": values}, HERE)
    values["port"] = 1
    assert hint.values == {"port": 1000}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    st.sampled_from([Camera, DistanceSensor, Motor, DifferentialDrive, HardwareHint]),
    st.data(),
)
def test_any_plain_data_gives_a_value_or_a_model_error(
    junk: object, cls: type, data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from([field.name for field in dataclasses.fields(cls)]))
    good = {
        item.name: {"wheel_radius": 0.1, "wheel_separation": 0.2, "values": {}}.get(item.name, "x")
        for item in dataclasses.fields(cls)
        if item.default is dataclasses.MISSING
    }
    try:
        value: object = from_plain(cls, good | {field: junk}, HERE)
    except ModelError as error:
        message = str(error)
    else:
        assert type(value) is cls
        return
    assert field in message
