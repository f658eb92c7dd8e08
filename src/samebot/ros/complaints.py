# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Warnings that do not repeat themselves a thousand times a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from samebot.core.clock import Clock

__all__ = ["Complaints"]

_EVERY: Final = 10.0
"""Of one thing it is complained no more often, s of real time."""


class Complaints:
    """Passes on the first complaint about a thing, and what comes of it much later."""

    def __init__(self, warn: Callable[[str], None], clock: Clock) -> None:
        """`warn` tells people."""
        self._warn = warn
        self._clock = clock
        self._when: dict[str, float] = {}
        self._kept_quiet: dict[str, int] = {}

    def about(self, thing: str, text: str) -> None:
        """Complain about a thing, unless that was done a moment ago."""
        now = self._clock.now()
        if now - self._when.get(thing, -_EVERY) < _EVERY:
            self._kept_quiet[thing] = self._kept_quiet.get(thing, 0) + 1
            return
        self._when[thing] = now
        more = self._kept_quiet.pop(thing, 0)
        again = f" (and {more} times since the last warning)" if more else ""
        self._warn(f"{thing}: {text}{again}")
