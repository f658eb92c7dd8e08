# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Our kinematics are those of other programs that read what we write."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from samebot.core.pose import unit
from samebot.model import JointKind, RobotModel
from samebot.model.kinematics import forward
from samebot.model.mjcf import write_mjcf
from samebot.model.urdf import write_urdf
from strategies import joint_positions, models

pytest.importorskip("mujoco")
pytest.importorskip("yourdfpy")

from other_readers import MujocoRobot, Placed, YourdfpyRobot


def assert_same(model: RobotModel, placed: Placed, positions: dict[str, list[float]]) -> None:
    for name, matrix in forward(model, positions).items():
        assert placed[name] == pytest.approx(matrix, abs=1e-6), name


@given(models(simple=True), st.data())
def test_yourdfpy_places_links_as_we_do(model: RobotModel, data: st.DataObject) -> None:
    # It knows no capsules and planar joints, does not follow chains of mimics, and takes the axis
    # of a slide as long as it is.
    followers = {joint.name for joint in model.joints if joint.mimic is not None}
    known = tuple(
        replace(
            joint,
            kind=JointKind.FIXED if joint.kind is JointKind.PLANAR else joint.kind,
            mimic=None if joint.mimic and joint.mimic.joint in followers else joint.mimic,
            axis=unit(joint.axis),
        )
        for joint in model.joints
    )
    bare = tuple(replace(link, visuals=(), collisions=()) for link in model.links)
    model = replace(model, joints=known, links=bare)
    positions = data.draw(joint_positions(model))
    flat = {name: values[0] for name, values in positions.items()}
    assert_same(model, YourdfpyRobot(model).placed(flat), positions)


@given(models(simple=True), st.data())
def test_mujocos_urdf_reader_places_links_as_we_do(model: RobotModel, data: st.DataObject) -> None:
    assume("world" not in {link.name for link in model.links})
    positions = data.draw(joint_positions(model))
    robot = MujocoRobot(model, write_urdf(model, mujoco=True))
    assert_same(model, robot.placed(positions), positions)


@given(models(simple=True), st.data())
def test_mujoco_places_links_of_our_mjcf_as_we_do(model: RobotModel, data: st.DataObject) -> None:
    positions = data.draw(joint_positions(model))
    robot = MujocoRobot(model, write_mjcf(model))
    assert_same(model, robot.placed(positions), positions)


@given(models(), st.data())
def test_mujoco_loads_any_model_without_files(model: RobotModel, data: st.DataObject) -> None:
    bare = tuple(
        replace(
            link,
            visuals=tuple(
                replace(visual, material=None)
                for visual in link.visuals
                if not hasattr(visual.shape, "uri")
            ),
            collisions=tuple(c for c in link.collisions if not hasattr(c.shape, "uri")),
        )
        for link in model.links
    )
    model = replace(model, links=bare)
    positions = data.draw(joint_positions(model))
    assert_same(model, MujocoRobot(model, write_mjcf(model)).placed(positions), positions)
