# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Hands each robot's stop to a small process that outlives this one, however this one ends.

One such process serves all bodies of a program. It holds the bus's open file beside the body:
a robot that takes one client only is stopped over the very connection that the driver had.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from samebot.hardware.link import StopPlan

__all__ = ["Guard", "guard"]

_log = logging.getLogger("samebot.hardware")
_SCRIPT: Final = Path(__file__).with_name("guard_process.py")
_ANSWER: Final = 1.0
"""How long the process may take to answer, s."""


class Guard:
    """This program's side: plans by key. Where the system has no such thing, it does nothing."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keys: set[int] = set()

    @property
    def works(self) -> bool:
        """Whether robots are stopped when this program is killed."""
        return os.name == "posix" and hasattr(socket, "send_fds")

    def watch(self, key: int, plan: StopPlan | None) -> None:
        """Stop a robot so if this program ends without release; None: no plan any more."""
        if not self.works or (plan is None and key not in self._keys):
            return
        with self._lock:
            self._keys.add(key)
            self._tell(key, plan)

    def beat(self, key: int, *, moving: bool) -> None:
        """Tell that this program runs; a robot that moves is stopped if that is not told again."""
        if key not in self._keys or not self._lock.acquire(blocking=False):
            return  # what is told just now counts as well
        try:
            if self._line is not None:
                message = json.dumps({"key": key, "beat": moving}).encode() + b"\n"
                self._line.send(message, socket.MSG_DONTWAIT)
        except OSError:
            pass  # a process that is busy or gone is found out with the next plan
        finally:
            self._lock.release()

    def release(self, key: int, *, stopped: bool) -> None:
        """Let go of a robot; one that could not be stopped is left to the process."""
        with self._lock:
            if key not in self._keys:
                return
            if stopped:
                self._tell(key, None)
            elif self._line is not None:
                self._say(self._line, {"key": key, "left": True})
            self._keys.discard(key)

    def _tell(self, key: int, plan: StopPlan | None) -> None:
        message: dict[str, object] = {"key": key, "plan": None}
        files = []
        if plan is not None:
            files = [plan.target.fileno] if plan.target.fileno >= 0 else []
            message["plan"] = {
                "kind": plan.target.kind,
                "target": plan.target.address,
                "address": plan.address,
                "frame": plan.frame.hex(),
                "answer": plan.answer.hex(),
                "length": plan.length,
            }
        try:
            line = self._started()
        except OSError as error:
            _log.warning("no process can be started to stop robots if this one dies: %s", error)
            return
        self._say(line, message, files)

    def _say(self, line: socket.socket, message: object, files: Sequence[int] = ()) -> None:
        """Send a message and wait until it is taken."""
        try:
            socket.send_fds(line, [json.dumps(message).encode() + b"\n"], files)
            line.recv(1)
        except OSError:
            self._end()  # started anew with the next message

    def _started(self) -> socket.socket:
        if self._line is not None:
            return self._line
        ours, theirs = socket.socketpair()
        ours.settimeout(_ANSWER)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own file, by our own Python
                [sys.executable, "-I", "-S", str(_SCRIPT)],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Ctrl-C in a terminal goes to the whole group; this one must stay.
                start_new_session=True,
            )
        self._line = ours
        atexit.register(self._end)  # bodies that nobody closed are stopped by the process
        return ours

    def _end(self) -> None:
        """Hang up: the process carries out what it still has, and ends."""
        if self._line is None or self._process is None:
            return
        self._line.close()
        atexit.unregister(self._end)
        # It ends by itself; it is waited for only so that nothing of it stays.
        threading.Thread(target=self._process.wait, daemon=True).start()
        self._line = self._process = None


_GUARD: Final = Guard()


def guard() -> Guard:
    """Return the one guard of this program."""
    return _GUARD
