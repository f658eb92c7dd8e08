# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The built-in worlds are what they say: walls close, robots fit, every place can be reached."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

import samebot
from samebot.core.errors import ModelError, SamebotError
from samebot.core.pose import Pose, Pose2
from samebot.model.catalogue import load
from samebot.model.shapes import Box, Cylinder, Sphere
from samebot.sim.placing import Placed
from samebot.sim.world import Light, Thing, World
from samebot.sim.world_file import built_in_worlds, load_world, parse_world

EPUCK2, KHEPERA4, THYMIO2, BURGER = 0.035, 0.07, 0.083, 0.113
"""Radius of a circle around the robot, m."""
ROBOTS = {
    "arena": ("epuck2", EPUCK2),
    "empty": ("epuck2", EPUCK2),
    "line_track": ("epuck2", EPUCK2),
    "maze": ("epuck2", EPUCK2),
    "office": ("epuck2", EPUCK2),
    "rats_life": ("epuck2", EPUCK2),
    "rooms_large": ("khepera4", KHEPERA4),
    "tb3_house": ("turtlebot3_burger", BURGER),
    "thesis_rooms": ("epuck2", EPUCK2),
    "thymio_box": ("thymio2", THYMIO2),
    "thymio_course": ("thymio2", THYMIO2),
}
"""The robot that each world is meant for."""
OPEN = {"empty", "line_track"}
MARGIN = 0.01
Floats = NDArray[np.float64]


def distance(thing: Thing, x: Floats, y: Floats) -> Floats:
    """Return how far points of the floor are from a thing, m; 0 inside."""
    dx, dy = x - thing.pose.xyz[0], y - thing.pose.xyz[1]
    if isinstance(thing.shape, Cylinder | Sphere):
        return np.asarray(np.maximum(0.0, np.hypot(dx, dy) - thing.shape.radius))
    assert isinstance(thing.shape, Box)
    cos, sin = math.cos(thing.pose.rpy[2]), math.sin(thing.pose.rpy[2])
    along = np.abs(cos * dx + sin * dy) - thing.shape.size[0] / 2
    across = np.abs(cos * dy - sin * dx) - thing.shape.size[1] / 2
    return np.asarray(np.hypot(np.maximum(along, 0.0), np.maximum(across, 0.0)))


def clearance(world: World, x: float, y: float) -> float:
    """Return how far the nearest thing is, m."""
    at = (np.array(x), np.array(y))
    return min((float(distance(thing, *at)) for thing in world.things), default=math.inf)


class Ground:
    """Where the middle of a robot of some radius can be, on a grid that reaches past the floor."""

    def __init__(self, world: World, radius: float, cell: float) -> None:
        """`cell` is the grid's, m."""
        self.cell = cell
        reach = [side / 2 + 0.2 for side in world.floor.size]
        self.corner = (world.floor.centre[0] - reach[0], world.floor.centre[1] - reach[1])
        self.shape = (round(2 * reach[0] / cell), round(2 * reach[1] / cell))
        x: Floats = np.arange(self.shape[0])[:, None] * np.float64(cell) + self.corner[0] + cell / 2
        y: Floats = np.arange(self.shape[1])[None, :] * np.float64(cell) + self.corner[1] + cell / 2
        self.free = np.ones(self.shape, bool)
        for thing in world.things:
            self.free &= distance(thing, x, y) > radius

    def place(self, x: float, y: float) -> tuple[int, int]:
        """Return the cell of a point."""
        return (int((x - self.corner[0]) / self.cell), int((y - self.corner[1]) / self.cell))

    def reached(self, start: Pose2) -> NDArray[np.bool_]:
        """Return every cell that can be reached from a start."""
        first = self.place(start.x, start.y)
        assert self.free[first]
        # A border that is not free spares the question whether a neighbour is on the grid.
        free = np.zeros((self.shape[0] + 2, self.shape[1] + 2), bool)
        free[1:-1, 1:-1] = self.free
        seen, stride = np.zeros_like(free), free.shape[1]
        flat, found = free.ravel(), seen.ravel()
        waiting = [(first[0] + 1) * stride + first[1] + 1]
        while waiting:
            cell = waiting.pop()
            if flat[cell] and not found[cell]:
                found[cell] = True
                waiting += (cell - 1, cell + 1, cell - stride, cell + stride)
        return seen[1:-1, 1:-1]

    def leaves(self, start: Pose2) -> bool:
        """Tell whether one gets from a start to the edge of the grid, past the floor."""
        seen = self.reached(start)
        return bool(seen[0].any() or seen[-1].any() or seen[:, 0].any() or seen[:, -1].any())


