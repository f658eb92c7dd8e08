# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Ends programs in good order when they are asked to: Ctrl-C, kill, a closed terminal."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

__all__ = ["asked_to_end"]

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@contextlib.contextmanager
def asked_to_end() -> Iterator[threading.Event]:
    """Within the context, signals that ask for the end set the event instead of ending.

    SIGHUP stays ignored where it was (nohup); SIGINT does not, although shells start
    background jobs so: a robot must stop when told. Only the main thread receives signals;
    elsewhere the event is never set by one.
    """
    event = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return
    before = {}
    for name in _SIGNALS:
        number = getattr(signal, name, None)  # SIGHUP is unknown to Windows
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            continue
        before[number] = signal.signal(number, lambda *_: event.set())
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
