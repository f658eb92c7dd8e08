# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where things appear in pictures, against pin-hole and lens formulas written down anew."""

import math
from dataclasses import replace

import numpy as np
import pytest

from camera_scenes import FULL_LIGHT, SQUARE, Set, build, centre_of, eye, mask_of
from samebot.core.errors import ModelError, UnknownName
from samebot.core.pose import Pose
from samebot.model.devices import Camera, RangeFinder
from samebot.model.shapes import Box, Sphere
from samebot.sim.picture_lens import optics_of
from samebot.sim.world import Floor, Overhead, Stroke, Surface, Thing, World

RED, BLACK = (255, 0, 0), (0, 0, 0)
RADIUS = 0.004
MARKER = Thing(name="marker", shape=Sphere(RADIUS), surface=Surface(colour=(1, 0, 0)), mass=1.0)
ROOM = World(name="room", floor=Floor(size=(0.01, 0.01)), things=(MARKER,), lights=FULL_LIGHT)


def pinhole(camera: Camera, x: float, y: float, z: float) -> tuple[float, float]:
    """Return the pixel (edges at whole numbers) of a point in the camera's frame."""
    width, height = camera.size
    focal = width / 2 / math.tan(camera.field_of_view / 2)
    return width / 2 - focal * y / x, height / 2 - focal * z / x


def ray(camera: Camera, column: float, row: float) -> tuple[float, float]:
    """Return y / x and z / x of what appears at a pixel."""
    width, height = camera.size
    focal = width / 2 / math.tan(camera.field_of_view / 2)
    return (width / 2 - column) / focal, (height / 2 - row) / focal


def show(scene: Set, camera_pose: Pose, x: float, y: float, z: float) -> tuple[float, float]:
    """Put the marker at a point of the camera's frame and return where it appears."""
    scene.put("marker", Pose(camera_pose.apply((x, y, z))))
    return centre_of(scene.shoot(), RED)


