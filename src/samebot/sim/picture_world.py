# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A world as shapes on a stage: floor, things, and the light on them.

What never moves is lit once, here, and put together into a few shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from samebot.model.shapes import Box
from samebot.sim.drawing import pattern
from samebot.sim.image_file import from_image, image_of, proportion
from samebot.sim.panda import Node, Stage
from samebot.sim.picture_light import Shine
from samebot.sim.picture_texture import coat_of, fitting_size, smaller
from samebot.sim.shapes3d import Triangles, joined, moved, refined, triangles_of
from samebot.sim.solids import Floats, FloorPicture
from samebot.sim.world import Floor, Surface, Thing, World

__all__ = ["SKY", "Scenery", "reach_of"]

SKY: Final = (0.72, 0.80, 0.88)
_PLAIN: Final = (0.50, 0.52, 0.54)
"""The ground around the floor."""
_GROUND: Final = 50.0
"""How far the ground goes, m."""
_SMOOTH: Final = 0.05
"""Light that changes along a surface is worked out so often, m."""
_TILES: Final = 8
"""Repetitions of a pattern in its texture."""
_TILE_PIXELS: Final = 64
_LIGHT_MAP: Final = 256
"""Places along a floor's side where uneven light is worked out."""
_UP: Final = np.array([[0.0, 0.0, 1.0]])

Edges = tuple[float, float, float, float]
"""Left and right (x), near and far (y) edge of a rectangle, m."""


def reach_of(world: World) -> float:
    """Return how far a camera in this world needs to see, m."""
    ends = [np.abs(world.floor.centre).max() + max(world.floor.size)]
    ends += [float(np.linalg.norm(thing.pose.xyz)) + 10.0 for thing in world.things]
    ends += [overhead.position[2] * 2.0 for overhead in world.overheads]
    return float(2.0 * max(*ends, 10.0)) + _GROUND


class Scenery:
    """The world's side of the stage."""

    def __init__(self, stage: Stage, world: World, picture: FloorPicture, shine: Shine) -> None:
        """Put floor and things there; things that can move follow in `movable`."""
        self._stage = stage
        self._shine = shine
        self._textures: dict[str, Any] = {}
        self._still = stage.group()
        self._floor(world.floor, picture)

    def put_still(self, things: Sequence[Thing]) -> None:
        """Put the things that never move."""
        for texture in sorted({thing.surface.texture for thing in things}):
            alike = [thing for thing in things if thing.surface.texture == texture]
            for flat in (True, False):
                chosen = [thing for thing in alike if self._is_flat(thing) is flat]
                if chosen:
                    self._put_together(chosen, texture, flat=flat)

    def put_movable(self, group: Node, thing: Thing) -> None:
        """Put one thing into a lit group that follows it."""
        triangles = triangles_of(thing.shape)
        if triangles is None:
            return
        colours = np.tile((*thing.surface.colour, 1.0), (len(triangles.vertices), 1))
        texture = self._texture(thing.surface.texture)
        triangles = _scaled(triangles, thing.surface)
        self._stage.shape(group, triangles, colours, lit=True, texture=texture)

    def _is_flat(self, thing: Thing) -> bool:
        return isinstance(thing.shape, Box) and self._shine.even

    def _put_together(self, things: Sequence[Thing], texture: str, *, flat: bool) -> None:
        parts, colours = [], []
        for thing in things:
            triangles = triangles_of(thing.shape)
            if triangles is None:
                continue
            if not self._shine.even:
                triangles = refined(triangles, _SMOOTH)
            placed = moved(triangles, thing.pose.matrix())
            parts.append(_scaled(placed, thing.surface))
            bright = self._shine.brightness(placed.vertices[:, :3], placed.vertices[:, 3:6])
            colours.append(bright * np.array(thing.surface.colour))
        if parts:
            self._stage.shape(
                self._still,
                joined(parts),
                _opaque(np.concatenate(colours)),
                flat=flat,
                texture=self._texture(texture),
            )

    def _texture(self, name: str) -> Any:
        """Return the texture of a pattern, the same for all things; None for a plain surface."""
        if name and name not in self._textures:
            pixels = _covering(name)
            coat = coat_of(pixels, np.ones((1, 1, 3), np.float32), pixels.shape[:2])
            self._textures[name] = self._stage.texture([coat, *smaller(coat)])
        return self._textures.get(name)

    def _floor(self, floor: Floor, picture: FloorPicture) -> None:
        (width, depth), (x, y) = floor.size, floor.centre
        edges = (x - width / 2, x + width / 2, y - depth / 2, y + depth / 2)
        rows, columns = picture.pixels.shape[:2]
        if rows * columns > 1 or not self._shine.even:
            light = self._light_on(edges)
            size = (fitting_size(rows), fitting_size(columns))
            coat = coat_of(picture.pixels, light, size if rows * columns > 1 else light.shape[:2])
            texture = self._stage.texture([coat, *smaller(coat)])
            self._stage.shape(self._still, _level([edges]), None, flat=True, texture=texture)
        else:
            self._paint(_level([edges]), picture.pixels.ravel().astype(np.float64))
        self._paint(_level(_around(edges)), np.array(_PLAIN))

    def _paint(self, triangles: Triangles, colour: Floats) -> None:
        bright = self._shine.brightness(triangles.vertices[:, :3], triangles.vertices[:, 3:6])
        self._stage.shape(self._still, triangles, _opaque(bright * colour), flat=self._shine.even)

    def _light_on(self, edges: Edges) -> NDArray[np.float32]:
        """Return the light on the floor: everywhere the same, or from place to place."""
        side = 1 if self._shine.even else _LIGHT_MAP
        x, y = np.meshgrid(_centres(*edges[:2], side), _centres(*edges[2:], side))
        places = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
        light = self._shine.brightness(places, np.broadcast_to(_UP, places.shape))
        return light.reshape(side, side, 3).astype(np.float32)


