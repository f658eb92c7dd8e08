# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a video device gives is not always what it was asked for."""

from __future__ import annotations

import struct
import sys

import numpy as np
import pytest

if sys.platform != "linux":
    pytest.skip("video devices of Linux", allow_module_level=True)

from samebot.core.errors import BusError
from samebot.hardware.v4l2 import Granted, granted, picture, wished

AT = struct.calcsize("P")


def answer(width: int, height: int, kind: bytes, stride: int) -> bytearray:
    """Return what a driver makes of a wish."""
    form = wished((160, 120))
    struct.pack_into("<2I4sII", form, AT, width, height, kind, 1, stride)
    return form


def test_the_wish_is_laid_out_as_the_kernel_has_it() -> None:
    form = wished((640, 480))
    assert len(form) == (208 if AT == 8 else 204)
    assert form[0] == 1
    assert form[AT : AT + 12] == struct.pack("<2I", 640, 480) + b"YUYV"


def test_another_size_is_taken_and_another_kind_refused() -> None:
    assert granted(answer(640, 480, b"YUYV", 1280)) == Granted(640, 480, 1280)
    assert granted(answer(640, 480, b"YUYV", 0)).stride == 1280
    with pytest.raises(BusError, match="'MJPG' pictures, YUYV was asked for"):
        granted(answer(640, 480, b"MJPG", 0))


def test_a_larger_picture_is_made_smaller_and_padding_left_out() -> None:
    given = Granted(640, 480, 1344)
    grey = np.add.outer(np.arange(480) // 4, np.arange(640) // 4).astype(np.uint16) % 256
    rows = np.full((480, 1344), 7, np.uint8)
    rows[:, 0:1280:2] = grey
    rows[:, 1:1280:2] = 128
    image = picture(rows.tobytes(), given, (160, 120))
    assert image.shape == (120, 160, 3)
    expected = np.add.outer(np.arange(120), np.arange(160)) % 256
    np.testing.assert_array_equal(image[..., 1], expected)
    np.testing.assert_array_equal(picture(rows.tobytes(), given, (640, 480))[..., 0], grey)
