# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A camera's optics: how wide it is rendered, and where its lens throws each pixel.

Pixel centres lie at +0.5, the principal point at (width/2, height/2). Distortion is plumb_bob
(Brown 1966): k1, k2, p1, p2, k3 act on a pin-hole picture's x / z and y / z.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from samebot.core.errors import ModelError, Where
from samebot.model.devices import Camera
from samebot.sim.panda import View
from samebot.sim.picture_pixels import Warp
from samebot.sim.solids import Floats

__all__ = ["Optics", "focal_length", "optics_of"]

_WIDEST_VIEW: Final = math.radians(160.0)
"""A flat picture of more than this is almost nothing but its rim."""
_STEEPEST: Final = math.tan(_WIDEST_VIEW / 2)
_NEAREST: Final = 0.001
"""Sight begins at least so far away (m): at 0 nothing can be told apart by its depth."""
_LARGEST: Final = 2048
"""Pixels a side that are rendered for a distorted picture."""


class Optics(NamedTuple):
    """The picture to be rendered, and how it is bent (None: not at all)."""

    view: View
    warp: Warp | None


def focal_length(width: int, field_of_view: float) -> float:
    """Return the focal length in pixels for a horizontal field of view (rad)."""
    return width / 2 / math.tan(field_of_view / 2)


def optics_of(camera: Camera, far: float) -> Optics:
    """Return a camera's optics; `far` (m) is where sight ends if the camera does not say.

    Raises ModelError if the view or the distortion is none that a flat picture can have.
    """
    place = Where(element=f'camera "{camera.name}"')
    if camera.field_of_view > _WIDEST_VIEW:
        degrees = math.degrees(camera.field_of_view)
        raise ModelError(
            f"a field of view of {degrees:.4g} degrees cannot be rendered; up to 160 can", place
        )
    if len(camera.distortion) > 5:
        count = len(camera.distortion)
        raise ModelError(f"distortion has {count} numbers; expected k1, k2, p1, p2, k3", place)
    focal = focal_length(camera.size[0], camera.field_of_view)
    near = max(camera.near, _NEAREST)
    end = max(camera.far or far, near * 2)
    if not any(camera.distortion):
        return Optics(View(camera.size, focal, near, end), None)
    return _bent(camera, focal, near, end)


def _bent(camera: Camera, focal: float, near: float, far: float) -> Optics:
    width, height = camera.size
    columns, rows = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    x, y = _straightened(
        (columns - width / 2) / focal, (rows - height / 2) / focal, camera.distortion
    )
    half = (float(np.abs(x).max()), float(np.abs(y).max()))
    coarser = min(1.0, (_LARGEST - 4) / (2 * max(half) * focal))
    scale = focal * coarser
    # Two pixels more on either side, for what lies between the outermost ones.
    size = (2 * math.ceil(half[0] * scale) + 4, 2 * math.ceil(half[1] * scale) + 4)
    column = x * scale + (size[0] - 1) / 2
    from_below = (size[1] - 1) / 2 - y * scale
    warp: Warp = np.stack([column, from_below], axis=-1).astype(np.float32)
    return Optics(View(size, scale, near, far), warp)


def _straightened(x: Floats, y: Floats, numbers: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Return where light that arrives at x, y of the picture would be without the lens."""
    k1, k2, p1, p2, k3 = (*numbers, *(0.0,) * (5 - len(numbers)))
    straight = np.linspace(0.0, _STEEPEST, 8192)
    square = straight**2
    bent = straight * (1.0 + square * (k1 + square * (k2 + square * k3)))
    # Beyond where the lens folds the picture over, light does not come through: the rim repeats.
    falling = np.flatnonzero(np.diff(bent) <= 0.0)
    end = int(falling[0]) + 1 if len(falling) else len(bent)
    right, down = x, y
    for _ in range(12):
        across, r2 = 2.0 * right * down, right**2 + down**2
        to_x = x - p1 * across - p2 * (r2 + 2.0 * right**2)
        to_y = y - p2 * across - p1 * (r2 + 2.0 * down**2)
        radius = np.hypot(to_x, to_y)
        share = np.interp(radius, bent[:end], straight[:end]) / np.maximum(radius, 1e-12)
        right, down = to_x * share, to_y * share
    return right, down
