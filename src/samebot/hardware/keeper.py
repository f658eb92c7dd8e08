# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A thread that looks after a body while its controller does not: silence, lost connections."""

from __future__ import annotations

import threading
import weakref
from typing import Final, Protocol

__all__ = ["Keeper", "Watched"]

_SHORTEST: Final = 0.005
_LONGEST: Final = 0.1


class Watched(Protocol):
    """What can be looked after."""

    def keep_watch(self) -> float:
        """Do what is due and return in how many seconds to look again."""
        ...


class Keeper:
    """Calls `keep_watch` of a body, in real time, until it is dismissed or the body is gone."""

    def __init__(self, body: Watched) -> None:
        """Begin to look after `body`, without keeping it alive."""
        self._dismissed = threading.Event()
        self._thread = threading.Thread(
            target=_look_after, args=(weakref.ref(body), self._dismissed), daemon=True
        )
        self._thread.start()

    def dismiss(self) -> None:
        """Look after it no more."""
        self._dismissed.set()
        if self._thread is not threading.current_thread():
            self._thread.join(1.0)


def _look_after(body: weakref.ref[Watched], dismissed: threading.Event) -> None:
    pause = _SHORTEST
    while not dismissed.wait(min(max(pause, _SHORTEST), _LONGEST)):
        watched = body()
        if watched is None:
            return
        pause = watched.keep_watch()
        del watched
