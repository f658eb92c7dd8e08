# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Hears a topic in the type in which others send it, where a robot understands several.

One process cannot hold two types on one topic: the subscription is made anew, and said so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from samebot.ros.edge import Receiver, RosNode
from samebot.ros.interface import Inlet, Wish

__all__ = ["Ear"]

Put = Callable[[Inlet, Callable[[bytes], Wish], bytes], None]


class Ear:
    """One inlet at work."""

    def __init__(
        self, node: RosNode, inlet: Inlet, put: Put, awaited: Callable[[], bool] = lambda: True
    ) -> None:
        """Hear what is sent in the inlet's own type; `put` takes it.

        Messages are heard at once only while they are `awaited`, else by `take`.
        """
        self._node = node
        self._awaited = awaited
        self._inlet = inlet
        self._put = put
        self._readers = {inlet.type: inlet.read, **inlet.others}
        self._lock = threading.Lock()
        self._closed = False
        self.type = inlet.type
        self._receiver = self._open()

    def busy(self) -> bool:
        """Whether somebody sends."""
        with self._lock:
            return not self._closed and self._receiver.senders() > 0

    def take(self) -> None:
        """Hear what has come."""
        with self._lock:
            if not self._closed:
                self._receiver.take()

    def look(self) -> None:
        """Change to another type if only that is sent; cheap while somebody is heard."""
        with self._lock:
            if self._closed or not self._inlet.others or self._receiver.senders() > 0:
                return
            sent = self._node.types_sent(self._inlet.topic)
            known = sorted(sent & self._readers.keys())
            if known and self.type not in sent:
                self._node.later(partial(self._change, known[0]))

    def close(self) -> None:
        """Hear no more."""
        with self._lock:
            self._closed = True
            self._receiver.close()

    def _change(self, kind: str) -> None:
        with self._lock:
            if self._closed or kind == self.type:
                return
            self._node.warn(
                f"{self._inlet.topic} is sent as {kind}, not {self.type}: it is heard as {kind} "
                "from now on, and no longer as the other"
            )
            self._receiver.close()
            self.type = kind
            self._receiver = self._open()

    def _open(self) -> Receiver:
        put = partial(self._put, self._inlet, self._readers[self.type])
        return self._node.hear(self.type, self._inlet.topic, put, when=self._awaited)
