# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What is near, without a look at everything: solids by the squares of the floor they stand on.

Large solids are looked at always; there are few of them. What is found is the same as by looking
at all solids, so that the cost of a ray does not grow with the number of robots.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from samebot.sim.compiled import compiled_part
from samebot.sim.rays import Point, keep
from samebot.sim.solids import Floats, Solids, Whole

__all__ = ["Grid", "along_way", "fill", "grid_of"]

_SMALLEST: Final = 0.05
"""Side of a square, m."""
_MOST: Final = 512
"""Squares along a side of the floor."""


class Grid(NamedTuple):
    """Solids by squares; the last square stands for everywhere."""

    starts: Whole
    """Where the solids of each square begin in `order`; one number more than squares."""
    order: Whole
    squares: Whole
    """Of each solid in `seen`."""
    counts: tuple[int, int]
    """Squares along x and y."""
    corner: tuple[float, float]
    side: float
    """Of a square, m; what has a larger bounding radius counts as large."""


def grid_of(solids: Solids) -> Grid:
    """Return a grid over where solids are now, with about as many squares as solids."""
    small = solids.seen[solids.radii[solids.seen] >= 0.0]
    places = solids.positions[small, :2] if len(small) else np.zeros((1, 2))
    low, high = places.min(axis=0), places.max(axis=0)
    wide, deep = (high - low).tolist()
    side = math.sqrt(max(wide, _SMALLEST) * max(deep, _SMALLEST) / max(len(small), 1))
    side = max(side, _SMALLEST, wide / _MOST, deep / _MOST)
    counts = (int(wide / side) + 1, int(deep / side) + 1)
    return Grid(
        starts=np.zeros(counts[0] * counts[1] + 2, np.int64),
        order=np.zeros(len(solids.seen), np.int64),
        squares=np.zeros(len(solids.seen), np.int64),
        counts=counts,
        corner=(float(low[0]), float(low[1])),
        side=side,
    )


@compiled_part
def _square(place: float, start: float, side: float, count: int) -> int:
    """Return the number of a square along one axis; what is outside belongs to the edge."""
    number = math.floor((place - start) / side)
    if number < 0:
        return 0
    return number if number < count else count - 1


@compiled_part
def fill(grid: Grid, solids: Solids) -> float:
    """Note where solids are now; return how high the highest of them reaches, m."""
    starts, squares = grid.starts, grid.squares
    across, deep = grid.counts
    everywhere = across * deep
    starts[:] = 0
    top = 0.0
    for number in range(len(squares)):
        solid = solids.seen[number]
        radius = solids.radii[solid]
        square = everywhere
        if radius >= 0.0:
            top = max(top, solids.positions[solid, 2] + radius)
            if radius <= grid.side:
                x = _square(solids.positions[solid, 0], grid.corner[0], grid.side, across)
                y = _square(solids.positions[solid, 1], grid.corner[1], grid.side, deep)
                square = y * across + x
        squares[number] = square
        starts[square + 1] += 1
    for square in range(everywhere + 1):
        starts[square + 1] += starts[square]
    # Each square's start moves to its end while it is filled, which is where the next one starts.
    for number in range(len(squares) - 1, -1, -1):
        square = squares[number]
        starts[square + 1] -= 1
        grid.order[starts[square + 1]] = solids.seen[number]
    for square in range(everywhere + 1):
        starts[square] = starts[square + 1]
    starts[everywhere + 1] = len(squares)
    return top


@compiled_part
def along_way(
    grid: Grid,
    origin: Point,
    towards: Point,
    reach: float,
    margin: float,
    opening: float,
    solids: Solids,
    own: int,
    found: Floats,
) -> int:
    """Put into `found` what is about a straight way and not robot `own`'s; count it.

    About it is what is within `margin` at its origin, and `opening` times the distance more
    farther on (the tangent of a cone's half angle). A `reach` of 0 is a ball.
    """
    across, deep = grid.counts
    stretch = math.sqrt(1.0 + opening * opening)
    room = margin + opening * reach + grid.side * stretch
    to_x, to_y = reach * towards[0], reach * towards[1]
    corner, side = grid.corner, grid.side
    left = _square(origin[0] + min(to_x, 0.0) - room, corner[0], side, across)
    right = _square(origin[0] + max(to_x, 0.0) + room, corner[0], side, across)
    low = _square(origin[1] + min(to_y, 0.0) - room, corner[1], side, deep)
    high = _square(origin[1] + max(to_y, 0.0) + room, corner[1], side, deep)
    count = 0
    for line in range(low, high + 2):
        # The squares of a line follow each other; after the last line come the large solids.
        first = grid.starts[across * deep]
        last = len(grid.order)
        if line <= high:
            first = grid.starts[line * across + left]
            last = grid.starts[line * across + right + 1]
        for place in range(first, last):
            solid = grid.order[place]
            if solids.owners[solid] == own:
                continue
            radius = solids.radii[solid]
            if radius >= 0.0:
                x = solids.positions[solid, 0] - origin[0]
                y = solids.positions[solid, 1] - origin[1]
                z = solids.positions[solid, 2] - origin[2]
                along_it = x * towards[0] + y * towards[1] + z * towards[2]
                along_it = min(max(along_it, 0.0), reach)
                x -= along_it * towards[0]
                y -= along_it * towards[1]
                z -= along_it * towards[2]
                bound = margin + opening * along_it + radius * stretch
                if x * x + y * y + z * z > bound * bound:
                    continue
            keep(solids, solid, found, count)
            count += 1
    return count
