# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Receives every topic raw, and tells how many messages came.

Reads lines: the first is JSON, types by topic; each further line is answered with JSON, messages
by topic. Ends with its input.
"""

from __future__ import annotations

import importlib
import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.qos import QoSProfile

DEPTH = 50


def main() -> None:
    """Count until the input ends."""
    types: dict[str, str] = json.loads(sys.stdin.readline())
    rclpy.init()
    node = rclpy.create_node("counting_listener")
    counts = dict.fromkeys(types, 0)
    for topic, name in types.items():
        package, _, message = name.split("/")
        kind = getattr(importlib.import_module(f"{package}.msg"), message)
        node.create_subscription(
            kind, topic, _counting(counts, topic), QoSProfile(depth=DEPTH), raw=True
        )
    threading.Thread(target=_answer, args=(counts,), daemon=True).start()
    try:
        rclpy.spin(node)
    except (ExternalShutdownException, KeyboardInterrupt):
        pass
    finally:
        rclpy.try_shutdown()


def _counting(counts: dict[str, int], topic: str) -> Callable[[Any], None]:
    def count(_: Any) -> None:
        counts[topic] += 1

    return count


def _answer(counts: dict[str, int]) -> None:
    for _ in sys.stdin:
        print(json.dumps(counts), flush=True)
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