def test_each_world_is_meant_for_a_robot() -> None:
    assert set(ROBOTS) == set(built_in_worlds())


@pytest.mark.parametrize("name", built_in_worlds())
def test_a_world_says_what_it_is(name: str) -> None:
    world = load_world(name)
    assert world.name == name
    assert world.title != name
    assert world.summary.endswith(".")


@pytest.mark.parametrize("name", built_in_worlds())
def test_starts_are_free_and_apart(name: str) -> None:
    world, radius = load_world(name), ROBOTS[name][1]
    for start in world.starts:
        assert clearance(world, start.x, start.y) > radius + MARGIN
    for one, other in itertools.combinations(world.starts, 2):
        assert math.hypot(one.x - other.x, one.y - other.y) > 2 * radius + MARGIN


@pytest.mark.parametrize("name", built_in_worlds())
def test_robots_touch_nothing_where_they_start(name: str) -> None:
    pytest.importorskip("mujoco")
    from samebot.sim.physics import Physics

    world, model = load_world(name), load(ROBOTS[name][0])
    placed = [
        Placed(model=model, name=f"robot_{number}", start=start)
        for number, start in enumerate(world.starts)
    ]
    physics = Physics(world, placed)
    geoms = [
        {physics._model.geom(int(number)).name for number in contact.geom}
        for contact in physics._data.contact
    ]
    assert [pair for pair in geoms if any(geom.startswith("thing/") for geom in pair)] == []


@pytest.mark.parametrize("name", sorted(set(built_in_worlds()) - OPEN))
def test_nothing_gets_out_of_walls(name: str) -> None:
    world = load_world(name)
    wide = max(world.floor.size) > 3
    ground = Ground(world, radius=0.0, cell=0.04 if wide else 0.008)
    for start in world.starts:
        assert not ground.leaves(start)


def test_a_gap_in_a_wall_is_noticed() -> None:
    world = parse_world("floor: {size: [1, 1]}\nwalls: [{lines: [[-0.3, -0.3, 0.3, -0.3]]}]")
    assert Ground(world, radius=0.0, cell=0.01).leaves(Pose2())


@pytest.mark.parametrize(("name", "cells", "side"), [("maze", 6, 0.2), ("rats_life", 8, 0.16)])
def test_every_cell_of_a_maze_is_reached(name: str, cells: int, side: float) -> None:
    world = load_world(name)
    ground = Ground(world, radius=EPUCK2 + MARGIN, cell=0.01)
    middles = [side * (number - (cells - 1) / 2) for number in range(cells)]
    for start in world.starts:
        seen = ground.reached(start)
        lost = [at for at in itertools.product(middles, middles) if not seen[ground.place(*at)]]
        assert lost == []


PATH = [(0, 0), (0.28, 0), (0.28, 0.2), (0.23, -0.2), (0.23, 0), (-0.1, 0), (-0.1, -0.2)]
"""The positions of the e-puck2 thesis (Lukic 2020), table A.1, m."""


