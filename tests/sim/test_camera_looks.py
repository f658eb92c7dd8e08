# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What pictures show: colours, light, textures, robots, LEDs, and not the camera's own link."""

import math
import struct
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from camera_scenes import DARK, FULL_LIGHT, SQUARE, build, centre_of, eye, mask_of
from samebot.core.errors import UnknownName
from samebot.core.pose import Pose, Vector3
from samebot.model.catalogue import load
from samebot.model.devices import LED
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Collision, Cylinder, Material, Mesh, Shape, Sphere, Visual
from samebot.model.structure import Joint, JointKind, Link
from samebot.sim.picture_mesh import mesh_triangles
from samebot.sim.world import Floor, Light, Surface, Thing, World
from samebot.sim.world_file import built_in_worlds, load_world

HERE = Pose((0, 0, 0.1))
RED, GREEN = (255, 0, 0), (0, 255, 0)
WHITE = replace(DARK, lights=FULL_LIGHT)


def wall(surface: Surface, distance: float = 0.3) -> Thing:
    return Thing(
        name="wall", shape=Box((0.02, 4, 4)), pose=Pose((distance + 0.01, 0, 0)), surface=surface
    )


def before(surface: Surface, lights: tuple[Light, ...] = FULL_LIGHT) -> World:
    return World(name="wall", floor=Floor(size=(1, 1)), things=(wall(surface),), lights=lights)


@pytest.mark.parametrize("colour", [(1, 1, 1), (1, 0.25, 0.2), (0.1, 0.5, 0.9), (0, 0, 0)])
def test_colours_in_full_light_are_what_they_are(colour: Vector3) -> None:
    image = build(before(Surface(colour=colour)), [(eye(), HERE)]).shoot()
    assert (np.abs(image[20:60] - 255 * np.array(colour)) <= 2).all()


OBLIQUE = math.sqrt(0.5)


def beam(intensity: float, direction: Vector3) -> Light:
    return Light(kind="directional", intensity=intensity, direction=direction)


def ambient(intensity: float) -> Light:
    return Light(kind="ambient", intensity=intensity)


@pytest.mark.parametrize(
    ("lights", "expected"),
    [
        ((), 0.0),
        ((ambient(0.25),), 0.25),
        ((beam(0.5, (1, 0, 0)),), 0.5),
        ((beam(1.0, (1, 1, 0)),), OBLIQUE),
        ((beam(1.0, (-1, 0, 0)),), 0.0),
        ((ambient(0.2), beam(0.5, (2, 0, 0))), 0.7),
        ((ambient(5.0),), 1.0),
        ((ambient(1.0), beam(3.0, (1, 0, 0))), 1.0),
    ],
)
def test_light_adds_up_falls_with_the_cosine_and_is_seen_by_gamma(
    lights: tuple[Light, ...], expected: float
) -> None:
    world = before(Surface(colour=(1.0, 0.5, 0.0)), lights)
    still, movable = (
        build(world, [(eye(), HERE)], movable=names).shoot()[50, 80] for names in ((), ("wall",))
    )
    assert still == pytest.approx(np.array([255, 127.5, 0]) * expected ** (1 / 2.2), abs=2)
    # What moves is lit while it is drawn, which knows no gamma between light and shadow.
    assert movable == pytest.approx(still, abs=40 if expected == OBLIQUE else 3)


def test_point_lights_make_a_bright_spot() -> None:
    lamp = Light(kind="point", intensity=0.02, position=(0.2, 0.04, 0.1))
    panel = replace(wall(Surface()), shape=Box((0.02, 0.6, 0.4)))
    image = build(replace(DARK, things=(panel,), lights=(lamp,)), [(eye(), HERE)]).shoot()
    bright = image[:, :, 0] > 0.9 * image.max()
    rows, columns = np.nonzero(bright)
    focal = 80 / math.tan(0.42)
    assert columns.mean() == pytest.approx(80 - focal * 0.04 / 0.3, abs=4)
    assert rows.mean() == pytest.approx(60, abs=4)
    assert image[60, 150, 0] < 0.7 * image.max()


