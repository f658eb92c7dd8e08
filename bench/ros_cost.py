# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a program costs that sends topics: with everything heard, then with nobody listening."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.ros_processes import CLOCK, Listener, Program, Sample

from samebot.core.errors import BodyError

__all__ = ["Cost", "Window", "cost"]

ENOUGH = 0.97
"""This share of all messages must arrive, of every topic; else the figure means nothing."""
TOO_MUCH = 1.03
"""More than this share comes from somebody else, or from a program that sends too often."""
SETTLING = 2.0
"""How long discovery is left alone after it is complete, s."""
PITCH = 0.5
"""How often a program is read, s."""


@dataclass(frozen=True, slots=True)
class Window:
    """What a program used while it was watched, once or several times."""

    stretches: tuple[tuple[Sample, ...], ...]

    @property
    def processor(self) -> float:
        """The share of one core."""
        ends = [(stretch[0], stretch[-1]) for stretch in self.stretches]
        used = sum(last.processor - first.processor for first, last in ends)
        return used / sum(last.time - first.time for first, last in ends)

    @property
    def memory(self) -> float:
        """Resident set at the end, bytes."""
        return self.stretches[-1][-1].memory

    def __add__(self, other: Window) -> Window:
        """Return both, one after the other."""
        return Window(self.stretches + other.stretches)


@dataclass(frozen=True, slots=True)
class Cost:
    """With a listener for every topic, and without any."""

    heard: Window
    alone: Window
    arrived: float
    """The share of messages that arrived, of the topic with fewest."""

    def __add__(self, other: Cost) -> Cost:
        """Return both, one after the other."""
        arrived = min(self.arrived, other.arrived)
        return Cost(self.heard + other.heard, self.alone + other.alone, arrived)


def cost(
    program: Program,
    types: Mapping[str, str],
    rate: float,
    seconds: float,
    variables: Mapping[str, str],
) -> Cost:
    """Measure a program that has just started; raises BodyError if it does not send all."""
    with Listener(types, variables) as listener:
        listener.wait()
        CLOCK.sleep(SETTLING)
        before = listener.counts()
        heard = watch(program.sample, seconds)
        after = listener.counts()
    ((first, *_, last),) = heard.stretches
    due = rate * (last.time - first.time)
    shares = {topic: (after[topic] - before[topic]) / due for topic in types}
    _refuse_cheats(program.name, shares, due)
    CLOCK.sleep(SETTLING)
    return Cost(heard, watch(program.sample, seconds), min(shares.values()))


def watch(sample: Callable[[], Sample], seconds: float) -> Window:
    """Read what a program uses, for so long."""
    samples = [sample()]
    start = samples[0].time
    for number in range(1, max(1, round(seconds / PITCH)) + 1):
        CLOCK.sleep(start + number * PITCH - CLOCK.now())
        samples.append(sample())
    return Window((tuple(samples),))


def _refuse_cheats(name: str, shares: Mapping[str, float], due: float) -> None:
    slack = 2.0 / due  # the instants of counting and of reading differ a little
    wrong = {
        topic: share
        for topic, share in shares.items()
        if not ENOUGH - slack <= share <= TOO_MUCH + slack
    }
    if wrong:
        said = ", ".join(f"{topic} {share:.1%}" for topic, share in list(wrong.items())[:8])
        raise BodyError(
            f"{name}: of the messages that were due there arrived {said}; expected "
            f"{ENOUGH:.0%} to {TOO_MUCH:.0%} of each topic, so its figures would mean nothing"
        )
