# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot as shapes on a stage: its links' looks, and its LEDs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from samebot.core.errors import UnknownName
from samebot.core.pose import Pose
from samebot.model.devices import LED
from samebot.model.robot import RobotModel
from samebot.model.shapes import Colour, Mesh, Shape
from samebot.model.structure import Link
from samebot.sim.panda import Node, Stage
from samebot.sim.picture_mesh import mesh_triangles
from samebot.sim.shapes3d import Triangles, dot, joined, moved, triangles_of
from samebot.sim.solids import Floats

__all__ = ["Actor", "Figure"]

_GREY: Final[Colour] = (0.7, 0.7, 0.7, 1.0)
_DARK: Final = 0.15
"""How bright an LED is that is off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A robot that cameras see: its model, its name, and the row of each link in the engine."""

    model: RobotModel
    name: str
    links: Mapping[str, int]


@dataclass(slots=True)
class _Dots:
    """The LEDs of one link: one shape, `share` vertices each."""

    node: Node
    names: list[str]
    colours: Floats
    share: int


class Figure:
    """A robot on the stage; `groups` are its links', to be placed."""

    def __init__(self, stage: Stage, lit: Node, actor: Actor) -> None:
        """Put the robot's links into the group `lit`."""
        self._stage = stage
        self._leds = {d.name: d for d in actor.model.devices if isinstance(d, LED)}
        self._values = dict.fromkeys(self._leds, 0)
        self._dots: dict[str, _Dots] = {}
        self.groups: dict[str, Node] = {}
        for link in actor.model.links:
            leds = [led for led in self._leds.values() if led.link == link.name]
            parts = list(_parts(link, actor.model.folder))
            if parts or leds:
                self.groups[link.name] = stage.group(lit)
                self._put(self.groups[link.name], parts)
            if leds:
                self._dots[link.name] = self._put_dots(self.groups[link.name], leds)

    def set_led(self, name: str, value: int) -> None:
        """Light an LED: 0 off, else as `Command.leds`; UnknownName if there is none."""
        try:
            led = self._leds[name]
        except KeyError:
            raise UnknownName("LED", name, self._leds) from None
        if self._values[name] == value:
            return
        self._values[name] = value
        dots = self._dots[led.link]
        first = dots.names.index(name) * dots.share
        dots.colours[first : first + dots.share, :3] = led_colour(led, value)
        self._stage.recolour(dots.node, dots.colours)

    def _put(self, group: Node, parts: Sequence[tuple[Triangles, Colour]]) -> None:
        """Put opaque parts together into one shape, and transparent ones into another."""
        for opaque in (True, False):
            chosen = [part for part in parts if (part[1][3] >= 1.0) is opaque]
            if chosen:
                triangles = joined([triangles for triangles, _ in chosen])
                counts = [len(triangles.vertices) for triangles, _ in chosen]
                colours = np.repeat([colour for _, colour in chosen], counts, axis=0)
                self._stage.shape(group, triangles, colours, lit=True)

    def _put_dots(self, group: Node, leds: Sequence[LED]) -> _Dots:
        # A little in front of the lens or light guide that the link may show there, too.
        places = [led.pose @ Pose((led.size / 2, 0.0, 0.0)) for led in leds]
        parts = [
            moved(dot(led.size), place.matrix()) for led, place in zip(leds, places, strict=True)
        ]
        share = len(parts[0].vertices)
        colours = np.repeat([(*led_colour(led, 0), 1.0) for led in leds], share, axis=0)
        node = self._stage.shape(group, joined(parts), colours)
        return _Dots(node, [led.name for led in leds], colours, share)


def led_colour(led: LED, value: int) -> tuple[float, float, float]:
    """Return how an LED looks (red, green, blue) at a value as in `Command.leds`."""
    if led.type == "rgb":
        shown = tuple((value >> shift & 255) / 255 for shift in (16, 8, 0))
        return _glow(shown, (1.0, 1.0, 1.0), 1.0 if value else 0.0)
    colours = led.colours or ((1.0, 1.0, 1.0),)
    if led.type == "gradual":
        return _glow(colours[0], colours[0], min(max(value, 0), 255) / 255)
    shown = colours[min(max(value, 1), len(colours)) - 1]
    return _glow(shown, shown, 1.0 if value > 0 else 0.0)


def _glow(lit: Sequence[float], dark: Sequence[float], share: float) -> tuple[float, float, float]:
    red, green, blue = (
        share * bright + (1.0 - share) * _DARK * (0.5 + 0.5 * dim)
        for bright, dim in zip(lit, dark, strict=True)
    )
    return (red, green, blue)


def _parts(link: Link, folder: Path) -> Iterator[tuple[Triangles, Colour]]:
    """Yield what a link shows; for a mesh that cannot be read, what the link bumps with."""
    unread = False
    for visual in link.visuals:
        triangles = _placed(visual.shape, visual.pose, folder)
        colour = (visual.material and visual.material.colour) or _GREY
        unread = unread or triangles is None
        if triangles is not None and colour[3] > 0.0:
            yield triangles, colour
    if unread:
        colours = (v.material.colour for v in link.visuals if v.material and v.material.colour)
        colour = next(colours, _GREY)
        for collision in link.collisions:
            triangles = _placed(collision.shape, collision.pose, folder)
            if triangles is not None:
                yield triangles, colour


def _placed(shape: Shape, pose: Pose, folder: Path) -> Triangles | None:
    triangles = mesh_triangles(shape, folder) if isinstance(shape, Mesh) else triangles_of(shape)
    return None if triangles is None else moved(triangles, pose.matrix())
