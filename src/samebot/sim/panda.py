# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The one door to panda3d: a software renderer that needs no graphics card and no display.

It knows shapes, colours and lenses, nothing of robots and worlds. A process has one press that
prints all pictures, because panda3d never gives back the memory of a frame buffer.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import BodyError, MissingDependency
from samebot.sim.shapes3d import Triangles
from samebot.sim.solids import Floats

try:
    from panda3d import core as panda
except ImportError as error:
    raise MissingDependency("panda3d", "sim", "a simulated camera") from error

__all__ = ["Lamp", "Node", "Raw", "Stage", "View", "place"]

_LARGEST_PICTURE: Final = 4096
_PIXEL_CENTRE: Final = (-0.25, 0.25)
"""The renderer snaps corners to pixels, a quarter up and left on average (measured); undone."""
_SETTINGS: Final = """
notify-level-display error
notify-level-tinydisplay fatal
"""
_IN_ORDER: Final = ("background", 0)
"""Drawn as it stands in the scene. The usual bin sorts by addresses in memory, so that where two
surfaces meet at one depth another one would win each time."""
_PIPE: Final = "TinyOffscreenGraphicsPipe"  # the default one looks for an X server first

Node = Any  # panda3d's NodePath; the library has no types
Bytes = NDArray[np.uint8]
Raw = NDArray[np.uint32]
"""A rendered picture: 0xAARRGGBB, rows from the bottom."""
_Result = TypeVar("_Result")


class Lamp(NamedTuple):
    """A light for things that move: at a place, if `position`, else parallel along `direction`."""

    colour: tuple[float, float, float]
    direction: tuple[float, float, float]
    position: tuple[float, float, float] | None = None
    attenuation: tuple[float, float, float] = (1.0, 0.0, 0.0)


class View(NamedTuple):
    """A pin-hole camera: picture size and focal length in pixels, sight between near and far, m."""

    size: tuple[int, int]
    focal: float
    near: float
    far: float


@dataclass(frozen=True, slots=True)
class _Paper:
    """A frame buffer of one size."""

    buffer: Any
    region: Any
    texture: Any


class _Press:
    """The renderer of this process, with one paper a size; one thread at a time."""

    def __init__(self) -> None:
        panda.load_prc_file_data("samebot", _SETTINGS)
        selection = panda.GraphicsPipeSelection.get_global_ptr()
        self._pipe = selection.make_pipe(_PIPE, "p3tinydisplay")
        if self._pipe is None:
            raise BodyError(
                "panda3d's software renderer does not start; on Debian and Ubuntu it needs libx11-6"
            )
        self._engine = panda.GraphicsEngine(self._pipe)
        self._papers: dict[tuple[int, int], _Paper] = {}
        self._current: _Paper | None = None
        self.lock = threading.RLock()

    def print(self, eye: Node, size: tuple[int, int], sky: tuple[float, float, float]) -> Raw:
        """Return what an eye sees; valid until the next picture, so hold the lock."""
        paper = self._papers.get(size) or self._paper(size)
        if paper is not self._current:
            if self._current is not None:
                self._current.buffer.set_active(False)
            paper.buffer.set_active(True)
            self._current = paper
        paper.buffer.set_clear_color((*sky, 1.0))
        paper.region.set_camera(eye)
        self._engine.render_frame()
        image = np.frombuffer(paper.texture.get_ram_image(), np.uint32)
        return image.reshape(size[1], size[0])

    def forget(self, eye: Node) -> None:
        """Let go of an eye and of all that it saw."""
        for paper in self._papers.values():
            if paper.region.get_camera() == eye:
                paper.region.set_camera(panda.NodePath())

    def _paper(self, size: tuple[int, int]) -> _Paper:
        _refuse_size(size)
        frame = panda.FrameBufferProperties()
        frame.set_rgba_bits(8, 8, 8, 8)
        frame.set_depth_bits(24)
        # All papers share one renderer state, so that textures are prepared once.
        others = next(iter(self._papers.values()), None)
        buffer = self._engine.make_output(
            self._pipe,
            f"paper {size}",
            0,
            frame,
            panda.WindowProperties.size(*size),
            panda.GraphicsPipe.BF_refuse_window,
            *((others.buffer.get_gsg(),) if others else ()),
        )
        if buffer is None:
            raise BodyError(f"the software renderer makes no picture of {size[0]}x{size[1]} pixels")
        texture = panda.Texture()
        buffer.add_render_texture(texture, panda.GraphicsOutput.RTM_copy_ram)
        buffer.set_active(False)
        self._papers[size] = _Paper(buffer, buffer.make_display_region(), texture)
        return self._papers[size]


