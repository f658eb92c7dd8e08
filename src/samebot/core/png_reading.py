# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Reads PNG files without an image library (PNG specification, W3C, third edition).

Every colour type and depth, not interlaced; opacity is left out.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import BadInput

__all__ = ["png_pixels"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PALETTE: Final = 3
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_MOST_PIXELS: Final = 16_777_216

_Bytes = NDArray[np.uint8]


class _Header(NamedTuple):
    width: int
    height: int
    depth: int
    colour: int

    @property
    def channels(self) -> int:
        return _CHANNELS[self.colour]

    @property
    def row(self) -> int:
        """Bytes of one row, without its filter's number."""
        return (self.width * self.channels * self.depth + 7) // 8


def png_pixels(content: bytes) -> _Bytes:
    """Return a picture as height x width x 3, red-green-blue; BadInput for what is none."""
    if not content.startswith(_SIGNATURE):
        raise BadInput("is no PNG picture; convert it to PNG")
    try:
        chunks = list(_chunks(content))
        header = _header(dict(chunks)[b"IHDR"])
        palette = np.frombuffer(dict(chunks).get(b"PLTE", b""), np.uint8).reshape(-1, 3)
        size = header.height * (1 + header.row)
        data = b"".join(part for kind, part in chunks if kind == b"IDAT")
        flat = zlib.decompressobj().decompress(data, size)
        lines = np.frombuffer(flat, np.uint8).reshape(header.height, 1 + header.row)
        return _coloured(_samples(_unfiltered(lines, header), header), header, palette)
    except (KeyError, ValueError, IndexError, struct.error, zlib.error) as error:
        raise BadInput("is a damaged PNG picture; save it once more") from error


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = len(_SIGNATURE)
    while place + 8 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, place)
        yield kind, content[place + 8 : place + 8 + length]
        place += 12 + length


def _header(data: bytes) -> _Header:
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data)
    if interlaced:
        raise BadInput("is an interlaced PNG picture; save it without interlacing")
    if not 0 < width * height <= _MOST_PIXELS:
        raise BadInput(f"has {width} x {height} pixels; 1 to {_MOST_PIXELS} are read")
    if depth not in _DEPTHS[colour]:
        raise ValueError(depth)
    return _Header(width, height, depth, colour)


def _unfiltered(lines: _Bytes, header: _Header) -> _Bytes:
    """Return rows of bytes as they were before filters took away what neighbours tell.

    Along a diagonal no pixel depends on another, so that each is worked out at once.
    """
    near = max(1, header.channels * header.depth // 8)
    rows, columns = len(lines), -(-header.row // near)
    kinds = lines[:, 0]
    if kinds.max() > 4:
        raise ValueError(kinds.max())
    # A row above and a column before the picture, of zeros.
    out = np.zeros((rows + 1, columns + 1, near), np.int16)
    given = np.zeros((rows, columns * near), np.int16)
    given[:, : header.row] = lines[:, 1:]
    out[1:, 1:] = given.reshape(rows, columns, near)
    if kinds.any():
        for diagonal in range(rows + columns - 1):
            row = np.arange(max(0, diagonal - columns + 1), min(rows - 1, diagonal) + 1)
            _restore(out, kinds[row][:, None], row, diagonal - row)
    plain: _Bytes = out[1:, 1:].reshape(rows, -1)[:, : header.row].astype(np.uint8)
    return plain


def _restore(
    out: NDArray[np.int16], kind: _Bytes, row: NDArray[np.int64], column: NDArray[np.int64]
) -> None:
    before, above = out[row + 1, column], out[row, column + 1]
    corner = out[row, column]
    guess = before + above - corner
    to_before, to_above, to_corner = (np.abs(guess - near) for near in (before, above, corner))
    nearest = np.where(to_above <= to_corner, above, corner)
    nearest = np.where((to_before <= to_above) & (to_before <= to_corner), before, nearest)
    told = np.choose(kind, [np.zeros_like(before), before, above, (before + above) // 2, nearest])
    out[row + 1, column + 1] = (out[row + 1, column + 1] + told) & 0xFF


def _samples(plain: _Bytes, header: _Header) -> _Bytes:
    """Return height x width x channels, full scale 255 (of a palette: its numbers)."""
    shape = (header.height, header.width, header.channels)
    if header.depth == 8:
        return plain.reshape(shape)
    if header.depth == 16:
        return plain[:, ::2].reshape(shape)
    bits = np.unpackbits(plain, axis=1)[:, : header.width * header.depth]
    weights = 1 << np.arange(header.depth - 1, -1, -1)
    numbers = bits.reshape(header.height, header.width, header.depth) @ weights
    scale = 1 if header.colour == _PALETTE else 255 // ((1 << header.depth) - 1)
    samples: _Bytes = (numbers * scale).astype(np.uint8).reshape(shape)
    return samples


def _coloured(samples: _Bytes, header: _Header, palette: _Bytes) -> _Bytes:
    if header.colour == _PALETTE:
        return palette[samples[..., 0]]
    if header.channels < 3:
        return np.repeat(samples[..., :1], 3, axis=2)
    return np.ascontiguousarray(samples[..., :3])
