# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What is looked after about once a second, beside the loop: who is there, how it goes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, Self

from samebot.core.errors import SamebotError

__all__ = ["Chores"]

_EVERY: Final = 1.0
_JOIN_TIMEOUT: Final = 2.0


class Chores:
    """A thread that does small things again and again while the context lasts."""

    def __init__(self, acts: Sequence[Callable[[], None]], warn: Callable[[str], None]) -> None:
        """An act that raises SamebotError is told with `warn` and tried again later."""
        self._acts = tuple(acts)
        self._warn = warn
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ros-chores", daemon=True)

    def once(self) -> None:
        """Do everything now."""
        for act in self._acts:
            try:
                act()
            except SamebotError as error:
                self._warn(str(error))

    def _run(self) -> None:
        while not self._over.wait(_EVERY):
            self.once()

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End, before what is looked after is gone."""
        self._over.set()
        self._thread.join(_JOIN_TIMEOUT)
