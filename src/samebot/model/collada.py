# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""COLLADA files (1.4, 1.5; ISO/PAS 17506) as triangles: what the scene shows, in metres.

Lengths are in the file's own unit, as in RViz and Gazebo; like these, the axis that the file calls
"up" is not looked at. Lines, curves, skins and colours are left out.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import ModelError
from samebot.core.pose import Matrix, axis_angle_matrix
from samebot.model.xml import Element, parse_xml

__all__ = ["Surface", "collada_surface", "collada_unit"]

_DEEPEST: Final = 60
"""Nodes within nodes, those that stand for others included."""
_MOST_NODES: Final = 100_000
_MOST_TRIANGLES: Final = 4_000_000

_Whole = NDArray[np.int64]
_Kind = TypeVar("_Kind", np.int64, np.float64)


class Surface(NamedTuple):
    """Places (rows of x, y, z; m) and triangles: rows of three numbers of places."""

    places: Matrix
    corners: _Whole


def collada_unit(content: bytes, file: str = "<mesh>") -> float:
    """Return how many metres the unit of a COLLADA file has."""
    return _unit(parse_xml(content, file))


def collada_surface(content: bytes, file: str = "<mesh>") -> Surface:
    """Return the triangles of a COLLADA file; ModelError or ValueError for a broken one."""
    root = parse_xml(content, file)
    if root.tag != "COLLADA":
        raise ModelError(f"is no COLLADA: expected <COLLADA>, found <{root.tag}>", root.where)
    pieces = list(_Scene(root).pieces())
    if not pieces:
        return Surface(np.empty((0, 3)), np.empty((0, 3), np.int64))
    first = np.cumsum([0, *(len(piece.places) for piece in pieces[:-1])])
    return Surface(
        np.concatenate([piece.places for piece in pieces]) * _unit(root),
        np.concatenate([piece.corners + start for piece, start in zip(pieces, first, strict=True)]),
    )


def _unit(root: Element) -> float:
    asset = root.child("asset")
    unit = asset.child("unit") if asset is not None else None
    metres = float(unit.get("meter", "1")) if unit is not None else 1.0
    if not 0.0 < metres < math.inf:
        raise ValueError(f"its unit has {metres} metres")
    return metres


class _Scene:
    """One file: what is defined in it, by the names that other parts of it use."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._named = {element.get("id"): element for element in _all_of(root) if element.get("id")}
        self._geometries: dict[str, Surface] = {}
        self._nodes = self._triangles = 0

    def pieces(self) -> Iterator[Surface]:
        """Return every geometry of the scene in its place; without a scene all geometries."""
        instance = _within(self._root, "scene", "instance_visual_scene")
        scene = self._target(instance) if instance is not None else None
        if scene is not None:
            yield from self._node(scene, np.eye(4), 0)
            return
        for library in self._root.children("library_geometries"):
            for geometry in library.children("geometry"):
                yield self._placed(geometry, np.eye(4))

    def _node(self, node: Element, above: Matrix, depth: int) -> Iterator[Surface]:
        self._nodes += 1
        if depth > _DEEPEST or self._nodes > _MOST_NODES:
            limits = f"{_DEEPEST} nodes within each other or {_MOST_NODES} in all"
            raise ModelError(f"shows more than {limits}", node.where)
        here = above
        for child in node.children():
            if child.tag in _MOTIONS:
                here = here @ _MOTIONS[child.tag](_numbers(child))
        for child in node.children("node", "instance_node", "instance_geometry"):
            target = child if child.tag == "node" else self._target(child)
            if target is None:
                continue
            if child.tag == "instance_geometry":
                yield self._placed(target, here)
            else:
                yield from self._node(target, here, depth + 1)

    def _target(self, element: Element) -> Element | None:
        return self._named.get(element.get("url").removeprefix("#"))

    def _placed(self, geometry: Element, matrix: Matrix) -> Surface:
        key = geometry.get("id")
        if key not in self._geometries:
            self._geometries[key] = self._surface(geometry)
        places, corners = self._geometries[key]
        self._triangles += len(corners)
        if self._triangles > _MOST_TRIANGLES:
            raise ModelError(f"has more than {_MOST_TRIANGLES} triangles", geometry.where)
        mirrored = float(np.linalg.det(matrix[:3, :3])) < 0.0
        placed = places @ matrix[:3, :3].T + matrix[:3, 3]
        return Surface(placed, corners[:, ::-1] if mirrored else corners)

    def _surface(self, geometry: Element) -> Surface:
        """Return the triangles of one geometry; all its parts share their places."""
        mesh = geometry.child("mesh")
        tables: dict[str, tuple[int, Matrix]] = {}
        count, corners = 0, [np.empty((0, 3), np.int64)]
        for part in mesh.children(*_SPLITS) if mesh is not None else ():
            source, found = self._part(part)
            if source.get("id") not in tables:
                table = _places(source)
                tables[source.get("id")] = (count, table)
                count += len(table)
            start, table = tables[source.get("id")]
            if found.size and (found.min() < 0 or found.max() >= len(table)):
                raise ValueError(f"a face has corner {found.max()} of {len(table)}")
            corners.append(found + start)
        places = [table for _, table in tables.values()] or [np.empty((0, 3))]
        return Surface(np.concatenate(places), np.concatenate(corners))

    def _part(self, part: Element) -> tuple[Element, _Whole]:
        """Return where a part's places are, and its triangles."""
        inputs = list(part.children("input"))
        stride = max((int(each.get("offset", "0")) for each in inputs), default=0) + 1
        for each in inputs:
            if each.get("semantic") == "VERTEX":
                source = self._positions(each)
                return source, _SPLITS[part.tag](part, stride, int(each.get("offset", "0")))
        raise ValueError(f"<{part.tag}> has no input VERTEX")

    def _positions(self, vertex: Element) -> Element:
        vertices = self._named.get(vertex.get("source").removeprefix("#"))
        for each in vertices.children("input") if vertices is not None else ():
            source = self._named.get(each.get("source").removeprefix("#"))
            if each.get("semantic") == "POSITION" and source is not None:
                return source
        raise ValueError("its vertices have no POSITION")


