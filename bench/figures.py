# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a benchmark says: figures with their goals; and how times are taken.

A benchmark is a file beside this one with `measure(*, quick) -> Iterable[Figure]`. Times are the
processor's: what an idle machine would take by the clock, however busy this one is.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Figure", "best_times"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number; `least` and `most` are what it should be."""

    name: str
    value: float
    unit: str = "x"
    least: float | None = None
    most: float | None = None
    note: str = ""


def best_times(runs: Mapping[str, Callable[[], None]], rounds: int) -> dict[str, float]:
    """Return the shortest processor time of each run (s); they take turns."""
    best = dict.fromkeys(runs, math.inf)
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    return best
