# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Runs one benchmark: `python -m bench NAME [--quick]`, a line of JSON for each figure.

`samebot bench` starts this and makes a table of it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bench.figures import Figure

if TYPE_CHECKING:
    from bench.camera import Rate


def main() -> None:
    """Print what the benchmark measures, as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("name", help="a file of this folder with a function measure()")
    parser.add_argument("--quick", action="store_true", help="a first impression")
    parser.add_argument("--plot", type=Path, help="draw a figure, where the benchmark has one")
    arguments = parser.parse_args()
    # So that programs a benchmark has started end with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    module = importlib.import_module(f"bench.{arguments.name}")
    plot = {"plot": arguments.plot} if arguments.plot else {}
    for figure in figures(module.measure(quick=arguments.quick, **plot)):
        value = figure.value if math.isfinite(figure.value) else None
        print(json.dumps(asdict(figure) | {"value": value}), flush=True)


def figures(measured: Iterable[Figure | Rate]) -> Iterator[Figure]:
    """Return figures as they are, and a camera's rates as figures."""
    for each in measured:
        if isinstance(each, Figure):
            yield each
        else:
            yield Figure(
                name=f"{each.world}, {each.size}, noise {each.noise:g}",
                value=each.processor,
                unit="pictures/s",
                least=each.wanted,
                note=f"by the clock {each.wall:.0f}",
            )


if __name__ == "__main__":
    main()
