# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot model refuses, in which words; and that checking a big one is quick."""

from __future__ import annotations

import copy
import dataclasses
import math
import pickle
import time
from typing import Any

import numpy as np
import pytest

from samebot.core.errors import ModelError, UnknownName
from samebot.core.pose import Pose
from samebot.model.devices import (
    Camera,
    Device,
    DistanceSensor,
    Lidar,
    Motor,
    PositionSensor,
    Selector,
)
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import HardwareHint, RobotModel
from samebot.model.shapes import (
    Box,
    Collision,
    Cylinder,
    Inertial,
    Material,
    Mesh,
    Shape,
    Sphere,
    Visual,
)
from samebot.model.structure import Joint, JointKind, Limits, Link, Mimic
from samebot.model.table import LookupTable

HUGE = 10**400


def joint(name: str, parent: str, child: str, **fields: Any) -> Joint:
    values: dict[str, Any] = {"kind": JointKind.CONTINUOUS, **fields}
    return Joint(name=name, parent=parent, child=child, **values)


def robot(**fields: Any) -> RobotModel:
    """Return a two-wheeled robot with some fields replaced."""
    values: dict[str, Any] = {
        "name": "r",
        "links": (Link(name="base"), Link(name="left"), Link(name="right")),
        "joints": (joint("jl", "base", "left"), joint("jr", "base", "right")),
        **fields,
    }
    return RobotModel(**values)


def chain(count: int, **fields: Any) -> RobotModel:
    links = tuple(Link(name=f"l{i}") for i in range(count + 1))
    joints = tuple(joint(f"j{i}", f"l{i}", f"l{i + 1}", **fields) for i in range(count))
    return RobotModel(name="chain", links=links, joints=tuple(reversed(joints)))


def base(**fields: Any) -> dict[str, Any]:
    return {"links": (Link(name="base", **fields), Link(name="left"), Link(name="right"))}


def left_joint(**fields: Any) -> dict[str, Any]:
    return {"joints": (joint("jl", "base", "left", **fields), joint("jr", "base", "right"))}


def devices(*values: Device) -> dict[str, Any]:
    return {"devices": values}


def drive(**fields: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"left_joint": "jl", "right_joint": "jr", "wheel_radius": 0.02}
    return {"drive": DifferentialDrive(**{**values, "wheel_separation": 0.05, **fields})}


def shape(value: Shape) -> dict[str, Any]:
    return base(collisions=(Collision(shape=value),))


