# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Mesh files (STL, Wavefront OBJ) as triangles that a software renderer can bear.

A file that cannot be found or read, or is of another format, is no error: its part of the robot
is shown by other means.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from samebot.core.errors import ModelError
from samebot.model.shapes import Mesh
from samebot.model.urdf import resolve_mesh
from samebot.sim.shapes3d import Triangles
from samebot.sim.solids import Floats, Whole

__all__ = ["mesh_triangles"]

_LARGEST: Final = 200 * 2**20
"""Larger files (bytes) are not opened."""
_ENOUGH: Final = 3000
"""Triangles a mesh; finer ones are made coarser."""
_FINEST: Final = 64
"""Cells along a mesh's longest side when it is made coarser, to begin with."""
_FACET: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("extra", "<u2")])


def mesh_triangles(mesh: Mesh, folder: Path) -> Triangles | None:
    """Return a mesh's surface, `folder` being that of the robot's file; None if there is none."""
    try:
        path = resolve_mesh(mesh.uri, base=folder)
        reader = _READERS.get(path.suffix.lower())
        if reader is None or path.stat().st_size > _LARGEST:
            return None
        places, corners = reader(path.read_bytes())
    except (ModelError, OSError, ValueError, IndexError):
        return None
    if not len(corners) or not np.isfinite(places).all():
        return None
    return _surface(*_coarse(places, corners), np.array(mesh.scale))


def _stl(content: bytes) -> tuple[Floats, Whole]:
    count = int.from_bytes(content[80:84], "little")
    if len(content) == 84 + 50 * count:
        facets = np.frombuffer(content, _FACET, count, 84)["corners"]
        places = facets.reshape(-1, 3).astype(np.float64)
    else:
        words = [line.split() for line in content.decode("ascii", "replace").splitlines()]
        texts = [line[1:4] for line in words if line[:1] == ["vertex"]]
        places = np.array(texts, np.float64).reshape(-1, 3)
    return places, np.arange(len(places) // 3 * 3).reshape(-1, 3)


def _obj(content: bytes) -> tuple[Floats, Whole]:
    places: list[list[str]] = []
    corners: list[tuple[int, int, int]] = []
    for line in content.decode("utf-8", "replace").splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            places.append(rest[:3])
        elif word == "f":
            numbers = [int(text.split("/")[0]) for text in rest]
            face = [n - 1 if n > 0 else len(places) + n for n in numbers]
            corners += [(face[0], a, b) for a, b in itertools.pairwise(face[1:])]
    table: Floats = np.array(places, np.float64).reshape(-1, 3)
    indices = np.array(corners, np.int64).reshape(-1, 3)
    if indices.size and (indices.min() < 0 or indices.max() >= len(table)):
        raise ValueError(indices.max())
    return table, indices


_READERS: Final[dict[str, Callable[[bytes], tuple[Floats, Whole]]]] = {".stl": _stl, ".obj": _obj}


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
