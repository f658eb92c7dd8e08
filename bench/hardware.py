# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The physical bodies: what cycles cost on their buses, and how well their time steps are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.figures import Figure
from bench.hardware_pipuck import mcu_cycles, whole_body
from bench.hardware_serial import serial_cycles
from bench.hardware_steps import time_steps


def measure(*, quick: bool = False) -> Iterator[Figure]:
    """Measure everything, against emulated robots in other processes."""
    if sys.platform != "linux":
        print("skipped: emulated robots on all buses are there on Linux only", file=sys.stderr)
        return
    yield from time_steps(500 if quick else 2000)
    yield from serial_cycles(200 if quick else 1000)
    yield from mcu_cycles(100 if quick else 300)
    yield from whole_body(5.0 if quick else 20.0)
