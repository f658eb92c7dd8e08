# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The simulation: against bare physics, against other simulators, and how long opening takes.

Bare physics (`mj_step`) makes the same motion (model, state, controls), in turn with everything:
8 x 5 infra-red rays, time of flight, light, inertial sensors, encoders, noise, a snapshot and a
controller in Python, every 32 ms; substeps are 4 ms. The median of the pairs counts, for motions
differ: a robot at a wall costs more than one on its way.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial

from bench.figures import Figure, best_times
from bench.layouts import layout_for
from bench.ours import Ours
from bench.peers import PEERS

PERIOD = 0.032
PEER_PERIOD = 0.05
OPENING = "import samebot; samebot.open('epuck2', world='maze').step()"
OF_RAW = {1: 0.5, 100: 0.7}
"""What is wanted: this share of the speed of bare physics, by number of robots."""
TIMES_REAL = {1: 250.0, 100: 6.0}


def measure(*, quick: bool = False) -> Iterator[Figure]:
    """Measure everything of the simulation."""
    yield from against_raw(1, quick=quick)
    yield from against_raw(10, quick=quick)
    if not quick:
        yield from against_raw(100, quick=quick)
        yield from against_raw(1000, quick=quick)
    yield from opening(1 if quick else 3)
    for count in (1, 10) if quick else (1, 10, 100, 1000):
        yield from against_peers(count, quick=quick)


def steps_for(count: int, *, quick: bool) -> int:
    """Return how many steps take about a second (a fifth, if quick)."""
    return max(2, (300 if quick else 1500) // count)


def against_raw(count: int, *, quick: bool) -> Iterator[Figure]:
    """Compare everything with physics alone."""
    ours = Ours(layout_for(count), PERIOD)
    steps = steps_for(count, quick=quick)
    pairs = []
    for _ in range(2 if quick else 7):
        raw = ours.raw()
        runs = {"all": partial(ours.record, raw, steps), "raw": partial(raw.run, 8)}
        times = best_times(runs, 1)
        pairs.append((times["raw"], times["all"]))
    ours.simulation.close()
    alone, everything = map(min, zip(*pairs, strict=True))
    robots = f"{count} robot{'s' if count > 1 else ''}"
    yield Figure(
        name=f"{robots}: everything, of mj_step alone",
        value=statistics.median(raw / full for raw, full in pairs),
        least=OF_RAW.get(count),
    )
    yield Figure(
        name=f"{robots}: everything, times real time",
        value=steps * PERIOD / everything,
        least=TIMES_REAL.get(count),
        note=f"mj_step alone {steps * PERIOD / alone:.4g}",
    )


def opening(rounds: int) -> Iterator[Figure]:
    """Measure a new process that opens a world, steps once and ends."""
    wall, processor = min(_opening({}) for _ in range(rounds + 1))
    yield Figure(
        name="opening, first step included, cache filled",
        value=wall,
        unit="s",
        most=1.5,
        note=f"processor {processor:.2f} s",
    )
    with tempfile.TemporaryDirectory() as empty:
        wall, processor = _opening({"XDG_CACHE_HOME": empty})
    yield Figure(
        name="opening, first step included, cache empty",
        value=wall,
        unit="s",
        most=6.0,
        note=f"processor {processor:.2f} s",
    )


def _opening(variables: dict[str, str]) -> tuple[float, float]:
    """Return the time by the clock and by the processor, s."""
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", OPENING], env=os.environ | variables, check=True)  # noqa: S603
    wall, after = time.perf_counter() - start, os.times()
    busy = after.children_user - before.children_user
    return wall, busy + after.children_system - before.children_system


def against_peers(count: int, *, quick: bool) -> Iterator[Figure]:
    """Compare with other simulators on the same layout, sensing and steering every 50 ms."""
    layout = layout_for(count)
    steps = max(2, steps_for(count, quick=quick) // 4)
    ours = Ours(layout, PEER_PERIOD)
    runs = {"samebot": partial(ours.run, steps)}
    for name, make in PEERS.items():
        try:
            runs[name] = partial(make(layout).run, steps)
        except ImportError:
            print(f"{name} is not installed: pip install 'samebot[bench]'", file=sys.stderr)
    times = best_times(runs, 1 if count > 100 or quick else 3)
    ours.simulation.close()
    for name in runs.keys() - {"samebot"}:
        yield Figure(
            name=f"{count} robot{'s' if count > 1 else ''}: samebot, of {name}",
            value=times[name] / times["samebot"],
            least=1.0,
            note=", ".join(
                f"{each} {steps * PEER_PERIOD / times[each]:.4g} x real time"
                for each in ("samebot", name)
            ),
        )