def _places(source: Element) -> Matrix:
    array = source.child("float_array")
    accessor = _within(source, "technique_common", "accessor")
    stride = int(accessor.get("stride", "1")) if accessor is not None else 3
    offset = int(accessor.get("offset", "0")) if accessor is not None else 0
    if array is None or stride < 3 or offset < 0:
        raise ValueError("its positions are no rows of x, y, z")
    numbers = _numbers(array)[offset:]
    return numbers[: len(numbers) // stride * stride].reshape(-1, stride)[:, :3]


def _fans(chosen: _Whole, counts: _Whole) -> _Whole:
    """Return the triangles of convex polygons that follow each other in `chosen`."""
    if len(counts) and (counts.min() < 0 or counts.sum() > len(chosen)):
        raise ValueError("its polygons have more corners than there are")
    counts = counts[counts > 0]
    first = np.cumsum(counts) - counts
    start = np.repeat(first, np.maximum(counts - 2, 0))
    step = np.concatenate([np.arange(1, count - 1) for count in counts] or [np.empty(0, np.int64)])
    step = step.astype(np.int64)
    return np.stack([chosen[start], chosen[start + step], chosen[start + step + 1]], axis=1)


def _triangles(part: Element, stride: int, offset: int) -> _Whole:
    chosen = _chosen(part.child("p"), stride, offset)
    return chosen[: len(chosen) // 3 * 3].reshape(-1, 3)


def _polylist(part: Element, stride: int, offset: int) -> _Whole:
    counts = part.child("vcount")
    lengths = _whole(counts) if counts is not None else np.empty(0, np.int64)
    return _fans(_chosen(part.child("p"), stride, offset), lengths)


def _polygons(part: Element, stride: int, offset: int) -> _Whole:
    lists = [_chosen(each, stride, offset) for each in part.children("p")]
    chosen = np.concatenate([np.empty(0, np.int64), *lists])
    return _fans(chosen, np.array([len(each) for each in lists], np.int64))


def _strips(part: Element, stride: int, offset: int) -> _Whole:
    triangles = [np.empty((0, 3), np.int64)]
    for each in part.children("p"):
        chosen = _chosen(each, stride, offset)
        rows = np.stack([chosen[:-2], chosen[1:-1], chosen[2:]], axis=1)
        rows[1::2] = rows[1::2, ::-1]
        triangles.append(rows)
    return np.concatenate(triangles)


def _chosen(element: Element | None, stride: int, offset: int) -> _Whole:
    """Return the numbers of the places out of a list that also names normals and the like."""
    return np.empty(0, np.int64) if element is None else _whole(element)[offset::stride]


def _whole(element: Element) -> _Whole:
    return _parsed(element.text, np.int64)


def _numbers(element: Element) -> Matrix:
    return _parsed(element.text, np.float64)


def _parsed(text: str, kind: type[_Kind]) -> NDArray[_Kind]:
    with warnings.catch_warnings():
        # What is no number is a warning of numpy 2.2, an error of later ones.
        warnings.simplefilter("error")
        try:
            return np.fromstring(text, kind, sep=" ")
        except (DeprecationWarning, ValueError):
            raise ValueError(f"{text[:40]!r} is no list of numbers") from None


def _all_of(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children():
        yield from _all_of(child)


def _within(element: Element, *path: str) -> Element | None:
    found: Element | None = element
    for tag in path:
        found = found.child(tag) if found is not None else None
    return found


def _matrix(values: Matrix) -> Matrix:
    return values.reshape(4, 4)


def _translation(values: Matrix) -> Matrix:
    matrix = np.eye(4)
    matrix[:3, 3] = values
    return matrix


def _rotation(values: Matrix) -> Matrix:
    x, y, z, degrees = (float(value) for value in values)
    matrix = np.eye(4)
    if degrees != 0.0:
        matrix[:3, :3] = axis_angle_matrix((x, y, z), math.radians(degrees))
    return matrix


def _scaling(values: Matrix) -> Matrix:
    x, y, z = values
    return np.diag([x, y, z, 1.0])


_MOTIONS: Final[dict[str, Callable[[Matrix], Matrix]]] = {
    "matrix": _matrix,
    "translate": _translation,
    "rotate": _rotation,
    "scale": _scaling,
}
_SPLITS: Final[dict[str, Callable[[Element, int, int], _Whole]]] = {
    "triangles": _triangles,
    "polylist": _polylist,
    "polygons": _polygons,
    "tristrips": _strips,
}
"""How each kind of part is split into triangles; fans and lines are not."""
