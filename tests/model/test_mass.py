# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from samebot.core.pose import Matrix, Pose
from samebot.model import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Inertial,
    Link,
    Mesh,
    Sphere,
    Visual,
)
from samebot.model.mass import (
    MESH_WIDTH,
    body_inertial,
    combined,
    inertia_matrix,
    inertial_of,
    moments,
    principal,
    volume,
)
from samebot.model.shapes import Shape
from strategies import inertials, poses, sized_shapes


def sampled(shape: Shape, density: float) -> tuple[float, Matrix]:
    """Mass and inertia by summing a fine grid of points: the independent calculation."""
    side = np.linspace(-1.0, 1.0, 121)
    step = side[1] - side[0]
    points = np.stack(np.meshgrid(side, side, side, indexing="ij"), axis=-1).reshape(-1, 3)
    across = np.hypot(points[:, 0], points[:, 1])
    if isinstance(shape, Box):
        inside = np.all(np.abs(points) <= np.array(shape.size) / 2, axis=1)
    elif isinstance(shape, Cylinder):
        inside = (across <= shape.radius) & (np.abs(points[:, 2]) <= shape.length / 2)
    elif isinstance(shape, Capsule):
        beyond = np.maximum(np.abs(points[:, 2]) - shape.length / 2, 0.0)
        inside = np.hypot(across, beyond) <= shape.radius
    else:
        assert isinstance(shape, Sphere)
        inside = np.linalg.norm(points, axis=1) <= shape.radius
    points = points[inside]
    weight = density * step**3
    squares = np.sum(points**2, axis=1)
    tensor = weight * (np.eye(3) * squares.sum() - points.T @ points)
    return weight * len(points), tensor


@pytest.mark.parametrize(
    "shape",
    [Box((1.0, 0.6, 1.4)), Cylinder(0.7, 1.1), Sphere(0.8), Capsule(0.5, 0.9)],
    ids=lambda shape: type(shape).__name__,
)
def test_mass_and_inertia_of_a_shape_are_those_of_its_points(shape: Shape) -> None:
    inertial = inertial_of(shape, density=100.0)
    mass, tensor = sampled(shape, 100.0)
    assert inertial.mass == pytest.approx(mass, rel=0.03)
    assert inertia_matrix(inertial) == pytest.approx(tensor, rel=0.05, abs=0.01 * tensor.max())


def test_a_long_or_short_capsule_is_a_cylinder_or_a_sphere() -> None:
    assert moments(Capsule(0.5, 1e-9)) == pytest.approx(moments(Sphere(0.5)))
    assert moments(Capsule(1e-6, 2.0)) == pytest.approx(moments(Cylinder(1e-6, 2.0)), rel=1e-4)


def test_a_mesh_counts_as_a_small_cube() -> None:
    mesh = Mesh("part.stl", (0.001, 0.001, 0.001))
    assert inertial_of(mesh) == inertial_of(Box((MESH_WIDTH,) * 3))


def test_two_halves_weigh_what_the_whole_does() -> None:
    halves = [
        inertial_of(Box((1.0, 2.0, 3.0)), Pose((side * 0.5, 0.0, 0.0))) for side in (-1.0, 1.0)
    ]
    whole = inertial_of(Box((2.0, 2.0, 3.0)))
    sum_of_halves = combined(halves)
    assert sum_of_halves.mass == pytest.approx(whole.mass)
    assert sum_of_halves.pose.xyz == pytest.approx((0.0, 0.0, 0.0))
    assert inertia_matrix(sum_of_halves) == pytest.approx(inertia_matrix(whole))


@given(sized_shapes, poses)
def test_turning_a_part_turns_its_inertia(shape: Shape, pose: Pose) -> None:
    still, moved = inertial_of(shape), combined([inertial_of(shape, pose)])
    rotation = pose.matrix()[:3, :3]
    expected = rotation @ inertia_matrix(still) @ rotation.T
    assert moved.pose.xyz == pytest.approx(pose.xyz)
    assert inertia_matrix(moved) == pytest.approx(expected, rel=1e-6, abs=1e-9 * still.mass)


def test_collision_shapes_are_weighed_before_visual_ones_and_sizes_before_meshes() -> None:
    ball, cube, mesh = Sphere(0.1), Box((0.1, 0.1, 0.1)), Mesh("x.stl")
    link = Link(name="a", collisions=(Collision(shape=ball),), visuals=(Visual(shape=cube),))
    found = body_inertial(link)
    assert found is not None
    assert found.mass == pytest.approx(1000.0 * volume(ball))
    link = Link(name="a", collisions=(Collision(shape=mesh),), visuals=(Visual(shape=cube),))
    found = body_inertial(link, density=10.0)
    assert found is not None
    assert found.mass == pytest.approx(10.0 * volume(cube))
    assert body_inertial(Link(name="a")) is None


def test_parts_without_mass_weigh_nothing() -> None:
    assert combined([]).mass == 0.0
    assert combined([Inertial(mass=0.0, inertia=(1.0, 0.0, 0.0, 1.0, 0.0, 1.0))]).mass == 0.0


@given(inertials)
def test_principal_moments_are_those_of_a_real_body(inertial: Inertial) -> None:
    axes, (small, middle, large) = principal(inertial)
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert 0.0 < small <= middle <= large * (1.0 + 1e-6)
    assert small + middle >= large


@given(sized_shapes, poses)
def test_principal_moments_of_a_real_body_stay(shape: Shape, pose: Pose) -> None:
    inertial = inertial_of(shape, pose)
    axes, values = principal(inertial)
    assert axes @ np.diag(values) @ axes.T == pytest.approx(
        inertia_matrix(inertial), rel=1e-3, abs=1e-4 * max(values)
    )


def test_a_cylinder_holds_what_it_should() -> None:
    assert volume(Cylinder(2.0, 3.0)) == pytest.approx(12.0 * math.pi)
    assert volume(Capsule(1.0, 0.0)) == pytest.approx(volume(Sphere(1.0)))
