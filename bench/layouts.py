# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Places for any number of robots, the same for every simulator: an arena with boxes.

An arena is max(1, 0.4 sqrt(N)) m wide; robots stand on a grid, boxes between them.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from samebot.core.pose import Pose, Pose2
from samebot.model.shapes import Box
from samebot.sim.world import Floor, Thing, World

__all__ = ["BOX", "WALL", "Layout", "layout_for", "world_of"]

BOX = 0.06
"""Side of a box, m."""
WALL = 0.1
"""Height of the walls, m."""
_THICK = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """An arena of `side` m about the origin."""

    side: float
    starts: tuple[Pose2, ...]
    boxes: tuple[tuple[float, float], ...]


def layout_for(count: int) -> Layout:
    """Return the arena of so many robots."""
    side = max(1.0, 0.4 * math.sqrt(count))
    across = math.ceil(math.sqrt(count))
    pitch = side / across
    lines = [pitch * (number - (across - 1) / 2) for number in range(across)]
    headings = np.random.default_rng(count).uniform(-math.pi, math.pi, count)
    places = itertools.islice(itertools.product(lines, lines), count)
    starts = tuple(Pose2(x, y, float(yaw)) for (x, y), yaw in zip(places, headings, strict=True))
    between = [(x - pitch / 2, y - pitch / 2) for x, y in itertools.product(lines[1:], lines[1:])]
    if count == 1:
        between = [(x * side / 4, y * side / 4) for x, y in itertools.product((-1, 1), (-1, 1))]
    wanted = min(max(4, count // 5), len(between))
    chosen = np.linspace(0, len(between) - 1, wanted).round().astype(int).tolist()
    boxes = tuple(between[number] for number in chosen)
    return Layout(side=side, starts=starts, boxes=boxes)


def world_of(layout: Layout) -> World:
    """Return a layout as a world of samebot."""
    box = Box((BOX, BOX, BOX))
    things = [
        Thing(name=f"box {number}", shape=box, pose=Pose((x, y, BOX / 2)))
        for number, (x, y) in enumerate(layout.boxes)
    ]
    half = (layout.side + _THICK) / 2
    for number in range(4):
        yaw = number * math.pi / 2
        at = (half * math.cos(yaw), half * math.sin(yaw), WALL / 2)
        shape = Box((_THICK, layout.side + 2 * _THICK, WALL))
        things.append(Thing(name=f"wall {number}", shape=shape, pose=Pose(at, (0.0, 0.0, yaw))))
    return World(
        name="bench",
        floor=Floor(size=(layout.side, layout.side)),
        things=tuple(things),
        starts=layout.starts,
    )
