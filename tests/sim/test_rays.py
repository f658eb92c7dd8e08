# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Our ray caster against MuJoCo's own, on random solids."""

import math

import mujoco
import numpy as np
import pytest

from samebot.sim import rays
from samebot.sim.compiled import compiled
from samebot.sim.solids import Floats, FloorPicture, Solids

SIZES = {"box": 3, "cylinder": 2, "sphere": 1, "capsule": 2}


def scene(seed: int) -> tuple[mujoco.MjModel, mujoco.MjData, Solids]:
    rng = np.random.default_rng(seed)
    geoms = ['<geom type="plane" size="0 0 1" pos="0 0 -0.6"/>']
    for number in range(20):
        kind = list(SIZES)[number % 4]
        size, place, turn = (
            rng.uniform(0.02, 0.1, 3),
            rng.uniform(-0.5, 0.5, 3),
            rng.uniform(-3, 3, 3),
        )
        texts = (" ".join(map(str, v)) for v in (size[: SIZES[kind]], place, turn))
        geoms.append('<geom type="{}" size="{}" pos="{}" euler="{}"/>'.format(kind, *texts))
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco><worldbody>{''.join(geoms)}</worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    count = model.ngeom
    solids = Solids(
        kinds=model.geom_type.astype(np.int64),
        sizes=model.geom_size,
        positions=data.geom_xpos,
        rotations=data.geom_xmat,
        radii=np.where(model.geom_type == rays.PLANE, -1.0, model.geom_rbound),
        owners=np.full(count, -1, np.int64),
        colours=np.ones((count, 3)),
        roughness=np.zeros(count),
        seen=np.arange(count),
        floor=-1,
        picture=FloorPicture(np.ones((1, 1, 3), np.float32), 0.0, 0.0, 1.0),
        link_positions=data.xpos,
        link_rotations=data.xmat,
    )
    return model, data, solids


@compiled
def cast(
    origin: rays.Point, direction: rays.Point, reach: float, solids: Solids, found: Floats
) -> tuple[float, int]:
    return rays.cast(origin, direction, reach, found, rays.near(origin, reach, solids, 0, found))


@compiled
def incidence(
    origin: rays.Point, direction: rays.Point, length: float, found: Floats, row: int
) -> float:
    return rays.incidence(rays.along(origin, direction, length), direction, found, row)


def shoot(
    solids: Solids, origin: rays.Point, direction: rays.Point, reach: float = 1e9
) -> tuple[float, int]:
    found = np.empty((len(solids.seen), rays.FOUND_WIDTH))
    distance, row = cast(origin, direction, reach, solids, found)
    return distance, int(found[row, 17]) if row >= 0 else -1


def point(vector: Floats) -> rays.Point:
    x, y, z = (float(v) for v in vector)
    return (x, y, z)


def random_rays(seed: int, count: int) -> list[tuple[rays.Point, rays.Point]]:
    """Rays from outside of all solids into their midst."""
    rng = np.random.default_rng(seed)
    pairs = []
    for _ in range(count):
        origin = rng.normal(size=3)
        origin[2] = abs(origin[2]) / 2
        origin *= 1.2 / np.linalg.norm(origin)
        direction = rng.uniform(-0.5, 0.5, 3) - origin
        direction /= np.linalg.norm(direction)
        pairs.append((point(origin), point(direction)))
    return pairs


@pytest.mark.parametrize("seed", range(5))
def test_rays_hit_what_mujocos_rays_hit(seed: int) -> None:
    model, data, solids = scene(seed)
    kinds_hit = set()
    geom = np.zeros(1, np.int32)
    for origin, direction in random_rays(seed + 100, 400):
        expected = mujoco.mj_ray(model, data, origin, direction, None, 1, -1, geom)
        distance, solid = shoot(solids, origin, direction)
        assert distance == (pytest.approx(expected, abs=1e-9) if expected >= 0 else math.inf)
        assert solid == geom[0]
        kinds_hit.add(int(model.geom_type[solid]))
    assert kinds_hit >= {rays.PLANE, rays.SPHERE, rays.CAPSULE, rays.CYLINDER, rays.BOX}


def test_incidence_is_the_angle_to_the_surface_normal() -> None:
    model, data, solids = scene(3)
    geom, normal = np.zeros(1, np.int32), np.zeros(3)
    found = np.empty((len(solids.seen), rays.FOUND_WIDTH))
    hits = 0
    for origin, direction in random_rays(7, 400):
        distance = mujoco.mj_ray(model, data, origin, direction, None, 1, -1, geom, normal)
        if distance < 0:
            continue
        length, row = cast(origin, direction, 1e9, solids, found)
        cosine = incidence(origin, direction, length, found, row)
        assert cosine == pytest.approx(abs(float(np.dot(normal, direction))), abs=1e-6)
        hits += 1
    assert hits > 200


def test_a_ray_from_inside_does_not_see_the_solid_it_starts_in() -> None:
    _, data, solids = scene(2)
    for solid in range(1, 21):
        centre = point(data.geom_xpos[solid])
        for direction in ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0)):
            assert shoot(solids, centre, direction)[1] != solid


def test_nothing_beyond_reach_and_nothing_of_ones_own_is_seen() -> None:
    _, _, solids = scene(1)
    for origin, direction in random_rays(11, 100):
        distance, solid = shoot(solids, origin, direction)
        if solid < 0:
            continue
        assert shoot(solids, origin, direction, distance * 0.999) == (math.inf, -1)
        owners = solids.owners.copy()
        owners[solid] = 0
        assert shoot(solids._replace(owners=owners), origin, direction)[1] != solid
