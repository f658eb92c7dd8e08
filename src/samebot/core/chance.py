# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One seeded random generator a robot: same seed and name, same numbers."""

from __future__ import annotations

import zlib

import numpy as np

__all__ = ["generator"]


def generator(seed: int, name: str = "") -> np.random.Generator:
    """Return the generator of the robot (or part) `name` in a run with `seed`.

    Different names give independent streams; the number of robots does not change any of them.
    """
    return np.random.Generator(np.random.PCG64([seed, zlib.crc32(name.encode())]))
