# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Listens to topics, also such as come later, and hands their bytes to whoever keeps them."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from samebot.core.clock import Clock
from samebot.core.errors import BadInput, MissingDependency
from samebot.ros.definitions import definition_of
from samebot.ros.edge import RosNode

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
    """Hears all topics whose names match, as reliably as they are sent."""

    def __init__(self, node: RosNode, keeper: Keeper, patterns: Sequence[str] = ()) -> None:
        """`patterns` are names as a shell takes them (``/ps*``); none: every topic."""
        self._node = node
        self._keeper = keeper
        self._patterns = tuple(p if p.startswith(("/", "*")) else f"/{p}" for p in patterns)
        self._known: set[str] = set()

    def look(self) -> None:
        """Listen to the topics that are new."""
        for topic, types in self._node.topics_sent():
            if topic not in self._known and self._wanted(topic):
                self._known.add(topic)
                self._listen(topic, types)

    def run(self, ended: Callable[[], bool], clock: Clock, duration: float | None = None) -> None:
        """Record until `ended`, or for a `duration` (s)."""
        start = clock.now()
        looked = -_LOOK_EVERY
        while not ended() and (duration is None or clock.now() < start + duration):
            if clock.now() >= looked + _LOOK_EVERY:
                looked = clock.now()
                self.look()
            clock.sleep(_PATIENCE)

    def _wanted(self, topic: str) -> bool:
        return not self._patterns or any(fnmatch.fnmatchcase(topic, p) for p in self._patterns)

    def _listen(self, topic: str, types: Sequence[str]) -> None:
        message = types[0]
        if len(types) > 1:
            self._node.warn(f"{topic} is sent as {' and '.join(types)}; {message} is recorded")
        try:
            self._keeper.add_topic(topic, message, definition_of(message))
            self._node.hear_as_sent(message, topic, lambda data: self._keep(topic, data))
        except (BadInput, MissingDependency) as error:
            self._node.warn(f"{topic} is not recorded: {error}")

    def _keep(self, topic: str, data: bytes) -> None:
        seconds, nanoseconds = self._node.now()
        self._keeper.write(topic, data, seconds * 1_000_000_000 + nanoseconds)