def test_a_checked_wall_shows_its_tiles() -> None:
    surface = Surface(texture="checker", tile=0.05, colour=(1, 0, 0))
    row = build(before(surface), [(eye(), HERE)]).shoot()[57].astype(int)
    # 1 or 0.75; mixing texture and colour costs a level.
    assert (np.minimum(abs(row[:, 0] - 255), abs(row[:, 0] - 191)) <= 1).all()
    assert (row[:, 1:] == 0).all()
    changes = np.flatnonzero(np.diff(row[:, 0]))
    focal = 80 / math.tan(0.42)
    assert np.diff(changes) == pytest.approx(focal * 0.05 / 0.3, abs=1)


@pytest.mark.parametrize("texture", ["wood", "bricks", "checker"])
@pytest.mark.parametrize("movable", [(), ("wall",)])
def test_patterns_are_seen_on_still_and_on_movable_things(
    texture: str, movable: tuple[str, ...]
) -> None:
    world = before(Surface(texture=texture, tile=0.1))
    image = build(world, [(eye(), HERE)], movable=movable).shoot()
    assert image[:50].std() > 5
    assert image[:50].max() >= 250


def test_movable_things_follow_the_engine() -> None:
    thing = Thing(name="ball", shape=Sphere(0.02), surface=Surface(colour=(1, 0, 0)), mass=0.1)
    scene = build(
        replace(DARK, things=(thing,), lights=FULL_LIGHT), [(eye(), HERE)], movable=["ball"]
    )
    places = []
    for y in (0.05, 0.0, -0.05):
        scene.put("ball", Pose((0.3, y, 0.1)))
        places.append(centre_of(scene.shoot(), RED)[0])
    assert places == sorted(places)
    assert places[1] == pytest.approx(80, abs=1)


def painted(shape: Shape, colour: tuple[float, float, float, float], pose: Pose = Pose()) -> Visual:
    return Visual(shape=shape, pose=pose, material=Material(name=str(colour), colour=colour))


SHOULDER = Joint(name="joint", kind=JointKind.FIXED, parent="eye", child="arm")


def boxed(link: str = "eye") -> RobotModel:
    """Return a robot whose camera sits inside of a red box, with a green plate on another link."""
    plate = painted(Box((0.01, 0.02, 0.02)), (0, 1, 0, 1))
    lens = painted(Sphere(0.01), (1, 0, 0, 1), Pose((0.05, 0, 0)))
    return RobotModel(
        name="boxed",
        links=(
            Link(name="eye", visuals=(painted(Box((0.06, 0.06, 0.06)), (1, 0, 0, 1)), lens)),
            Link(name="arm", visuals=(plate,)),
        ),
        joints=(
            Joint(
                name="joint",
                kind=JointKind.FIXED,
                parent="eye",
                child="arm",
                pose=Pose((0.2, 0.03, 0)),
            ),
        ),
        devices=(replace(SQUARE, link=link),),
    )


def test_a_camera_does_not_see_its_own_link_but_the_others() -> None:
    image = build(WHITE, [(boxed(), HERE)]).shoot()
    assert not mask_of(image, RED).any()
    assert mask_of(image, GREEN).any()
    image = build(WHITE, [(boxed("arm"), HERE @ Pose((-0.3, 0, 0)))]).shoot()
    assert not mask_of(image, GREEN).any()


def test_a_robot_hidden_from_itself_is_seen_by_others() -> None:
    there = Pose((0.4, 0.1, 0.1), (0, 0, math.pi))
    scene = build(WHITE, [(boxed(), HERE), (boxed(), there)])
    for _ in range(2):
        for robot in (0, 1):
            image = scene.shoot(robot)
            assert mask_of(image, RED).any()
            assert centre_of(image, RED)[0] < 80


