# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Sizes, surfaces and viewpoints."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Pose
from samebot.dashboard.device_list import device_table
from samebot.dashboard.geometry import Extent, capsule, extent, round_length
from samebot.dashboard.viewpoint import FIELD_OF_VIEW, viewpoint
from samebot.model.devices import LED, DistanceSensor
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Cylinder, Mesh, Sphere, Visual
from samebot.model.structure import Joint, JointKind, Link

sizes = st.floats(1e-3, 10.0)


def _none(_: Mesh) -> None:
    return None


def _seen(*visuals: Visual) -> RobotModel:
    return RobotModel(name="robot", links=(Link(name="base", visuals=visuals),))


def test_the_box_is_around_every_shape_where_it_stands() -> None:
    turned = Pose((0.0, 0.0, 0.0), (math.pi / 2, 0.0, 0.0))
    model = RobotModel(
        name="robot",
        links=(
            Link(name="base", visuals=(Visual(shape=Box((0.2, 0.4, 0.1))),)),
            Link(name="wheel", visuals=(Visual(shape=Cylinder(0.05, 0.02), pose=turned),)),
            Link(name="ball", visuals=(Visual(shape=Sphere(0.01)),)),
            Link(name="rod", visuals=(Visual(shape=Capsule(0.01, 0.1)),)),
        ),
        joints=tuple(
            Joint(name=child, kind=JointKind.FIXED, parent="base", child=child, pose=Pose(at))
            for child, at in (
                ("wheel", (0.0, 0.3, 0.0)),
                ("ball", (0.5, 0.0, 0.0)),
                ("rod", (0.0, 0.0, 0.2)),
            )
        ),
    )
    box = extent(model, _none)
    assert box.low == pytest.approx((-0.1, -0.2, -0.05))
    assert box.high == pytest.approx((0.51, 0.31, 0.26))


def test_a_mesh_counts_with_its_scale() -> None:
    model = _seen(Visual(shape=Mesh("a.stl", (0.001, 0.001, -0.002))))
    bounds = np.array([[0.0, 0.0, 0.0], [100.0, 200.0, 50.0]])
    box = extent(model, lambda _: bounds)
    assert box.low == pytest.approx((0.0, 0.0, -0.1))
    assert box.high == pytest.approx((0.1, 0.2, 0.0))


def test_a_robot_that_shows_nothing_still_has_a_size() -> None:
    assert extent(_seen(Visual(shape=Mesh("lost.stl"))), _none).radius > 0.0


@given(sizes, sizes)
def test_a_capsule_is_closed_and_as_large_as_it_says(radius: float, length: float) -> None:
    surface = capsule(Capsule(radius, length))
    far = np.abs(surface.vertices).max(axis=0)
    assert far == pytest.approx([radius, radius, length / 2 + radius], rel=1e-4)
    a, b, c = (surface.vertices[surface.faces[:, k]].astype(float) for k in range(3))
    volume = float(np.sum(np.cross(a, b) * c)) / 6
    exact = math.pi * radius**2 * (length + 4 / 3 * radius)
    assert volume == pytest.approx(exact, rel=0.02)  # positive: all faces look outwards


@given(st.floats(1e-6, 1e6))
def test_round_lengths_are_near_and_not_above(length: float) -> None:
    rounded = round_length(length)
    assert rounded <= length * (1 + 1e-6) < 2.5 * rounded * (1 + 1e-6)
    assert f"{rounded:e}"[0] in "125"


@given(sizes, sizes, sizes, st.floats(-5.0, 5.0))
def test_the_whole_robot_is_in_view_left_of_the_panel(
    x: float, y: float, z: float, aside: float
) -> None:
    box = Extent(low=(aside, -y, 0.0), high=(aside + x, y, z))
    view = viewpoint(box)
    eye = np.array(view.position)
    ahead = (np.array(view.look_at) - eye) / view.distance
    right = np.cross(ahead, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    up = np.cross(right, ahead)
    tall = math.tan(FIELD_OF_VIEW / 2)
    for corner in np.ndindex(2, 2, 2):
        point = np.array([(box.low, box.high)[end][axis] for axis, end in enumerate(corner)]) - eye
        depth = point @ ahead
        assert depth > 0.0
        assert abs(point @ up) / depth <= tall * (1 + 1e-6)
        # On a window of 16:10 the panel covers the rightmost quarter.
        assert -1.0 <= point @ right / depth / (1.6 * tall) <= 0.5


def test_the_view_fits_small_and_large_robots_alike() -> None:
    small = viewpoint(Extent(low=(0.0, 0.0, 0.0), high=(0.07, 0.07, 0.05)))
    large = viewpoint(Extent(low=(0.0, 0.0, 0.0), high=(1.4, 1.4, 1.0)))
    assert large.distance == pytest.approx(20 * small.distance)


def test_devices_are_listed_by_kind_and_escaped() -> None:
    model = RobotModel(
        name="robot",
        links=(Link(name="base"),),
        devices=(
            DistanceSensor(name="ps0", link="base"),
            LED(name="<script>alert(1)</script>", link="base"),
            DistanceSensor(name="ps1", link="base"),
        ),
    )
    table = device_table(model)
    assert table.count("<tr>") == 2
    assert table.index("ps0") < table.index("ps1") < table.index("led")
    assert "<script" not in table
