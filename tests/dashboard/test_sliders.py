# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which sliders a robot gets."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.dashboard.sliders import positions_of, sliders
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind, Limits, Link, Mimic


def _robot(*joints: Joint) -> RobotModel:
    links = (Link(name="base"), *(Link(name=joint.child) for joint in joints))
    return RobotModel(name="robot", links=links, joints=joints)


def _joint(name: str, kind: JointKind, limits: Limits | None = None) -> Joint:
    return Joint(name=name, kind=kind, parent="base", child=f"{name}_link", limits=limits)


bounds = st.none() | st.floats(-1e20, 1e20)


@st.composite
def limited(draw: st.DrawFn) -> Limits:
    """Draw limits, the lower one not above the upper one."""
    lower, upper = draw(bounds), draw(bounds)
    if lower is not None and upper is not None:
        lower, upper = sorted((lower, upper))
    return Limits(lower=lower, upper=upper)


@given(st.sampled_from([JointKind.REVOLUTE, JointKind.PRISMATIC]), limited())
def test_a_slider_never_leaves_the_limits(kind: JointKind, limits: Limits) -> None:
    (slider,) = sliders(_robot(_joint("j", kind, limits)))
    assert slider.lower <= slider.start <= slider.upper
    assert slider.step > 0.0
    believed = [x for x in (limits.lower, limits.upper) if x is not None and abs(x) < 1e3]
    if limits.lower in believed and limits.lower is not None:
        assert slider.lower >= limits.lower
    if limits.lower in believed and limits.upper in believed and limits.upper is not None:
        assert slider.upper <= max(limits.upper, slider.lower)


def test_a_continuous_joint_turns_once() -> None:
    (slider,) = sliders(_robot(_joint("wheel", JointKind.CONTINUOUS)))
    assert (slider.lower, slider.upper) == pytest.approx((-math.pi, math.pi), abs=1e-3)
    assert (slider.unit, slider.start, slider.group) == ("rad", 0.0, "")


def test_a_sliding_joint_is_in_metres_with_fine_steps() -> None:
    (slider,) = sliders(_robot(_joint("f", JointKind.PRISMATIC, Limits(lower=0.0, upper=0.045))))
    assert (slider.unit, slider.lower, slider.upper) == ("m", 0.0, 0.045)
    assert slider.step <= 0.045 / 400


def test_a_joint_that_cannot_be_at_zero_starts_at_its_limit() -> None:
    (slider,) = sliders(_robot(_joint("j", JointKind.REVOLUTE, Limits(lower=0.5, upper=1.0))))
    assert slider.start == 0.5


def test_what_is_no_number_goes_to_the_start() -> None:
    (slider,) = sliders(_robot(_joint("j", JointKind.REVOLUTE, Limits(lower=-1.0, upper=1.0))))
    assert [slider.within(v) for v in (math.nan, math.inf, 2.0, -2.0, 0.5)] == [0, 0, 1, -1, 0.5]


def test_followers_and_fixed_joints_have_no_slider() -> None:
    leader = _joint("leader", JointKind.REVOLUTE)
    follower = Joint(
        name="follower",
        kind=JointKind.REVOLUTE,
        parent="base",
        child="b",
        mimic=Mimic(joint="leader"),
    )
    found = sliders(_robot(leader, follower, _joint("fixed", JointKind.FIXED)))
    assert [slider.joint for slider in found] == ["leader"]


def test_a_free_joint_has_six_sliders_that_make_one_position() -> None:
    model = _robot(_joint("free", JointKind.FLOATING), _joint("flat", JointKind.PLANAR))
    found = sliders(model)
    assert [slider.unit for slider in found] == ["m"] * 3 + ["rad"] * 3 + ["m", "m", "rad"]
    positions = positions_of({slider: 0.1 * number for number, slider in enumerate(found)})
    assert positions["free"] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5])
    assert positions["flat"] == pytest.approx([0.6, 0.7, 0.8])
    forward(model, positions)


def test_many_joints_are_grouped_by_limb() -> None:
    arms = [f"arm_{side}_{n}_joint" for side in ("left", "right") for n in range(1, 8)]
    names = [*arms, "head_1_joint", "head_2_joint", "torso_lift_joint", "wheel_left_joint"]
    found = sliders(_robot(*(_joint(name, JointKind.REVOLUTE) for name in names)))
    groups = {slider.joint: slider.group for slider in found}
    assert groups["arm_left_3_joint"] == "arm left"
    assert groups["arm_right_7_joint"] == "arm right"
    assert groups["head_2_joint"] == "head"
    assert groups["torso_lift_joint"] == groups["wheel_left_joint"] == "other"
