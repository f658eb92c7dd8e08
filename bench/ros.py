# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 face of an e-puck2: what it costs beside a usual rclpy node and beside C.

All send the same 35 topics of a robot that stands still, 20 times a second, to another process
that receives everything raw and counts; then to nobody.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from bench.figures import Figure
from bench.ros_cost import Cost, Window, cost
from bench.ros_limit import compile_limit, compiler, library_path, write_messages
from bench.ros_plot import write_plot
from bench.ros_processes import PATIENCE, Program, environment, own_domain

from samebot.core.errors import SamebotError
from samebot.ros.environment import enter

RATE = 20.0
PLAIN, OURS, LIMIT = "plain rclpy node", "samebot", "C on rcl"
LIFETIME = 600.0
"""No program outlives its benchmark for longer, s."""


def measure(*, quick: bool = False, plot: Path | None = None) -> Iterator[Figure]:
    """Measure everything of the ROS 2 face; `plot` is a file for the figure of cost over time."""
    try:
        enter()
    except SamebotError as error:
        print(f"skipped: {error}", file=sys.stderr)
        return
    costs: dict[str, Cost] = {}
    for name, one in costs_in_turn(10.0 if quick else 60.0):
        costs[name] = one
        yield from own_figures(name, one)
    yield from ratios(costs)
    if plot is not None:
        write_plot(plot, costs)
        print(f"wrote {plot}", file=sys.stderr)


def costs_in_turn(seconds: float) -> Iterator[tuple[str, Cost]]:
    """Measure one program after the other, for so long with a listener and without."""
    variables = environment(own_domain())
    messages = messages_of_plain(variables)
    types = {topic: name for topic, name, _ in messages}
    with tempfile.TemporaryDirectory() as folder:
        for name, start in programs(variables, messages, Path(folder)).items():
            with start() as program:
                yield name, cost(program, types, RATE, seconds, variables)


def messages_of_plain(variables: Mapping[str, str]) -> list[Sequence[str]]:
    """Return topic, type and serialized message (base64) of everything the plain node sends."""
    words = [sys.executable, "-m", "bench.ros_plain", "--messages"]
    said = subprocess.check_output(words, env=dict(variables), timeout=PATIENCE)  # noqa: S603
    messages: list[Sequence[str]] = json.loads(said)
    return messages


def programs(
    variables: Mapping[str, str], messages: Sequence[Sequence[str]], folder: Path
) -> dict[str, Callable[[], Program]]:
    """Return what starts each program; files that they need go into a folder."""
    plain = "bench.ros_plain"
    programs: dict[str, Callable[[], Program]] = {
        PLAIN: lambda: Program.module(plain, str(LIFETIME), variables=variables),
    }
    if compiler() is None:
        print(f"there is no C compiler, so {LIMIT} is left out", file=sys.stderr)
        return programs
    file = folder / "messages"
    write_messages(file, messages)
    words = [str(compile_limit(folder)), str(file), str(1 / RATE), str(int(LIFETIME * RATE))]
    programs[LIMIT] = lambda: Program(
        LIMIT, words, {**variables, "LD_LIBRARY_PATH": library_path()}
    )
    return programs


def own_figures(name: str, one: Cost) -> Iterator[Figure]:
    """Say what one program costs."""
    yield _figure(f"{name}, all topics heard", one.heard, f"{one.arrived:.1%} arrived, ")
    yield _figure(f"{name}, nobody listens", one.alone, "")


def _figure(name: str, window: Window, before: str) -> Figure:
    memory = f"memory {window.memory / 1e6:.0f} MB"
    return Figure(name=name, value=100 * window.processor, unit="% CPU", note=before + memory)


def ratios(costs: Mapping[str, Cost]) -> Iterator[Figure]:
    """Hold our driver to the others."""
    ours, plain, limit = (costs.get(name) for name in (OURS, PLAIN, LIMIT))
    if plain and limit:
        yield _ratio(f"{LIMIT}, of {PLAIN}", limit.heard, plain.heard)
    if ours and plain:
        yield _ratio(f"{OURS}, of {PLAIN}", ours.heard, plain.heard, 1 / 3)
        alone = f"{OURS}, of {PLAIN}, nobody listens"
        yield _ratio(alone, ours.alone, plain.alone, 1 / 5)
    if ours and limit:
        yield _ratio(f"{OURS}, of {LIMIT}", ours.heard, limit.heard, 1.5)


def _ratio(name: str, one: Window, other: Window, most: float | None = None) -> Figure:
    memory = f"memory {one.memory / other.memory:.2f} x"
    return Figure(name=name, value=one.processor / other.processor, most=most, note=memory)
