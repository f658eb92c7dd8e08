# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""PNG files that other programs read: the bytes follow the specification."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from samebot.core.errors import BadInput
from samebot.core.png import png_bytes, write_png


def decoded(content: bytes) -> NDArray[np.uint8]:
    """Read a PNG of unfiltered rows, checking every checksum."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    chunks: dict[bytes, bytes] = {}
    place = 8
    while place < len(content):
        (length,) = struct.unpack_from(">I", content, place)
        kind, data = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        assert struct.unpack_from(">I", content, place + 8 + length) == (zlib.crc32(kind + data),)
        chunks[kind] = data
        place += 12 + length
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    channels = {0: 1, 2: 3, 6: 4}[colour]
    assert (depth, rest) == (8, [0, 0, 0])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, channels)


@given(
    height=st.integers(1, 9), width=st.integers(1, 9), channels=st.sampled_from([1, 3, 4]),
    seed=st.integers(0, 99),
)  # fmt: skip
def test_the_pixels_come_back(height: int, width: int, channels: int, seed: int) -> None:
    shape = (height, width, channels)
    picture = np.random.default_rng(seed).integers(0, 256, shape, np.uint8)
    assert np.array_equal(decoded(png_bytes(picture)), picture)


def test_a_grey_picture_needs_no_third_side() -> None:
    picture = np.arange(12, dtype=np.uint8).reshape(3, 4)
    assert np.array_equal(decoded(png_bytes(picture))[..., 0], picture)


def test_parts_of_larger_pictures_are_written_as_they_look() -> None:
    picture = np.arange(300, dtype=np.uint8).reshape(10, 10, 3)[::-2, 3:8]
    assert np.array_equal(decoded(png_bytes(picture)), picture)


@pytest.mark.parametrize("shape", [(0, 0, 3), (4, 4, 2), (4,), (2, 2, 2, 3)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="picture"):
        png_bytes(np.zeros(shape, np.uint8))


def test_numbers_other_than_bytes_are_refused() -> None:
    floats = np.zeros((2, 2, 3))
    with pytest.raises(ValueError, match="float64"):
        png_bytes(floats)  # type: ignore[arg-type]


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*nowhere"):
        write_png(tmp_path / "nowhere" / "a.png", np.zeros((2, 2, 3), np.uint8))