BAD: list[tuple[dict[str, Any], str]] = [
    ({"links": (), "joints": ()}, r'robot "r": has no link'),
    ({"links": (Link(name=""),), "joints": ()}, "a link has no name"),
    ({"links": (Link(name="a"), Link(name="a")), "joints": ()}, r'link "a": 2 links have this'),
    (shape(Box((1.0, -1.0, 1.0))), r'link "base": a box measures .* positive'),
    (shape(Box((1, 0, 1))), "a box measures"),
    (shape(Sphere(0.0)), "a sphere measures"),
    (shape(Cylinder(np.float32(-1), 1.0)), "a cylinder measures"),  # type: ignore[arg-type]
    (shape(Mesh("a.stl", (1.0, 0.0, 1.0))), "no scale may be 0"),
    (shape(Sphere(math.nan)), 'link "base": has a number that is nan or infinite'),
    (shape(Sphere(HUGE)), "has a number that is nan or infinite"),
    (base(friction=-0.1), "friction is -0.1"),
    (base(inertial=Inertial(mass=-1.0)), 'link "base": mass is -1.0 kg'),
    (base(inertial=Inertial(mass=-1)), "mass is -1 kg"),
    (base(inertial=Inertial(mass=math.inf)), "nan or infinite"),
    (base(inertial=Inertial(mass=1.0, inertia=(1.0, 0, 0, -1.0, 0, 1.0))), "moments of inertia"),
    ({"joints": (joint("jl", "base", "arm"),)}, r'joint "jl": its child link \'arm\' does not'),
    ({"joints": (joint("jl", "arm", "left"),)}, r"its parent link 'arm' does not exist"),
    ({"joints": (joint("jl", "left", "left"),)}, "the same link 'left'"),
    (left_joint(axis=(0.0, 0.0, 0.0)), 'joint "jl": its axis is 0 0 0'),
    (left_joint(axis=(0.0, math.nan, 0.0)), 'joint "jl": has a number that is nan'),
    (left_joint(limits=Limits(lower=1.0, upper=-1.0)), "lower limit 1.0 is above"),
    (left_joint(limits=Limits(effort=-1.0)), "its effort limit -1.0"),
    (left_joint(limits=Limits(velocity=-1)), "its velocity limit -1"),
    (left_joint(mimic=Mimic(joint="no")), "mimics joint 'no', which does not exist"),
    (left_joint(mimic=Mimic(joint="jl")), "its mimic leads back to joint 'jl'"),
    ({"joints": (joint("jl", "base", "left"),)}, r"links 'base', 'right' have no parent"),
    (
        {"joints": (joint("a", "base", "left"), joint("b", "right", "left"))},
        r"joints 'a' and 'b' both have it as their child",
    ),
    (
        {
            "joints": (
                joint("a", "base", "left"),
                joint("b", "left", "right"),
                joint("c", "right", "base"),
            )
        },
        'robot "r": its joints form a cycle',
    ),
    (
        {"joints": (joint("b", "left", "right"), joint("c", "right", "left"))},
        r'link "left": its joints form a cycle apart',
    ),
    (devices(Selector(name="s", link="no")), "device \"s\": its link 'no' does not exist"),
    (devices(Motor(name="m", link="left", joint="no")), "its joint 'no' does not exist"),
    (devices(Motor(name="m", link="left", joint="")), 'device "m": .* joint'),
    (devices(PositionSensor(name="m", link="left", joint="")), 'device "m": .* joint'),
    (devices(Selector(name="s", link="base"), Selector(name="s", link="base")), "2 devices have"),
    (devices(Selector(name="s", link="base", period=0.0)), "period is 0.0; it must be positive"),
    (devices(Selector(name="s", link="base", positions=0)), "its positions is 0; .* at least 1"),
    (devices(DistanceSensor(name="d", link="base", rays=0)), "its rays is 0"),
    (devices(DistanceSensor(name="d", link="base", noise=-1.0)), "its noise is -1.0"),
    (devices(DistanceSensor(name="d", link="base", resolution=-1.0)), "its resolution is -1.0"),
    (devices(DistanceSensor(name="d", link="base", aperture=-1.0)), "its aperture is -1.0"),
    (devices(DistanceSensor(name="d", link="base", min_range=2.0, max_range=1.0)), "above its"),
    (devices(DistanceSensor(name="d", link="base", max_range=math.inf)), "nan or infinite"),
    (devices(DistanceSensor(name="d", link="base", pose=Pose((HUGE, 0, 0)))), "nan or infinite"),
    (devices(Camera(name="c", link="base", size=(0, 9))), "its picture is 0 x 9 pixels"),
    (
        devices(Camera(name="c", link="base", size=(10**9, 10**9))),
        "its picture is 1000000000 x 1000000000 pixels; at most 33554432 are possible",
    ),
    (
        devices(Lidar(name="l", link="base", samples=2**21, layers=3)),
        "it has 2097152 x 3 samples; at most 4194304 are possible",
    ),
    (
        devices(DistanceSensor(name="d", link="base", rays=10_001)),
        "its rays is 10001; at most 10000 are possible",
    ),
    (
        devices(PositionSensor(name="p", link="left", joint="jl", bits=10**9)),
        "its bits is 1000000000; at most 64 are possible",
    ),
    (devices(Camera(name="c", link="base", size=(99, 9), max_size=(64, 64))), "99 x 9 .* 64 x 64"),
    (devices(Camera(name="c", link="base", field_of_view=0.0)), "its field_of_view is 0.0"),
    (devices(Camera(name="c", link="base", near=-0.1)), "its near is -0.1"),
    (devices(Lidar(name="l", link="base", samples=0)), "its samples is 0"),
    (devices(Lidar(name="l", link="base", min_angle=1.0, max_angle=-1.0)), "smallest angle 1.0"),
    (devices(Camera(name="c", link="base", far=0.001)), "its near plane 0.01 m is beyond"),
    (devices(Lidar(name="l", link="base", frequency=0.0)), "its frequency is 0.0"),
    (drive(left_joint="no"), "drive \"differential\": its left joint 'no' does not exist"),
    (drive(right_joint="jl"), "left and right joint are both 'jl'"),
    (drive(wheel_radius=0), "its wheel_radius is 0; it must be positive"),
    (drive(wheel_separation=-0.1), "its wheel_separation is -0.1"),
    (drive(wheel_separation=math.nan), "nan or infinite"),
    (drive(max_wheel_velocity=-1.0), "max_wheel_velocity is -1.0"),
    (drive(steps_per_turn=0), "steps_per_turn is 0"),
    ({"hardware": (HardwareHint(body="wifi", values={"k": math.nan}),)}, 'hardware "wifi": .* nan'),
    (
        base(
            visuals=(
                Visual(shape=Sphere(1.0), material=Material(name="m", roughness=0.5)),
                Visual(shape=Sphere(1.0), material=Material(name="m")),
            )
        ),
        'material "m": has two different meanings',
    ),
]


