# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.errors import BadInput, ModelError, UnknownName
from samebot.core.pose import Pose, Vector3
from samebot.model import Joint, JointKind, Link, Mimic, RobotModel
from samebot.model.kinematics import forward, joint_values, motion, plane_of
from strategies import axes, joint_positions, models

TURNED = Pose((1.0, 2.0, 3.0), (0.3, -0.2, 1.1))


def robot(*joints: Joint) -> RobotModel:
    names = {"base"} | {joint.child for joint in joints}
    return RobotModel(
        name="r", links=tuple(Link(name=name) for name in sorted(names)), joints=joints
    )


def joint(
    kind: str,
    name: str = "j",
    *,
    parent: str = "base",
    child: str = "arm",
    pose: Pose = Pose(),
    axis: Vector3 = (1.0, 0.0, 0.0),
    mimic: Mimic | None = None,
) -> Joint:
    return Joint(
        name=name,
        kind=JointKind(kind),
        parent=parent,
        child=child,
        pose=pose,
        axis=axis,
        mimic=mimic,
    )


@given(models())
def test_at_zero_every_link_stands_at_the_product_of_the_poses(model: RobotModel) -> None:
    free = replace(model, joints=tuple(replace(j, mimic=None) for j in model.joints))
    placed = forward(free)
    assert list(placed) == [link.name for link in model.links]
    for link in model.links:
        expected, name = np.eye(4), link.name
        while (parent := model.parent_joint(name)) is not None:
            expected, name = parent.pose.matrix() @ expected, parent.parent
        assert placed[link.name] == pytest.approx(expected, abs=1e-9)


@given(models(), st.data(), st.randoms(use_true_random=False))
def test_the_order_of_links_and_joints_does_not_matter(
    model: RobotModel, data: st.DataObject, random: Random
) -> None:
    positions = data.draw(joint_positions(model))
    links, joints = list(model.links), list(model.joints)
    random.shuffle(links)
    random.shuffle(joints)
    shuffled = forward(replace(model, links=tuple(links), joints=tuple(joints)), positions)
    for name, matrix in forward(model, positions).items():
        assert np.array_equal(shuffled[name], matrix)


@given(models(), st.data())
def test_each_link_stands_in_its_parent_as_its_joint_says(
    model: RobotModel, data: st.DataObject
) -> None:
    positions = data.draw(joint_positions(model))
    placed = forward(model, positions)
    values = joint_values(model, positions)
    assert placed[model.root] == pytest.approx(np.eye(4))
    for j in model.joints:
        expected = placed[j.parent] @ j.pose.matrix() @ motion(j, values[j.name])
        assert placed[j.child] == pytest.approx(expected, abs=1e-9)


@given(axes, st.floats(-3, 3), st.floats(-3, 3))
def test_motions_about_one_axis_add_up(axis: Vector3, first: float, second: float) -> None:
    for kind in ("revolute", "continuous", "prismatic"):
        j = joint(kind, axis=axis)
        once = motion(j, (first,)) @ motion(j, (second,))
        assert once == pytest.approx(motion(j, (first + second,)), abs=1e-9)


def test_an_axis_need_not_be_normalised() -> None:
    turned = forward(robot(joint("revolute", axis=(0.0, 0.0, 0.2))), {"j": math.pi / 2})
    assert turned["arm"][:3, 0] == pytest.approx([0.0, 1.0, 0.0])
    slid = forward(robot(joint("prismatic", axis=(0.0, 3.0, 4.0))), {"j": [10.0]})
    assert slid["arm"][:3, 3] == pytest.approx([0.0, 6.0, 8.0])


def test_a_planar_joint_moves_in_the_plane_and_turns_about_its_axis() -> None:
    flat = forward(robot(joint("planar", axis=(0.0, 0.0, 2.0))), {"j": (1.0, 2.0, math.pi / 2)})
    assert flat["arm"][:3, 3] == pytest.approx([1.0, 2.0, 0.0])
    assert flat["arm"][:3, 0] == pytest.approx([0.0, 1.0, 0.0])
    upright = forward(robot(joint("planar", axis=(1.0, 0.0, 0.0))), {"j": (1.0, 2.0, 0.0)})
    assert upright["arm"][:3, 3] == pytest.approx([0.0, 2.0, -1.0])


@given(axes | st.just((0.0, 0.0, -1.0)) | st.just((1e-9, 0.0, -1.0)))
def test_the_axes_of_a_plane_are_a_rotation_with_the_axis_last(axis: Vector3) -> None:
    plane = plane_of(axis)
    assert plane @ plane.T == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(plane) == pytest.approx(1.0)
    assert plane[:, 2] == pytest.approx(np.array(axis) / math.hypot(*axis), abs=1e-9)


def test_a_floating_joint_takes_a_pose() -> None:
    placed = forward(robot(joint("floating")), {"j": (*TURNED.xyz, *TURNED.rpy)})
    assert placed["arm"] == pytest.approx(TURNED.matrix())


def test_mimics_follow_through_chains_whatever_is_given_for_them() -> None:
    model = robot(
        joint("revolute", "a", child="one", axis=(0.0, 0.0, 1.0)),
        joint("prismatic", "b", child="two", mimic=Mimic(joint="a", multiplier=2.0, offset=0.5)),
        joint("prismatic", "c", child="three", mimic=Mimic(joint="b", multiplier=-1.0, offset=3.0)),
    )
    values = joint_values(model, {"a": 0.25, "b": 77.0})
    assert values == {"a": (0.25,), "b": (1.0,), "c": (2.0,)}
    assert forward(model, {"a": 0.25})["three"][0, 3] == 2.0


def test_a_mimic_of_a_fixed_joint_stands_at_its_offset() -> None:
    model = robot(
        joint("fixed", "a", child="one"),
        joint("prismatic", "b", child="two", mimic=Mimic(joint="a", multiplier=2.0, offset=0.5)),
    )
    assert joint_values(model) == {"a": (), "b": (0.5,)}


def test_a_mimic_of_a_planar_joint_is_refused() -> None:
    model = robot(
        joint("planar", "a", child="one"),
        joint("revolute", "b", child="two", mimic=Mimic(joint="a")),
    )
    with pytest.raises(ModelError, match="joint \"b\": mimics joint 'a'"):
        forward(model)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("revolute", (1.0, 2.0)),
        ("revolute", ()),
        ("planar", 1.0),
        ("floating", (0.0,) * 5),
        ("fixed", 0.0),
        ("revolute", math.nan),
        ("prismatic", math.inf),
    ],
)
def test_values_that_do_not_fit_are_refused(kind: str, value: float | tuple[float, ...]) -> None:
    with pytest.raises(BadInput, match="joint 'j'"):
        forward(robot(joint(kind)), {"j": value})


def test_unknown_joints_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="no joint named 'wheel'; did you mean 'wheels'"):
        forward(robot(joint("revolute", "wheels")), {"wheel": 0.0})
