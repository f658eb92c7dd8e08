# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A driver as it is usually written with rclpy: a timer for each group of devices, new messages.

Use: python -m bench.ros_plain SECONDS. `--messages` instead prints, as JSON, each topic with its
type and one serialized message (base64), and ends.
"""

from __future__ import annotations

import base64
import json
import sys
from typing import Any

import rclpy
from bench.ros_messages import GROUPS, Make, type_of
from builtin_interfaces.msg import Time
from rclpy.executors import ExternalShutdownException
from rclpy.serialization import serialize_message

PERIOD = 0.05
DEPTH = 5


def main() -> None:
    """Publish for a while, or tell what would be."""
    if sys.argv[1:] == ["--messages"]:
        print(json.dumps(_messages()))
        return
    rclpy.init()
    node = rclpy.create_node("plain")
    for make in GROUPS:
        _start(node, make)
    node.create_timer(float(sys.argv[1]), rclpy.try_shutdown)
    try:
        rclpy.spin(node)
    except (ExternalShutdownException, KeyboardInterrupt):
        pass
    finally:
        rclpy.try_shutdown()


def _start(node: Any, make: Make) -> None:
    """Publish a group of devices on a timer of its own."""
    publishers = {
        topic: node.create_publisher(type(message), topic, DEPTH) for topic, message in make(Time())
    }

    def tick() -> None:
        for topic, message in make(node.get_clock().now().to_msg()):
            publishers[topic].publish(message)

    node.create_timer(PERIOD, tick)


def _messages() -> list[tuple[str, str, str]]:
    return [
        (topic, type_of(message), base64.b64encode(serialize_message(message)).decode())
        for make in GROUPS
        for topic, message in make(Time(sec=1))
    ]


if __name__ == "__main__":
    main()
