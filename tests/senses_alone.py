# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One device by itself, sampled as all are, without an engine: a test says where everything is."""

from __future__ import annotations

import numpy as np

from samebot.sim.columns import Columns
from samebot.sim.distance import distance_columns
from samebot.sim.inward import Motion, inward_columns, no_motion
from samebot.sim.light import light_columns, lights_of
from samebot.sim.sampling import Plans, Sampler, Start, empty_readings
from samebot.sim.solids import Solids, no_solids

__all__ = ["Alone"]


class Alone:
    """A device with up to four numbers and three noises."""

    def __init__(
        self,
        *,
        solids: Solids | None = None,
        motion: Motion | None = None,
        distance: Columns | None = None,
        inward: Columns | None = None,
    ) -> None:
        """What is not given is not there."""
        self.readings = empty_readings(Start(4, 1, 1, 3))
        plans = Plans(
            devices=np.arange(1),
            stamped=np.arange(1),
            stamps=np.arange(1),
            draws=np.zeros((0, 3), np.int64),
            distance=distance or distance_columns([], {}, 0, []),
            light=light_columns([], {}, 0, []),
            inward=inward or inward_columns([], 0, [], []),
        )
        surroundings = (solids or no_solids(), lights_of(()), motion or no_motion())
        self._sampler = Sampler(plans, self.readings, surroundings)

    def sample(self, time: float = 0.0, noise: float = 0.0) -> None:
        """Sample it now."""
        self.readings.due_at[:] = -1.0
        self.readings.noise[:] = noise
        self._sampler.sample(time)

    def forget(self, time: float) -> None:
        """Begin anew, at rest."""
        self.readings.velocities[:] = 0.0
        self.readings.felt[:] = time
