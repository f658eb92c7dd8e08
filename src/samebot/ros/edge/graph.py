# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Who else is there: publishers of a topic, nodes of a name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["Endpoint", "Graph"]

_PREFIX: Final = 12
"""So many bytes of an end point's identity are those of its process's participant (RTPS 9.3.1)."""


@dataclass(frozen=True, slots=True, order=True)
class Endpoint:
    """A publisher: its identity in the whole network, its node and its type."""

    identity: bytes
    node: str
    type: str


class Graph:
    """What a node sees of the network."""

    def __init__(self, node: Any) -> None:
        """Look through an rclpy node."""
        self._node = node
        self._own: bytes | None = None

    def publishers(self, topic: str) -> list[Endpoint]:
        """Return who sends on a topic."""
        full = self._node.resolve_topic_name(topic)
        return [
            Endpoint(
                bytes(info.endpoint_gid),
                f"{info.node_namespace.rstrip('/')}/{info.node_name}",
                str(info.topic_type),
            )
            for info in self._node.get_publishers_info_by_topic(full)
        ]

    def others(self, topic: str, own: int = 0) -> list[Endpoint]:
        """Return who sends on a topic in other processes; this one has `own` publishers."""
        if self._node.count_publishers(topic) <= own:
            return []
        return [end for end in self.publishers(topic) if end.identity[:_PREFIX] != self.own]

    @property
    def own(self) -> bytes:
        """What the identities of this process's end points begin with."""
        if self._own is None:
            # rclpy tells the identity of a publisher only through the graph.
            topic = f"/samebot_{os.getpid()}_{id(self):x}/_identity"
            probe = self._node.create_publisher(_probe_type(), topic, 1)
            self._own = self.publishers(topic)[0].identity[:_PREFIX]
            self._node.destroy_publisher(probe)
        return self._own

    def namesakes(self) -> int:
        """Return how many other nodes have this node's name."""
        mine = (self._node.get_name(), self._node.get_namespace())
        return int(self._node.get_node_names_and_namespaces().count(mine)) - 1


def _probe_type() -> Any:
    from samebot.ros.edge.modules import ros_type

    return ros_type("std_msgs/msg/Bool")
