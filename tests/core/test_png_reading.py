# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""PNG pictures of every kind, filtered by the specification's own formulas, are read right."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from samebot.core.errors import BadInput
from samebot.core.png import png_bytes
from samebot.core.png_reading import png_pixels

Picture = NDArray[np.uint8]


def picture(*shape: int) -> Picture:
    return np.random.default_rng(3).integers(0, 256, shape, np.uint8)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def encoded(
    rows: bytes, size: tuple[int, int], depth: int, colour: int, palette: bytes = b""
) -> bytes:
    header = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, 0)
    data = zlib.compress(rows)
    parts = [chunk(b"IHDR", header), chunk(b"PLTE", palette), chunk(b"IDAT", data[:9])]
    return b"\x89PNG\r\n\x1a\n" + b"".join([*parts, chunk(b"IDAT", data[9:]), chunk(b"IEND", b"")])


def paeth(a: int, b: int, c: int) -> int:
    """PNG specification, 9.4."""
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    if pa <= pb and pa <= pc:
        return a
    return b if pb <= pc else c


def filtered(pixels: Picture, kinds: list[int]) -> bytes:
    """Return rows as an encoder writes them, byte by byte, each by its own filter."""
    height, width, near = pixels.shape
    plain = pixels.reshape(height, width * near).astype(int)
    out = bytearray()
    for row in range(height):
        out.append(kinds[row])
        for place in range(width * near):
            a = plain[row, place - near] if place >= near else 0
            b = plain[row - 1, place] if row else 0
            c = plain[row - 1, place - near] if row and place >= near else 0
            told = (0, a, b, (a + b) // 2, paeth(a, b, c))[kinds[row]]
            out.append((plain[row, place] - told) % 256)
    return bytes(out)


@given(st.lists(st.integers(0, 4), min_size=6, max_size=6), st.sampled_from([(3, 2), (4, 6)]))
def test_every_filter_is_undone(kinds: list[int], kind: tuple[int, int]) -> None:
    channels, colour = kind
    given_ = picture(6, 5, channels)
    read = png_pixels(encoded(filtered(given_, kinds), (5, 6), 8, colour))
    assert np.array_equal(read, given_[..., :3])


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_what_is_written_is_read(channels: int) -> None:
    given_ = picture(7, 11, channels)
    assert np.array_equal(
        png_pixels(png_bytes(given_)), np.broadcast_to(given_[..., :3], (7, 11, 3))
    )


def test_few_bits_and_palettes_are_read() -> None:
    # Two rows of five pixels: 1 0 1 1 0, 0 1 0 0 1.
    rows = b"\x00\xb0\x00\x48"
    read = png_pixels(encoded(rows, (5, 2), 1, 0))
    assert (read[..., 0] // 255).tolist() == [[1, 0, 1, 1, 0], [0, 1, 0, 0, 1]]
    palette = bytes([10, 20, 30, 40, 50, 60])
    read = png_pixels(encoded(rows, (5, 2), 1, 3, palette))
    assert read[0, 0].tolist() == [40, 50, 60]
    assert read[1, 0].tolist() == [10, 20, 30]
    wide = struct.pack(">BHH", 0, 0x1234, 0xFF00)
    assert png_pixels(encoded(wide, (2, 1), 16, 0))[0, :, 0].tolist() == [0x12, 0xFF]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GIF89a", "no PNG"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (png_bytes(picture(4, 4, 3))[:-30], "damaged"),
        (encoded(b"\x05\x00", (1, 1), 8, 0), "damaged"),
        (encoded(b"\x00\x01", (8, 1), 1, 3, b"\x00\x00\x00"), "damaged"),
        (encoded(b"", (1 << 20, 1 << 20), 8, 0), "pixels"),
        (
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 1)),
            "interlac",
        ),
    ],
)
def test_what_is_no_picture_is_told(content: bytes, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        png_pixels(content)
