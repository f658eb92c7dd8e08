# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Receives every topic raw, and tells how many messages came.

Reads lines. The first is JSON, types by topic. `counts` is answered with messages by topic,
`first` with when the first message of each topic was sent and received, `ticks` with when each
message on topics called odom and the last on /clock was sent and what its stamp says (all in
ns). Ends with its input.
Messages are fetched at leisure: waiting for hundreds of topics would cost more than receiving.
"""

from __future__ import annotations

import importlib
import json
import select
import struct
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

import rclpy
from rclpy.qos import QoSProfile

DEPTH: Final = 50
EVERY: Final = 0.02
"""How often it looks for messages, s."""
STAMP: Final = struct.Struct("<4xiI")


class Counter:
    """Subscriptions, and what has come through them."""

    def __init__(self, types: Mapping[str, str]) -> None:
        """Subscribe."""
        node = rclpy.create_node("counting_listener")
        self._subscriptions = {topic: _subscribe(node, topic, types[topic]) for topic in types}
        self.counts = dict.fromkeys(types, 0)
        self.first: dict[str, tuple[int, int]] = {}
        self.ticks: dict[str, list[tuple[int, int]]] = {}

    def fetch(self) -> None:
        """Take everything that has come."""
        for topic, subscription in self._subscriptions.items():
            for data, info in _taken(subscription):
                self.counts[topic] += 1
                if topic not in self.first:
                    self.first[topic] = (info["source_timestamp"], time.time_ns())
                if topic.endswith("/odom"):
                    self.ticks.setdefault(topic, []).append(_tick(data, info))
                elif topic == "/clock":
                    self.ticks[topic] = [_tick(data, info)]

    def answer(self, question: str) -> object:
        """Return what was asked for."""
        if question == "ticks":
            ticks, self.ticks = self.ticks, {}
            return ticks
        return self.first if question == "first" else self.counts


def main() -> None:
    """Count until the input ends."""
    # Unbuffered: what lies in a buffer would not be seen by select.
    questions = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 (standard input)
    types: dict[str, str] = json.loads(questions.readline())
    rclpy.init()
    counter = Counter(types)
    while True:
        ready, _, _ = select.select([questions], [], [], EVERY)
        counter.fetch()
        if ready:
            line = questions.readline()
            if not line:
                break
            print(json.dumps(counter.answer(line.decode().strip())), flush=True)
    rclpy.shutdown()


def _subscribe(node: Any, topic: str, name: str) -> Any:
    package, _, message = name.split("/")
    kind = getattr(importlib.import_module(f"{package}.msg"), message)
    clock = topic == "/clock"
    reliability = rclpy.qos.ReliabilityPolicy.BEST_EFFORT if clock else None
    quality = QoSProfile(depth=DEPTH, **({"reliability": reliability} if clock else {}))
    return node.create_subscription(kind, topic, lambda _: None, quality, raw=True)


def _tick(data: bytes, info: Mapping[str, int]) -> tuple[int, int]:
    seconds, nanoseconds = STAMP.unpack_from(data)
    return info["source_timestamp"], seconds * 10**9 + nanoseconds


def _taken(subscription: Any) -> Iterator[tuple[bytes, dict[str, int]]]:
    handle, raw = subscription.handle, True
    with handle:
        while (taken := handle.take_message(subscription.msg_type, raw)) is not None:
            yield taken


if __name__ == "__main__":
    main()
