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
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from bench.figures import Figure

if TYPE_CHECKING:
    from bench.camera import Rate


def main() -> None:
    """Print what the benchmark measures, as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("name", help="a file of this folder with a function measure()")
    parser.add_argument("--quick", action="store_true", help="a first impression")
    arguments = parser.parse_args()
    module = importlib.import_module(f"bench.{arguments.name}")
    for figure in figures(module.measure(quick=arguments.quick)):
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