def test_glass_lets_through_what_is_behind() -> None:
    pane = painted(Box((0.001, 1, 1)), (0, 0, 1, 0.5))
    robot = RobotModel(name="pane", links=(Link(name="pane", visuals=(pane,)),))
    world = before(Surface(colour=(1, 0, 0)))
    scene = build(world, [(eye(), HERE), (robot, Pose((0.2, 0, 0)))])
    # Triangles share a pixel at their edges, where glass counts twice.
    assert mask_of(scene.shoot()[:50], (128, 0, 128), tolerance=6).mean() > 0.98


Kind = Literal["binary", "gradual", "rgb"]


def lamp(kind: Kind, colours: tuple[Vector3, ...] = ((1, 0, 0),)) -> RobotModel:
    place = Pose((-0.02, 0, 0), (0, 0, math.pi))
    led = LED(name="led", link="body", pose=place, size=0.005, type=kind, colours=colours)
    black = painted(Box((0.04, 0.04, 0.04)), (0, 0, 0, 1))
    return RobotModel(name="lamp", links=(Link(name="body", visuals=(black,)),), devices=(led,))


@pytest.mark.parametrize("world", [DARK, WHITE])
@pytest.mark.parametrize(
    ("robot", "value", "colour"),
    [
        (lamp("binary"), 1, (255, 0, 0)),
        (lamp("binary", colours=((1, 0, 0), (0, 1, 1))), 2, (0, 255, 255)),
        (lamp("gradual", colours=((0, 1, 0),)), 255, (0, 255, 0)),
        (lamp("gradual", colours=((0, 0, 1),)), 128, (0, 0, 147)),
        (lamp("rgb"), 0xFF8000, (255, 128, 0)),
    ],
)
def test_a_lit_led_shows_its_colour_in_any_light(
    world: World, robot: RobotModel, value: int, colour: tuple[int, int, int]
) -> None:
    scene = build(world, [(eye(), HERE), (robot, Pose((0.2, 0, 0.1)))])
    dark = scene.shoot()
    scene.pictures.set_led(1, "led", value)
    lit = scene.shoot()
    assert centre_of(lit, colour, tolerance=25) == pytest.approx((80, 60), abs=1)
    assert (dark[60, 80] < 45).all()
    size = mask_of(lit, colour, tolerance=25).sum()
    assert size == pytest.approx(math.pi * (0.005 / 0.175 * 80 / math.tan(0.42)) ** 2, rel=0.3)
    scene.pictures.set_led(1, "led", 0)
    assert (scene.shoot() == dark).all()


def test_an_led_that_is_not_there_is_named() -> None:
    scene = build(DARK, [(lamp("rgb"), HERE)])
    with pytest.raises(UnknownName, match="did you mean 'led'"):
        scene.pictures.set_led(0, "lad", 1)
    with pytest.raises(UnknownName, match="no camera named"):
        scene.pictures.picture(0, "camera")


def test_an_epuck2_sees_another_one_and_its_lit_ring() -> None:
    epuck = load("epuck2", {"camera": "320x240"})
    world = load_world("arena")
    other = Pose((0.2, 0.0, 0.0), (0, 0, math.pi))
    alone = build(world, [(epuck, Pose())]).shoot()
    scene = build(world, [(epuck, Pose()), (epuck, other)])
    both = scene.shoot()
    changed = (alone != both).any(axis=2)
    columns = np.nonzero(changed)[1]
    # 70 mm across at 0.17 m from the camera, in the middle of the picture.
    assert np.ptp(columns) == pytest.approx(0.07 / 0.17 * 160 / math.tan(0.42), rel=0.12)
    assert columns.mean() == pytest.approx(160, abs=6)
    scene.pictures.set_led(1, "led0", 1)
    scene.pictures.set_led(1, "led1", 0x0000FF)
    lit = scene.shoot()
    assert centre_of(lit, RED, 20)[0] == pytest.approx(160, abs=2)
    assert mask_of(lit, (0, 0, 255), 20).any()
    # Seen from the front, the other robot's right-hand light is on the left.
    assert centre_of(lit, (0, 0, 255), 20)[0] < 150


