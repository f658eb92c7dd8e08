# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Mesh files (STL, Wavefront OBJ, COLLADA) as triangles; colours and normals are not looked at."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from samebot.core.errors import ModelError, Where
from samebot.model.collada import Surface, collada_surface
from samebot.model.files import read_bytes

__all__ = ["MESHES", "Surface", "binary_facets", "read_mesh"]

_LARGEST: Final = 200 * 2**20
"""Larger files (bytes) are not opened."""
_FACET: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("extra", "<u2")])
_HEADER: Final = 84
"""Bytes before the facets of a binary STL file; the last four are their number."""


def read_mesh(path: Path) -> Surface:
    """Return the triangles of a mesh file, m.

    Raises ModelError for a file of another format, a broken one, and one without triangles.
    """
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(MESHES)
        raise ModelError(f"is no mesh that samebot reads; expected {known}", Where(str(path)))
    try:
        surface = reader(read_bytes(path, _LARGEST), path)
    except (ValueError, IndexError) as error:
        raise ModelError(f"is a broken mesh: {error}; export it again", Where(str(path))) from error
    if not len(surface.corners) or not np.isfinite(surface.places).all():
        raise ModelError("has no triangles with finite corners; export it again", Where(str(path)))
    return surface


def binary_facets(path: Path) -> int | None:
    """Return how many triangles a binary STL file has; None for text and for a wrong length."""
    with path.open("rb") as stream:
        start = stream.read(_HEADER)
    whole = path.stat().st_size == _HEADER + _FACET.itemsize * _count(start)
    return _count(start) if whole else None


def _count(start: bytes) -> int:
    return int.from_bytes(start[_HEADER - 4 : _HEADER], "little")


def _is_text(start: bytes, size: int) -> bool:
    """Return whether an STL file is text: binary ones that begin like that have their size."""
    return start[:5] == b"solid" and size < _HEADER + _FACET.itemsize * _count(start)


def _stl(content: bytes, _path: Path) -> Surface:
    if _is_text(content, len(content)):
        words = (line.split() for line in content.decode("ascii", "replace").splitlines())
        texts = [line[1:4] for line in words if line[:1] == ["vertex"]]
        places = np.array(texts, np.float64).reshape(-1, 3)
    else:
        facets = np.frombuffer(content, _FACET, _count(content), _HEADER)["corners"]
        places = facets.reshape(-1, 3).astype(np.float64)
    return Surface(places, np.arange(len(places) // 3 * 3).reshape(-1, 3))


def _obj(content: bytes, _path: Path) -> Surface:
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
    table = np.array(places, np.float64).reshape(-1, 3)
    indices = np.array(corners, np.int64).reshape(-1, 3)
    if indices.size and (indices.min() < 0 or indices.max() >= len(table)):
        raise ValueError(f"a face has corner {indices.max() + 1} of {len(table)}")
    return Surface(table, indices)


def _dae(content: bytes, path: Path) -> Surface:
    return collada_surface(content, str(path))


_READERS: Final[dict[str, Callable[[bytes, Path], Surface]]] = {
    ".stl": _stl,
    ".obj": _obj,
    ".dae": _dae,
}
MESHES: Final = tuple(_READERS)
