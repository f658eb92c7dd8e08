# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The driver's own periodic loop: rclpy's timers cost several times as much as the work."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from samebot.core.clock import Clock

__all__ = ["paced"]


def paced(
    clock: Clock, period: float, ended: Callable[[], bool], duration: float | None = None
) -> Iterator[int]:
    """Yield 0, 1, 2 ... at the start and then once a `period` (s), until `ended` says so.

    Tick n is due at start + n * period, so that lateness does not add up. Ticks that are
    missed because the work took too long are left out, not made up for in a burst. After
    `duration` (s) the loop ends by itself.
    """
    if not period > 0.0:
        raise ValueError(f"a period of {period} s is not possible; a positive one is expected")
    start = clock.now()
    tick = 0
    while not ended() and (duration is None or tick * period < duration):
        yield tick
        elapsed = clock.now() - start
        tick = max(tick + 1, math.floor(elapsed / period))
        clock.sleep(start + tick * period - clock.now())
