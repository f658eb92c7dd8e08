# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The other end: stock rclpy in the tests' own process, while the driver runs in another one."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from samebot.ros.environment import DISCOVERY_PROFILE

PATIENCE = 20.0  # s; a bound, not a wait: it ends as soon as all has come


def message(full: str, **fields: Any) -> Any:
    """Return a message (or the class's parts) by its full name (``std_msgs/msg/Bool``)."""
    return kind(full)(**fields)


def kind(full: str) -> Any:
    """Return the class of a message or service."""
    package, folder, name = full.split("/")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ROS's own packages
        return getattr(importlib.import_module(f"{package}.{folder}"), name)


def twist(v: float = 0.0, w: float = 0.0) -> Any:
    """Return a Twist."""
    made = message("geometry_msgs/msg/Twist")
    made.linear.x, made.angular.z = v, w
    return made


def seconds(stamp: Any) -> float:
    """Return a stamp in s."""
    return float(stamp.sec + stamp.nanosec * 1e-9)


class Peer:
    """A node of plain rclpy."""

    def __init__(self, domain: int, name: str = "peer") -> None:
        """Join a domain."""
        import rclpy
        from rclpy.executors import SingleThreadedExecutor

        self.context = rclpy.Context()
        rclpy.init(
            args=[],
            context=self.context,
            domain_id=domain,
            signal_handler_options=rclpy.SignalHandlerOptions.NO,
        )
        self.node = rclpy.create_node(name, context=self.context)
        self._executor = SingleThreadedExecutor(context=self.context)
        self._executor.add_node(self.node)

    def until(self, done: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Spin until something holds; fail if it does not."""
        end = time.monotonic() + patience
        while not (found := done()):
            assert time.monotonic() < end, f"did not come true within {patience:g} s"
            self._executor.spin_once(timeout_sec=0.05)
        return found

    def spin_for(self, duration: float) -> None:
        """Spin for a time, where nothing is expected to come."""
        end = time.monotonic() + duration
        while time.monotonic() < end:
            self._executor.spin_once(timeout_sec=0.05)

    def hear(self, full: str, topic: str, quality: Any = 10) -> list[Any]:
        """Return a list that fills with what comes on a topic."""
        heard: list[Any] = []
        self.node.create_subscription(kind(full), topic, heard.append, quality)
        return heard

    def clock(self) -> list[Any]:
        """Return a list that fills with /clock."""
        from rclpy.qos import QoSProfile, ReliabilityPolicy

        quality = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
        return self.hear("rosgraph_msgs/msg/Clock", "/clock", quality)

    def sender(self, full: str, topic: str) -> Callable[[Any], None]:
        """Return what sends on a topic that somebody hears."""
        publisher = self.node.create_publisher(kind(full), topic, 10)
        self.until(lambda: publisher.get_subscription_count() > 0)
        send: Callable[[Any], None] = publisher.publish
        return send

    def call(self, full: str, name: str, **fields: Any) -> Any:
        """Return the answer of a service."""
        service = kind(full)
        client = self.node.create_client(service, name)
        self.until(client.service_is_ready)
        answer = client.call_async(service.Request(**fields))
        self.until(answer.done)
        self.node.destroy_client(client)
        return answer.result()

    def trigger(self, name: str) -> tuple[bool, str]:
        """Call a std_srvs/Trigger."""
        answer = self.call("std_srvs/srv/Trigger", name)
        return answer.success, answer.message

    def set_parameter(self, node: str, name: str, value: Any) -> tuple[bool, str]:
        """Set a parameter; return whether that was accepted, and why not."""
        from rclpy.parameter import Parameter

        given = [Parameter(name, value=value).to_parameter_msg()]
        (result,) = self.call(
            "rcl_interfaces/srv/SetParameters", f"{node}/set_parameters", parameters=given
        ).results
        return result.successful, result.reason

    def get_parameter(self, node: str, name: str) -> Any:
        """Return a parameter's value."""
        from rclpy.parameter import parameter_value_to_python

        (value,) = self.call(
            "rcl_interfaces/srv/GetParameters", f"{node}/get_parameters", names=[name]
        ).values
        return parameter_value_to_python(value)

    def close(self) -> None:
        """Leave."""
        self._executor.shutdown(timeout_sec=0)
        self.node.destroy_node()
        self.context.try_shutdown()


@pytest.fixture
def peer(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """Return a node of plain rclpy in the domain of the test's programs."""
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    for profile in ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"):
        monkeypatch.setenv(profile, str(DISCOVERY_PROFILE))
    for name in ("RMW_IMPLEMENTATION", "ROS_LOCALHOST_ONLY", "ROS_STATIC_PEERS"):
        monkeypatch.delenv(name, raising=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ROS's own packages
        made = Peer(ros_domain)
    yield made
    made.close()
