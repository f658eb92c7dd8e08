# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures as JPEG; the only file that imports simplejpeg."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import MissingDependency

__all__ = ["JPEG_QUALITY", "to_jpeg"]

JPEG_QUALITY: Final = 80


def to_jpeg(picture: NDArray[np.uint8], quality: int) -> bytes:
    """Return an RGB888 picture as JPEG; MissingDependency without simplejpeg."""
    try:
        import simplejpeg
    except ImportError as error:
        raise MissingDependency("simplejpeg", "record", "compressed images") from error
    encoded: bytes = simplejpeg.encode_jpeg(np.ascontiguousarray(picture), quality, "RGB")
    return encoded
