# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A program with stock rclpy and nothing of samebot that does what it is told, line by line.

Each line on its standard input is a JSON object with "do"; each answer is one line of JSON.
"""

import array
import base64
import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import rclpy
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

PATIENCE = 20.0  # s; a bound, not a wait


def type_of(name: str) -> Any:
    """Return the class of ``package/msg/Name``."""
    package, kind, short = name.split("/")
    return getattr(importlib.import_module(f"{package}.{kind}"), short)


def plain(value: Any) -> Any:
    """Return a message as dictionaries, lists and numbers; bytes in base64."""
    if hasattr(value, "get_fields_and_field_types"):
        return {name: plain(getattr(value, name)) for name in value.get_fields_and_field_types()}
    if isinstance(value, array.array) and value.typecode == "B":
        return base64.b64encode(value.tobytes()).decode()
    if isinstance(value, bytes):  # one of type byte
        return value[0]
    if isinstance(value, np.ndarray | array.array):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def fill(message: Any, fields: dict[str, Any]) -> Any:
    """Write fields (dictionaries for messages in messages) into a message."""
    kinds = message.get_fields_and_field_types()
    for name, value in fields.items():
        if isinstance(value, dict):
            fill(getattr(message, name), value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            item = type_of("/msg/".join(kinds[name].removeprefix("sequence<")[:-1].split("/")))
            setattr(message, name, [fill(item(), each) for each in value])
        else:
            setattr(message, name, value)
    return message


class Peer:
    """One node and what it has heard."""

    def __init__(self) -> None:
        """Begin."""
        self.node: Node = rclpy.create_node("peer")
        self.heard: dict[str, list[Any]] = {}
        self.subscriptions: dict[str, Any] = {}
        self.publishers: dict[str, Any] = {}

    def spin_until(self, done: Callable[[], bool], patience: float = PATIENCE) -> bool:
        """Wait for something, with a bound; return whether it came."""
        end = time.monotonic() + patience
        while not done():
            if time.monotonic() > end:
                return False
            rclpy.spin_once(self.node, timeout_sec=0.05)
        return True

    def listen(self, topic: str, kind: str, quality: str = "") -> None:
        """Listen to a topic; quality: "", "latched" or "best effort"."""
        profile = QoSProfile(depth=50)
        if quality == "latched":
            profile.durability = DurabilityPolicy.TRANSIENT_LOCAL
        if quality == "best effort":
            profile.reliability = ReliabilityPolicy.BEST_EFFORT
        heard = self.heard.setdefault(topic, [])
        self.subscriptions[topic] = self.node.create_subscription(
            type_of(kind), topic, heard.append, profile
        )

    def ignore(self, topic: str) -> None:
        """Listen no more."""
        self.node.destroy_subscription(self.subscriptions.pop(topic))
        del self.heard[topic]

    def hear(self, topics: list[str], count: int = 1, patience: float = PATIENCE) -> dict[str, Any]:
        """Return the next messages of topics; only some where they do not come in time."""
        for topic in topics:
            self.heard[topic].clear()
        return self.heard_already(topics, count, patience)

    def heard_already(
        self, topics: list[str], count: int = 1, patience: float = PATIENCE
    ) -> dict[str, Any]:
        """Return messages of topics since the last `hear`."""
        self.spin_until(lambda: all(len(self.heard[topic]) >= count for topic in topics), patience)
        return {topic: [plain(message) for message in self.heard[topic]] for topic in topics}

    def say(self, topic: str, kind: str, fields: dict[str, Any], times: int = 1) -> bool:
        """Send a message when somebody listens; return whether somebody does."""
        if topic not in self.publishers:
            self.publishers[topic] = self.node.create_publisher(type_of(kind), topic, 10)
        publisher = self.publishers[topic]
        if not self.spin_until(lambda: publisher.get_subscription_count() > 0):
            return False
        message = fill(type_of(kind)(), fields)
        for _ in range(times):
            publisher.publish(message)
            end = time.monotonic() + (0.05 if times > 1 else 0.0)
            self.spin_until(lambda end=end: time.monotonic() >= end)  # type: ignore[misc]
        return True

    def call(self, service: str, kind: str, fields: dict[str, Any]) -> Any:
        """Call a service; None if it does not answer."""
        client = self.node.create_client(type_of(kind), service)
        if not client.wait_for_service(PATIENCE):
            return None
        future = client.call_async(fill(type_of(kind).Request(), fields))
        self.spin_until(future.done)
        answer = plain(future.result()) if future.done() else None
        self.node.destroy_client(client)
        return answer

    def graph(self) -> dict[str, Any]:
        """Return who sends and hears what, and how."""
        found: dict[str, Any] = {}
        for topic, kinds in self.node.get_topic_names_and_types():
            found[topic] = {
                "types": kinds,
                "sent": [self.end(e) for e in self.node.get_publishers_info_by_topic(topic)],
                "heard": [self.end(e) for e in self.node.get_subscriptions_info_by_topic(topic)],
            }
        return found

    def end(self, info: Any) -> dict[str, Any]:
        """Return one end of a topic."""
        return {
            "node": f"{info.node_namespace.rstrip('/')}/{info.node_name}",
            "type": info.topic_type,
            "hash": str(info.topic_type_hash),
            "reliability": info.qos_profile.reliability.name,
            "durability": info.qos_profile.durability.name,
        }

    def parameters(self, node: str, names: list[str]) -> list[Any]:
        """Return values of a node's parameters; None for one that is not declared."""
        answer = self.call(
            f"{node}/get_parameters", "rcl_interfaces/srv/GetParameters", {"names": names}
        )
        values = answer["values"] if answer else []
        fields = ["", "bool_value", "integer_value", "double_value", "string_value"]
        return [value[fields[value["type"]]] if value["type"] else None for value in values]


def main() -> None:
    """Do as told until there is no more."""
    rclpy.init()
    peer = Peer()
    for line in sys.stdin:
        wish = json.loads(line)
        answer = getattr(peer, wish.pop("do"))(**wish)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    rclpy.shutdown()


if __name__ == "__main__":
    main()
