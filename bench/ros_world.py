# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Simulated robots in real time with everything heard; and what a picture costs when heard."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bench.figures import Figure
from bench.ros_cost import SETTLING
from bench.ros_processes import CLOCK, Listener, Program, environment

__all__ = ["lazy_camera", "missed", "ten_robots"]

PERIOD: Final = 0.05
PICTURES: Final = 0.2
"""How often a camera takes a picture, s."""
_CLOCK: Final = {"/clock": "rosgraph_msgs/msg/Clock"}
_IMAGE: Final = {"/image_raw": "sensor_msgs/msg/Image"}
_THESIS: Final = 1.81
"""How much faster the thesis's simulation ran when nobody listened to its camera (3.3.7)."""

Ticks = Sequence[tuple[int, int]]
"""When messages were sent, and their stamps, ns."""


def ten_robots(types: Mapping[str, str], seconds: float, domain: int) -> Iterator[Figure]:
    """Measure ten robots at 20 Hz, every topic but pictures heard; then pictures at 5 Hz."""
    yield _ten("10 robots at 20 Hz, periods missed", types, (), seconds, domain)
    pictures = {"odom": types["odom"], "image_raw": "sensor_msgs/msg/Image"}
    slowly = ("-p", f"camera.timestep:={1000 * PICTURES:.0f}")
    yield _ten("10 cameras at 5 Hz, periods missed", pictures, slowly, seconds, domain)


def _ten(
    name: str, types: Mapping[str, str], options: Sequence[str], seconds: float, domain: int
) -> Figure:
    heard = {
        topic if topic.startswith("/") else f"/epuck2_{number}/{topic}": kind
        for number in range(10)
        for topic, kind in types.items()
    }
    words = ["run", "epuck2", "-o", "ground=true", "--count", "10", *options]
    with _samebot(words, domain) as driver, Listener(heard, environment(domain)) as listener:
        listener.wait()
        CLOCK.sleep(SETTLING)
        listener.ticks()
        start, before = driver.sample(), listener.counts()
        CLOCK.sleep(seconds)
        end, after = driver.sample(), listener.counts()
        ticks = listener.ticks()
    span = end.time - start.time
    arrived = min((after[topic] - before[topic]) / _due(topic, span) for topic in heard)
    busy = (end.processor - start.processor) / span
    return Figure(
        name=name,
        value=100 * max(missed(each) for each in ticks.values()),
        unit="%",
        most=5.0,
        note=f"{arrived:.1%} arrived of {len(heard)} topics, {100 * busy:.0f} % CPU, memory "
        f"{end.memory / 1e6:.0f} MB",
    )


def _due(topic: str, span: float) -> float:
    """Return how many messages a topic should bring; all robots share /tf."""
    if topic == "/tf":
        return 10 * span / PERIOD
    return span / (PICTURES if topic.endswith("image_raw") else PERIOD)


def missed(ticks: Ticks) -> float:
    """Return the share of ticks that were later than the next one was due.

    The stamps count the robot's time; the tick that was earliest by them was in time.
    """
    behind = [sent - stamp for sent, stamp in ticks]
    return sum(late - min(behind) > PERIOD * 1e9 for late in behind) / max(1, len(behind))


def lazy_camera(seconds: float, domain: int) -> Iterator[Figure]:
    """Measure how fast a simulation runs with a 640x480 camera that nobody, or somebody, hears."""
    words = ["run", "epuck2", "-o", "camera=640x480", "--rate", "0"]
    with _samebot(words, domain) as driver:
        unheard = _speed(_CLOCK, seconds, domain)
        heard = _speed(_CLOCK | _IMAGE, seconds, domain)
        driver.sample()  # it still runs
    yield Figure(
        name="simulation, 640x480 camera unheard, of heard",
        value=unheard / heard,
        least=_THESIS,
        note=f"{unheard:.0f} and {heard:.0f} times real time; the thesis's {_THESIS}",
    )


def _speed(types: Mapping[str, str], seconds: float, domain: int) -> float:
    """Return how many simulated seconds pass in one, with these topics heard."""
    with Listener(types, environment(domain)) as listener:
        listener.wait()
        CLOCK.sleep(SETTLING)
        start, first = CLOCK.now(), listener.last_clock()
        CLOCK.sleep(seconds)
        last, end = listener.last_clock(), CLOCK.now()
    return 1e-9 * (last - first) / (end - start)


def _samebot(words: Sequence[str], domain: int) -> Program:
    return Program("samebot", [sys.executable, "-m", "samebot", *words], environment(domain))
