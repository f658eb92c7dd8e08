# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Work that waits for the one thread that does it: bounded, so that who brings it waits in turn."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["Backlog"]

_MOST: Final = 64 * 2**20
"""Bytes that may wait."""


class Backlog:
    """What is to be done, in the order in which it was brought; from any thread."""

    def __init__(self, most: int = _MOST) -> None:
        """At most `most` bytes wait, or one thing alone."""
        self._most = most
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Callable[[], None], int]] = deque()
        self._size = 0
        self._closed = False

    def put(self, act: Callable[[], None], size: int = 0) -> None:
        """Bring work of `size` bytes; wait while there is too much. Nothing happens once closed."""
        with self._changed:
            self._changed.wait_for(self._has_room)
            if not self._closed:
                self._waiting.append((act, size))
                self._size += size
                self._changed.notify_all()

    def work(self, patience: float) -> bool:
        """Do what waits; return whether there was something within `patience`, s."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._waiting), patience):
                return False
            acts = [act for act, _ in self._waiting]
            self._waiting.clear()
            self._size = 0
            self._changed.notify_all()
        for act in acts:
            act()
        return True

    def close(self) -> None:
        """Take no more, and let nobody wait."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _has_room(self) -> bool:
        return self._closed or self._size < self._most
