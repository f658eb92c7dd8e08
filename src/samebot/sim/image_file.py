# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures from files that cover floors and things: `tile` is how wide a picture is, m."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import BadInput
from samebot.core.png_reading import png_pixels
from samebot.model.files import read_bytes
from samebot.sim.solids import Floats
from samebot.sim.world import Surface

__all__ = ["PATTERNS", "from_image", "image_of", "proportion"]

PATTERNS: Final = ("checker", "wood", "bricks")
"""The textures that are no files."""
_MOST: Final = 32_000_000

Pixels = NDArray[np.float32]


def image_of(texture: str) -> Pixels | None:
    """Return a texture's picture, rows from the top; None if it is a pattern, or there is none.

    Raises BadInput for a file that is no PNG picture.
    """
    if not texture or texture in PATTERNS:
        return None
    path = Path(texture)
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise BadInput(f"there is no picture {texture}; give one beside the world's file") from None
    return _read(path, changed)


@functools.lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> Pixels:
    try:
        pixels = png_pixels(read_bytes(path, _MOST))
    except BadInput as error:
        raise BadInput(f"{path} {error}") from error
    return pixels.astype(np.float32) / np.float32(255.0)


def proportion(texture: str) -> float:
    """Return how high a texture's picture is in widths; patterns are square."""
    image = image_of(texture)
    return 1.0 if image is None else image.shape[0] / image.shape[1]


def from_image(surface: Surface, image: Pixels, x: Floats, y: Floats) -> Pixels:
    """Return the colours of a covered surface at places (m) from the picture's lower left corner.

    Rows for y, columns for x; beyond its edges the picture comes again.
    """
    rows, columns = image.shape[:2]
    side = surface.tile / columns
    column = np.floor(x / side).astype(np.int64) % columns
    row = rows - 1 - np.floor(y / side).astype(np.int64) % rows
    colours: Pixels = image[row][:, column] * np.array(surface.colour, np.float32)
    return colours
