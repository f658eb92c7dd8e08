# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One small mesh in the formats that robots' meshes have."""

from __future__ import annotations

import struct

CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 3.0)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
"""A tetrahedron of 1 m3; its faces look outwards."""


def binary_stl(header: bytes = b"") -> bytes:
    facets = [(0.0,) * 3 + sum((CORNERS[corner] for corner in face), ()) for face in FACES]
    packed = b"".join(struct.pack("<12fH", *facet, 0) for facet in facets)
    return header.ljust(80) + struct.pack("<I", len(FACES)) + packed


def text_stl() -> bytes:
    facets = (
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*CORNERS[corner]) for corner in face)
        + "endloop\nendfacet\n"
        for face in FACES
    )
    return f"solid part\n{''.join(facets)}endsolid part\n".encode()


def obj() -> bytes:
    lines = ["v {} {} {}".format(*corner) for corner in CORNERS]
    lines += ["f " + " ".join(f"{corner + 1}//1" for corner in face) for face in FACES]
    return "\n".join(lines).encode()


POSITIONS = " ".join(str(value) for corner in CORNERS for value in corner)
TRIANGLES = " ".join(f"{corner} 0" for face in FACES for corner in face)
INPUTS = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" offset="1"/>'
GEOMETRY = f"""
<geometry id="part"><mesh>
<source id="p"><float_array id="n" count="12">{POSITIONS}</float_array>
<technique_common><accessor source="#n" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4">{INPUTS}<p>{TRIANGLES}</p></triangles></mesh></geometry>"""
SHOWN = '<instance_geometry url="#part"/>'


def dae(shown: str = SHOWN, *, unit: str = "1", geometry: str = GEOMETRY, more: str = "") -> bytes:
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="some" meter="{unit}"/><up_axis>Y_UP</up_axis></asset>
<library_geometries>{geometry}</library_geometries>{more}
<library_visual_scenes><visual_scene id="s"><node>{shown}</node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>""".encode()
