# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A program with stock rclpy and nothing of samebot: what a robot's node sends, as JSON.

Use: observer.py NAMESPACE [JOINT VALUE]; with a joint it waits until that joint is there.
"""

import json
import sys
import time
from typing import Any

import rclpy
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage

PATIENCE = 20.0  # s; a bound, not a wait: it ends as soon as all has come


def frames(message: Any) -> list[Any]:
    """Return transforms as lists: stamp, parent, child, translation, rotation."""
    return [
        [
            part.header.stamp.sec + part.header.stamp.nanosec * 1e-9,
            part.header.frame_id,
            part.child_frame_id,
            [getattr(part.transform.translation, axis) for axis in "xyz"],
            [getattr(part.transform.rotation, axis) for axis in "xyzw"],
        ]
        for part in message.transforms
    ]


def quality(node: Node, topic: str) -> list[Any]:
    """Return how the first publisher of a topic offers it, and its type."""
    end = time.monotonic() + PATIENCE
    while True:
        # A publisher may be known before the node that it belongs to.
        found = node.get_publishers_info_by_topic(topic)
        if any("UNKNOWN" not in info.node_name for info in found) or time.monotonic() > end:
            break
        rclpy.spin_once(node, timeout_sec=0.05)
    (first, *_) = found
    offered = first.qos_profile
    return [
        first.node_namespace.rstrip("/") + "/" + first.node_name,
        first.topic_type,
        offered.reliability.name,
        offered.durability.name,
    ]


def observe(namespace: str, joint: str, value: float) -> dict[str, Any]:
    """Wait for one message of each topic (joints: until one stands at a value)."""
    seen: dict[str, Any] = {}
    node = rclpy.create_node("observer")
    latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)

    def joints(message: Any) -> None:
        states = dict(zip(message.name, message.position, strict=True))
        if not joint or abs(states[joint] - value) < 1e-9:
            seen["joints"] = states
            stamp = message.header.stamp
            seen["stamp"] = stamp.sec + stamp.nanosec * 1e-9

    def moved(message: Any) -> None:
        if "joints" in seen:
            seen.setdefault("tf", frames(message))

    topics = [f"{namespace}/robot_description", f"{namespace}/joint_states", "/tf", "/tf_static"]
    keep = [
        node.create_subscription(
            String, topics[0], lambda m: seen.update(description=m.data), latched
        ),
        node.create_subscription(JointState, topics[1], joints, 10),
        node.create_subscription(TFMessage, topics[2], moved, 100),
        node.create_subscription(
            TFMessage, topics[3], lambda m: seen.update(tf_static=frames(m)), latched
        ),
    ]
    end = time.monotonic() + PATIENCE
    while len(seen) < len(keep) + 1 and time.monotonic() < end:
        rclpy.spin_once(node, timeout_sec=0.1)
    seen["quality"] = {topic: quality(node, topic) for topic in topics}
    seen["now"] = time.time()
    return seen


if __name__ == "__main__":
    rclpy.init()
    NAMESPACE, JOINT, VALUE = (*sys.argv[1:], "", "0")[:3]
    sys.stdout.write(json.dumps(observe(NAMESPACE, JOINT, float(VALUE))))
    rclpy.shutdown()
