# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A stock ROS program under a test's command, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PROGRAM = Path(__file__).with_name("ros") / "stock_peer.py"
Message = dict[str, Any]


class StockPeer:
    """What `ros/stock_peer.py` can do, as methods."""

    def __init__(self, environment: Mapping[str, str], before: Sequence[str] = ()) -> None:
        """Start it in an environment; `before` are words that put it somewhere else."""
        self._process = subprocess.Popen(
            [*before, sys.executable, str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(environment),
            text=True,
        )

    def __enter__(self) -> Self:
        """Return the peer."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()

    def listen(self, topic: str, kind: str, quality: str = "") -> None:
        """Begin to listen to a topic; quality: "", "latched" or "best effort"."""
        self._do("listen", topic=topic, kind=kind, quality=quality)

    def ignore(self, topic: str) -> None:
        """Listen to a topic no more."""
        self._do("ignore", topic=topic)

    def hear(
        self, *topics: str, count: int = 1, patience: float = 20.0
    ) -> dict[str, list[Message]]:
        """Return the next messages of topics; fewer where they do not come in time."""
        heard: dict[str, list[Message]] = self._do(
            "hear", topics=topics, count=count, patience=patience
        )
        return heard

    def heard(self, *topics: str, count: int = 1) -> dict[str, list[Message]]:
        """Return what was heard since the last `hear`, once there is enough."""
        heard: dict[str, list[Message]] = self._do("heard_already", topics=topics, count=count)
        return heard

    def next(self, topic: str) -> Message:
        """Return the next message of a topic."""
        messages = self.hear(topic)[topic]
        assert messages, f"nothing came on {topic}"
        return messages[0]

    def say(self, topic: str, kind: str, fields: Message, times: int = 1) -> None:
        """Send a message (several times, 50 ms apart) to somebody who listens."""
        assert self._do("say", topic=topic, kind=kind, fields=fields, times=times), (
            f"nobody listens to {topic}"
        )

    def call(self, service: str, kind: str, fields: Message | None = None) -> Message:
        """Call a service."""
        answer: Message | None = self._do("call", service=service, kind=kind, fields=fields or {})
        assert answer is not None, f"{service} does not answer"
        return answer

    def graph(self) -> dict[str, Message]:
        """Return all topics, with who sends and who hears them."""
        graph: dict[str, Message] = self._do("graph")
        return graph

    def parameters(self, names: Sequence[str], node: str = "/driver") -> list[Any]:
        """Return values of a node's parameters; None for what it does not have."""
        values: list[Any] = self._do("parameters", node=node, names=names)
        return values

    def _do(self, wish: str, **arguments: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": wish, **arguments}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the stock program has ended; its words are above"
        return json.loads(line)
