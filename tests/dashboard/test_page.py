# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The page serves a robot, and its sliders move it."""

from __future__ import annotations

import http.server
import itertools
import math
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("viser")

from samebot.core.errors import BadInput
from samebot.dashboard.answering import what_is_wrong_with
from samebot.dashboard.meshes import MeshFiles
from samebot.dashboard.page import RobotPage
from samebot.model.devices import LED
from samebot.model.kinematics import JointPositions, forward
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Cylinder, Material, Mesh, Sphere, Visual
from samebot.model.structure import Joint, JointKind, Limits, Link, Mimic


def _robot(mesh: str = "lost.stl") -> RobotModel:
    red = Material(name="red", colour=(0.8, 0.1, 0.1, 0.5))
    return RobotModel(
        name="arm",
        links=(
            Link(name="base", visuals=(Visual(shape=Box((0.2, 0.2, 0.1))),)),
            Link(name="a/b", visuals=(Visual(shape=Cylinder(0.02, 0.3), material=red),)),
            Link(name="finger", visuals=(Visual(shape=Capsule(0.01, 0.1)),)),
            Link(
                name="hand",
                visuals=(Visual(shape=Sphere(0.03)), Visual(shape=Mesh(mesh, (2.0, 2.0, 2.0)))),
            ),
        ),
        joints=(
            Joint(
                name="shoulder",
                kind=JointKind.REVOLUTE,
                parent="base",
                child="a/b",
                axis=(0.0, 1.0, 0.0),
                limits=Limits(lower=-1.0, upper=1.5),
            ),
            Joint(
                name="wrist",
                kind=JointKind.CONTINUOUS,
                parent="a/b",
                child="hand",
                mimic=Mimic(joint="shoulder", multiplier=-1.0),
            ),
            Joint(name="rail", kind=JointKind.PRISMATIC, parent="hand", child="finger"),
        ),
        devices=(LED(name="led0", link="hand"),),
    )


class Moves:
    """Keeps what the page calls with."""

    def __init__(self) -> None:
        """Start with none."""
        self.positions: list[JointPositions] = []
        self.changed = threading.Condition()

    def __call__(self, positions: JointPositions) -> None:
        """Keep one move."""
        with self.changed:
            self.positions.append(positions)
            self.changed.notify_all()

    def until(self, joint: str, value: float) -> None:
        """Wait for a joint to stand at a value."""
        with self.changed:
            assert self.changed.wait_for(
                lambda: bool(self.positions) and self.positions[-1][joint] == value, 5.0
            )


@pytest.fixture
def moves() -> Moves:
    """Return a listener for moves."""
    return Moves()


@pytest.fixture
def page(moves: Moves) -> Iterator[RobotPage]:
    """Return a page on a port that the system chose."""
    with RobotPage(_robot(), port=0, moved=moves) as page:
        yield page


def test_the_page_answers_as_to_a_browser(page: RobotPage) -> None:
    assert page.url == f"http://127.0.0.1:{page.port}"
    assert what_is_wrong_with("127.0.0.1", page.port) == ""


def test_a_moved_joint_moves_links_and_is_told(page: RobotPage, moves: Moves) -> None:
    page.set_positions({"shoulder": 0.7})
    moves.until("shoulder", 0.7)
    expected = forward(_robot(), {"shoulder": 0.7})
    for link, frame in page.scene._links.items():
        np.testing.assert_allclose(frame.position, expected[link][:3, 3], atol=1e-12)
        np.testing.assert_allclose(page.scene.pose(link), expected[link], atol=1e-12)
    assert page.scene._links["a/b"].wxyz == pytest.approx(
        (math.cos(0.35), 0.0, math.sin(0.35), 0.0)
    )


def test_a_slider_moved_in_the_browser_moves_the_robot(page: RobotPage, moves: Moves) -> None:
    handle = next(h for s, h in page._handles.items() if s.joint == "rail")
    handle.value = 0.25  # type: ignore[misc]
    moves.until("rail", 0.25)
    assert page.scene.pose("finger")[0, 3] == pytest.approx(0.25)


def test_joints_stay_within_their_limits(page: RobotPage, moves: Moves) -> None:
    page.set_positions({"shoulder": 99.0})
    moves.until("shoulder", 1.5)