@pytest.mark.parametrize("name", built_in_worlds())
def test_every_built_in_world_gives_a_picture(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    world = load_world(name)
    start = world.starts[0].to_pose() @ Pose((0, 0, 0.03))
    scene = build(world, [(eye(), start)])
    image = scene.shoot()
    assert image.std() > 5
    for overhead in world.overheads:
        assert scene.pictures.overhead(overhead.name).std() > 5
    assert capfd.readouterr() == ("", "")


CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def obj() -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in CUBE]
    lines += ["f " + " ".join(f"{corner + 1}//1" for corner in face) for face in FACES]
    return "\n".join(["# a cube", *lines]).encode()


def facets() -> list[tuple[tuple[int, int, int], ...]]:
    split = [part for a, b, c, d in FACES for part in ((a, b, c), (a, c, d))]
    return [tuple(CUBE[corner] for corner in part) for part in split]


def binary_stl() -> bytes:
    records = [struct.pack("<12fH", 0, 0, 0, *sum(part, ()), 0) for part in facets()]
    return bytes(80) + struct.pack("<I", len(records)) + b"".join(records)


def text_stl() -> bytes:
    lines = [f"vertex {x} {y} {z}" for part in facets() for x, y, z in part]
    return ("solid cube\n" + "\n".join(lines) + "\nendsolid").encode()


@pytest.mark.parametrize(
    ("name", "content"), [("a.obj", obj()), ("a.STL", binary_stl()), ("b.stl", text_stl())]
)
@pytest.mark.parametrize("scale", [(0.1, 0.2, 0.3), (0.1, -0.2, 0.3)])
def test_meshes_are_read(
    name: str, content: bytes, scale: tuple[float, float, float], tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    triangles = mesh_triangles(Mesh(name, scale), tmp_path)
    assert triangles is not None
    a, b, c = (triangles.vertices[triangles.corners[:, i], :3] for i in range(3))
    assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(0.006)
    size = np.ptp(triangles.vertices[:, :3], axis=0)
    assert size == pytest.approx(np.abs(scale))


def test_fine_meshes_are_made_coarser(tmp_path: Path) -> None:
    count = 120
    turn, up = np.meshgrid(np.linspace(0, math.tau, count), np.linspace(0, math.pi, count))
    places = np.stack([np.sin(up) * np.cos(turn), np.sin(up) * np.sin(turn), np.cos(up)], -1)
    lines = ["v {} {} {}".format(*place) for place in places.reshape(-1, 3)]
    cells = [(r * count + c + 1) for r in range(count - 1) for c in range(count - 1)]
    lines += [f"f {n} {n + count} {n + count + 1} {n + 1}" for n in cells]
    (tmp_path / "ball.obj").write_text("\n".join(lines))
    triangles = mesh_triangles(Mesh("ball.obj"), tmp_path)
    assert triangles is not None
    assert 300 < len(triangles.corners) <= 3000
    assert np.linalg.norm(triangles.vertices[:, :3], axis=1) == pytest.approx(1, abs=0.01)


BROKEN = [b"", b"nothing", b"v 0 0\nf 1 2 3", b"v 0 0 0\nf 1 2 9"]
BROKEN += [b"v 0 0 nan\nv 1 1 1\nv 2 2 3\nf 1 2 3"]


@pytest.mark.parametrize("content", BROKEN)
@pytest.mark.parametrize("name", ["part.obj", "part.stl", "part.dae"])
def test_a_mesh_that_cannot_be_read_is_shown_as_it_bumps(
    name: str, content: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    link = Link(
        name="body",
        visuals=(painted(Mesh(str(tmp_path / name)), (1, 0, 0, 1)),),
        collisions=(Collision(shape=Cylinder(0.03, 0.06)),),
    )
    model = RobotModel(name="robot", links=(link,))
    scene = build(WHITE, [(eye(), HERE), (model, HERE @ Pose((0.3, 0, 0)))])
    assert centre_of(scene.shoot(), RED) == pytest.approx((80, 60), abs=1)
