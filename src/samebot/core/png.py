# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures as PNG files, without an image library (PNG specification, W3C, third edition)."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import BadInput

__all__ = ["png_bytes", "write_png"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPES: Final = {1: 0, 3: 2, 4: 6}
"""The format's number for grey, red-green-blue, and that with opacity."""


def write_png(path: str | Path, picture: NDArray[np.uint8]) -> None:
    """Write a picture (height x width, or with 1, 3 or 4 channels) to a file."""
    content = png_bytes(picture)
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise BadInput(
            f"cannot write {path}: {error.strerror or error}; give a file in a folder that exists "
            "and may be written"
        ) from error


def png_bytes(picture: NDArray[np.uint8]) -> bytes:
    """Return a picture as the content of a PNG file."""
    pixels = picture if picture.ndim == 3 else picture[..., None]
    if pixels.ndim != 3 or pixels.dtype != np.uint8 or pixels.shape[2] not in _COLOUR_TYPES:
        raise ValueError(
            f"a picture is an array of bytes, height x width x 1, 3 or 4; "
            f"found {picture.dtype} {picture.shape}"
        )
    height, width, channels = pixels.shape
    if height == 0 or width == 0:
        raise ValueError("the picture is empty; was it taken yet?")
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    # A zero before each row: its bytes are not filtered.
    rows = np.zeros((height, 1 + width * channels), np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * channels)
    data = zlib.compress(rows.tobytes(), level=6)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