@functools.cache
def _press() -> _Press:
    return _Press()


def _refuse_size(size: tuple[int, int]) -> None:
    if not all(0 < side <= _LARGEST_PICTURE for side in size):
        raise BodyError(
            f"a picture of {size[0]}x{size[1]} pixels was asked for; "
            f"1 to {_LARGEST_PICTURE} a side are possible"
        )


class Stage:
    """A scene of shapes, and pictures of it."""

    def __init__(self, sky: tuple[float, float, float] = (0.7, 0.8, 0.9)) -> None:
        """Begin with an empty scene under a plain sky."""
        self._press = _press()
        self._sky = sky
        self._root: Node = panda.NodePath("stage")
        self._root.set_bin(*_IN_ORDER)
        self._lens = panda.PerspectiveLens()
        self._lens.set_film_offset(*_PIXEL_CENTRE)
        self._eye: Node = self._root.attach_new_node(panda.Camera("eye", self._lens))
        self._view: View | None = None
        self._hidden: Node | None = None
        self._textures: list[Any] = []
        self._closed = False

    def close(self) -> None:
        """Let go of the scene."""
        with self._press.lock:
            self._press.forget(self._eye)
            for texture in self._textures:
                texture.release_all()
                texture.clear()
            self._textures.clear()
            self._hidden = None
            self._closed = True
            for part in self._root.get_children():
                part.remove_node()

    def group(self, parent: Node | None = None) -> Node:
        """Return a new place in the scene that shapes can be put into and that can be moved."""
        return (parent or self._root).attach_new_node("group")

    def light(self, group: Node, ambient: tuple[float, float, float], lamps: list[Lamp]) -> None:
        """Light what is in a group; shapes elsewhere show their colours as they are."""
        # Without a material of its own a surface's colour would count twice.
        white = panda.Material()
        white.set_ambient((1.0, 1.0, 1.0, 1.0))
        white.set_diffuse((1.0, 1.0, 1.0, 1.0))
        group.set_material(white)
        glow = panda.AmbientLight("ambient")
        glow.set_color((*ambient, 1.0))
        group.set_light(self._root.attach_new_node(glow))
        for lamp in lamps:
            group.set_light(self._root.attach_new_node(_lamp(lamp)))

    def texture(self, coats: Sequence[Bytes]) -> Any:
        """Return a texture: a picture (BGR, rows from the bottom) and its halves down to a pixel.

        Sides are powers of two.
        """
        height, width = coats[0].shape[:2]
        texture = panda.Texture()
        texture.setup_2d_texture(width, height, panda.Texture.T_unsigned_byte, panda.Texture.F_rgb)
        texture.set_ram_image(coats[0].tobytes())
        for level, coat in enumerate(coats[1:], start=1):
            texture.set_ram_mipmap_image(level, panda.CPTA_uchar(panda.PTA_uchar(coat.tobytes())))
        texture.set_minfilter(panda.SamplerState.FT_nearest_mipmap_nearest)
        texture.set_magfilter(panda.SamplerState.FT_nearest)
        texture.set_wrap_u(panda.SamplerState.WM_repeat)
        texture.set_wrap_v(panda.SamplerState.WM_repeat)
        self._textures.append(texture)
        return texture

    def shape(
        self,
        parent: Node,
        triangles: Triangles,
        colours: Floats | None,
        *,
        lit: bool = False,
        flat: bool = False,
        texture: Any = None,
    ) -> Node:
        """Put a surface into a group: a colour (RGBA, 0 to 1) a vertex, a texture, or both.

        `lit`: it stands in a lit group. `flat`: each triangle has one colour (faster).
        """
        node = parent.attach_new_node(
            _geometry(triangles, colours, lit=lit, textured=texture is not None)
        )
        if colours is not None and colours.size and colours[:, 3].min() < 1.0:
            node.set_transparency(panda.TransparencyAttrib.M_alpha)
            node.set_bin("transparent", 0)
            node.set_depth_write(False)
        if flat:
            node.set_attrib(panda.ShadeModelAttrib.make(panda.ShadeModelAttrib.M_flat))
        if texture is not None:
            node.set_texture(texture)
        if not lit:
            node.set_light_off()
            node.set_material_off()
        return node

    def recolour(self, node: Node, colours: Floats) -> None:
        """Give the vertices of an unlit shape without texture other colours."""
        data = node.node().modify_geom(0).modify_vertex_data().modify_array(0)
        rows = np.frombuffer(memoryview(data).cast("B"), _V3C4).copy()
        rows["c"] = _colour_bytes(colours)
        _fill(data, rows)

    def render(
        self,
        view: View,
        position: Floats,
        rotation: Floats,
        develop: Callable[[Raw], _Result],
        *,
        hidden: Node | None = None,
    ) -> _Result:
        """Render a picture and return what `develop` makes of it.

        The eye looks along x of `rotation` (3x3) with z up. `hidden` is a group to leave out.
        """
        with self._press.lock:
            if self._closed:
                raise BodyError("this world's cameras are closed; open the world again to go on")
            self._hide(hidden)
            self._aim(view)
            right_ahead_up = np.stack([-rotation[:, 1], rotation[:, 0], rotation[:, 2]], axis=1)
            place(self._eye, position, right_ahead_up.ravel())
            return develop(self._press.print(self._eye, view.size, self._sky))

    def _aim(self, view: View) -> None:
        if view != self._view:
            self._lens.set_film_size(*view.size)
            self._lens.set_focal_length(view.focal)
            self._lens.set_near_far(view.near, view.far)
            self._view = view

    def _hide(self, node: Node | None) -> None:
        if node is not self._hidden:
            if self._hidden is not None:
                self._hidden.show()
            if node is not None:
                node.hide()
            self._hidden = node


