# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Two computers on a cable, as far as programs can tell: namespaces of the kernel.

Each has a network and shared memory of its own; a pair of virtual interfaces joins them. No
rights are needed where users may make namespaces.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pytest

_PATIENCE = 10.0
_ALONE = "mount -t tmpfs none /dev/shm && ip link set lo up && echo ready && exec cat"
_OWN = ("--net", "--mount", "--ipc")


class Computer(NamedTuple):
    """A process that keeps the namespaces, and the address on the cable."""

    keeper: int
    address: str

    def words(self, *program: str) -> list[str]:
        """Return the command that runs a program there."""
        spaces = ["--user", *_OWN, "--preserve-credentials"]
        return ["nsenter", f"--target={self.keeper}", *spaces, *program]

    def do(self, *program: str) -> None:
        """Run a program to its end."""
        _do(self.words(*program))


@contextlib.contextmanager
def two_computers() -> Iterator[tuple[Computer, Computer]]:
    """Return two computers; skip the test, with the reason, where they cannot be made."""
    with contextlib.ExitStack() as stack:
        try:
            one = Computer(stack.enter_context(_kept(["--user", "--map-root-user"])), "10.83.0.1")
            inside = ["nsenter", f"--target={one.keeper}", "--user", "--preserve-credentials"]
            other = Computer(stack.enter_context(_kept([], inside)), "10.83.0.2")
            _join(one, other)
        except (OSError, subprocess.SubprocessError) as error:
            because = getattr(error, "stderr", "") or str(error)
            pytest.skip(f"two network namespaces cannot be made here: {because.strip()[-200:]}")
        yield one, other


@contextlib.contextmanager
def running(
    computer: Computer, words: Sequence[str], variables: Mapping[str, str]
) -> Iterator[subprocess.Popen[str]]:
    """Run a program on a computer meanwhile."""
    process = subprocess.Popen(
        computer.words(*words),
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        _end(process)


@contextlib.contextmanager
def _kept(spaces: Sequence[str], inside: Sequence[str] = ()) -> Iterator[int]:
    """Make namespaces and keep them; return the process that holds them."""
    keeper = subprocess.Popen(
        [*inside, "unshare", *spaces, *_OWN, "sh", "-c", _ALONE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert keeper.stdout is not None
        if keeper.stdout.readline() != "ready\n":
            _, complained = keeper.communicate(timeout=_PATIENCE)
            raise OSError(complained)
        yield keeper.pid
    finally:
        _end(keeper)


def _join(one: Computer, other: Computer) -> None:
    here, there = "cable0", "cable1"
    peer = ["peer", "name", there, "netns", str(other.keeper)]
    one.do("ip", "link", "add", here, "type", "veth", *peer)
    for computer, name in ((one, here), (other, there)):
        computer.do("ip", "address", "add", f"{computer.address}/24", "dev", name)
        computer.do("ip", "link", "set", name, "up")
    # Programs pass over an interface that does not run yet when they start.
    for computer, name in ((one, here), (other, there)):
        _wait_for(computer.words("ip", "link", "show", "up", "dev", name), "state UP")


def _wait_for(words: Sequence[str], said: str) -> None:
    end = time.monotonic() + _PATIENCE
    while said not in _do(words):
        if time.monotonic() > end:
            raise OSError(f"{' '.join(words)} never said {said}")
        time.sleep(0.02)


def _do(words: Sequence[str]) -> str:
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=_PATIENCE)
    return done.stdout


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.communicate(timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
