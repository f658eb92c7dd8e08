# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Transforms and joint states agree with the model's kinematics."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Matrix, Pose
from samebot.model.kinematics import JointPositions, forward
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind, Link, Mimic
from samebot.ros.transforms import (
    FrameTransform,
    fixed_transforms,
    joint_states,
    moving_transforms,
)

lengths = st.floats(-2.0, 2.0)
poses = st.builds(Pose, st.tuples(lengths, lengths, lengths), st.tuples(lengths, lengths, lengths))
axes = st.tuples(lengths, lengths, lengths).filter(lambda axis: math.hypot(*axis) > 1e-3)


def _chained(root: str, transforms: tuple[FrameTransform, ...]) -> dict[str, Matrix]:
    by_child = {transform.child: transform for transform in transforms}
    placed = {root: np.eye(4)}

    def place(frame: str) -> Matrix:
        if frame not in placed:
            transform = by_child[frame]
            placed[frame] = place(transform.parent) @ transform.matrix()
        return placed[frame]

    return {frame: place(frame) for frame in (root, *by_child)}


@st.composite
def trees(draw: st.DrawFn) -> RobotModel:
    """Draw a tree of a few joints of all kinds, some of which follow another."""
    joints: list[Joint] = []
    for number in range(1, draw(st.integers(2, 7))):
        kind = draw(st.sampled_from(JointKind))
        leaders = [each.name for each in joints if each.kind.freedoms == 1 and not each.mimic]
        mimic = None
        if kind.freedoms == 1 and leaders and draw(st.booleans()):
            mimic = Mimic(joint=leaders[0], multiplier=draw(lengths), offset=draw(lengths))
        joints.append(
            Joint(
                name=f"joint{number}",
                kind=kind,
                parent=f"link{draw(st.integers(0, number - 1))}",
                child=f"link{number}",
                pose=draw(poses),
                axis=draw(axes),
                mimic=mimic,
            )
        )
    links = tuple(Link(name=f"link{number}") for number in range(len(joints) + 1))
    return RobotModel(name="tree", links=links, joints=tuple(joints))


@st.composite
def states(draw: st.DrawFn) -> tuple[RobotModel, JointPositions]:
    """Draw a robot, and where its joints stand."""
    model = draw(trees())
    return model, {
        joint.name: [draw(lengths) for _ in range(joint.kind.freedoms)]
        for joint in model.moving_joints
    }


@given(states())
def test_chained_transforms_are_the_forward_kinematics(
    state: tuple[RobotModel, JointPositions],
) -> None:
    model, positions = state
    every = fixed_transforms(model) + moving_transforms(model, positions)
    placed = _chained(model.root, every)
    expected = forward(model, positions)
    assert placed.keys() == expected.keys()
    for link, matrix in expected.items():
        np.testing.assert_allclose(placed[link], matrix, atol=1e-9 * (1 + abs(matrix).max()))


@pytest.fixture
def arm() -> RobotModel:
    """Return a robot with a joint, one that follows it, a sliding one and a fixed one."""
    chain = ("base", "upper", "lower", "slide", "tip")
    return RobotModel(
        name="arm",
        links=tuple(Link(name=name) for name in chain),
        joints=(
            Joint(name="shoulder", kind=JointKind.REVOLUTE, parent="base", child="upper"),
            Joint(
                name="elbow",
                kind=JointKind.CONTINUOUS,
                parent="upper",
                child="lower",
                mimic=Mimic(joint="shoulder", multiplier=-2.0, offset=0.5),
            ),
            Joint(name="rail", kind=JointKind.PRISMATIC, parent="lower", child="slide"),
            Joint(
                name="end",
                kind=JointKind.FIXED,
                parent="slide",
                child="tip",
                pose=Pose((0.0, 0.0, 0.1), (0.0, math.pi / 2, 0.0)),
            ),
        ),
    )


def test_mimics_follow_in_joint_states(arm: RobotModel) -> None:
    states = joint_states(arm, {"shoulder": 0.2, "rail": -0.05})
    assert states.names == ("shoulder", "elbow", "rail")
    assert states.positions == pytest.approx((0.2, 0.1, -0.05))


def test_joints_not_named_stand_at_zero(arm: RobotModel) -> None:
    assert joint_states(arm, {}).positions == (0.0, 0.5, 0.0)


def test_fixed_and_moving_joints_are_told_apart(arm: RobotModel) -> None:
    (fixed,) = fixed_transforms(arm)
    assert (fixed.parent, fixed.child, fixed.translation) == ("slide", "tip", (0.0, 0.0, 0.1))
    assert fixed.rotation == pytest.approx((0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)))
    assert [each.child for each in moving_transforms(arm, {})] == ["upper", "lower", "slide"]


def test_a_prefix_goes_before_both_frames(arm: RobotModel) -> None:
    first = moving_transforms(arm, {}, "epuck2_0/")[0]
    assert (first.parent, first.child) == ("epuck2_0/base", "epuck2_0/upper")


def test_joints_with_several_values_are_in_the_transforms_only() -> None:
    model = RobotModel(
        name="puck",
        links=(Link(name="world"), Link(name="puck")),
        joints=(Joint(name="free", kind=JointKind.FLOATING, parent="world", child="puck"),),
    )
    positions: JointPositions = {"free": (1.0, 2.0, 3.0, 0.0, 0.0, math.pi / 2)}
    (transform,) = moving_transforms(model, positions)
    assert transform.translation == (1.0, 2.0, 3.0)
    assert transform.rotation == pytest.approx((0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)))
    assert joint_states(model, positions).names == ()