def place(node: Node, position: Floats, rotation: Floats) -> None:
    """Put a node somewhere: position (m) and a row-major 3x3 rotation (nine numbers)."""
    a, b, c, d, e, f, g, h, i = rotation.tolist()
    x, y, z = position.tolist()
    node.set_mat(panda.LMatrix4(a, d, g, 0, b, e, h, 0, c, f, i, 0, x, y, z, 1))


def _lamp(lamp: Lamp) -> Any:
    if lamp.position is None:
        light = panda.DirectionalLight("beam")
        light.set_direction(panda.LVector3(*lamp.direction))
    else:
        light = panda.PointLight("bulb")
        light.set_point(panda.LPoint3(*lamp.position))
        light.set_attenuation(panda.LVecBase3(*lamp.attenuation))
    light.set_color((*lamp.colour, 1.0))
    return light


_V3C4: Final = np.dtype([("v", "<f4", 3), ("c", "u1", 4)])


def _geometry(triangles: Triangles, colours: Floats | None, *, lit: bool, textured: bool) -> Any:
    fields: list[tuple[str, str, int]] = [("v", "<f4", 3)]
    fields += [("n", "<f4", 3)] * lit
    fields += [("c", "u1", 4)] * (colours is not None)
    fields += [("t", "<f4", 2)] * textured
    rows = np.empty(len(triangles.vertices), np.dtype(fields))
    for name, columns in (("v", slice(3)), ("n", slice(3, 6)), ("t", slice(6, 8))):
        if name in (rows.dtype.names or ()):
            rows[name] = triangles.vertices[:, columns]
    if colours is not None:
        rows["c"] = _colour_bytes(colours)
    name = "".join(f"{name}{count}" for name, _, count in fields)
    layout = getattr(panda.GeomVertexFormat, f"get_{name}")()
    data = panda.GeomVertexData("shape", layout, panda.Geom.UH_static)
    data.unclean_set_num_rows(len(rows))
    _fill(data.modify_array(0), rows)
    corners = panda.GeomTriangles(panda.Geom.UH_static)
    corners.set_index_type(panda.Geom.NT_uint32)
    indices = corners.modify_vertices()
    indices.unclean_set_num_rows(triangles.corners.size)
    _fill(indices, np.ascontiguousarray(triangles.corners, np.uint32))
    geometry = panda.Geom(data)
    geometry.add_primitive(corners)
    node = panda.GeomNode("shape")
    node.add_geom(geometry)
    return node


def _colour_bytes(colours: Floats) -> Bytes:
    levels: Bytes = np.rint(np.clip(colours, 0.0, 1.0) * 255.0).astype(np.uint8)
    return levels


def _fill(array: Any, rows: NDArray[Any]) -> None:
    memoryview(array).cast("B")[:] = memoryview(rows.tobytes())
