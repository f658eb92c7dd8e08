# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Mesh files as triangles that a software renderer can bear.

A file that cannot be found or read, or is of another format, is no error: its part of the robot
is shown by other means.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from samebot.core.errors import ModelError
from samebot.model.mesh_files import read_mesh
from samebot.model.shapes import Mesh
from samebot.model.urdf import resolve_mesh
from samebot.sim.shapes3d import Triangles
from samebot.sim.solids import Floats, Whole

__all__ = ["mesh_triangles"]

_ENOUGH: Final = 3000
"""Triangles a mesh; finer ones are made coarser."""
_FINEST: Final = 64
"""Cells along a mesh's longest side when it is made coarser, to begin with."""


def mesh_triangles(mesh: Mesh, folder: Path) -> Triangles | None:
    """Return a mesh's surface, `folder` being that of the robot's file; None if there is none."""
    try:
        places, corners = read_mesh(resolve_mesh(mesh.uri, base=folder))
    except ModelError:
        return None
    return _surface(*_coarse(places, corners), np.array(mesh.scale))


def _coarse(places: Floats, corners: Whole) -> tuple[Floats, Whole]:
    """Return a mesh of few enough triangles: what lies in one cell of a grid becomes one point."""
    cells = _FINEST
    while len(corners) > _ENOUGH and cells >= 4:
        low = places.min(axis=0)
        cell = max(float(np.ptp(places, axis=0).max()) / cells, 1e-12)
        _, first, merged = np.unique(
            np.floor((places - low) / cell).astype(np.int64),
            axis=0,
            return_index=True,
            return_inverse=True,
        )
        joined = merged.reshape(-1)[corners]
        a, b, c = joined.T
        whole = (a != b) & (b != c) & (c != a)
        places, corners = places[first], np.unique(joined[whole], axis=0)
        cells //= 2
    return places, corners


def _surface(places: Floats, corners: Whole, scale: Floats) -> Triangles:
    """Return triangles with a normal each; a negative scale turns them inside out, undone here."""
    if np.prod(scale) < 0.0:
        corners = corners[:, ::-1]
    points = (places * scale)[corners]
    normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    points, normals = points[lengths > 0.0], normals[lengths > 0.0]
    normals = normals / lengths[lengths > 0.0][:, None]
    vertices = np.zeros((3 * len(points), 8))
    vertices[:, :3] = points.reshape(-1, 3)
    vertices[:, 3:6] = np.repeat(normals, 3, axis=0)
    return Triangles(vertices, np.arange(len(vertices)).reshape(-1, 3))