@pytest.mark.parametrize(
    ("name", "scale", "radius"), [("thesis_rooms", 1, EPUCK2), ("rooms_large", 2, KHEPERA4)]
)
def test_rooms_admit_the_path_of_the_thesis(name: str, scale: int, radius: float) -> None:
    world = load_world(name)
    corners = [(scale * x, scale * y) for x, y in PATH]
    for (x1, y1), (x2, y2) in itertools.pairwise(corners):
        for share in np.linspace(0.0, 1.0, 101):
            at = (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
            assert clearance(world, *at) > radius + 0.005


def test_the_large_rooms_are_the_rooms_of_the_thesis_twice_as_large() -> None:
    small, large = load_world("thesis_rooms"), load_world("rooms_large")
    assert len(small.things) == len(large.things)
    for one, two in zip(small.things, large.things, strict=True):
        assert two.pose.xyz[:2] == pytest.approx([2 * value for value in one.pose.xyz[:2]])


@pytest.mark.parametrize(
    "room", [(0, 0), (-2, -1), (-1.5, 1.5), (2, -0.7), (2, 1.7), (0, -2), (0.7, 2.1)]
)
def test_the_house_has_a_way_to_every_room(room: tuple[float, float]) -> None:
    world = load_world("tb3_house")
    ground = Ground(world, radius=BURGER + 0.1, cell=0.04)
    for start in world.starts:
        assert ground.reached(start)[ground.place(*room)]


def test_the_line_is_smooth_closed_and_on_the_floor() -> None:
    world = load_world("line_track")
    (line,) = world.floor.strokes
    assert line.closed
    points = np.array(line.points)
    legs = np.roll(points, -1, axis=0) - points
    lengths = np.hypot(*legs.T)
    headings = np.arctan2(legs[:, 1], legs[:, 0])
    turns = (np.roll(headings, -1) - headings + math.pi) % math.tau - math.pi
    assert lengths.max() < 0.06  # the last leg, back to the first point, too
    assert turns.sum() == pytest.approx(math.tau)
    assert (turns > 0).any()
    assert (turns < 0).any()
    radius = (lengths / np.abs(turns)).min()
    assert radius > 0.06  # an e-puck2's ground sensors are 3 cm before its wheels
    reach = np.abs(points).max(axis=0) + EPUCK2
    assert (reach < np.array(world.floor.size) / 2).all()


def test_the_line_starts_under_the_robot_and_along_its_way() -> None:
    world = load_world("line_track")
    (start,) = world.starts
    (line,) = world.floor.strokes
    points = np.array(line.points)
    nearest = int(np.hypot(points[:, 0] - start.x, points[:, 1] - start.y).argmin())
    assert points[nearest] == pytest.approx((start.x, start.y), abs=1e-3)
    leg = points[(nearest + 1) % len(points)] - points[nearest - 1]
    assert math.atan2(leg[1], leg[0]) == pytest.approx(start.yaw, abs=0.02)


def test_the_camera_of_the_course_sees_all_of_it() -> None:
    world = load_world("thymio_course")
    (camera,) = world.overheads
    assert camera.position[2] == 0.82
    across = camera.position[2] * math.tan(camera.field_of_view / 2)
    down = across * camera.size[1] / camera.size[0]
    for x, y in world.floor.strokes[0].points:
        assert abs(x - camera.position[0]) + THYMIO2 < across
        assert abs(y - camera.position[1]) + THYMIO2 < down


def test_the_course_goes_around_the_obstacle() -> None:
    world = load_world("thymio_course")
    for x, y in world.floor.strokes[0].points:
        assert clearance(world, x, y) > THYMIO2
    obstacle = world.things[-1]
    assert obstacle.shape == Box((0.033, 0.065, 0.06))
    assert obstacle.pose.xyz[:2] == (0.4, 0.3)


def test_the_office_has_the_boxes_of_the_webots_world() -> None:
    boxes = load_world("office").things[4:]
    places = [(-0.265, 0.13), (-0.116, -0.36), (0.44, 0.12), (0.297, -0.29), (-0.158, 0.26)]
    assert [box.pose.xyz for box in boxes] == [(x, y, 0.05) for x, y in places]
    assert {box.shape for box in boxes} == {Box((0.1, 0.1, 0.1))}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1]", "is no world"),
        ("a: [", "is not YAML"),
        ("walss: []", "no section 'walss'"),
        ("title: 3", "expected a text"),
        ("starts: []", "no start"),
        ("starts: [{x: .nan}]", "finite"),
        ("spacing: -1", "positive"),
        ("floor: {size: [0, 1]}", "more than 0"),
        ("floor: {size: [1.0e+9, 1]}", "at most 1000"),
        ("floor: {friction: -1}", "friction"),
        ("floor: {surface: {texture: cheker}}", "known: checker"),
        ("floor: {surface: {tile: 0}}", "tile"),
        ("floor: {surface: {colour: [2, 0, 0]}}", "0 to 1"),
        ("floor: {surface: {roughness: 2}}", "0 to 1"),
        ("floor: {strokes: [{width: 0, points: [[0, 0]]}]}", "wide"),
        ("floor: {strokes: [{width: 0.1, points: []}]}", "no points"),
        ("borders: [{size: [-1, 1]}]", "positive"),
        ("walls: [{lines: [[0, 0, 0, 0]]}]", "no length"),
        ("walls: [{lines: [[0, 0, 0]]}]", "4 values"),
        ("things: [{kind: blob, name: a}]", "'sphere'"),
        ("things: [{kind: box, name: a}]", "needs its size"),
        ("things: [{kind: sphere, name: a, radius: -1}]", "must be positive"),
        ("things: [{kind: sphere, name: a, radius: 1, mass: 0}]", "weighs"),
        ("things: [{kind: sphere, name: a, radius: 1, friction: -1}]", "friction"),
        ("things: [&a {kind: sphere, name: a, radius: 1}, *a]", "2 things are named 'a'"),
        ("lights: [{intensity: -1}]", "intensity"),
        ("lights: [{direction: [0, 0, 0]}]", "no direction"),
        ("lights: [{kind: point, attenuation: [0, 0, 0]}]", "attenuation"),
        ("lights: [{colour: [0, -1, 0]}]", "0 to 1"),
        ("lights: [{position: [0, 0, 1.0e+300]}]", "1e+06"),
        ("lights: [{direction: [0, 1.0e+300, 0]}]", "1e+06"),
        ("floor: {centre: [1.0e+300, 0]}", "1e+06"),
        ("floor: {strokes: [{width: 0.1, points: [[0, 1.0e+300]]}]}", "1e+06"),
        ("borders: [{size: [1, 1.0e+300]}]", "1e+06"),
        ("walls: [{height: 1.0e+300, lines: [[0, 0, 1, 0]]}]", "1e+06"),
        ("things: [{kind: sphere, name: a, radius: 1, x: 1.0e+300}]", "1e+06"),
        ("things: [{kind: sphere, name: a, radius: 1, mass: 1.0e+300}]", "1e+06"),
        ("starts: [{x: 1.0e+300}]", "1e+06"),
        ("residents: [{robot: epuck2, pose: {y: 1.0e+300}}]", "1e+06"),
        ("sounds: [{position: [0, 0, 1.0e+300]}]", "1e+06"),
        ("spacing: true", "positive"),
        ("overheads: [{position: [0, 0, -1]}]", "above the floor"),
        ("overheads: [{position: [0, 0, 1], size: [0, 9]}]", "pixels"),
        ("overheads: [{position: [0, 0, 1], field_of_view: 4}]", "field of view"),
    ],
)
def test_a_bad_world_is_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(ModelError, match=r"place\.yaml") as raised:
        parse_world(text, file="place.yaml")
    assert words in str(raised.value)


