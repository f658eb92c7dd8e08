# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Camera bytes become pictures: every value of RGB565, known colours of YUYV."""

from __future__ import annotations

import numpy as np
import pytest

from samebot.core.errors import BusError
from samebot.hardware.images import from_grey, from_rgb565, from_yuyv

FIVE = (
    "0 8 16 25 33 41 49 58 66 74 82 90 99 107 115 123 "
    "132 140 148 156 165 173 181 189 197 206 214 222 230 239 247 255"
)
SIX = (
    "0 4 8 12 16 20 24 28 32 36 40 45 49 53 57 61 65 69 73 77 81 85 89 93 97 101 105 109 113 117 "
    "121 125 130 134 138 142 146 150 154 158 162 166 170 174 178 182 186 190 194 198 202 206 210 "
    "215 219 223 227 231 235 239 243 247 251 255"
)


def test_every_red_green_and_blue_is_as_in_e_gos_tables() -> None:
    reds = np.arange(32, dtype=">u2") << 11
    greens = np.arange(64, dtype=">u2") << 5
    blues = np.arange(32, dtype=">u2")
    for channel, codes, table in ((0, reds, FIVE), (1, greens, SIX), (2, blues, FIVE)):
        data = codes.astype(">u2").tobytes()
        image = from_rgb565(data, (len(codes), 1), order="big")
        assert image[0, :, channel].tolist() == [int(word) for word in table.split()]
        assert image.sum() == image[..., channel].sum()


def test_the_robot_sends_the_high_byte_first_and_v4l2_the_low_one() -> None:
    assert from_rgb565(b"\xf8\x00", (1, 1), order="big").tolist() == [[[255, 0, 0]]]
    assert from_rgb565(b"\x00\xf8", (1, 1), order="little").tolist() == [[[255, 0, 0]]]


@pytest.mark.parametrize(
    ("quad", "left", "right"),
    [
        ((128, 128, 64, 128), (128, 128, 128), (64, 64, 64)),
        ((0, 128, 255, 128), (0, 0, 0), (255, 255, 255)),
        ((76, 85, 76, 255), (254, 0, 0), (254, 0, 0)),
        ((150, 44, 150, 21), (0, 255, 1), (0, 255, 1)),
        ((29, 255, 29, 107), (0, 0, 254), (0, 0, 254)),
    ],
)
def test_yuyv_in_full_range(
    quad: tuple[int, ...], left: tuple[int, ...], right: tuple[int, ...]
) -> None:
    image = from_yuyv(bytes(quad), (2, 1))
    np.testing.assert_allclose(image[0], [left, right], atol=1)


def test_yuyv_in_studio_range() -> None:
    image = from_yuyv(bytes((16, 128, 235, 128)), (2, 1), range_="studio")
    assert image[0].tolist() == [[0, 0, 0], [255, 255, 255]]


def test_grey_is_grey() -> None:
    assert from_grey(b"\x00\x80", (2, 1)).tolist() == [[[0, 0, 0], [128, 128, 128]]]


def test_pictures_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(BusError):
        from_rgb565(bytes(7), (2, 2), order="big")
    with pytest.raises(BusError):
        from_yuyv(bytes(9), (2, 2))
    with pytest.raises(BusError):
        from_yuyv(bytes(6), (3, 1))
    with pytest.raises(BusError):
        from_grey(b"", (1, 1))
