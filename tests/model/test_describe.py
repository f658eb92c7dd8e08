# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A description is complete, strict JSON, in the right units and the right frame."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Pose
from samebot.model import (
    DifferentialDrive,
    Extra,
    HardwareHint,
    Inertial,
    Joint,
    JointKind,
    Limits,
    Link,
    LookupTable,
    RobotModel,
    devices,
)
from samebot.model.describe import (
    CONSTANT_IN_SIMULATION,
    describe,
    range_of,
    total_mass,
)
from samebot.model.units import COUNTS, DRIVE_UNITS, device_units

TABLE = LookupTable.of([(0.0, 4095.0, 0.002), (0.005, 2133.0, 0.003), (0.07, 0.0)])


def _robot(*parts: devices.Device) -> RobotModel:
    return RobotModel(
        name="cart",
        links=(
            Link(name="base", inertial=Inertial(mass=0.1)),
            Link(name="mast", inertial=Inertial(mass=0.05)),
            Link(name="left"),
            Link(name="right"),
        ),
        joints=(
            Joint(
                name="lift",
                kind=JointKind.PRISMATIC,
                parent="base",
                child="mast",
                pose=Pose((0.0, 0.0, 0.2), (0.0, 0.0, math.pi / 2)),
                axis=(0.0, 0.0, 1.0),
                limits=Limits(lower=0.0, upper=0.1),
            ),
            Joint(name="l", kind=JointKind.CONTINUOUS, parent="base", child="left"),
            Joint(name="r", kind=JointKind.CONTINUOUS, parent="base", child="right"),
        ),
        devices=parts,
        drive=DifferentialDrive(
            left_joint="l", right_joint="r", wheel_radius=0.02, wheel_separation=0.05
        ),
        hardware=(HardwareHint(body="serial", values={"baud": 230400}),),
        extras=(Extra(owner="link mast", xml="\n<!-- a --><thing a='1'/>", line=7),),
        summary="a cart",
    )


def _sensor(**changes: Any) -> devices.DistanceSensor:
    fields: dict[str, Any] = {"name": "ps0", "link": "mast", "table": TABLE} | changes
    return devices.DistanceSensor(**fields)


def _described(device: devices.Device) -> dict[str, Any]:
    found: Any = describe(_robot(device))
    return dict(found["devices"][0])


def test_the_whole_is_there_and_strict_json() -> None:
    plain: Any = describe(_robot(_sensor()))
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["name"] == "cart"
    assert plain["root"] == "base"
    assert plain["mass"] == pytest.approx(0.15)
    assert [link["name"] for link in plain["links"]] == ["base", "mast", "left", "right"]
    assert [joint["kind"] for joint in plain["joints"]] == ["prismatic", "continuous", "continuous"]
    assert plain["hardware"] == {"serial": {"baud": 230400}}


def test_a_device_tells_where_it_is_in_its_link_and_in_the_root() -> None:
    found = _described(_sensor(pose=Pose((0.03, 0.0, 0.01))))
    assert found["pose"]["xyz"] == [0.03, 0.0, 0.01]
    assert found["pose"]["quaternion"] == [0.0, 0.0, 0.0, 1.0]
    assert found["pose_in_root"]["xyz"] == pytest.approx([0.0, 0.03, 0.21])
    assert found["pose_in_root"]["rpy"] == pytest.approx([0.0, 0.0, math.pi / 2])
    half = math.sqrt(0.5)
    assert found["pose_in_root"]["quaternion"] == pytest.approx([0.0, 0.0, half, half])


def test_a_device_tells_its_table_its_range_and_its_defaults() -> None:
    found = _described(_sensor(type="infra-red", rays=5))
    assert found["kind"] == "distance_sensor"
    assert found["table"] == [[0.0, 4095.0, 0.002], [0.005, 2133.0, 0.003], [0.07, 0.0, 0.0]]
    assert (found["min_range"], found["max_range"]) == (0.0, 0.07)
    assert found["aperture"] == 1.5708
    assert found["rays"] == 5
    assert found["period"] is None
    assert (found["frame"], found["topic"]) == ("ps0", "ps0")


def test_a_given_range_is_kept_and_none_stays_none() -> None:
    assert range_of(_sensor(min_range=0.001, max_range=0.04)) == (0.001, 0.04)
    assert range_of(_sensor(table=None)) == (None, None)


def test_names_that_ros_does_not_allow_are_told_as_ros_has_them() -> None:
    found = _described(devices.LED(name="led (top)", link="base", frame="lamp"))
    assert found["name"] == "led (top)"
    assert found["frame"] == "lamp"
    assert "(" not in found["topic"]