SIZES = [(160, 120), (640, 480), (161, 97), (64, 64), (33, 200)]
VIEW_POSES = [
    Pose((0.1, -0.2, 0.3)),
    Pose((1, 2, 0.5), (0.4, -0.3, 2.5)),
    Pose((0, 0, 9), (0, 1.5, 0)),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pose", VIEW_POSES)
def test_a_point_appears_where_the_pinhole_formula_says(size: tuple[int, int], pose: Pose) -> None:
    mount = Pose((0.03, 0.01, 0.028), (0.2, -0.1, 0.3))
    camera = replace(SQUARE, size=size, pose=mount)
    scene = build(ROOM, [(eye(camera), pose)], movable=["marker"])
    numbers = np.random.default_rng(1)
    for _ in range(6):
        column, row = (numbers.uniform(0.15, 0.85) * side for side in size)
        y, z = ray(camera, column, row)
        distance = numbers.uniform(0.08, 0.3)
        seen = show(scene, pose @ mount, distance, y * distance, z * distance)
        # The outline of a ball is not quite centred on its middle: 0.1 pixels here.
        assert seen == pytest.approx((column, row), abs=1.0)


@pytest.mark.parametrize("degrees", [180, 90, -30])
def test_a_turned_sensor_turns_the_picture_the_other_way(degrees: float) -> None:
    camera = replace(SQUARE, size=(120, 120), rotation=math.radians(degrees))
    scene = build(ROOM, [(eye(camera), Pose())], movable=["marker"])
    y, z = 0.02, 0.035
    angle = math.radians(degrees)
    turned_y = math.cos(angle) * y + math.sin(angle) * z
    turned_z = -math.sin(angle) * y + math.cos(angle) * z
    seen = show(scene, Pose(), 0.2, y, z)
    assert seen == pytest.approx(pinhole(camera, 0.2, turned_y, turned_z), abs=1.0)


def lens(x: float, y: float, numbers: tuple[float, ...]) -> tuple[float, float]:
    """Return a point of the pin-hole picture (x right, y down) behind a plumb_bob lens."""
    k1, k2, p1, p2, k3 = numbers
    r2 = x * x + y * y
    radial = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
    return (
        x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
        y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
    )


@pytest.mark.parametrize(
    "numbers",
    [
        (-0.35, 0.12, 0.0, 0.0, 0.0),
        (0.3, 0.1, 0.0, 0.0, 0.02),
        (-0.2, 0.05, 0.01, -0.015, 0.0),
    ],
)
@pytest.mark.parametrize("size", [(320, 240), (161, 97)])
def test_a_lens_bends_the_picture_as_plumb_bob_says(
    numbers: tuple[float, ...], size: tuple[int, int]
) -> None:
    camera = replace(SQUARE, size=size, field_of_view=1.2, distortion=numbers)
    scene = build(ROOM, [(eye(camera), Pose())], movable=["marker"])
    focal = size[0] / 2 / math.tan(0.6)
    for y, z in ((0.0, 0.0), (0.06, 0.02), (-0.07, 0.03), (0.02, -0.05), (-0.08, -0.05)):
        x, down = lens(-y / 0.15, -z / 0.15, numbers)
        expected = size[0] / 2 + focal * x, size[1] / 2 + focal * down
        # Rendering, then looking between pixels: half a pixel each, and the outline of a ball.
        assert show(scene, Pose(), 0.15, y, z) == pytest.approx(expected, abs=1.3)


@pytest.mark.parametrize("numbers", [(-0.5,), (0.8, 0.3), (-0.2, 0.0, 0.02, 0.02), (-3.0, 1.0)])
def test_a_lens_leaves_nothing_black(numbers: tuple[float, ...]) -> None:
    camera = replace(SQUARE, size=(161, 120), field_of_view=1.5, distortion=numbers)
    scene = build(ROOM, [(eye(camera), Pose((0, 0, 0.2)))], movable=["marker"])
    assert scene.shoot().max(axis=2).min() > 50


def test_a_lens_without_numbers_is_none() -> None:
    cameras = [replace(SQUARE, distortion=numbers) for numbers in ((), (0.0, 0.0, 0.0))]
    pictures = [build(ROOM, [(eye(camera), Pose((-0.1, 0, 0.01)))]).shoot() for camera in cameras]
    assert (pictures[0] == pictures[1]).all()


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        (replace(SQUARE, field_of_view=math.radians(200)), "field of view of 200 degrees"),
        (replace(SQUARE, distortion=(0.1,) * 8), "expected k1, k2, p1, p2, k3"),
    ],
)
def test_impossible_optics_are_refused(camera: Camera, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        build(ROOM, [(eye(camera), Pose())]).shoot()


def test_near_and_far_end_the_sight() -> None:
    camera = replace(SQUARE, near=0.05, far=0.5)
    scene = build(ROOM, [(eye(camera), Pose())], movable=["marker"])
    seen = []
    for distance in (0.04, 0.1, 0.4, 0.6):
        scene.put("marker", Pose((distance, 0, 0)))
        seen.append(bool(mask_of(scene.shoot(), RED).any()))
    assert seen == [False, True, True, False]


def test_sight_that_begins_at_0_begins_at_the_lens() -> None:
    camera = Camera(name="camera", link="post", near=0.0, size=(16, 12))
    assert 0.0 < optics_of(camera, 10.0).view.near <= 0.001


def test_pictures_have_the_size_that_was_asked_for() -> None:
    cameras = [
        Camera(name=f"{w}x{h}", link="eye", size=(w, h)) for w, h in [(1, 1), (7, 5), *SIZES]
    ]
    scene = build(ROOM, [(eye(*cameras), Pose())])
    for camera in cameras:
        assert scene.shoot(0, camera.name).shape == (*camera.size[::-1], 3)
        assert scene.shoot(0, camera.name).flags.owndata


OVERHEAD = Overhead(position=(0.3, -0.2, 0.8), size=(320, 240), field_of_view=1.0)


def test_overhead_cameras_look_straight_down_with_y_up() -> None:
    world = replace(ROOM, overheads=(OVERHEAD,))
    scene = build(world, [], movable=["marker"])
    focal = 160 / math.tan(0.5)
    for x, y in ((0.3, -0.2), (0.5, -0.1), (0.1, -0.4)):
        scene.put("marker", Pose((x, y, 0.0)))
        expected = (160 + focal * (x - 0.3) / 0.8, 120 - focal * (y + 0.2) / 0.8)
        assert centre_of(scene.pictures.overhead("overhead"), RED) == pytest.approx(expected, abs=1)
    with pytest.raises(UnknownName, match="did you mean 'overhead'"):
        scene.pictures.overhead("overhed")


def test_lines_on_the_floor_appear_where_they_are_drawn() -> None:
    floor = Floor(
        size=(1.0, 0.7),
        centre=(0.1, 0.05),
        strokes=(Stroke(points=((0.2, -0.1), (0.2, 0.15)), width=0.02),),
    )
    overhead = replace(OVERHEAD, position=(0.1, 0.05, 0.5))
    scene = build(World(name="line", floor=floor, lights=FULL_LIGHT, overheads=(overhead,)), [])
    mask = mask_of(scene.pictures.overhead("overhead"), BLACK)
    rows, columns = np.nonzero(mask)
    focal = 160 / math.tan(0.5)
    assert columns.mean() + 0.5 == pytest.approx(160 + focal * 0.1 / 0.5, abs=1)
    assert np.ptp(columns) + 1 == pytest.approx(focal * 0.02 / 0.5, abs=2)
    assert (rows.min(), rows.max() + 1) == pytest.approx(
        (120 - focal * 0.22, 120 + focal * 0.32), abs=3
    )


WALL = Thing(name="wall", shape=Box((0.1, 2.0, 2.0)), pose=Pose((0.75, 0, 0)))
DEPTH = RangeFinder(name="depth", link="eye", size=(65, 48), field_of_view=0.84, max_range=2.0)


def test_depth_of_a_wall_is_its_distance_along_the_line_of_sight() -> None:
    scene = build(replace(ROOM, things=(WALL,)), [(eye(DEPTH), Pose((0.2, 0, 0)))], solid=True)
    depths = scene.depth()
    assert depths.shape == (48, 65)
    assert depths == pytest.approx(np.full((48, 65), 0.5))


def test_depth_says_too_close_and_nothing() -> None:
    close = replace(DEPTH, min_range=0.6)
    scene = build(replace(ROOM, things=(WALL,)), [(eye(close), Pose((0.2, 0, 0)))], solid=True)
    assert (scene.depth() == -math.inf).all()
    scene.put("robot 0", Pose((0.2, 0, 0), (0, 0, math.pi)))
    assert (scene.depth() == math.inf).all()


def test_depth_noise_is_in_metres_and_follows_the_seed() -> None:
    noisy = replace(DEPTH, noise=0.01)
    world = replace(ROOM, things=(WALL,))
    first, again, other = (
        build(world, [(eye(noisy), Pose((0.2, 0, 0)))], solid=True, seed=seed).pictures.picture(
            0, "depth"
        )
        for seed in (3, 3, 4)
    )
    assert first.std() == pytest.approx(0.01, rel=0.1)
    assert first.mean() == pytest.approx(0.5, abs=1e-3)
    assert (first == again).all()
    assert (first != other).any()


def test_depth_and_colour_cameras_see_a_thing_at_the_same_pixel() -> None:
    camera = replace(SQUARE, size=DEPTH.size)
    pose = Pose((0, 0, 0.3), (0.1, 0.2, 0.3))
    for y, z in ((0.1, 0.05), (-0.12, -0.03), (0.0, 0.08)):
        box = replace(MARKER, shape=Box((0.03, 0.03, 0.03)), pose=Pose(pose.apply((0.4, y, z))))
        scene = build(replace(ROOM, things=(box,)), [(eye(camera, DEPTH), pose)], solid=True)
        rows, columns = np.nonzero(np.isfinite(scene.depth()))
        middle = (columns.mean() + 0.5, rows.mean() + 0.5)
        assert centre_of(scene.shoot(), RED) == pytest.approx(middle, abs=1.0)
        assert middle == pytest.approx(pinhole(camera, 0.4, y, z), abs=1.0)
