# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A world in the page's scene: its floor with what is drawn on it, and its things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from samebot.core.pose import Pose, Quaternion
from samebot.dashboard.geometry import capsule
from samebot.model.shapes import Box, Capsule, Cylinder, Sphere
from samebot.sim.drawing import floor_picture
from samebot.sim.world import Floor, Thing, World

if TYPE_CHECKING:
    import viser

__all__ = ["WorldScene", "floor_pixels"]

_MOST_PIXELS: Final = 1024
"""Along a side of the floor's picture."""
_BELOW: Final = -5e-4
"""The floor lies a little lower (m), so that what stands on it is not torn by it."""
_WALL: Final = (0.93, 0.94, 0.95)
"""Stands for pure white, whose edges would not be seen."""


class WorldScene:
    """The drawn world; `place` moves what can move."""

    def __init__(self, server: viser.ViserServer, world: World) -> None:
        """Draw floor and things."""
        self._server = server
        self._movable: dict[str, viser.FrameHandle] = {}
        self._poses: dict[str, Pose] = {}
        self._draw_floor(world.floor)
        for number, thing in enumerate(world.things):
            path = f"/world/{number}"
            frame = server.scene.add_frame(path, show_axes=False)
            frame.position, frame.wxyz = thing.pose.xyz, wxyz(thing.pose.quaternion)
            self._draw(f"{path}/shape", thing)
            if thing.mass is not None:
                self._movable[thing.name] = frame

    @property
    def movable(self) -> tuple[str, ...]:
        """The names of the things that can move."""
        return tuple(self._movable)

    def place(self, things: Mapping[str, Pose]) -> None:
        """Move things; what stands still is not sent again."""
        for name, pose in things.items():
            if self._poses.get(name) != pose:
                self._poses[name] = pose
                frame = self._movable[name]
                frame.position, frame.wxyz = pose.xyz, wxyz(pose.quaternion)

    def _draw_floor(self, floor: Floor) -> None:
        self._server.scene.add_image(
            "/world/floor",
            floor_pixels(floor),
            *floor.size,
            format="jpeg",
            jpeg_quality=85,
            cast_shadow=False,
            receive_shadow=0.35,
            # Pictures have their first row at the least y: rows go along y.
            position=(*floor.centre, _BELOW),
        )

    def _draw(self, path: str, thing: Thing) -> None:
        scene = self._server.scene
        plain = min(thing.surface.colour) >= 1.0
        colour = _WALL if plain else thing.surface.colour
        match thing.shape:
            case Box(size=size):
                scene.add_box(path, colour, size)
            case Cylinder(radius=radius, length=length):
                scene.add_cylinder(path, radius, length, colour, radial_segments=48)
            case Sphere(radius=radius):
                scene.add_icosphere(path, radius, colour, subdivisions=3)
            case Capsule() as shape:
                scene.add_mesh_simple(path, *capsule(shape), color=colour)


def floor_pixels(floor: Floor) -> NDArray[np.uint8]:
    """Return the floor's picture, not larger than a page needs; rows along y, columns along x."""
    pixels = floor_picture(floor).pixels
    rows, columns = (
        np.linspace(0, side - 1, min(max(side, 2), _MOST_PIXELS)).round().astype(int)
        for side in pixels.shape[:2]
    )
    shown: NDArray[np.uint8] = (pixels[rows][:, columns] * 255.0 + 0.5).astype(np.uint8)
    return shown


def wxyz(quaternion: Quaternion) -> tuple[float, float, float, float]:
    """Return a rotation as the scene takes it."""
    x, y, z, w = quaternion
    return (w, x, y, z)
