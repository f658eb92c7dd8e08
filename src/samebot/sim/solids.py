# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What sensors can see: solids and the floor's drawing, as arrays that the engine keeps current.

Named tuples, because compiled functions take them as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

__all__ = ["FloorPicture", "Floats", "Solids", "Whole", "no_solids"]


class FloorPicture(NamedTuple):
    """The floor's colours: `pixels` (rows along y upwards, columns along x, RGB 0 to 1)."""

    pixels: NDArray[np.float32]
    left: float
    """x of the first column's outer edge, m."""
    bottom: float
    """y of the first row's outer edge, m."""
    side: float
    """Side of a pixel, m."""


class Solids(NamedTuple):
    """All solids of a world; positions and rotations are the engine's own arrays."""

    kinds: Whole
    sizes: Floats
    positions: Floats
    rotations: Floats
    """Row-major 3x3 matrices, nine numbers a solid."""
    radii: Floats
    """Bounding radius; negative: everywhere (a plane)."""
    owners: Whole
    """The number of the robot a solid belongs to; -1: the world's."""
    colours: Floats
    roughness: Floats
    seen: Whole
    """The solids that rays can hit."""
    floor: int
    """The solid that shows the floor picture."""
    picture: FloorPicture
    link_positions: Floats
    link_rotations: Floats


def no_solids() -> Solids:
    """Return a world without solids, and one link at its origin."""
    return Solids(
        kinds=np.zeros(0, np.int64),
        sizes=np.zeros((0, 3)),
        positions=np.zeros((0, 3)),
        rotations=np.zeros((0, 9)),
        radii=np.zeros(0),
        owners=np.zeros(0, np.int64),
        colours=np.zeros((0, 3)),
        roughness=np.zeros(0),
        seen=np.zeros(0, np.int64),
        floor=-1,
        picture=FloorPicture(np.ones((1, 1, 3), np.float32), 0.0, 0.0, 1.0),
        link_positions=np.zeros((1, 3)),
        link_rotations=np.eye(3).reshape(1, 9),
    )
