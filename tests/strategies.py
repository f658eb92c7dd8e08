# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Random robot models for law tests, with everything in them that a model can hold."""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from samebot.core.pose import Pose, Vector3
from samebot.model.devices import KINDS, Device, Motor, PositionSensor, Propeller
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import Extra, HardwareHint, RobotModel
from samebot.model.shapes import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Inertial,
    Material,
    Mesh,
    Sphere,
    Visual,
)
from samebot.model.structure import Dynamics, Joint, JointKind, Limits, Link, Mimic
from samebot.model.table import LookupTable

__all__ = ["joint_positions", "models", "names", "poses"]

sizes = st.floats(0.01, 2.0)
shares = st.floats(0.0, 1.0)
lengths = st.floats(-2.0, 2.0)
numbers = st.floats(-1e6, 1e6)
positive = st.floats(1e-6, 1e6)
poses = st.builds(
    Pose,
    st.tuples(lengths, lengths, lengths),
    st.tuples(*[st.floats(-math.pi, math.pi)] * 3),
)
axes = st.tuples(lengths, lengths, lengths).filter(lambda axis: math.hypot(*axis) > 1e-3)
# What XML 1.0 can hold; a file's readers may trim white space around a name.
texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), min_size=1, max_size=8
)
names = (
    (texts | st.sampled_from(["a<b", 'say "hi"', "it's", "R&D", "räd", "]]>", "ÿ-1.5", "{}"]))
    .map(str.strip)
    .filter(bool)
)
sized_shapes = st.one_of(
    st.builds(Box, st.tuples(sizes, sizes, sizes)),
    st.builds(Cylinder, sizes, sizes),
    st.builds(Sphere, sizes),
    st.builds(Capsule, sizes, sizes),
)
scales = st.floats(-3.0, 3.0).filter(lambda scale: abs(scale) > 1e-3)
meshes = st.builds(
    Mesh,
    names.map(lambda name: f"package://{name}/meshes/part.stl"),
    st.just((1.0, 1.0, 1.0)) | st.tuples(scales, scales, scales),
)
inertials = st.builds(
    Inertial,
    mass=st.floats(0.0, 100.0),
    pose=poses,
    inertia=st.tuples(positive, numbers, numbers, positive, numbers, positive),
)
sound_inertials = st.builds(
    lambda mass, pose, box: Inertial(
        mass=mass,
        pose=pose,
        inertia=(box[0] + box[1], 0.0, 0.0, box[1] + box[2], 0.0, box[0] + box[2]),
    ),
    st.floats(0.1, 10.0),
    poses,
    st.tuples(*[st.floats(1e-3, 1.0)] * 3),
)
limits = st.builds(
    lambda ends, effort, velocity: Limits(
        lower=ends[0], upper=ends[1], effort=effort, velocity=velocity
    ),
    st.tuples(st.none() | st.floats(-5.0, 0.0), st.none() | st.floats(0.0, 5.0)),
    st.none() | st.floats(0.0, 1e3),
    st.none() | st.floats(0.0, 1e3),
)
dynamics = st.builds(Dynamics, damping=st.floats(0.0, 10.0), friction=st.floats(0.0, 10.0))


@st.composite
def models(draw: st.DrawFn, *, simple: bool = False, max_links: int = 5) -> RobotModel:
    """Return a strategy of models; `simple` ones load in any simulator.

    Those have sound inertia, no meshes, extras or devices, and no floating joints.
    """
    link_names = draw(_name_lists(max_links))
    joint_names = [f"{draw(names)} {index}" for index in range(len(link_names) - 1)]
    materials = {m.name: m for m in draw(_SIMPLE_MATERIALS if simple else _MATERIALS)}
    links = tuple(
        replace(_painted(draw, draw(_SIMPLE_LINKS if simple else _LINKS), materials), name=name)
        for name in draw(st.permutations(link_names))
    )
    joints = tuple(
        replace(
            draw(_SIMPLE_JOINTS if simple else _JOINTS),
            name=name,
            parent=link_names[draw(st.integers(0, index))],
            child=link_names[index + 1],
        )
        for index, name in enumerate(joint_names)
    )
    joints = _mimicking(draw, joints)
    if simple:
        return RobotModel(name=draw(names), links=links, joints=joints)
    return RobotModel(
        name=draw(names),
        links=links,
        joints=joints,
        devices=_devices(draw, link_names, joint_names),
        drive=_drive(draw, joint_names),
        hardware=tuple(draw(_HINTS)),
        extras=_extras(draw, [link.name for link in links], joint_names),
        period=draw(st.none() | st.floats(1e-3, 1.0)),
        summary=draw(_SUMMARIES),
    )


