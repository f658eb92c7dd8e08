# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Triangles of shapes: closed, facing outwards, and as large as the shape."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Pose
from samebot.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from samebot.sim.shapes3d import Triangles, dot, joined, moved, refined, triangles_of

SHAPES: list[tuple[Shape, float]] = [
    (Box((0.3, 0.2, 0.1)), 0.006),
    (Cylinder(0.05, 0.2), math.pi * 0.05**2 * 0.2),
    (Sphere(0.07), 4 / 3 * math.pi * 0.07**3),
    (Capsule(0.05, 0.2), math.pi * 0.05**2 * (0.2 + 4 / 3 * 0.05)),
]


def surface(shape: Shape) -> Triangles:
    triangles = triangles_of(shape)
    assert triangles is not None
    return triangles


def volume(triangles: Triangles) -> float:
    """By the divergence theorem: positive if corners run counter-clockwise seen from outside."""
    a, b, c = (triangles.vertices[triangles.corners[:, i], :3] for i in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


@pytest.mark.parametrize(("shape", "expected"), SHAPES)
def test_a_surface_encloses_the_volume_of_its_shape(shape: Shape, expected: float) -> None:
    enclosed = volume(surface(shape))
    assert 0.94 * expected < enclosed < (1 + 1e-9) * expected
    if isinstance(shape, Box):
        assert enclosed == pytest.approx(expected)


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES])
def test_a_surface_is_closed(shape: Shape) -> None:
    triangles = surface(shape)
    places = [tuple(place) for place in np.round(triangles.vertices[:, :3], 9).tolist()]
    edges = Counter(
        (places[corner[i]], places[corner[(i + 1) % 3]])
        for corner in triangles.corners
        for i in range(3)
    )
    assert all(edges[(end, start)] == count for (start, end), count in edges.items())


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES])
def test_normals_are_unit_and_agree_with_the_winding(shape: Shape) -> None:
    triangles = surface(shape)
    assert np.linalg.norm(triangles.vertices[:, 3:6], axis=1) == pytest.approx(1)
    a, b, c = (triangles.vertices[triangles.corners[:, i], :3] for i in range(3))
    faces = np.cross(b - a, c - a)
    assert (np.linalg.norm(faces, axis=1) > 0).all()
    for i in range(3):
        normals = triangles.vertices[triangles.corners[:, i], 3:6]
        assert (np.einsum("ij,ij->i", faces, normals) > 0).all()


@pytest.mark.parametrize("shape", [Box((0.3, 0.2, 0.1)), Cylinder(0.05, 0.2)])
def test_textures_are_in_metres_and_not_mirrored(shape: Shape) -> None:
    triangles = surface(shape)
    places, textures = (triangles.vertices[triangles.corners][..., part] for part in (S3, T2))
    sides, flat = np.diff(places, axis=1), np.diff(textures, axis=1)
    areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    mapped = flat[:, 0, 0] * flat[:, 1, 1] - flat[:, 0, 1] * flat[:, 1, 0]
    assert mapped == pytest.approx(areas, rel=0.02)


S3, T2 = slice(0, 3), slice(6, 8)


def test_the_sides_of_a_box_carry_their_texture_upright() -> None:
    triangles = surface(Box((0.3, 0.2, 0.1)))
    upright = np.abs(triangles.vertices[:, 5]) < 0.5
    assert triangles.vertices[upright, 7] == pytest.approx(triangles.vertices[upright, 2])


def test_small_things_have_fewer_triangles() -> None:
    counts = [len(surface(Sphere(radius)).corners) for radius in (0.001, 0.01, 0.1)]
    assert counts == sorted(counts)
    assert counts[0] < counts[2] / 4
    assert len(dot(1.0).corners) < 60


def test_a_mesh_is_left_to_others() -> None:
    assert triangles_of(Mesh("package://robot/part.stl")) is None


@given(st.tuples(*[st.floats(-3, 3)] * 6))
def test_moving_keeps_volume_and_normals(numbers: tuple[float, ...]) -> None:
    start = surface(Capsule(0.05, 0.2))
    x, y, z, roll, pitch, yaw = numbers
    end = moved(start, Pose((x, y, z), (roll, pitch, yaw)).matrix())
    assert volume(end) == pytest.approx(volume(start), rel=1e-9)
    centre = end.vertices[:, :3] - end.vertices[:, :3].mean(axis=0)
    assert (np.einsum("ij,ij->i", centre, end.vertices[:, 3:6]) > 0).all()


def test_joining_adds_up() -> None:
    parts = [surface(shape) for shape, _ in SHAPES]
    assert volume(joined(parts)) == pytest.approx(sum(map(volume, parts)))
    assert len(joined([]).corners) == 0


def test_refining_shortens_sides_and_keeps_the_surface() -> None:
    coarse = surface(Box((0.3, 0.2, 0.1)))
    fine = refined(coarse, 0.05)
    a, b = (fine.vertices[np.roll(fine.corners, shift, axis=1), :3] for shift in (0, 1))
    assert np.linalg.norm(a - b, axis=2).max() <= 0.05
    assert volume(fine) == pytest.approx(volume(coarse))
    assert len(refined(surface(Box((1000, 1000, 1))), 0.01).corners) <= 20_000