@pytest.mark.parametrize(
    ("fields", "reason"), [pytest.param(*row, id=f"{i} {row[1]}") for i, row in enumerate(BAD)]
)
def test_a_model_that_does_not_fit_together_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ModelError, match=reason) as caught:
        robot(**fields)
    assert len(str(caught.value)) < 400


def test_many_loose_links_make_a_short_message() -> None:
    with pytest.raises(ModelError, match=r"and 9[0-9]+ more") as caught:
        RobotModel(name="r", links=tuple(Link(name=f"link{i}") for i in range(1000)))
    assert len(str(caught.value)) < 400


def test_what_is_fine_is_accepted() -> None:
    robot(**shape(Mesh("a.stl", (1.0, -1.0, 1.0))))
    robot(**left_joint(limits=Limits(lower=0.0, upper=0.0, effort=0.0, velocity=0.0)))
    robot(**left_joint(mimic=Mimic(joint="jr", multiplier=-1.0)))
    robot(**left_joint(kind=JointKind.FIXED, axis=(0.0, 0.0, 0.0)))
    robot(**devices(DistanceSensor(name="d", link="base", aperture=0.0, min_range=-1.0)))
    robot(**drive())
    RobotModel(name="one", links=(Link(name="base"),))


def full() -> RobotModel:
    table = LookupTable.of([(0, 4095), (0.05, 120)])
    sensor = DistanceSensor(name="ps0", link="base", table=table)
    hint = HardwareHint(body="wifi", values={"port": 1000})
    return robot(**drive(), **devices(sensor), hardware=(hint,))


def test_equal_models_are_equal_and_hash_alike() -> None:
    assert full() == full()
    assert len({full(), full()}) == 1
    assert full() != robot()
    assert dataclasses.replace(full(), summary="new words") == full()


def test_models_survive_pickling_and_copying() -> None:
    model = full()
    assert model.root == "base"
    assert model.device("ps0").link == "base"
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):  # noqa: S301
        assert again == model
        assert again.joints_from_root == model.joints_from_root


def test_a_replaced_part_is_found_even_after_the_old_one_was_looked_up() -> None:
    model = full()
    assert model.link("left").friction is None
    links = (Link(name="base"), Link(name="left", friction=0.5), Link(name="right"))
    assert dataclasses.replace(model, links=links).link("left").friction == 0.5


def test_parts_are_found_by_name_or_the_nearest_is_named() -> None:
    model = full()
    assert model.joint("jl").child == "left"
    assert model.parent_joint("left") is model.joint("jl")
    assert model.parent_joint("base") is None
    with pytest.raises(UnknownName, match="no device named 'ps1'; did you mean 'ps0'"):
        model.device("ps1")
    with pytest.raises(UnknownName, match="no link"):
        model.parent_joint("nowhere")


def test_joints_from_root_come_after_their_parents() -> None:
    model = chain(50)
    reached = {model.root}
    for item in model.joints_from_root:
        assert item.parent in reached
        reached.add(item.child)
    assert len(reached) == len(model.links)


def seconds(count: int, **fields: Any) -> float:
    best = math.inf
    for _ in range(3):
        before = time.process_time()
        assert len(chain(count, **fields).joints_from_root) == count
        best = min(best, time.process_time() - before)
    return best


def test_checking_time_grows_with_the_size_and_not_its_square() -> None:
    assert seconds(4000) < 10 * seconds(1000)
    assert seconds(1000) < 0.5


def test_a_long_chain_of_mimics_is_checked_in_one_pass() -> None:
    def model(count: int) -> None:
        links = tuple(Link(name=f"l{i}") for i in range(count + 1))
        joints = tuple(
            joint(f"j{i}", f"l{i}", f"l{i + 1}", mimic=Mimic(joint=f"j{max(i - 1, 0)}"))
            for i in range(count)
        )
        first = dataclasses.replace(joints[0], mimic=None)
        RobotModel(name="r", links=links, joints=(first, *joints[1:]))

    before = time.process_time()
    model(5000)
    assert time.process_time() - before < 2.0
