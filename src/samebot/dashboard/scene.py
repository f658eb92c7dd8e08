# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot in the page's three-dimensional scene: its shapes, its frames, floor and camera."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from samebot.core.pose import Matrix, Pose, Quaternion, matrix_to_quaternion
from samebot.dashboard.geometry import capsule, extent, round_length
from samebot.dashboard.meshes import MeshFiles
from samebot.dashboard.viewpoint import FIELD_OF_VIEW, view_into, viewpoint
from samebot.model.kinematics import JointPositions, forward
from samebot.model.names import device_frame
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Colour, Cylinder, Mesh, Sphere, Visual

if TYPE_CHECKING:
    import viser

    from samebot.dashboard.world_scene import WorldScene
    from samebot.sim.world import World

__all__ = ["RobotScene"]

_PLAIN: Final[Colour] = (0.66, 0.69, 0.73, 1.0)
"""What a file leaves without a colour is light grey."""


class RobotScene:
    """The drawn robot; `place` moves its links."""

    def __init__(
        self,
        server: viser.ViserServer,
        model: RobotModel,
        meshes: MeshFiles,
        world: World | None = None,
        start: Pose | None = None,
    ) -> None:
        """Draw the robot with all joints at 0, the floor, the lights, and place the camera.

        With a `world` the robot stands in it at `start`, and nothing else is its floor.
        """
        self._server = server
        self._model = model
        self._meshes = meshes
        self._links: dict[str, viser.FrameHandle] = {}
        self._frames: list[viser.FrameHandle] = []
        self.extent = extent(model, self._meshes.bounds)
        self._root = server.scene.add_frame("/robot", show_axes=False)
        self._draw_links()
        self._draw_devices()
        self._placed = forward(model, {})
        self._stands = Pose()
        self._world: WorldScene | None = None
        if world is None:
            self._draw_floor()
        else:
            from samebot.dashboard.world_scene import WorldScene

            self._world = WorldScene(server, world)
        self.place_root(start or Pose())
        self._light()
        self._look(world)

    @property
    def unreadable_meshes(self) -> tuple[str, ...]:
        """Meshes that are not shown because they cannot be found or read."""
        return self._meshes.unreadable

    def place(self, positions: JointPositions) -> None:
        """Move every link to where the joints put it; what stands still is not sent again."""
        placed = forward(self._model, positions)
        with self._server.atomic():
            for name, matrix in placed.items():
                if not np.array_equal(matrix, self._placed[name]):
                    _move(self._links[name], matrix)
        self._placed = placed

    def place_root(self, pose: Pose) -> None:
        """Put the whole robot somewhere in the world."""
        if pose != self._stands:
            self._stands = pose
            _move(self._root, pose.matrix())

    def place_things(self, things: Mapping[str, Pose]) -> None:
        """Put things of the world where they are."""
        if self._world is not None:
            self._world.place(things)

    def pose(self, link: str) -> Matrix:
        """Return where the scene shows a link, in the root link."""
        return self._placed[link]

    def show_frames(self, visible: bool) -> None:  # noqa: FBT001 (the one thing it does)
        """Show or hide the axes of links and devices."""
        for frame in self._frames:
            frame.show_axes = visible

    def _draw_links(self) -> None:
        for index, (name, matrix) in enumerate(forward(self._model, {}).items()):
            # Names may hold slashes, which the scene would take for a tree.
            path = f"/robot/{index}"
            frame = self._axes(path, matrix, size=0.25)
            self._links[name] = frame
            for number, visual in enumerate(self._model.link(name).visuals):
                self._draw(f"{path}/{number}", visual)

    def _draw_devices(self) -> None:
        paths = {name: frame.name for name, frame in self._links.items()}
        for index, device in enumerate(self._model.devices):
            if device_frame(device) not in self._links:
                path = f"{paths[device.link]}/device{index}"
                self._axes(path, device.pose.matrix(), size=0.1)

    def _axes(self, path: str, matrix: Matrix, *, size: float) -> viser.FrameHandle:
        length = size * self.extent.radius
        frame = self._server.scene.add_frame(
            path,
            show_axes=False,
            axes_length=length,
            axes_radius=length / 30,
            origin_radius=length / 15,
        )
        _move(frame, matrix)
        self._frames.append(frame)
        return frame

    def _draw(self, path: str, visual: Visual) -> None:
        scene = self._server.scene
        colour = (visual.material.colour if visual.material else None) or _PLAIN
        rgb = colour[:3]
        opacity = colour[3] if colour[3] < 1.0 else None
        wxyz, position = _wxyz(visual.pose.quaternion), visual.pose.xyz
        match visual.shape:
            case Box(size=size):
                scene.add_box(path, rgb, size, opacity=opacity, wxyz=wxyz, position=position)
            case Cylinder(radius=radius, length=length):
                scene.add_cylinder(
                    path,
                    radius,
                    length,
                    rgb,
                    radial_segments=64,
                    opacity=opacity,
                    wxyz=wxyz,
                    position=position,
                )
            case Sphere(radius=radius):
                scene.add_icosphere(
                    path, radius, rgb, subdivisions=4, opacity=opacity, wxyz=wxyz, position=position
                )
            case Capsule() as shape:
                surface = capsule(shape)
                scene.add_mesh_simple(
                    path,
                    surface.vertices,
                    surface.faces,
                    color=rgb,
                    opacity=opacity,
                    wxyz=wxyz,
                    position=position,
                )
            case Mesh() as shape:
                self._draw_mesh(path, shape, visual)

    def _draw_mesh(self, path: str, shape: Mesh, visual: Visual) -> None:
        mesh = self._meshes.get(shape)
        if mesh is None:
            return
        wxyz, position = _wxyz(visual.pose.quaternion), visual.pose.xyz
        scene = self._server.scene
        colour = visual.material.colour if visual.material else None
        if colour is None and mesh.visual is not None and mesh.visual.defined:
            scene.add_mesh_trimesh(path, mesh, scale=shape.scale, wxyz=wxyz, position=position)
            return
        red, green, blue, alpha = colour or _PLAIN
        scene.add_mesh_simple(
            path,
            np.asarray(mesh.vertices),
            np.asarray(mesh.faces),
            color=(red, green, blue),
            opacity=alpha if alpha < 1.0 else None,
            flat_shading=True,
            side="double",
            scale=shape.scale,
            wxyz=wxyz,
            position=position,
        )

    def _draw_floor(self) -> None:
        size = self.extent.radius
        cell = round_length(size / 2)
        x, y, _ = self.extent.centre
        # A hair below the wheels, so that what lies on the floor is not torn by it.
        floor = self.extent.low[2] - 1e-3 * size
        self._server.scene.add_grid(
            "/floor",
            width=60 * cell,
            height=60 * cell,
            cell_size=cell,
            section_size=5 * cell,
            cell_color=(222, 226, 231),
            section_color=(196, 203, 211),
            shadow_opacity=0.22,
            fade_distance=60 * cell,
            fade_from="origin",
            position=(round(x / cell) * cell, round(y / cell) * cell, floor),
        )

    def _light(self) -> None:
        self._server.scene.configure_environment_map("studio", environment_intensity=0.4)

    def _look(self, world: World | None) -> None:
        view = viewpoint(self.extent)
        if world is not None:
            view = view_into(world.floor.centre, self._stands, self.extent)
        camera = self._server.initial_camera
        camera.fov = FIELD_OF_VIEW
        camera.near = view.distance / 100
        camera.far = view.distance * 100
        camera.position = view.position
        camera.look_at = view.look_at


def _move(frame: viser.FrameHandle, matrix: Matrix) -> None:
    frame.position = matrix[:3, 3]
    frame.wxyz = np.array(_wxyz(matrix_to_quaternion(matrix[:3, :3])))


def _wxyz(quaternion: Quaternion) -> tuple[float, float, float, float]:
    x, y, z, w = quaternion
    return (w, x, y, z)