def joint_positions(model: RobotModel) -> st.SearchStrategy[dict[str, list[float]]]:
    """Return a strategy of values for every moving joint of a model."""
    values = st.floats(-3.0, 3.0)
    return st.fixed_dictionaries(
        {
            joint.name: st.lists(values, min_size=joint.kind.freedoms, max_size=joint.kind.freedoms)
            for joint in model.moving_joints
        }
    )


def _name_lists(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(names, min_size=1, max_size=most, unique=True)


def _materials(*, simple: bool) -> st.SearchStrategy[list[Material]]:
    colours = st.tuples(shares, shares, shares, shares)
    material = st.builds(
        Material,
        name=names,
        colour=colours if simple else st.none() | colours,
        texture=st.none() if simple else st.none() | names.map(lambda name: f"{name}.png"),
        roughness=st.just(1.0) | shares,
        metalness=st.just(0.0) | shares,
    )
    return st.lists(material, max_size=2)


def _links(*, simple: bool) -> st.SearchStrategy[Link]:
    shapes = sized_shapes if simple else sized_shapes | meshes
    label = st.none() if simple else st.none() | names
    visual = st.builds(Visual, shape=shapes, pose=poses, name=label)
    collision = st.builds(Collision, shape=shapes, pose=poses, name=label)
    return st.builds(
        Link,
        name=st.just("link"),
        inertial=sound_inertials if simple else st.none() | inertials,
        visuals=st.lists(visual, max_size=2).map(tuple),
        collisions=st.lists(collision, max_size=2).map(tuple),
        friction=st.none() if simple else st.none() | st.floats(0.0, 2.0),
    )


def _joints(*, simple: bool) -> st.SearchStrategy[Joint]:
    kinds = [kind for kind in JointKind if not (simple and kind is JointKind.FLOATING)]
    return st.builds(
        Joint,
        name=st.just("joint"),
        kind=st.sampled_from(kinds),
        parent=st.just("a"),
        child=st.just("b"),
        pose=poses,
        axis=axes,
        limits=st.none() | limits,
        dynamics=st.none() | dynamics,
    )


_MATERIALS, _SIMPLE_MATERIALS = (_materials(simple=simple) for simple in (False, True))
_LINKS, _SIMPLE_LINKS = (_links(simple=simple) for simple in (False, True))
_JOINTS, _SIMPLE_JOINTS = (_joints(simple=simple) for simple in (False, True))
_SUMMARIES = st.just("") | texts
_MIMICS = st.builds(Mimic, joint=st.just("joint"), multiplier=lengths, offset=lengths)
_DRIVES = st.none() | st.builds(
    DifferentialDrive,
    left_joint=st.just("left"),
    right_joint=st.just("right"),
    left_encoder=st.just("") | names,
    wheel_radius=sizes,
    wheel_separation=sizes,
    max_wheel_velocity=st.none() | positive,
    max_linear=st.none() | positive,
    steps_per_turn=st.none() | st.integers(1, 5000),
    base_frame=st.just("") | names,
    source=st.just("") | texts,
)
_HINTS = st.lists(
    st.builds(
        HardwareHint,
        body=names,
        values=st.dictionaries(
            names, texts | st.integers(-(2**63), 2**63) | numbers | st.booleans(), max_size=3
        ),
    ),
    max_size=2,
)


def _painted(draw: st.DrawFn, link: Link, materials: Mapping[str, Material]) -> Link:
    choices = st.sampled_from([None, *materials.values()])
    visuals = tuple(replace(visual, material=draw(choices)) for visual in link.visuals)
    return replace(link, visuals=visuals)


def _mimicking(draw: st.DrawFn, joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """Let some joints follow an earlier one, so that mimics never circle."""
    followed: list[Joint] = []
    leaders: list[str] = []
    for joint in joints:
        if joint.kind.freedoms == 1:
            if draw(st.booleans()) and leaders:
                mimic = replace(draw(_MIMICS), joint=draw(st.sampled_from(leaders)))
                followed.append(replace(joint, mimic=mimic))
                leaders.append(joint.name)
                continue
            leaders.append(joint.name)
        followed.append(joint)
    return tuple(followed)


def _drive(draw: st.DrawFn, joints: list[str]) -> DifferentialDrive | None:
    drive = draw(_DRIVES) if len(joints) > 1 else None
    if drive is None:
        return None
    return replace(drive, left_joint=joints[0], right_joint=joints[-1])


@st.composite
def _tables(draw: st.DrawFn) -> LookupTable:
    distances = sorted(draw(st.lists(st.floats(0.0, 5.0), min_size=2, max_size=4, unique=True)))
    return LookupTable(tuple((distance, draw(numbers), draw(shares)) for distance in distances))


def _devices(draw: st.DrawFn, links: list[str], joints: list[str]) -> tuple[Device, ...]:
    devices = []
    for index, chosen in enumerate(draw(_DEVICES)):
        device = replace(chosen, name=f"{chosen.name} {index}", link=draw(st.sampled_from(links)))
        if isinstance(device, Motor | PositionSensor | Propeller):
            if not joints:
                continue
            device = replace(device, joint=draw(st.sampled_from(joints)))
        devices.append(device)
    return tuple(devices)


def _device(cls: type[Device]) -> st.SearchStrategy[Device]:
    hints = typing.get_type_hints(cls)
    fields = {
        field.name: _value(field.name, hints[field.name]) for field in dataclasses.fields(cls)
    }
    needed: dict[str, st.SearchStrategy[Any]] = {"name": names, "link": st.just("link")}
    if "joint" in fields:
        needed["joint"] = st.just("joint")
    chosen = {name: value for name, value in fields.items() if name not in needed}
    return st.fixed_dictionaries(needed, optional=chosen).map(lambda values: cls(**values))


def _value(field: str, hint: Any) -> st.SearchStrategy[Any]:
    if field in _ENDS:
        return _ENDS[field] if hint in (float, int) else st.none() | _ENDS[field]
    for accepted, strategy in _VALUES:
        if hint == accepted:
            return strategy
    if typing.get_origin(hint) is typing.Literal:
        return st.sampled_from(typing.get_args(hint))
    raise AssertionError(f"no strategy for a field of type {hint}")


_ENDS = {
    "min_range": st.just(0.0),
    "near": st.floats(0.0, 0.5),
    "min_angle": st.floats(-4.0, -3.5),
    "max_range": st.floats(1.0, 100.0),
    "far": st.floats(1.0, 100.0),
    "max_angle": st.floats(3.2, 4.0),
    "max_size": st.just((5000, 5000)),
    "samples": st.integers(1, 2000),
    "layers": st.integers(1, 2000),
    "bits": st.none() | st.integers(1, 64),
}
_VALUES: tuple[tuple[Any, st.SearchStrategy[Any]], ...] = (
    (Pose, poses),
    (bool, st.booleans()),
    (str, names),
    (int, st.integers(1, 5000)),
    (int | None, st.none() | st.integers(1, 5000)),
    (float, positive),
    (float | None, st.none() | positive),
    (LookupTable | None, st.none() | _tables()),
    (tuple[bool, bool, bool], st.tuples(st.booleans(), st.booleans(), st.booleans())),
    (tuple[int, int], st.tuples(st.integers(1, 4096), st.integers(1, 4096))),
    (tuple[int, int] | None, st.none() | st.tuples(st.integers(1, 4096), st.integers(1, 4096))),
    (tuple[float, float], st.tuples(numbers, numbers)),
    (Vector3, st.tuples(shares, shares, shares)),
    (tuple[float, ...], st.lists(numbers, max_size=5).map(tuple)),
    (tuple[str, ...], st.lists(names, max_size=3).map(tuple)),
    (tuple[Vector3, ...], st.lists(st.tuples(shares, shares, shares), max_size=3).map(tuple)),
)
_DEVICES = st.lists(st.one_of([_device(cls) for cls in KINDS.values()]), max_size=3)
_TAGS = st.sampled_from(["gripper", "plugin-x", "sim_data"])


def _extras(draw: st.DrawFn, links: list[str], joints: list[str]) -> tuple[Extra, ...]:
    """Return extras in the order in which a written file has them."""
    owners = [f"link {name}" for name in links] + [f"joint {name}" for name in joints] + ["robot"]
    chosen = sorted(draw(st.lists(st.integers(0, len(owners) - 1), max_size=3)))
    return tuple(
        Extra(owner=owners[number], xml=f'<{draw(_TAGS)} a="{draw(st.integers(0, 9))}"/>')
        for number in chosen
    )