def test_reset_brings_every_joint_back(page: RobotPage, moves: Moves) -> None:
    page.set_positions({"shoulder": 1.0, "rail": -0.5})
    moves.until("rail", -0.5)
    page.reset()
    moves.until("rail", 0.0)
    assert page.positions == {"shoulder": 0.0, "rail": 0.0}
    for link, matrix in forward(_robot(), {}).items():
        np.testing.assert_array_equal(page.scene.pose(link), matrix)


def test_frames_can_be_shown_and_hidden(page: RobotPage) -> None:
    frames = page.scene._frames
    assert len(frames) == 5  # four links and a device
    page.scene.show_frames(True)
    assert all(frame.show_axes for frame in frames)
    page.scene.show_frames(False)
    assert not any(frame.show_axes for frame in frames)


def test_a_taken_port_leads_to_the_next_free_one(page: RobotPage) -> None:
    with RobotPage(_robot(), port=page.port) as second:
        assert page.port < second.port <= page.port + 100
        assert what_is_wrong_with("127.0.0.1", second.port) == ""


def test_after_the_last_port_there_is_none() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 65535))
        with pytest.raises(BadInput, match="65535"):
            RobotPage(_robot(), port=65535)


def test_a_closed_page_does_not_answer(page: RobotPage) -> None:
    page.close()
    assert "does not answer" in what_is_wrong_with("127.0.0.1", page.port)


def test_something_else_on_the_port_is_told_apart() -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        assert "something else" in what_is_wrong_with("127.0.0.1", server.server_port)
    finally:
        server.shutdown()
        server.server_close()


def test_a_missing_mesh_is_named_and_the_rest_is_shown(page: RobotPage) -> None:
    assert page.scene.unreadable_meshes == ("lost.stl",)


@pytest.mark.parametrize("content", [b"", b"solid nothing", b"\x00" * 100, b"\xff" * 4000])
def test_a_broken_mesh_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.stl").write_bytes(content)
    with RobotPage(replace(_robot("broken.stl"), folder=tmp_path), port=0) as page:
        assert page.scene.unreadable_meshes == ("broken.stl",)


def test_a_mesh_beside_the_robots_file_is_shown(tmp_path: Path) -> None:
    (tmp_path / "tetra.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    )
    with RobotPage(replace(_robot("tetra.obj"), folder=tmp_path), port=0) as page:
        assert page.scene.unreadable_meshes == ()
        assert page.scene.extent.high == pytest.approx((2.0, 2.0, 6.0))


COLLADA = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 2 0</float_array>
<technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"""
BOMB = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in itertools.pairwise("abcdefghij"))


def test_a_collada_mesh_is_shown(tmp_path: Path) -> None:
    (tmp_path / "wheel.dae").write_text(COLLADA)
    with RobotPage(replace(_robot("wheel.dae"), folder=tmp_path), port=0) as page:
        assert page.scene.unreadable_meshes == ()


def test_a_collada_mesh_is_shown_in_metres(tmp_path: Path) -> None:
    (tmp_path / "wheel.dae").write_text(COLLADA.replace('meter="1"', 'meter="0.01"'))
    bounds = MeshFiles(tmp_path).bounds(Mesh("wheel.dae"))
    assert bounds is not None
    assert bounds[1].tolist() == pytest.approx([0.01, 0.02, 0.0])


@pytest.mark.parametrize(
    "content",
    [
        "",
        COLLADA[:500],
        COLLADA.replace("#g", "#lost"),
        f'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">{BOMB}]><COLLADA>&j;</COLLADA>',
    ],
)
def test_a_broken_collada_mesh_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "wheel.dae").write_text(content)
    with RobotPage(replace(_robot("wheel.dae"), folder=tmp_path), port=0) as page:
        assert page.scene.unreadable_meshes == ("wheel.dae",)


def test_a_robot_without_joints_has_a_page() -> None:
    with RobotPage(RobotModel(name="rock", links=(Link(name="rock"),)), port=0) as page:
        assert page.positions == {}
        assert what_is_wrong_with("127.0.0.1", page.port) == ""
