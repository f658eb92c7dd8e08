# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Mesh files for the page: found on this computer, loaded by trimesh, remembered.

A mesh that cannot be found or read is left out and named in `unreadable`; the page goes on.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import ParseError

import numpy as np
import trimesh
from collada.common import DaeError

from samebot.core.errors import ModelError
from samebot.dashboard.geometry import Bounds
from samebot.model.collada import collada_unit
from samebot.model.shapes import Mesh
from samebot.model.urdf import resolve_mesh

__all__ = ["MeshFiles"]

_LARGEST: Final = 200 * 2**20
"""A mesh file above this (bytes) is not sent to a browser."""

# trimesh has no error of its own: a broken file ends in whatever its parsers stumble over.
_UNREADABLE: Final = (
    ArithmeticError,
    AttributeError,
    DaeError,
    ImportError,
    LookupError,
    ModelError,
    NotImplementedError,
    OSError,
    ParseError,
    TypeError,
    ValueError,
    struct.error,
)


class MeshFiles:
    """Loads each mesh file once; files are looked for beside those in `base`."""

    def __init__(self, base: Path) -> None:
        """Start with nothing loaded; `base` is the folder of the robot's file."""
        self._base = base
        self._loaded: dict[str, trimesh.Trimesh | None] = {}

    @property
    def unreadable(self) -> tuple[str, ...]:
        """The addresses of meshes that could not be shown."""
        return tuple(uri for uri, mesh in self._loaded.items() if mesh is None)

    def get(self, mesh: Mesh) -> trimesh.Trimesh | None:
        """Return the mesh without its scale; None if it cannot be found or read."""
        if mesh.uri not in self._loaded:
            self._loaded[mesh.uri] = self._load(mesh.uri)
        return self._loaded[mesh.uri]

    def bounds(self, mesh: Mesh) -> Bounds | None:
        """Return the smallest and largest corner of a mesh without its scale."""
        loaded = self.get(mesh)
        return None if loaded is None else np.asarray(loaded.bounds, dtype=np.float64)

    def _load(self, uri: str) -> trimesh.Trimesh | None:
        try:
            return _read(resolve_mesh(uri, base=self._base))
        except ModelError:
            return None


def _read(path: Path) -> trimesh.Trimesh | None:
    try:
        if path.stat().st_size > _LARGEST:
            return None
        mesh = trimesh.load_mesh(path)
        if not isinstance(mesh, trimesh.Trimesh) or mesh.is_empty:
            return None
        if path.suffix.lower() == ".dae":  # trimesh leaves such a file in its own unit
            mesh.vertices = mesh.vertices * collada_unit(path.read_bytes(), str(path))
        return mesh if np.isfinite(mesh.bounds).all() else None
    except _UNREADABLE:
        return None
