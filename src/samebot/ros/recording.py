# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Takes topics, also such as come later, and hands their bytes to whoever keeps them."""

from __future__ import annotations

import fnmatch
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from samebot.core.clock import Clock
from samebot.core.errors import BadInput, MissingDependency
from samebot.ros.backlog import Backlog
from samebot.ros.definitions import definition_of
from samebot.ros.edge import Copy, RosNode

__all__ = ["Keeper", "Recorder"]

_LOOK_EVERY: Final = 0.5
"""How often it is looked for new topics, s."""
_PATIENCE: Final = 0.1


class Keeper(Protocol):
    """What keeps messages: a `samebot.record.writing.BagWriter`."""

    def add_topic(self, topic: str, message: str, definition: str) -> None:
        """Begin to keep a topic."""
        ...

    def write(self, topic: str, data: bytes, nanoseconds: int) -> None:
        """Keep a message."""
        ...


class Recorder:
    """Keeps all topics whose names match: what this process sends as it is, others' as heard.

    What is kept is written by the thread that calls `run`.
    """

    def __init__(self, node: RosNode, keeper: Keeper, patterns: Sequence[str] = ()) -> None:
        """`patterns` are names as a shell takes them (``/ps*``); none: every topic."""
        self._node = node
        self._keeper = keeper
        self._patterns = tuple(p if p.startswith(("/", "*")) else f"/{p}" for p in patterns)
        self._known: set[str] = set()
        self._listening: set[str] = set()
        self._heard: set[str] = set()
        """Topics that are kept as they are heard."""
        self._own: Counter[str] = Counter()
        """How many in this process send a topic that is kept as it is sent."""
        self._backlog = Backlog()

    def tap(self, topic: str, message: str) -> Copy | None:
        """Return what keeps each message that this process sends on a topic; None: not wanted.

        So nothing gets lost on the way, however fast a simulation runs: it waits for the disk.
        """
        if not self._wanted(topic) or not self._add(topic, message):
            return None
        self._own[topic] += 1
        return _Own(partial(self._keep_own, topic), partial(self._own.subtract, [topic]))

    def look(self) -> None:
        """Listen to the topics that are new, or that others have begun to send as well."""
        for topic, types in self._node.topics_sent():
            own = self._own[topic]
            if topic in self._listening or not self._wanted(topic):
                continue
            if own == 0 or len(self._node.graph.publishers(topic)) > own:
                self._listen(topic, types)

    def run(self, ended: Callable[[], bool], clock: Clock, duration: float | None = None) -> None:
        """Record until `ended`, or for a `duration` (s)."""
        start = clock.now()
        looked = -_LOOK_EVERY
        try:
            while not ended() and (duration is None or clock.now() < start + duration):
                if clock.now() >= looked + _LOOK_EVERY:
                    looked = clock.now()
                    self.look()
                self._backlog.work(_PATIENCE)
            while self._backlog.work(0.0):
                pass
        finally:
            self._backlog.close()

    def _wanted(self, topic: str) -> bool:
        return not self._patterns or any(fnmatch.fnmatchcase(topic, p) for p in self._patterns)

    def _listen(self, topic: str, types: Sequence[str]) -> None:
        message = types[0]
        self._listening.add(topic)
        if len(types) > 1:
            self._node.warn(f"{topic} is sent as {' and '.join(types)}; {message} is recorded")
        if self._add(topic, message):
            self._node.hear_as_sent(message, topic, lambda data: self._hear(topic, data))

    def _add(self, topic: str, message: str) -> bool:
        """Begin to keep a topic; return whether that is possible, and say so if not."""
        if topic in self._known:
            return True
        self._known.add(topic)
        try:
            definition = definition_of(message)
        except (BadInput, MissingDependency) as error:
            self._node.warn(f"{topic} is not recorded: {error}")
            return False
        self._backlog.put(partial(self._keeper.add_topic, topic, message, definition))
        return True

    def _keep_own(self, topic: str, data: bytes) -> None:
        if topic not in self._heard:  # else it comes back, with what others send
            self._keep(topic, data)

    def _hear(self, topic: str, data: bytes) -> None:
        self._heard.add(topic)
        self._keep(topic, data)

    def _keep(self, topic: str, data: bytes) -> None:
        seconds, nanoseconds = self._node.now()
        stamp = seconds * 1_000_000_000 + nanoseconds
        self._backlog.put(partial(self._keeper.write, topic, data, stamp), len(data))


class _Own(NamedTuple):
    """What one sender of this process sends; `samebot.ros.edge.Copy`."""

    keep: Callable[[bytes], None]
    close: Callable[[], None]
