# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Squares of the floor find exactly what a look at everything finds."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("numba")

from samebot.sim import grid, rays
from samebot.sim.compiled import compiled
from samebot.sim.solids import Floats, Solids, no_solids


def scattered(chance: np.random.Generator, count: int, spread: float) -> Solids:
    """Return balls of all sizes and planes, some of them robot 1's."""
    radii = np.where(chance.random(count) < 0.05, -1.0, chance.exponential(0.08, count))
    return no_solids()._replace(
        kinds=np.where(radii < 0.0, rays.PLANE, rays.SPHERE),
        sizes=np.abs(np.tile(radii, (3, 1)).T),
        positions=chance.normal(0.0, spread, (count, 3)),
        rotations=np.tile(np.eye(3).ravel(), (count, 1)),
        radii=radii,
        owners=chance.integers(-1, 3, count),
        seen=chance.permutation(count)[: max(1, count - 3)],
    )


@compiled
def about(
    squares: grid.Grid,
    way: tuple[rays.Point, rays.Point, float, float, float],
    solids: Solids,
    found: Floats,
) -> tuple[int, float]:
    top = grid.fill(squares, solids)
    origin, towards, reach, margin, opening = way
    count = grid.along_way(squares, origin, towards, reach, margin, opening, solids, 1, found)
    return count, top


def by_looking_at_all(
    solids: Solids, origin: Floats, towards: Floats, reach: float, margin: float, opening: float
) -> set[int]:
    found = set()
    for solid in solids.seen.tolist():
        if solids.owners[solid] == 1:
            continue
        offset = solids.positions[solid] - origin
        along = min(max(float(offset @ towards), 0.0), reach)
        away = float(np.linalg.norm(offset - along * towards))
        room = margin + opening * along + solids.radii[solid] * math.hypot(1.0, opening)
        if solids.radii[solid] < 0.0 or away <= room:
            found.add(solid)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_squares_find_what_a_look_at_everything_finds(seed: int) -> None:
    chance = np.random.default_rng(seed)
    solids = scattered(chance, int(chance.integers(1, 400)), float(chance.uniform(0.01, 5.0)))
    squares = grid.grid_of(solids)
    for _ in range(20):
        # Things move, also to where no square was.
        solids.positions[:] += chance.normal(0.0, 0.3, solids.positions.shape)
        origin = chance.normal(0.0, 2.0, 3)
        towards = chance.normal(0.0, 1.0, 3)
        towards /= np.linalg.norm(towards)
        reach = float(chance.choice([0.0, 0.4, 3.0, 100.0]))
        opening = float(chance.choice([0.0, 0.2, 1.0]))
        margin = float(chance.uniform(0.0, 0.5))
        way = (tuple(origin), tuple(towards), reach, margin, opening)
        found = np.empty((len(solids.seen), rays.FOUND_WIDTH))
        count, top = about(squares, way, solids, found)
        expected = by_looking_at_all(solids, origin, towards, reach, margin, opening)
        assert sorted(found[:count, 17].astype(int).tolist()) == sorted(expected)
        held = solids.seen[solids.radii[solids.seen] >= 0.0]
        assert top == pytest.approx(
            max(0.0, (solids.positions[held, 2] + solids.radii[held]).max())
        )


def test_a_world_without_solids_has_nothing_near() -> None:
    solids = no_solids()
    way = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 10.0, 1.0, 0.5)
    count, top = about(grid.grid_of(solids), way, solids, np.empty((0, rays.FOUND_WIDTH)))
    assert (count, top) == (0, 0.0)
