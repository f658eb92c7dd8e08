# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot can tell beside the devices of its model: asked for by name, off until wanted."""

from __future__ import annotations

import math
from typing import Final

from samebot.commands import is_finite
from samebot.core.errors import CommandError

__all__ = ["Extra"]

_FINE: Final = 5e-7


class Extra:
    """One such group of numbers; costs nothing on the bus while it is disabled."""

    def __init__(self, name: str, usual: float) -> None:
        """`usual` is its period if none is given, s."""
        self.name = name
        self.period = usual
        self.time = math.nan
        """When it was sampled last, body time in s."""
        self.values: tuple[float, ...] = ()
        """The numbers of the last sample; empty: none yet."""
        self._usual = usual
        self._due = math.inf

    @property
    def enabled(self) -> bool:
        """Whether it is sampled."""
        return self._due < math.inf

    def enable(self, period: float | None = None) -> None:
        """Sample it every `period` s (None: with the body)."""
        if period is not None and not (is_finite(period) and period > 0.0):
            raise CommandError(f"{self.name}: period is {period!r} s; give a positive number")
        self.period = self._usual if period is None else float(period)
        self._due = -1.0

    def disable(self) -> None:
        """Sample it no more."""
        self._due = math.inf

    def take(self, time: float) -> bool:
        """Tell whether it is due now, and plan its next sample."""
        if self._due > time + _FINE:
            return False
        following = self._due + self.period
        self._due = following if following > time + _FINE else time + self.period
        return True

    def put(self, values: tuple[float, ...], time: float) -> None:
        """Keep a sample."""
        self.values, self.time = values, time
