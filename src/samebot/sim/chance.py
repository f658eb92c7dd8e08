# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Noise for many sensors a step, drawn in blocks."""

from __future__ import annotations

from typing import Final

import numpy as np

from samebot.core.chance import generator
from samebot.sim.solids import Floats

__all__ = ["Noise"]

_BLOCK: Final = 1 << 12
"""Few enough that those of a hundred robots stay in the processor's cache."""


class Noise:
    """Standard normal numbers of one robot; the same seed and requests give the same numbers."""

    def __init__(self, seed: int, name: str, *, ideal: bool = False) -> None:
        """`ideal`: every number is 0, so that sensors say the truth."""
        self._generator = None if ideal else generator(seed, name)
        self._block: Floats = np.zeros(_BLOCK)
        self._next = _BLOCK

    def draw(self, count: int) -> Floats:
        """Return `count` numbers; the array is the stream's own and lives until the next block."""
        if self._generator is None:
            if count > len(self._block):
                self._block = np.zeros(count)
            return self._block[:count]
        if self._next + count > len(self._block):
            self._block = self._generator.standard_normal(max(_BLOCK, count))
            self._next = 0
        start = self._next
        self._next = start + count
        return self._block[start : self._next]
