# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the cameras of one world see: those of its robots, and its own that look straight down.

Nothing is rendered that nobody asked for, and only what moved since is put elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from samebot.core.errors import UnknownName
from samebot.core.pose import rpy_to_matrix
from samebot.model.devices import Camera, RangeFinder
from samebot.sim.chance import Noise
from samebot.sim.lidar import RayBundle
from samebot.sim.panda import Node, Raw, Stage, View, place
from samebot.sim.picture_lens import focal_length, optics_of
from samebot.sim.picture_light import Shine
from samebot.sim.picture_pixels import Developer, Image
from samebot.sim.picture_robot import Actor, Figure
from samebot.sim.picture_world import SKY, Scenery, reach_of
from samebot.sim.solids import Floats, Solids, Whole
from samebot.sim.world import Overhead, World

__all__ = ["Actor", "Image", "Pictures"]

_DOWN: Final = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]])
"""Looking along -z with the world's y up in the picture and x to its right."""
_NEAREST: Final = 0.01
"""Overhead cameras see from here on, m."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Eye:
    """A camera of a robot, ready to take pictures."""

    view: View
    row: int
    place: Floats
    """In the link."""
    turn: Floats
    hidden: Node | None
    """The link that carries the camera, which does not see itself."""
    noise: float
    develop: Developer


class Pictures:
    """All cameras of one world."""

    def __init__(
        self,
        world: World,
        solids: Solids,
        actors: Sequence[Actor],
        *,
        things: Mapping[str, int] | None = None,
        seed: int = 0,
        noise: bool = True,
    ) -> None:
        """Put world and robots on a stage.

        `solids` holds the link arrays, which the engine keeps current; `things` gives the row in
        them of each thing that moves, by name. Without `noise` cameras are ideal.
        """
        self._world = world
        self._solids = solids
        self._actors = tuple(actors)
        self._seed = seed
        self._noise = noise
        self._reach = reach_of(world)
        self._stage = Stage(SKY)
        self._followers: list[Node] = []
        self._rows: Whole = np.empty(0, np.int64)
        self._eyes: dict[tuple[int, str], Callable[[float | None], Image | Floats]] = {}
        self._overheads: dict[str, Callable[[], Image]] = {}
        self._furnish(things or {})

    def picture(self, robot: int, camera: str, noise: float | None = None) -> Image | Floats:
        """Return what a robot's camera sees now: RGB, rows from the top.

        A depth camera returns metres, -inf too close, +inf nothing. `noise` (of full scale) takes
        the place of the camera's own.
        """
        take = self._eyes.get((robot, camera))
        if take is None:
            take = self._eyes[robot, camera] = self._camera(robot, camera)
        return take(noise)

    def overhead(self, name: str) -> Image:
        """Return what a camera of the world sees: x to the right, y up."""
        take = self._overheads.get(name)
        if take is None:
            take = self._overheads[name] = self._overhead(name)
        return take()

    def set_led(self, robot: int, led: str, value: int) -> None:
        """Light an LED: 0 off, 1.. its colours, 0 to 255 if gradual, 0xRRGGBB if rgb."""
        self._figures[robot].set_led(led, value)

    def close(self) -> None:
        """Let go of the scene; closing twice is harmless."""
        self._eyes.clear()
        self._overheads.clear()
        self._stage.close()

    def _furnish(self, things: Mapping[str, int]) -> None:
        shine = Shine(self._world.lights)
        scenery = Scenery(self._stage, self._world, self._solids.picture, shine)
        scenery.put_still([thing for thing in self._world.things if thing.name not in things])
        lit = self._stage.group()
        self._stage.light(lit, *shine.lamps())
        followers: list[tuple[int, Node]] = []
        for thing in self._world.things:
            if thing.name in things:
                followers.append((things[thing.name], self._stage.group(lit)))
                scenery.put_movable(followers[-1][1], thing)
        self._figures = [Figure(self._stage, lit, actor) for actor in self._actors]
        for actor, figure in zip(self._actors, self._figures, strict=True):
            followers += [(actor.links[link], node) for link, node in figure.groups.items()]
        self._rows = np.array([row for row, _ in followers], np.int64)
        self._followers = [node for _, node in followers]
        self._places: Floats = np.full((len(followers), 3), math.nan)
        self._turns: Floats = np.full((len(followers), 9), math.nan)

    def _follow(self) -> None:
        """Put what moved since the last picture where it is now."""
        places = self._solids.link_positions[self._rows]
        turns = self._solids.link_rotations[self._rows].reshape(-1, 9)
        changed = (places != self._places).any(axis=1) | (turns != self._turns).any(axis=1)
        for number in np.flatnonzero(changed).tolist():
            place(self._followers[number], places[number], turns[number])
        self._places, self._turns = places, turns

    def _camera(self, robot: int, name: str) -> Callable[[float | None], Image | Floats]:
        actor = self._actors[robot]
        cameras = {
            device.name: device
            for device in actor.model.devices
            if isinstance(device, Camera | RangeFinder)
        }
        device = cameras.get(name)
        if device is None:
            raise UnknownName("camera", name, cameras)
        if isinstance(device, RangeFinder):
            return self._depth(robot, device)
        eye = self._eye(robot, device)
        return lambda noise: self._shoot(eye, noise)

    def _eye(self, robot: int, camera: Camera) -> _Eye:
        actor = self._actors[robot]
        optics = optics_of(camera, self._reach)
        turned = rpy_to_matrix(camera.pose.rpy) @ rpy_to_matrix((camera.rotation, 0.0, 0.0))
        return _Eye(
            view=optics.view,
            row=actor.links[camera.link],
            place=np.array(camera.pose.xyz),
            turn=turned,
            hidden=self._figures[robot].groups.get(camera.link),
            noise=camera.noise if self._noise else 0.0,
            develop=Developer(
                camera.size,
                self._seed,
                f"{actor.name} {camera.name}",
                exposure=1.0 if camera.exposure is None else camera.exposure,
                warp=optics.warp,
            ),
        )

    def _shoot(self, eye: _Eye, noise: float | None) -> Image:
        self._follow()
        link = self._solids.link_rotations[eye.row].reshape(3, 3)
        position = self._solids.link_positions[eye.row] + link @ eye.place
        sigma = eye.noise if noise is None else noise
        return self._stage.render(
            eye.view,
            position,
            link @ eye.turn,
            lambda raw: eye.develop(raw, sigma),
            hidden=eye.hidden,
        )

    def _depth(self, robot: int, camera: RangeFinder) -> Callable[[float | None], Floats]:
        actor = self._actors[robot]
        bundle = RayBundle(camera, actor.links, robot)
        chance = Noise(self._seed, f"{actor.name} {camera.name}", ideal=not self._noise)
        width, height = camera.size

        def measure(_noise: float | None) -> Floats:
            depths: Floats = np.empty(len(bundle))
            bundle.sample(self._solids, chance.draw(len(bundle)), depths)
            return depths.reshape(height, width)

        return measure

    def _overhead(self, name: str) -> Callable[[], Image]:
        overheads = {overhead.name: overhead for overhead in self._world.overheads}
        if name not in overheads:
            raise UnknownName("overhead camera", name, overheads)
        overhead: Overhead = overheads[name]
        focal = focal_length(overhead.size[0], overhead.field_of_view)
        view = View(overhead.size, focal, _NEAREST, self._reach)
        develop = Developer(overhead.size, self._seed, f"overhead {name}")
        position = np.array(overhead.position)

        def ideal(raw: Raw) -> Image:
            return develop(raw, 0.0)

        def take() -> Image:
            self._follow()
            return self._stage.render(view, position, _DOWN, ideal)

        return take
