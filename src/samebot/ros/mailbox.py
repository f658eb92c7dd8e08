# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where messages wait until the loop has time for them: of each topic the last one."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from samebot.commands import Command
from samebot.core.errors import BadInput, CommandError, UnknownName
from samebot.ros.interface import Inlet, Wish

__all__ = ["Mailbox"]


class Mailbox:
    """What was heard since the last step; filled in one thread, emptied in another.

    Messages that command different joints, or lights, are taken together.
    """

    def __init__(self, heard: Callable[[], None] = lambda: None) -> None:
        """Begin empty; `heard` is called whenever something came that can be done."""
        self._lock = threading.Lock()
        self._wishes: dict[str, Wish] = {}
        self._errors: dict[str, str] = {}
        self._heard = heard
        self.refused: Counter[str] = Counter()
        """How many messages were refused, by topic."""

    def put(self, inlet: Inlet, read: Callable[[bytes], Wish], data: bytes) -> None:
        """Keep what a message wishes, or why it is refused and what is done instead."""
        try:
            wish: Wish | None = read(data)
        except (BadInput, CommandError, UnknownName) as error:
            wish = inlet.refused
            with self._lock:
                self._errors[inlet.topic] = str(error)
                self.refused[inlet.topic] += 1
        if wish is None:
            return
        with self._lock:
            # Behind what came before from elsewhere: the order of arrival is kept.
            before = self._wishes.pop(inlet.topic, None)
            self._wishes[inlet.topic] = _together(before, wish)
        self._heard()

    def take(self) -> tuple[dict[str, Wish], dict[str, str]]:
        """Return and forget what there is, and what was refused."""
        if not self._wishes and not self._errors:
            return {}, {}
        with self._lock:
            wishes, self._wishes = self._wishes, {}
            errors, self._errors = self._errors, {}
        return wishes, errors


def _together(before: Wish | None, wish: Wish) -> Wish:
    if not (isinstance(before, Command) and isinstance(wish, Command)):
        return wish
    return Command(
        wheels=before.wheels if wish.wheels is None else wish.wheels,
        joints={**before.joints, **wish.joints},
        leds={**before.leds, **wish.leds},
        sounds=wish.sounds or before.sounds,
    )
