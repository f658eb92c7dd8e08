# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes, textures and materials of an MJCF document, each written once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from samebot.core.errors import ModelError
from samebot.model.shapes import Material, Mesh
from samebot.model.urdf.meshes import resolve_mesh
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["READABLE_MESHES", "Assets"]

READABLE_MESHES: Final = (".stl", ".obj", ".msh")
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
            self._add("mesh", name, file=self._file(mesh.uri, READABLE_MESHES), inertia="shell")
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
            self._add("texture", name, type="2d", file=self._file(uri, _PICTURES))
        return self._textures[uri]

    def _file(self, uri: str, readable: Sequence[str]) -> str:
        path = resolve_mesh(uri, base=self._base, search=self._search)
        if path.suffix.lower() not in readable:
            raise ModelError(
                f"MuJoCo cannot read {uri!r}; convert it to one of {', '.join(readable)}"
            )
        return str(path.resolve())

    def _add(self, tag: str, name: str, **attributes: str) -> None:
        self._elements.append(ET.Element(tag, {"name": name, **attributes}))