def test_a_camera_tells_the_topics_of_images_and_of_parameters() -> None:
    found = _described(devices.Camera(name="camera", link="base"))
    assert (found["topic"], found["info_topic"]) == ("image_raw", "camera_info")
    assert "info_topic" not in _described(_sensor())


@pytest.mark.parametrize("kind", sorted(devices.KINDS))
def test_every_kind_is_described_with_all_its_fields(kind: str) -> None:
    cls: Any = devices.KINDS[kind]
    needs_joint = kind in ("motor", "position_sensor")
    device = cls(name="d", link="base", **({"joint": "l"} if needs_joint else {}))
    found = _described(device)
    assert found["kind"] == kind
    assert {field.name for field in dataclasses.fields(device)} <= found.keys()
    constant = kind in CONSTANT_IN_SIMULATION
    assert found["simulation"] == ("constant" if constant else "physics")


def test_the_kinds_without_physics_exist() -> None:
    assert CONSTANT_IN_SIMULATION.keys() < devices.KINDS.keys()


@pytest.mark.parametrize("kind", sorted(devices.KINDS))
def test_every_number_of_a_device_has_a_unit_or_counts_something(kind: str) -> None:
    cls = devices.KINDS[kind]
    numeric = {
        field.name
        for field in dataclasses.fields(cls)
        if any(word in str(field.type) for word in ("float", "int", "Vector3", "LookupTable"))
    }
    assert numeric - device_units(cls).keys() - COUNTS == set()


def test_every_number_of_a_drive_has_a_unit() -> None:
    fields = dataclasses.fields(DifferentialDrive)
    numeric = {field.name for field in fields if "float" in str(field.type)}
    assert numeric == DRIVE_UNITS.keys()


def test_the_units_of_the_kinds_that_are_there_come_along() -> None:
    plain: Any = describe(_robot(_sensor(), devices.Camera(name="camera", link="base")))
    units = plain["units"]["devices"]
    assert units.keys() == {"distance_sensor", "camera"}
    assert units["distance_sensor"]["aperture"] == "rad"
    assert units["distance_sensor"]["table"].startswith("rows of m, raw")
    assert units["camera"]["noise"] == "fraction of full scale"


def test_the_drive_tells_its_topics_and_the_frame_it_moves() -> None:
    plain: Any = describe(_robot())
    drive = plain["drive"]
    assert drive["kind"] == "differential"
    assert (drive["command_topic"], drive["odometry_topic"]) == ("cmd_vel", "odom")
    assert drive["base_frame"] == "base"
    assert describe(RobotModel(name="post", links=(Link(name="base"),)))["drive"] is None


def test_mass_is_unknown_where_no_link_has_one() -> None:
    assert total_mass(RobotModel(name="post", links=(Link(name="base"),))) is None


def test_masses_too_large_to_add_are_no_number_in_json() -> None:
    heavy = Inertial(mass=1.5e308)
    model = RobotModel(
        name="star",
        links=(Link(name="a", inertial=heavy), Link(name="b", inertial=heavy)),
        joints=(Joint(name="j", kind=JointKind.FIXED, parent="a", child="b"),),
    )
    assert describe(model)["mass"] is None


def test_places_too_far_away_to_reckon_with_are_no_numbers_in_json() -> None:
    far = _sensor(pose=Pose((1.5e308, 1.5e308, 1.5e308), (0.3, 0.4, 0.5)))
    plain = describe(_robot(far))
    assert "NaN" not in json.dumps(plain, allow_nan=False)


def test_what_was_not_understood_is_told_in_words() -> None:
    plain: Any = describe(_robot())
    assert plain["extras"] == [
        {"owner": "link mast", "line": 7, "xml": "\n<!-- a --><thing a='1'/>"}
    ]
    assert len(plain["unread"]) == 1
    assert "<thing>" in plain["unread"][0]


@given(
    st.tuples(*[st.floats(-3.0, 3.0)] * 3),
    st.tuples(*[st.floats(-3.0, 3.0)] * 3),
)
def test_the_pose_in_root_is_the_joints_pose_times_the_devices(
    xyz: tuple[float, float, float], rpy: tuple[float, float, float]
) -> None:
    found = _described(_sensor(pose=Pose(xyz, rpy)))["pose_in_root"]
    x, y, z = xyz
    assert found["xyz"] == pytest.approx([-y, x, z + 0.2], abs=1e-9)
    length = math.hypot(*found["quaternion"])
    assert length == pytest.approx(1.0, abs=1e-9)
