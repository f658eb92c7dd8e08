# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One thread that serves all buses of all emulated robots and keeps their world going.

Files are watched; what is timed (lines with a baud rate, a world in real time) says when it is
due. Everything happens with the world's lock held.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Protocol

from samebot.core.clock import Clock
from samebot.core.errors import BodyError, SamebotError

__all__ = ["READ", "WRITE", "Endpoint", "Server", "Timed"]

READ: Final = selectors.EVENT_READ
WRITE: Final = selectors.EVENT_WRITE

_LONGEST_WAIT: Final = 0.5
"""The thread looks around at least so often, s."""
_PATIENCE: Final = 30.0
"""Nobody waits longer than this (s) for the thread to have taken up what was sent."""
_FILES: Final = 1024
"""The system's select() knows no file whose number is larger."""
_ARRIVAL: Final = 2e-4
"""A pseudo terminal hands bytes on a little later, s."""

Watcher = Callable[[int], None]
"""What is called with READ, WRITE or both."""


class Timed(Protocol):
    """What has something to do at certain times."""

    def due(self) -> float | None:
        """Return when it is due on the server's clock, s; None: not until something comes."""
        ...

    def keep(self) -> None:
        """Do what is due."""
        ...


class Endpoint(Timed, Protocol):
    """The far end of a bus."""

    def close(self) -> None:
        """Let go of files, links and sockets."""
        ...


class Server:
    """Watches files and times in a thread of its own."""

    def __init__(self, lock: threading.RLock, clock: Clock) -> None:
        """`lock` is held whenever something is done, `clock` says when that is."""
        self.clock = clock
        self._lock = lock
        self._selector = selectors.SelectSelector()
        self._endpoints: list[Endpoint] = []
        self._timed: list[Timed] = []
        self._waiting: list[threading.Event] = []
        self._work: deque[Callable[[], None]] = deque()
        self._ended = threading.Event()
        self._heard_all = False
        self._failure: Exception | None = None
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.settimeout(0.0)
        self._selector.register(self._ear, READ, self._wake)
        self._thread = threading.Thread(target=self._run, name="emulator", daemon=True)

    def add(self, endpoint: Endpoint) -> None:
        """Serve a bus from now on."""
        self._endpoints.append(endpoint)
        self._timed.append(endpoint)

    def add_timed(self, timed: Timed) -> None:
        """Keep something going from now on."""
        self._timed.append(timed)

    def watch(self, file: int, events: int, watcher: Watcher) -> None:
        """Call `watcher` when a file can be read or written; no events: not any more.

        Raises BodyError where that cannot be.
        """
        if events and file >= _FILES and sys.platform != "win32":
            raise BodyError(
                f"this program has {file} files open; its emulator can serve the first {_FILES} "
                "only: close some, or emulate in a program of its own"
            )
        known = file in self._selector.get_map()
        if not events:
            if known:
                self._selector.unregister(file)
        elif known:
            self._selector.modify(file, events, watcher)
        else:
            self._selector.register(file, events, watcher)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def check(self) -> None:
        """Raise BodyError if the thread ended by a mistake of its own: nobody is served then."""
        if self._failure is not None:
            raise BodyError(
                f"the emulator has stopped: {self._failure!r}; this is a mistake in it, please "
                "report it; start it anew"
            ) from self._failure

    def settle(self) -> None:
        """Return when everything that was sent before has been taken up."""
        self.check()
        if not self._thread.is_alive() or threading.current_thread() is self._thread:
            return
        done = threading.Event()
        with self._lock:
            self._waiting.append(done)
        self._ring()
        done.wait(_PATIENCE)
        self.check()

    def call(self, action: Callable[[], None]) -> None:
        """Let the thread do something to files that it watches; return when it is done."""
        if not self._thread.is_alive() or threading.current_thread() is self._thread:
            action()
            return
        done: Future[None] = Future()

        def work() -> None:
            try:
                action()
            except SamebotError as error:
                done.set_exception(error)
            else:
                done.set_result(None)

        with self._lock:
            self._work.append(work)
        self._ring()
        done.result(_PATIENCE)

    def close(self) -> None:
        """End the thread, close all buses; closing twice is harmless."""
        if not self._ended.is_set():
            self._ended.set()
            self._ring()
            if self._thread.is_alive():
                self._thread.join(_PATIENCE)
            for endpoint in self._endpoints:
                endpoint.close()
            self._selector.close()
            self._bell.close()
            self._ear.close()

    def _run(self) -> None:
        try:
            while not self._ended.is_set():
                self._go_round()
        except Exception as error:  # noqa: BLE001 - told to everybody who asks for something
            self._failure = error
            with self._lock:
                self._release()

    def _go_round(self) -> None:
        with self._lock:
            timeout = self._timeout()
        ready = self._selector.select(timeout)
        with self._lock:
            for key, events in ready:
                key.data(events)
            while self._work:
                self._work.popleft()()
            for timed in self._timed:
                timed.keep()
            self._answer_waiting(quiet=all(key.fileobj is self._ear for key, _ in ready))

    def _timeout(self) -> float:
        if self._waiting:
            return _ARRIVAL
        times = [when for timed in self._timed if (when := timed.due()) is not None]
        if not times:
            return _LONGEST_WAIT
        return min(_LONGEST_WAIT, max(0.0, min(times) - self.clock.now()))

    def _answer_waiting(self, *, quiet: bool) -> None:
        """Tell those who wait that nothing came any more in a whole round."""
        if quiet and self._waiting and self._heard_all:
            self._release()
            self._heard_all = False
        elif self._waiting:
            self._heard_all = quiet

    def _release(self) -> None:
        for done in self._waiting:
            done.set()
        self._waiting.clear()

    def _ring(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._bell.send(b"!")

    def _wake(self, _: int) -> None:
        with contextlib.suppress(BlockingIOError):
            self._ear.recv(4096)
