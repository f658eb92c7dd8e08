# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes, textures and materials of an MJCF document, each written once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np

from samebot.core.errors import ModelError, Where
from samebot.model.mesh_files import MESHES, binary_facets, read_mesh
from samebot.model.shapes import Material, Mesh
from samebot.model.urdf.meshes import resolve_mesh
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["READABLE_MESHES", "Assets"]

_OWN_MESHES: Final = (".stl", ".obj", ".msh")
"""What MuJoCo reads itself."""
READABLE_MESHES: Final = tuple(dict.fromkeys((*_OWN_MESHES, *MESHES)))
_MOST_FACETS: Final = 200_000
"""Triangles of an STL file that MuJoCo takes."""
_MOST_TRIANGLES: Final = 500_000
_PICTURES: Final = (".png", ".ktx")


class Assets:
    """Collects what the geoms of one robot refer to by name."""

    def __init__(self, prefix: str, base: Path, search: Sequence[Path]) -> None:
        """`base` and `search` are folders in which files are looked for."""
        self._prefix = prefix
        self._base = base
        self._search = search
        self._meshes: dict[Mesh, str] = {}
        self._textures: dict[str, str] = {}
        self._materials: dict[str, str] = {}
        self._elements: list[ET.Element] = []

    @property
    def elements(self) -> tuple[ET.Element, ...]:
        """What has been referred to, each after what it refers to itself."""
        return tuple(self._elements)

    def mesh(self, mesh: Mesh) -> str:
        """Return the name of a mesh."""
        if mesh not in self._meshes:
            name = self._meshes[mesh] = f"{self._prefix}mesh{len(self._meshes)}"
            # Its own weight is never asked for; as a shell any mesh has one, closed or not.
            self._add("mesh", name, **self._surface(mesh.uri), inertia="shell")
            self._elements[-1].set("scale", numbers(mesh.scale))
        return self._meshes[mesh]

    def material(self, material: Material) -> str:
        """Return the name of a material."""
        if material.name not in self._materials:
            name = self._materials[material.name] = f"{self._prefix}{material.name}"
            attributes = {
                "rgba": numbers(material.colour or (1.0, 1.0, 1.0, 1.0)),
                "specular": number(0.5 * (1.0 - material.roughness)),
                "shininess": number(1.0 - material.roughness),
                "roughness": number(material.roughness),
                "metallic": number(material.metalness),
            }
            if material.texture is not None:
                attributes["texture"] = self._texture(material.texture)
            self._add("material", name, **attributes)
        return self._materials[material.name]

    def _texture(self, uri: str) -> str:
        if uri not in self._textures:
            name = self._textures[uri] = f"{self._prefix}texture{len(self._textures)}"
            self._add("texture", name, type="2d", file=str(self._file(uri, "texture", _PICTURES)))
        return self._textures[uri]

    def _surface(self, uri: str) -> dict[str, str]:
        """Return the file of a mesh, or its triangles themselves where MuJoCo cannot read it."""
        path = self._file(uri, "mesh", READABLE_MESHES)
        return {"file": str(path)} if _is_read_by_mujoco(path) else _triangles(path)

    def _file(self, uri: str, what: str, readable: Sequence[str]) -> Path:
        path = resolve_mesh(uri, base=self._base, search=self._search, what=what)
        if path.suffix.lower() not in readable:
            raise ModelError(
                f"MuJoCo cannot read {uri!r}; convert it to one of {', '.join(readable)}"
            )
        return path.resolve()

    def _add(self, tag: str, name: str, **attributes: str) -> None:
        self._elements.append(ET.Element(tag, {"name": name, **attributes}))


def _is_read_by_mujoco(path: Path) -> bool:
    """Return whether MuJoCo takes the file: STL only as a whole binary that is not too fine."""
    suffix = path.suffix.lower()
    if suffix != ".stl":
        return suffix in _OWN_MESHES
    facets = binary_facets(path)
    return facets is not None and 1 <= facets <= _MOST_FACETS


def _triangles(path: Path) -> dict[str, str]:
    places, corners = read_mesh(path)
    if len(corners) > _MOST_TRIANGLES:
        raise ModelError(
            f"has {len(corners)} triangles; at most {_MOST_TRIANGLES} are written for MuJoCo; "
            "make it coarser",
            Where(str(path)),
        )
    merged, which = np.unique(places.astype(np.float32), axis=0, return_inverse=True)
    chosen = which.reshape(-1)[corners]
    # A triangle without an area has two corners in one place.
    whole = (chosen != np.roll(chosen, 1, axis=1)).all(axis=1)
    return {
        "vertex": " ".join(f"{value:.7g}" for value in merged.reshape(-1).tolist()),
        "face": " ".join(map(str, chosen[whole].reshape(-1).tolist())),
    }
