# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One seeded random generator a robot: same seed and name, same numbers."""

from __future__ import annotations

import zlib

import numpy as np

from samebot.core.errors import OptionError

__all__ = ["generator"]


def generator(seed: int, name: str = "") -> np.random.Generator:
    """Return the generator of the robot (or part) `name` in a run with `seed`.

    Different names give independent streams; the number of robots does not change any of them.
    Raises OptionError for a negative seed.
    """
    if seed < 0:
        raise OptionError(f"the seed is {seed}; a whole number of 0 or more is expected")
    return np.random.Generator(np.random.PCG64([seed, zlib.crc32(name.encode())]))
