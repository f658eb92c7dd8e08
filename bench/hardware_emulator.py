# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Emulated robots in a process of their own, as far away as a robot is."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.ros_processes import PATIENCE, Program, until

__all__ = ["emulated"]


@contextlib.contextmanager
def emulated(
    robot: str, words: Sequence[str], bus: Path, variables: Mapping[str, str] | None = None
) -> Iterator[Program]:
    """Run `samebot emulate ROBOT WORDS`; yields it when `bus`, a path of its, can be opened."""
    started = [sys.executable, "-m", "samebot", "emulate", robot, *words]
    with Program(f"the emulated {robot}", started, variables or os.environ) as program:

        def there() -> bool:
            program.sample()  # raises if it has ended
            return bus.exists()

        until(f"the emulated {robot} at {bus}", there, PATIENCE)
        yield program
