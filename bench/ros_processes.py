# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Programs in one ROS domain of their own: started, read from outside, ended whatever happens.

What a program costs is read from its own processor clock (CLOCK_PROCESS_CPUTIME_ID) from here, so
that nothing in it is there for the measurement. Linux only, as ROS here.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from samebot.core.clock import RealClock
from samebot.core.errors import BodyError
from samebot.ros.environment import DISCOVERY_PROFILE, child_environment

__all__ = ["Listener", "Program", "Sample", "environment", "own_domain", "until"]

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 30.0
"""A bound for whatever must happen, s; nothing waits so long when all is well."""
GRACE = 5.0
POLL = 0.02
CLOCK = RealClock()
_PROFILES = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")
_FOREIGN = ("RMW_IMPLEMENTATION", "ROS_LOCALHOST_ONLY", "ROS_STATIC_PEERS", "ROS_NAMESPACE")


class Sample(NamedTuple):
    """What a program has used at one instant."""

    time: float
    """By the clock on the wall, s."""
    processor: float
    """Processor time since it began, s."""
    memory: float
    """Resident set, bytes."""


def own_domain() -> int:
    """Return a ROS_DOMAIN_ID that another benchmark at the same time would hardly take."""
    return 1 + os.getpid() % 101


def environment(domain: int, *, stock: bool = False) -> dict[str, str]:
    """Return the variables of a program in a domain; `stock`: ROS's own slower discovery."""
    kept = child_environment(os.environ, executable=sys.executable)
    kept = {name: value for name, value in kept.items() if name not in (*_FOREIGN, *_PROFILES)}
    profiles = {} if stock else dict.fromkeys(_PROFILES, str(DISCOVERY_PROFILE))
    return (
        kept
        | profiles
        | {
            "ROS_DOMAIN_ID": str(domain),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "ROS_LOG_DIR": tempfile.gettempdir(),
        }
    )


def until(what: str, true: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait until it is true and return how long that took, s; raises BodyError if it never is."""
    start = CLOCK.now()
    while not true():
        if CLOCK.now() - start > patience:
            raise BodyError(f"waited {patience:g} s in vain for {what}")
        CLOCK.sleep(POLL)
    return CLOCK.now() - start


class Program:
    """A program that runs while the context lasts; what it complains of is kept."""

    def __init__(self, name: str, words: Sequence[str], variables: Mapping[str, str]) -> None:
        """Start it, with pipes to its input and from its output."""
        self.name = name
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed with the context)
        self._process = subprocess.Popen(  # noqa: S603 (our own programs)
            list(words),
            env=dict(variables),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        self._said = b""
        """What was read and is not yet a line that was asked for."""

    @classmethod
    def module(cls, name: str, *arguments: str, variables: Mapping[str, str]) -> Self:
        """Start `python -m NAME ARGUMENTS`."""
        return cls(name, [sys.executable, "-m", name, *arguments], variables)

    def sample(self) -> Sample:
        """Return what it has used so far; raises BodyError if it has ended."""
        if self._process.poll() is not None:
            raise BodyError(f"{self.name} ended too early: {self.complaints()}")
        pid = self._process.pid
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        # The number of CLOCK_PROCESS_CPUTIME_ID of another process, as clock_getcpuclockid(3).
        processor = time.clock_gettime((~pid << 3) | 2)
        return Sample(CLOCK.now(), processor, float(pages * resource.getpagesize()))

    def complaints(self) -> str:
        """Return the end of what it wrote to standard error."""
        self._complaints.seek(0)
        return self._complaints.read()[-2000:].strip() or "it gave no reason"

    def ask(self, line: str) -> None:
        """Send it a line; raises BodyError if it has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise BodyError(f"{self.name} has ended: {self.complaints()}") from error

    def answer(self) -> str:
        """Return its next line; raises BodyError if none comes."""
        while b"\n" not in self._said:
            more = os.read(self._output, 65536) if self._ready(PATIENCE) else b""
            if not more:
                raise BodyError(f"{self.name} does not answer: {self.complaints()}")
            self._said += more
        line, _, self._said = self._said.partition(b"\n")
        return line.decode()

    def says_more(self) -> bool:
        """Whether something waits to be read, or soon does."""
        return bool(self._said) or self._ready(POLL)

    def _ready(self, patience: float) -> bool:
        ready, _, _ = select.select([self._output], [], [], patience)
        return bool(ready)

    def end(self) -> None:
        """End it: it is asked to, then it must."""
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.communicate(timeout=GRACE)
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        """Return the running program."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        self.end()
        self._complaints.close()


class Listener:
    """Another process that subscribes to all topics and counts what arrives."""

    def __init__(self, types: Mapping[str, str], variables: Mapping[str, str]) -> None:
        """Start to listen to topics with types like `sensor_msgs/msg/Range`."""
        self.program = Program.module("bench.ros_listener", variables=variables)
        self.program.ask(json.dumps(dict(types)))

    def counts(self) -> dict[str, int]:
        """Return how many messages of each topic have arrived."""
        counts: dict[str, int] = self._asked("counts")
        return counts

    def first(self) -> dict[str, tuple[int, int]]:
        """Return when the first message of each topic was sent and received, ns since 1970."""
        first: dict[str, tuple[int, int]] = self._asked("first")
        return first

    def ticks(self) -> dict[str, list[tuple[int, int]]]:
        """Return, and forget, when messages on topics called odom were sent, and their stamps."""
        ticks: dict[str, list[tuple[int, int]]] = self._asked("ticks")
        return ticks

    def last_clock(self) -> int:
        """Return the time that was last told on /clock, ns."""
        (_, stamp) = self.ticks()["/clock"][-1]
        return stamp

    def _asked(self, question: str) -> Any:
        self.program.ask(question)
        return json.loads(self.program.answer())

    def wait(self) -> None:
        """Wait until each topic has brought something; raises BodyError naming those that do not.

        The first answer may take as long as its start.
        """
        counts = self.counts()
        start = CLOCK.now()
        while not all(counts.values()):
            if CLOCK.now() - start > PATIENCE:
                silent = ", ".join(topic for topic, count in counts.items() if not count)
                raise BodyError(f"nothing arrived within {PATIENCE:g} s on {silent}")
            CLOCK.sleep(POLL)
            counts = self.counts()

    def __enter__(self) -> Self:
        """Return the listener."""
        self.program.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self.program.__exit__(kind, error, trace)