def _centres(start: float, end: float, count: int) -> Floats:
    places: Floats = start + (np.arange(count) + 0.5) * (end - start) / count
    return places


def _level(parts: Sequence[Edges]) -> Triangles:
    """Return rectangles on the ground, each with its whole texture."""
    vertices = [
        [(left, right)[a], (near, far)[b], 0.0, 0.0, 0.0, 1.0, a, b]
        for left, right, near, far in parts
        for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    corners = [4 * n + k for n in range(len(parts)) for k in (0, 1, 2, 0, 2, 3)]
    return Triangles(np.array(vertices), np.array(corners).reshape(-1, 3))


def _around(edges: Edges) -> list[Edges]:
    left, right, near, far = edges
    west, east, south, north = left - _GROUND, right + _GROUND, near - _GROUND, far + _GROUND
    return [
        (west, left, south, north),
        (right, east, south, north),
        (left, right, south, near),
        (left, right, far, north),
    ]


def _scaled(triangles: Triangles, surface: Surface) -> Triangles:
    """Return a surface whose texture places count repetitions of the texture, not metres."""
    vertices = triangles.vertices.copy()
    width = surface.tile * (_TILES if image_of(surface.texture) is None else 1)
    vertices[:, 6:] = vertices[:, 6:] / (width, width * proportion(surface.texture)) + 0.5
    return Triangles(vertices, triangles.corners)


def _covering(texture: str) -> NDArray[np.float32]:
    """Return what a texture shows: some repetitions of a pattern, or one picture."""
    count = _TILES * _TILE_PIXELS
    image = image_of(texture)
    if image is None:
        sides: Floats = (np.arange(count) + 0.5) / _TILE_PIXELS - _TILES / 2
        return pattern(Surface(texture=texture, tile=1.0), sides, sides)
    whole: Floats = (np.arange(count) + 0.5) / count
    return from_image(Surface(tile=1.0), image, whole, whole * proportion(texture))


def _opaque(colours: Floats) -> Floats:
    return np.concatenate([colours, np.ones((len(colours), 1))], axis=1)