def test_a_world_made_by_a_program_is_checked_as_well() -> None:
    nowhere = Thing(name="a", shape=Sphere(0.1), pose=Pose((math.nan, 0.0, 0.0)))
    weightless = Thing(name="a", shape=Sphere(0.1), pose=Pose((9.0, 0.0, 0.0)), mass=-1.0)
    lamp = Light(direction=(0.0, 0.0, math.nan))
    for world, words in (
        (World(name="here", things=(nowhere,)), "here"),
        (World(name="here", things=(weightless,)), "weighs"),
        (World(name="here", lights=(lamp,)), r"lights\[0\]"),
        (World(name="here", starts=(Pose2(math.inf, 0.0),)), "starts"),
    ):
        with pytest.raises(ModelError, match=words):
            samebot.open("epuck2", world=world)


_CRATE = "kind: box, size: [0.1, 0.1, 0.1], mass: 0.1, x: 0.3"


@pytest.mark.parametrize(
    ("z", "words"), [(0.1, "a and b|b and a"), (-0.02, "b and floor|floor and b")]
)
def test_what_can_move_does_not_begin_in_something(z: float, words: str) -> None:
    first = f"{{{_CRATE}, name: a}}, " if z > 0.0 else ""
    things = f"things: [{first}{{{_CRATE}, name: b, z: {z}}}]"
    with pytest.raises(SamebotError, match=words):
        samebot.open("epuck2", world=parse_world(things))
    pile = f"things: [{{{_CRATE}, name: a}}, {{{_CRATE}, name: b, z: 0.15}}]"
    with samebot.open("epuck2", world=parse_world(pile)) as body:
        assert body.step() > 0.0


def test_an_unknown_world_names_the_nearest() -> None:
    with pytest.raises(SamebotError, match="maze"):
        load_world("maize")
