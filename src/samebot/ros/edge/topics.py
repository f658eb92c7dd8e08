# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Topics as bytes: what is sent and heard goes through rclpy without becoming an object.

Services are rare; their requests and responses stay objects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from samebot.ros.edge.modules import ros_module
from samebot.ros.interface import Quality

__all__ = ["WAITING", "Copy", "Receiver", "Sender", "Served", "Tap", "called_when", "profile_of"]


class Copy(Protocol):
    """Gets each message that is sent on a topic of this process."""

    def keep(self, data: bytes) -> None:
        """Take a message."""
        ...

    def close(self) -> None:
        """Note that no more are sent."""
        ...


Tap = Callable[[str, str], Copy | None]
"""Told of a topic and its type, returns what is to get its messages, if anything."""

_SMALL_DEPTH: Final = 5
WAITING: Final = 100
"""So many messages wait on a topic that is looked at once in a while: a kilohertz for 0.1 s."""


class Sender:
    """A topic that is sent; `send` takes the bytes of a message."""

    __slots__ = ("_copy", "_node", "_publisher", "listeners", "send", "topic")

    def __init__(self, node: Any, publisher: Any) -> None:
        """Send through an rclpy publisher of a node."""
        self._node = node
        self._publisher = publisher
        self._copy: Copy | None = None
        self.topic: str = publisher.topic_name
        # Straight to the middleware: rclpy's own way looks first at what kind of thing it sends.
        self.send: Callable[[bytes], None] = publisher.handle.publish_raw
        self.listeners: Callable[[], int] = publisher.handle.get_subscription_count

    def tap(self, copy: Copy) -> None:
        """Hand every message to a listener in this process as well."""
        send, listeners = self.send, self.listeners

        def both(data: bytes) -> None:
            send(data)
            copy.keep(data)

        self.send = both
        self.listeners = lambda: listeners() + 1
        self._copy = copy

    def close(self) -> None:
        """Send no more."""
        self._node.destroy_publisher(self._publisher)
        if self._copy is not None:
            self._copy.close()


class Receiver:
    """A topic that is heard."""

    def __init__(self, node: Any, subscription: Any) -> None:
        """Hear through an rclpy subscription of a node."""
        self._node = node
        self._subscription = subscription
        self.topic: str = subscription.topic_name
        self.senders: Callable[[], int] = subscription.handle.get_publisher_count
        """How many send on this topic in its type."""

    def take(self) -> None:
        """Call for each message that waits, now and in this thread."""
        subscription = self._subscription
        for _ in range(WAITING):
            found = subscription.handle.take_message(subscription.msg_type, subscription.raw)
            if found is None:
                return
            subscription.callback(found[0])

    def close(self) -> None:
        """Hear no more."""
        self._node.destroy_subscription(self._subscription)


class Served:
    """A service that is offered."""

    def __init__(self, node: Any, service: Any) -> None:
        """Offer an rclpy service of a node."""
        self._node = node
        self._service = service

    def close(self) -> None:
        """Offer it no more."""
        self._node.destroy_service(self._service)


def profile_of(quality: Quality) -> Any:
    """Return rclpy's profile of a quality of service."""
    qos = ros_module("rclpy.qos")
    latched, clock = quality is Quality.LATCHED, quality is Quality.CLOCK
    return qos.QoSProfile(
        history=qos.HistoryPolicy.KEEP_LAST,
        depth=_SMALL_DEPTH if quality is Quality.SMALL else 1,
        reliability=(
            qos.ReliabilityPolicy.BEST_EFFORT if clock else qos.ReliabilityPolicy.RELIABLE
        ),
        durability=(
            qos.DurabilityPolicy.TRANSIENT_LOCAL if latched else qos.DurabilityPolicy.VOLATILE
        ),
    )


def called_when(allowed: Callable[[], bool]) -> Any:
    """Return a group of callbacks that the waiting thread calls, and wakes for, only then."""
    reentrant = ros_module("rclpy.callback_groups").ReentrantCallbackGroup
    return type("_Group", (reentrant,), {"can_execute": lambda *_: allowed()})()
