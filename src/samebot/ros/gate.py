# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Who may go on when: pause, single steps, lock-step, and work between two steps."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Final, TypeVar

from samebot.core.clock import Clock
from samebot.core.errors import SamebotError

__all__ = ["PATIENCE", "Gate"]

_T = TypeVar("_T")

PATIENCE: Final = 0.1
"""How long a wait may be deaf to a request to end, s."""
_LOCKSTEP: Final = 1.0
"""Lock-step goes on without a command after so long, s."""
_ANSWER: Final = 5.0
"""How long a service waits for the loop to do something, s."""


class Gate:
    """Lets the loop through to its next step, or holds it; asked from any thread."""

    def __init__(self, *, lockstep: bool = False) -> None:
        """Stand open; with `lockstep`, each step waits for `heard` or `step`."""
        self._changed = threading.Condition()
        self._paused = False
        self._steps = 0
        self._heard = not lockstep
        self._work: list[Callable[[], None]] = []
        self._attendant: int | None = None
        self._expected = False
        """Whether a loop is about to come."""
        self._waits = 0
        self._inside = False
        self.lockstep = lockstep

    @property
    def paused(self) -> bool:
        """Whether it holds the loop."""
        return self._paused

    def begin(self, *, lockstep: bool, paused: bool) -> None:
        """Settle how a loop is to go that is about to come."""
        self.lockstep, self._paused = lockstep, paused
        self._expected = True

    def pause(self) -> None:
        """Hold the loop before its next step; return when it stands."""
        with self._changed:
            self._paused, self._steps = True, 0
        self.ask(lambda: None)

    def resume(self) -> None:
        """Let the loop go on."""
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def step(self) -> None:
        """Let the loop make one step, and hold it again; return when it was made."""
        with self._changed:
            self._steps += 1
            self._heard = True
            self._changed.notify_all()
            looped = self._expected if self._attendant is None else not self._is_attendant()
            if (self._paused or self.lockstep) and looped:
                # A step is over when the loop comes back.
                ahead = self._steps if self._paused else 1
                until = self._waits + ahead + (not self._inside)
                self._changed.wait_for(lambda: self._waits >= until, _ANSWER)

    def heard(self) -> None:
        """Note that a command came, for which lock-step waits."""
        if self.lockstep and not self._heard:
            with self._changed:
                self._heard = True
                self._changed.notify_all()

    @contextlib.contextmanager
    def attended(self) -> Iterator[None]:
        """Within the context, the thread that entered it does what others `ask` for."""
        with self._changed:
            self._attendant = threading.get_ident()
            self._expected = False
        try:
            yield
        finally:
            with self._changed:
                self._attendant = None
                self._do_work()

    def ask(self, work: Callable[[], _T]) -> _T:
        """Have the loop do something between two steps; return what it returns.

        Without a loop it is done at once. Raises SamebotError if the loop does not get to it.
        """
        future: Future[_T] = Future()

        def do() -> None:
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it is passed on to who asked
                future.set_exception(error)

        with self._changed:
            if self._attendant is None or self._is_attendant():
                do()
            else:
                self._work.append(do)
                self._changed.notify_all()
        try:
            return future.result(_ANSWER)
        except TimeoutError as error:
            raise SamebotError(f"the robot did not answer within {_ANSWER:g} s") from error

    def wait(self, ended: Callable[[], bool], clock: Clock) -> bool:
        """Return True when the loop may step, False when it is to end."""
        since = clock.now()
        with self._changed:
            self._waits += 1
            self._inside = True
            self._changed.notify_all()
            try:
                while True:
                    self._do_work()
                    if ended():
                        return False
                    if self._may_step(clock.now() - since):
                        return True
                    self._changed.wait(PATIENCE)
            finally:
                self._inside = False

    def serve(self) -> None:
        """Do what was asked for, where the loop waits for something else."""
        with self._changed:
            self._do_work()

    def _is_attendant(self) -> bool:
        return self._attendant == threading.get_ident()

    def _do_work(self) -> None:
        while self._work:
            self._work.pop(0)()

    def _may_step(self, waited: float) -> bool:
        if self._paused:
            if self._steps == 0:
                return False
            self._steps -= 1
        elif self.lockstep and not self._heard and waited < _LOCKSTEP:
            return False
        else:
            self._steps = 0
        self._heard = not self.lockstep
        return True
