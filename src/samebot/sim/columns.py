# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How devices lie in arrays that compiled functions take: a few wide ones, not many narrow ones.

Each array that is handed over costs time, with every call and once more when it is compiled for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from samebot.sim.solids import Floats, Whole

__all__ = [
    "DUE",
    "FIRST",
    "FIRST_OWN",
    "LINK",
    "NOISE",
    "OWNER",
    "RAY",
    "RAY_END",
    "ROW",
    "ROW_END",
    "Columns",
    "Place",
    "columns",
    "joined",
    "shifted",
]

FIRST: Final = 0
"""Where a device's numbers begin in the readings."""
DUE: Final = 1
"""Where is written whether it is due."""
NOISE: Final = 2
"""Where its noise begins."""
OWNER: Final = 3
"""The robot that it belongs to."""
LINK: Final = 4
"""Its link's row in the engine's arrays."""
ROW: Final = 5
"""Where the rows of its lookup table begin and end."""
ROW_END: Final = 6
RAY: Final = 7
"""Where its rays begin and end."""
RAY_END: Final = 8
FIRST_OWN: Final = 9
"""Here the columns of its kind begin."""


class Columns(NamedTuple):
    """Devices of one kind; their robots follow each other."""

    whole: Whole
    """A row a device: the columns above, then those of its kind."""
    numbers: Floats
    """A row a device."""
    rays: Floats
    """A row a ray: direction in the link, and weight."""
    rows: Floats
    """A row a row of a lookup table."""


class Place(NamedTuple):
    """Where one device's numbers lie in the readings of its robot."""

    first: int
    due: int
    noise: int


def columns(
    places: Sequence[Place],
    owner: int,
    links: Sequence[int],
    *,
    own: Sequence[Sequence[int]],
    numbers: Sequence[Sequence[float]],
    rows: Sequence[Floats],
    rays: Sequence[Floats] = (),
) -> Columns:
    """Return the devices of one robot; `own` and `numbers` hold the columns of their kind."""
    count = len(places)
    row_ends = np.cumsum([0, *map(len, rows)])
    ray_ends = np.cumsum([0, *map(len, rays)]) if rays else np.zeros(count + 1, np.int64)
    shared = np.zeros((count, FIRST_OWN), np.int64)
    shared[:, [FIRST, DUE, NOISE]] = np.array(places, np.int64).reshape(count, 3)
    shared[:, OWNER] = owner
    shared[:, LINK] = links
    shared[:, ROW], shared[:, ROW_END] = row_ends[:-1], row_ends[1:]
    shared[:, RAY], shared[:, RAY_END] = ray_ends[:-1], ray_ends[1:]
    kind = np.array(own, np.int64).reshape(count, -1) if count else np.zeros((0, 0), np.int64)
    return Columns(
        whole=np.ascontiguousarray(np.concatenate([shared, kind], axis=1)),
        numbers=np.array(numbers, np.float64).reshape(count, -1 if count else 0),
        rays=np.concatenate([*rays, np.zeros((0, 4))]),
        rows=np.concatenate([*rows, np.zeros((0, 3))]),
    )


def shifted(some: Columns, first: int, due: int, noise: int) -> Columns:
    """Return a robot's devices for readings in which its share begins somewhere."""
    whole = some.whole.copy()
    whole[:, [FIRST, DUE, NOISE]] += (first, due, noise)
    return some._replace(whole=whole)


def joined(parts: Sequence[Columns]) -> Columns:
    """Return devices as one, one robot's after another's; robots that are alike share rays."""
    parts = [part for part in parts if len(part.whole)] or list(parts[:1])
    moved = []
    rays, rows = _Shared(), _Shared()
    for part in parts:
        whole = part.whole.copy()
        whole[:, [ROW, ROW_END]] += rows.start_of(part.rows)
        whole[:, [RAY, RAY_END]] += rays.start_of(part.rays)
        moved.append(whole)
    return Columns(
        whole=np.concatenate(moved),
        numbers=np.concatenate([part.numbers for part in parts]),
        rays=np.concatenate(rays.found),
        rows=np.concatenate(rows.found),
    )


class _Shared:
    """Arrays one after another, each kept once, so that they stay in the processor's cache."""

    def __init__(self) -> None:
        self.found: list[Floats] = []
        self._starts: dict[bytes, int] = {}
        self._end = 0

    def start_of(self, some: Floats) -> int:
        """Return where an array begins among those that were found."""
        key = some.tobytes()
        if key not in self._starts:
            self._starts[key] = self._end
            self.found.append(some)
            self._end += len(some)
        return self._starts[key]
