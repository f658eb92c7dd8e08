# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Noise for many sensors a step, drawn in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from samebot.core.chance import generator
from samebot.sim.solids import Floats, Whole

__all__ = ["Blocks", "Noise", "Streams"]

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

    def fill(self, block: Floats) -> None:
        """Fill an array with numbers."""
        if self._generator is not None:
            self._generator.standard_normal(out=block)


class Blocks(NamedTuple):
    """Numbers of many robots for compiled functions, a row a robot."""

    numbers: Floats
    used: Whole
    """How many of each row were taken."""


class Streams:
    """The noise of many robots, each its own; compiled functions take it by themselves."""

    def __init__(self, noises: Sequence[Noise], counts: Sequence[int]) -> None:
        """`counts` tells how many numbers each robot takes at a time."""
        self._noises = noises
        self._counts: Whole = np.array(counts, np.int64)
        size = max(_BLOCK, *counts, 0)
        self.blocks = Blocks(np.zeros((len(noises), size)), np.full(len(noises), size, np.int64))
        self.refill()

    def refill(self) -> None:
        """Draw anew for those that have too few left."""
        numbers, used = self.blocks
        for row in np.flatnonzero(used + self._counts > numbers.shape[1]).tolist():
            self._noises[row].fill(numbers[row])
            used[row] = 0
