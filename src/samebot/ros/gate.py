# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Who may go on when: pause, single steps, lock-step, and the pace of real time."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

from samebot.core.clock import Clock
from samebot.core.errors import SamebotError

__all__ = ["Gate", "Pacer"]

_T = TypeVar("_T")

_PATIENCE: Final = 0.1
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
        self.lockstep = lockstep

    @property
    def paused(self) -> bool:
        """Whether it holds the loop."""
        return self._paused

    def pause(self) -> None:
        """Hold the loop before its next step."""
        with self._changed:
            self._paused, self._steps = True, 0

    def resume(self) -> None:
        """Let the loop go on."""
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def step(self) -> None:
        """Let the loop make one step, and hold it again."""
        with self._changed:
            self._steps += 1
            self._heard = True
            self._changed.notify_all()

    def heard(self) -> None:
        """Note that a command came, for which lock-step waits."""
        if self.lockstep and not self._heard:
            with self._changed:
                self._heard = True
                self._changed.notify_all()

    def ask(self, work: Callable[[], _T]) -> _T:
        """Have the loop do something between two steps; return what it returns.

        Raises SamebotError if the loop does not get to it in time.
        """
        future: Future[_T] = Future()

        def do() -> None:
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it is passed on to who asked
                future.set_exception(error)

        with self._changed:
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
            while True:
                self._do_work()
                if ended():
                    return False
                if self._may_step(clock.now() - since):
                    return True
                self._changed.wait(_PATIENCE)

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


class Pacer:
    """Holds a simulation back to `rate` times real time, without drift; 0 never waits."""

    def __init__(self, clock: Clock, rate: float) -> None:
        """Count from the first time that is kept."""
        self._clock = clock
        self._rate = rate
        self._origin = (math.nan, 0.0)
        self.late = 0
        """How many times were not kept by more than a twentieth of a second."""

    @property
    def rate(self) -> float:
        """How many simulated seconds pass in a real one."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = rate
        self.begin()

    def begin(self) -> None:
        """Count anew from the next time that is kept: after a pause."""
        self._origin = (math.nan, 0.0)

    def keep(self, time: float) -> None:
        """Return when simulated `time` (s) is due.

        A delay is caught up with; one of more than half a second is given up.
        """
        if self._rate <= 0.0:
            return
        now = self._clock.now()
        start, first = self._origin
        due = start + (time - first) / self._rate
        if not now - due < 0.5:
            self.late += not math.isnan(start)
            self._origin = (now, time)
            return
        self._clock.sleep(due - now)
