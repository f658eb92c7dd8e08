# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 face of an e-puck2: what it costs beside a usual rclpy node and beside C.

All send the same 35 topics of a robot that stands still, 20 times a second, to another process
that receives everything raw and counts; then to nobody.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from bench.figures import Figure
from bench.ros_cost import Cost, Window, cost
from bench.ros_delays import command_delay, first_odometry
from bench.ros_limit import compile_limit, compiler, library_path, write_messages
from bench.ros_plot import write_plot
from bench.ros_processes import PATIENCE, Program, environment, own_domain
from bench.ros_world import lazy_camera, ten_robots

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
    domain = own_domain()
    messages = messages_of_plain(environment(domain))
    types = {topic: name for topic, name, _ in messages}
    costs = costs_in_turn(messages, *((2, 5.0) if quick else (3, 20.0)), domain)
    for name, one in costs.items():
        yield from own_figures(name, one)
    yield from ratios(costs)
    if plot is not None:
        write_plot(plot, costs)
        print(f"wrote {plot}", file=sys.stderr)
    yield from command_delay(20 if quick else 80, domain)
    yield from first_odometry(1 if quick else 5, domain)
    yield from ten_robots(types, 5.0 if quick else 30.0, domain)
    yield from lazy_camera(3.0 if quick else 10.0, domain)


def costs_in_turn(
    messages: Sequence[Sequence[str]], rounds: int, seconds: float, domain: int
) -> dict[str, Cost]:
    """Measure the programs in turn, several times: so each has its share of a busy machine."""
    variables = environment(domain)
    types = {topic: name for topic, name, _ in messages}
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        started = programs(variables, messages, Path(folder))
        for number, (name, start) in itertools.product(range(rounds), started.items()):
            print(f"{name}, round {number + 1} of {rounds}", file=sys.stderr)
            with start() as program:
                one = cost(program, types, RATE, seconds, variables)
            costs[name] = costs[name] + one if name in costs else one
    return costs


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
    modules = {PLAIN: "bench.ros_plain", OURS: "bench.ros_ours"}
    programs: dict[str, Callable[[], Program]] = {
        name: partial(Program.module, module, str(LIFETIME), variables=variables)
        for name, module in modules.items()
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
