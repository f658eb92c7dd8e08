# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Mesh addresses to files: package://, model://, file://, and paths beside the robot's file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from samebot.core.errors import ModelError, Where
from samebot.model.urdf.fields import nested
from samebot.model.urdf.packages import candidates, is_package_name, places_of
from samebot.model.xml import Element

__all__ = ["check_meshes", "resolve_mesh"]

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(/.*)", re.DOTALL)
_ENOUGH: Final = 100
"""With so many more missing meshes, no further ones are looked for."""
_PACKAGES: Final = ("package", "model")


def resolve_mesh(uri: str, *, base: Path, search: Sequence[Path] = (), what: str = "mesh") -> Path:
    """Return the file that a mesh's address means; `base` is the folder of the robot's file.

    Raises ModelError that says where it was looked for; `what` is the word for it.
    """
    for path in _candidates(uri, base, search):
        if _is_file(path):
            return path
    raise ModelError(f"{what} {uri!r} is missing; {_looked(uri, base, search)}")


def check_meshes(robot: Element, *, base: Path, search: Sequence[Path] = ()) -> None:
    """Raise one ModelError if meshes of a `<robot>` have no file: the first, and how many more."""
    missing: dict[str, ModelError] = {}
    found: set[str] = set()
    for where, uri in _addresses(robot):
        if uri in found or uri in missing:
            continue
        try:
            resolve_mesh(uri, base=base, search=search)
            found.add(uri)
        except ModelError as error:
            missing[uri] = ModelError(error.problem, where)
            if len(missing) > _ENOUGH:
                break
    if missing:
        first = next(iter(missing.values()))
        raise ModelError(first.problem + _others(len(missing) - 1), first.where)


def _others(more: int) -> str:
    if not more:
        return ""
    at_least = "at least " if more == _ENOUGH else ""
    return f" ({at_least}{more} other mesh{'es are' if more > 1 else ' is'} missing, too)"


def _addresses(robot: Element) -> Iterator[tuple[Where, str]]:
    for link in robot.children("link"):
        for body in link.children("visual", "collision"):
            mesh = nested(body, "geometry/mesh")
            if mesh.get("filename"):
                element = f'link "{link.get("name")}"'
                yield Where(mesh.file, mesh.line, element), mesh.get("filename")


def _candidates(uri: str, base: Path, search: Sequence[Path]) -> Iterator[Path]:
    scheme, written = _split(uri)
    # Some tools write a blank as %20, others mean a percent sign when they write one.
    for path in dict.fromkeys((written, written.replace("\\", "/"), unquote(written))):
        if scheme in _PACKAGES:
            yield from _in_package(path, base, search)
        elif scheme in ("", "file"):
            yield base / path
            yield from (folder / path for folder in search)


def _in_package(path: str, base: Path, search: Sequence[Path]) -> Iterator[Path]:
    name, _, path = path.lstrip("/").partition("/")
    if not is_package_name(name):
        return
    for folder in candidates(name, base, search):
        yield folder / path
    # Robots that are shipped outside their package keep its folders, if not its name.
    yield from (folder / path for folder in (base, *base.absolute().parents))


def _split(uri: str) -> tuple[str, str]:
    """Return the scheme ("" for a plain path) and the path."""
    match = _SCHEME.match(uri)
    if match is None:
        return "", uri
    scheme, path = match.group(1).lower(), match.group(2).removeprefix("//")
    if scheme == "file":
        path = path.removeprefix("localhost")
        if re.match(r"/[A-Za-z]:", path):  # file:///C:/robot.stl
            path = path[1:]
    return scheme, path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _looked(uri: str, base: Path, search: Sequence[Path]) -> str:
    scheme, _ = _split(uri)
    if scheme in _PACKAGES:
        return f"looked for its package in {places_of(base, search)}; add where it is"
    if scheme in ("", "file"):
        folders = ", ".join(map(str, (base, *search)))
        return f"looked in {folders}; put the file there or correct the address"
    return f"{scheme}:// is not fetched; expected package://, file:// or a path"
