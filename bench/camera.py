# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How many pictures a second an e-puck2 camera gives, another e-puck2 in view, both moving.

Run it by itself: python bench/camera.py [--quick]. No engine is needed: the robots are moved by
hand, so this is the cost of the camera alone.
"""

from __future__ import annotations

import argparse
import itertools
import os
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from samebot.core.pose import Pose
from samebot.model.catalogue import load
from samebot.model.kinematics import forward
from samebot.sim.camera import Actor, Pictures
from samebot.sim.drawing import floor_picture
from samebot.sim.solids import Floats, Solids
from samebot.sim.world_file import load_world

__all__ = ["Rate", "measure", "table"]

PLACES: Final = {
    "maze": (Pose((-0.5, -0.5, 0.0), (0.0, 0.0, 1.5708)), 0.25),
    "thesis_rooms": (Pose((-0.12, 0.0, 0.0)), 0.25),
}
"""By world: where the camera's robot stands, and how far ahead of it the other one, m."""
CASES: Final = (
    ("640x480", 0.0, 600.0),
    ("640x480", 0.02, 250.0),
    ("160x120", 0.0, 2000.0),
    ("160x120", 0.02, 2000.0),
)
"""Picture size, noise, and the pictures a second that are wanted."""
STEP: Final = 2e-4
"""How far both robots move from picture to picture, m."""


class Rate(NamedTuple):
    """What one case gave."""

    world: str
    size: str
    noise: float
    wanted: float
    wall: float
    """Pictures a second by the clock on the wall, best round."""
    processor: float
    """The same by processor time: what an idle machine would give."""


def measure(*, quick: bool = False) -> list[Rate]:
    """Return all cases; `quick` takes a fifth of the pictures."""
    return list(_measured(quick=quick))


def _measured(*, quick: bool) -> Iterator[Rate]:
    for world, (size, noise, wanted) in itertools.product(PLACES, CASES):
        pictures, places = _stage(world, size)
        count = (400 if size == "640x480" else 2000) // (5 if quick else 1)
        rounds = [_round(pictures, places, noise, count) for _ in range(3 if quick else 5)]
        pictures.close()
        wall, processor = (max(rates) for rates in zip(*rounds, strict=True))
        yield Rate(world, size, noise, wanted, wall, processor)


def _round(pictures: Pictures, places: Floats, noise: float, count: int) -> tuple[float, float]:
    start = places.copy()
    wall, processor = time.perf_counter(), time.process_time()
    for _ in range(count):
        places[:, 1] += STEP / 10
        pictures.picture(0, "camera", noise)
    rates = count / (time.perf_counter() - wall), count / (time.process_time() - processor)
    places[:] = start
    return rates


def _stage(name: str, size: str) -> tuple[Pictures, Floats]:
    """Return the cameras of a world with two robots, and the array that moves these."""
    world, (place, ahead) = load_world(name), PLACES[name]
    model = load("epuck2", {"camera": size})
    actors: list[Actor] = []
    matrices: list[Floats] = []
    for number, pose in enumerate((place, place @ Pose((ahead, 0.01, 0.0), (0.0, 0.0, 2.5)))):
        links = {}
        for link, matrix in forward(model).items():
            links[link] = len(matrices)
            matrices.append(pose.matrix() @ matrix)
        actors.append(Actor(model=model, name=f"robot {number}", links=links))
    at = np.array(matrices)
    places = np.ascontiguousarray(at[:, :3, 3])
    turns = np.ascontiguousarray(at[:, :3, :3]).reshape(-1, 9)
    none, numbers = np.empty((0, 3)), np.empty(0, np.int64)
    solids = Solids(
        kinds=numbers,
        sizes=none,
        positions=none,
        rotations=np.empty((0, 9)),
        radii=np.empty(0),
        owners=numbers,
        colours=none,
        roughness=np.empty(0),
        seen=numbers,
        floor=-1,
        picture=floor_picture(world.floor),
        link_positions=places,
        link_rotations=turns,
    )
    return Pictures(world, solids, actors), places


def table(rates: list[Rate]) -> str:
    """Return the cases as lines of text."""
    lines = [f"{'world':<14}{'size':<9}{'noise':>6}{'wanted':>8}{'wall':>8}{'processor':>11}"]
    for rate in rates:
        numbers = f"{rate.wanted:>8.0f}{rate.wall:>8.0f}{rate.processor:>11.0f}"
        lines.append(f"{rate.world:<14}{rate.size:<9}{rate.noise:>6.2f}{numbers}")
    return "\n".join(lines)


def main() -> None:
    """Print what this machine gives, and how busy it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the pictures")
    before = os.getloadavg()[0]
    print(table(measure(quick=parser.parse_args().quick)))
    print(f"pictures a second; load {before:.1f} before, {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
