# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Small scenes for cameras, without an engine: robots stand where a test puts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samebot.core.pose import Pose
from samebot.model.devices import Camera, Device
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box
from samebot.model.structure import Link
from samebot.sim import rays
from samebot.sim.camera import Actor, Pictures
from samebot.sim.drawing import floor_picture
from samebot.sim.solids import Floats, Solids
from samebot.sim.world import Floor, Light, World

Image = NDArray[np.uint8]

FULL_LIGHT = (Light(kind="ambient"),)
DARK = World(name="dark", floor=Floor(size=(0.01, 0.01)), lights=())
SQUARE = Camera(name="camera", link="eye", size=(160, 120), field_of_view=0.84)


@dataclass(frozen=True)
class Set:
    """Pictures of a world, and the arrays that an engine would keep current."""

    pictures: Pictures
    solids: Solids
    rows: dict[str, int]

    def put(self, name: str, pose: Pose) -> None:
        """Put a robot's only link, or a movable thing, somewhere."""
        matrix = pose.matrix()
        self.solids.link_positions[self.rows[name]] = matrix[:3, 3]
        self.solids.link_rotations[self.rows[name]] = matrix[:3, :3].ravel()

    def shoot(self, robot: int = 0, camera: str = "camera", noise: float | None = None) -> Image:
        """Take a picture."""
        image = self.pictures.picture(robot, camera, noise)
        assert image.dtype == np.uint8
        return np.asarray(image, np.uint8)

    def depth(self, camera: str = "depth") -> Floats:
        """Measure with a depth camera."""
        depths = self.pictures.picture(0, camera)
        assert depths.dtype == np.float64
        return np.asarray(depths, np.float64)


def eye(*devices: Device, name: str = "observer") -> RobotModel:
    """Return a robot that is nothing but a point with cameras."""
    return RobotModel(name=name, links=(Link(name="eye"),), devices=devices or (SQUARE,))


def build(
    world: World,
    robots: Sequence[tuple[RobotModel, Pose]],
    *,
    movable: Sequence[str] = (),
    seed: int = 0,
    noise: bool = True,
    solid: bool = False,
) -> Set:
    """Return the pictures of a world; `solid`: its boxes are there for rays, too."""
    rows: dict[str, int] = {"world": 0}
    matrices = [np.eye(4)]
    actors = []
    for number, (model, pose) in enumerate(robots):
        links = {}
        for link, matrix in forward(model).items():
            links[link] = len(matrices)
            matrices.append(pose.matrix() @ matrix)
        rows[f"robot {number}"] = links[model.root]
        actors.append(Actor(model=model, name=f"robot {number}", links=links))
    for thing in world.things:
        if thing.name in movable:
            rows[thing.name] = len(matrices)
            matrices.append(thing.pose.matrix())
    links_at = np.array(matrices)
    solids = _solids(world, links_at, solid=solid)
    things = {name: rows[name] for name in movable}
    pictures = Pictures(world, solids, actors, things=things, seed=seed, noise=noise)
    return Set(pictures, solids, rows)


def _solids(world: World, links: Floats, *, solid: bool) -> Solids:
    boxes = [(t.shape.size, t.pose.matrix()) for t in world.things if isinstance(t.shape, Box)]
    boxes = boxes if solid else []
    count = len(boxes)
    halves = np.array([size for size, _ in boxes]).reshape(-1, 3) / 2
    places = np.array([matrix for _, matrix in boxes]).reshape(-1, 4, 4)
    return Solids(
        kinds=np.full(count, rays.BOX, np.int64),
        sizes=halves,
        positions=np.ascontiguousarray(places[:, :3, 3]),
        rotations=np.ascontiguousarray(places[:, :3, :3]).reshape(-1, 9),
        radii=np.linalg.norm(halves, axis=1),
        owners=np.full(count, -1, np.int64),
        colours=np.ones((count, 3)),
        roughness=np.zeros(count),
        seen=np.arange(count),
        floor=-1,
        picture=floor_picture(world.floor),
        link_positions=np.ascontiguousarray(links[:, :3, 3]),
        link_rotations=np.ascontiguousarray(links[:, :3, :3]).reshape(-1, 9),
    )


def centre_of(
    image: Image, colour: tuple[int, int, int], tolerance: int = 60
) -> tuple[float, float]:
    """Return the middle (column, row; edges at whole numbers) of what has a colour."""
    rows, columns = np.nonzero(mask_of(image, colour, tolerance))
    assert len(rows), f"nothing has the colour {colour}"
    return float(columns.mean()) + 0.5, float(rows.mean()) + 0.5


def mask_of(image: Image, colour: tuple[int, int, int], tolerance: int = 60) -> NDArray[np.bool_]:
    """Return which pixels have a colour."""
    away = np.abs(image.astype(np.int64) - np.array(colour)).max(axis=2)
    near: NDArray[np.bool_] = away <= tolerance
    return near
