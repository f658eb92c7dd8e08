# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes of every format are the same triangles; broken ones are one clear error."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh_samples import GEOMETRY, POSITIONS, SHOWN, binary_stl, dae, obj, text_stl
from samebot.core.errors import ModelError
from samebot.model.collada import collada_surface
from samebot.model.mesh_files import Surface, binary_facets, read_mesh


def volume(surface: Surface) -> float:
    """Return what a closed surface holds, m3; below 0 if it is inside out."""
    a, b, c = surface.places[surface.corners].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("part.stl", binary_stl()),
        ("PART.STL", binary_stl(b"solid but binary")),
        ("part.stl", text_stl()),
        ("part.obj", obj()),
        ("part.dae", dae()),
        ("part.dae", dae(geometry=GEOMETRY.replace("triangles", "tristrips"), shown=SHOWN)),
    ],
)
def test_every_format_gives_the_same_triangles(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    surface = read_mesh(path)
    assert np.ptp(surface.places, axis=0) == pytest.approx([1.0, 2.0, 3.0])
    if b"tristrips" not in content:
        assert len(surface.corners) == 4
        assert volume(surface) == pytest.approx(1.0)


def test_text_and_binary_stl_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "part.stl"
    path.write_bytes(binary_stl(b"solid but binary"))
    assert binary_facets(path) == 4
    for other in (text_stl(), binary_stl()[:-1], b""):
        path.write_bytes(other)
        assert binary_facets(path) is None


@pytest.mark.parametrize(
    ("shown", "low", "high"),
    [
        (f"<translate>1 2 3</translate>{SHOWN}", (1, 2, 3), (2, 4, 6)),
        (f"<scale>1 1 -2</scale>{SHOWN}", (0, 0, -6), (1, 2, 0)),
        (f"<rotate>0 0 1 90</rotate><translate>5 0 0</translate>{SHOWN}", (-2, 5, 0), (0, 6, 3)),
        (f"<matrix>1 0 0 4 0 1 0 5 0 0 1 6 0 0 0 1</matrix>{SHOWN}", (4, 5, 6), (5, 7, 9)),
        (
            f"<scale>2 2 2</scale><node><translate>1 0 0</translate>{SHOWN}</node>",
            (2, 0, 0),
            (4, 4, 6),
        ),
        ('<translate>0 0 7</translate><instance_node url="#again"/>', (0, 0, 7), (1, 2, 10)),
    ],
)
def test_a_scene_puts_its_geometries_in_their_places(
    shown: str, low: tuple[float, ...], high: tuple[float, ...]
) -> None:
    again = f'<library_nodes><node id="again">{SHOWN}</node></library_nodes>'
    surface = collada_surface(dae(shown, more=again))
    assert surface.places.min(axis=0) == pytest.approx(low)
    assert surface.places.max(axis=0) == pytest.approx(high)
    assert volume(surface) > 0.0


def test_lengths_are_in_the_unit_of_the_file() -> None:
    assert volume(collada_surface(dae(unit="0.0254"))) == pytest.approx(0.0254**3)


def test_polygons_and_strips_become_triangles() -> None:
    square = GEOMETRY.replace(POSITIONS, "0 0 0 1 0 0 1 1 0 0 1 0 2 2 0")
    start, end = square.index("<triangles"), square.index("</mesh>")
    vertex = '<input semantic="VERTEX" source="#v" offset="0"/>'
    for part, count in (
        (f"<polylist>{vertex}<vcount>4 3</vcount><p>0 1 2 3 1 4 2</p></polylist>", 3),
        (f"<polygons>{vertex}<p>0 1 2 3</p><p>1 4 2</p></polygons>", 3),
        (f"<tristrips>{vertex}<p>0 1 3 2 4</p></tristrips>", 3),
        (f"<lines>{vertex}<p>0 1</p></lines>{square[start:end]}", 4),
    ):
        geometry = square[:start] + part + square[end:]
        surface = collada_surface(dae(geometry=geometry))
        assert len(surface.corners) == count, part
        a, b, c = surface.places[surface.corners].transpose(1, 0, 2)
        if "lines" not in part:
            assert (np.cross(b - a, c - a)[:, 2] > 0.0).all(), part


BOMB = "".join(
    f'<node id="n{k}"><instance_node url="#n{k + 1}"/><instance_node url="#n{k + 1}"/></node>'
    for k in range(50)
)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty"),
        (b"<html/>", "expected <COLLADA>, found <html>"),
        (dae(""), "has no triangles"),
        (dae("<translate>1 2</translate>" + SHOWN), "is a broken mesh"),
        (dae("<rotate>0 0 0 90</rotate>" + SHOWN), "is a broken mesh"),
        (dae(unit="0"), "its unit has 0.0 metres"),
        (dae(geometry=GEOMETRY.replace(POSITIONS, "a b c")), "is no list of numbers"),
        (dae(geometry=GEOMETRY.replace(POSITIONS, "0 0 0 nan 0 0")), "is a broken mesh"),
        (dae(geometry=GEOMETRY.replace("#p", "#q")), "its vertices have no POSITION"),
        (dae(geometry=GEOMETRY.replace("VERTEX", "COLOR")), "has no input VERTEX"),
        (dae('<instance_node url="#n0"/>', more=f"<library_nodes>{BOMB}</library_nodes>"), "nodes"),
        (
            dae(
                '<instance_node url="#a"/>',
                more='<library_nodes><node id="a"><instance_node url="#a"/></node></library_nodes>',
            ),
            "60 nodes within each other",
        ),
    ],
)
def test_a_broken_collada_file_is_one_clear_error(
    content: bytes, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "part.dae"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=expected):
        read_mesh(path)


def test_other_formats_are_named(tmp_path: Path) -> None:
    path = tmp_path / "part.ply"
    path.write_bytes(b"ply")
    with pytest.raises(ModelError, match=r"is no mesh .* expected \.stl, \.obj, \.dae"):
        read_mesh(path)


@given(data=st.data())
def test_a_mutated_mesh_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name, content = data.draw(
        st.sampled_from(
            [("a.stl", binary_stl()), ("b.stl", text_stl()), ("c.obj", obj()), ("d.dae", dae())]
        )
    )
    changed = bytearray(content)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(changed)))
        end = data.draw(st.integers(start, min(start + 8, len(changed))))
        changed[start:end] = data.draw(
            st.binary(max_size=4) | st.sampled_from([b"-1", b"9e9", b'"'])
        )
    path = tmp_path_factory.getbasetemp() / "mutated_meshes" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(changed)
    surface = None
    with contextlib.suppress(ModelError):
        surface = read_mesh(path)
    if surface is not None:
        assert np.isfinite(surface.places).all()
        assert 0 <= surface.corners.min() <= surface.corners.max() < len(surface.places)
