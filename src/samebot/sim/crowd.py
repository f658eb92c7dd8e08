# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The senses of all robots of a world: they share their arrays, and are sampled together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from samebot.sim.chance import Streams
from samebot.sim.inward import Motion
from samebot.sim.light import Lights
from samebot.sim.sampling import (
    Copies,
    Places,
    Readings,
    Sampler,
    Start,
    copies_of,
    empty_readings,
    starting,
    together,
)
from samebot.sim.senses import Senses
from samebot.sim.solids import Solids

__all__ = ["Crowd"]

_WHOLE: Final[Sequence[Places]] = [(slice(None), slice(None))]
_KEPT = 4096
"""So many ways of sampling some robots together are remembered."""


class Crowd:
    """The senses of all robots, in the order of their numbers."""

    def __init__(
        self, senses: Sequence[Senses], surroundings: tuple[Solids, Lights, Motion]
    ) -> None:
        """Give every robot its share of the readings; `surroundings` are the engine's arrays."""
        starts = [Start(0, 0, 0, 0)]
        for each in senses:
            starts.append(Start(*map(sum, zip(starts[-1], each.extent, strict=True))))
        self._readings = empty_readings(starts[-1])
        self.shares: list[Readings] = []
        """Each robot's share of the readings."""
        for start, end in itertools.pairwise(starts):
            self.shares.append(self._readings.share(start, end))
        self._places: list[Places] = [
            (slice(start.reading, end.reading), slice(start.stamp, end.stamp))
            for start, end in itertools.pairwise(starts)
        ]
        self._plans = [
            starting(each.plans, start) for each, start in zip(senses, starts, strict=False)
        ]
        counts = [each.extent.noise for each in senses]
        self._streams = Streams([each.noise for each in senses], counts)
        self._surroundings = surroundings
        self._samplers: dict[tuple[int, ...], Sampler] = {}

    def sample(self, robots: tuple[int, ...], time: float) -> None:
        """Sample what is due of some robots at a time."""
        sampler = self._samplers.get(robots)
        if sampler is None:
            sampler = self._made(robots)
        if sampler.sample(time):
            self._streams.refill()

    def shown(self, robots: tuple[int, ...]) -> tuple[Copies, Sequence[Places]]:
        """Return copies of what some robots sensed, and where in them each one's numbers lie."""
        if len(robots) == 1:
            return copies_of(self.shares[robots[0]]), _WHOLE
        copies = copies_of(self._readings)  # of all at once, which is faster
        if len(robots) == len(self._places):
            return copies, self._places
        return copies, [self._places[robot] for robot in robots]

    def _made(self, robots: tuple[int, ...]) -> Sampler:
        if len(self._samplers) >= _KEPT:
            self._samplers.clear()
        plans = together([self._plans[robot] for robot in robots])
        sampler = self._samplers[robots] = Sampler(
            plans, self._readings, self._surroundings, self._streams.blocks
        )
        return sampler
