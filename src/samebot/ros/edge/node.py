# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One node: its clock, its log, its parameters, topics and services, its life cycle."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, get_args

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.edge.actions import TrajectoryServer
from samebot.ros.edge.graph import Graph
from samebot.ros.edge.modules import first_line, ros_module, ros_type
from samebot.ros.edge.parameters import Parameters
from samebot.ros.edge.topics import (
    WAITING,
    Receiver,
    Sender,
    Served,
    Tap,
    called_when,
    profile_of,
)
from samebot.ros.interface import Quality, Trajectory
from samebot.ros.pursuit import Errand, Order
from samebot.ros.wire import Stamp

__all__ = ["Change", "RosNode"]

Change = Literal["configure", "activate", "deactivate", "cleanup", "shutdown"]
_CHANGES: Final = get_args(Change)
_DEEP: Final = 1000
"""Messages that wait for a recorder that is busy with its disk."""
Numbers = tuple[float, ...]


class RosNode:
    """One node; names are relative to its namespace."""

    def __init__(self, node: Any, tap: Tap | None = None) -> None:
        """Wrap an rclpy node; what it sends goes through the `tap`, too."""
        self._node = node
        self._tap = tap
        self._failures: list[str] | None = None
        self.parameters = Parameters(node)
        self.graph = Graph(node)

    @property
    def name(self) -> str:
        """The node's name with its namespace, after remapping."""
        return str(self._node.get_fully_qualified_name())

    @property
    def namespace(self) -> str:
        """The node's namespace, after remapping."""
        return str(self._node.get_namespace())

    def now(self) -> Stamp:
        """Return the time of the node's clock: the computer's, or /clock with use_sim_time."""
        seconds, nanoseconds = self._node.get_clock().now().seconds_nanoseconds()
        return seconds, nanoseconds

    def say(self, text: str) -> None:
        """Tell something that is worth knowing."""
        self._node.get_logger().info(text)

    def warn(self, text: str) -> None:
        """Tell that something is wrong, and goes on."""
        self._node.get_logger().warning(text)

    def sender(self, message: str, topic: str, quality: Quality = Quality.SMALL) -> Sender:
        """Return a topic to send on; its quality may be overridden by parameters."""
        options = ros_module("rclpy.qos_overriding_options").QoSOverridingOptions
        # Lifecycle nodes make publishers of their own kind, which send objects only.
        with _names_refused(topic):
            publisher = ros_module("rclpy.node").Node.create_publisher(
                self._node,
                ros_type(message),
                topic,
                profile_of(quality),
                qos_overriding_options=options.with_default_policies(),
            )
        sender = Sender(self._node, publisher)
        copy = None if self._tap is None else self._tap(sender.topic, message)
        if copy is not None:
            sender.tap(copy)
        return sender

    def hear(
        self,
        message: str,
        topic: str,
        call: Callable[[bytes], None],
        quality: Quality = Quality.SMALL,
        when: Callable[[], bool] | None = None,
    ) -> Receiver:
        """Call with the bytes of every message, in the thread that waits for input.

        With `when`, that thread looks at the topic only while it returns True; else messages wait
        for `Receiver.take`.
        """
        profile = profile_of(quality)
        if when is not None:
            profile.depth = WAITING
        with _names_refused(topic):
            subscription = self._node.create_subscription(
                ros_type(message),
                topic,
                call,
                profile,
                raw=True,
                callback_group=None if when is None else called_when(when),
            )
        return Receiver(self._node, subscription)

    def hear_as_sent(self, message: str, topic: str, call: Callable[[bytes], None]) -> Receiver:
        """Call with the bytes of every message of whoever sends: reliably only if all do so.

        What was sent before and is kept for those who come later is heard too.
        """
        qos = ros_module("rclpy.qos")
        senders = [each.qos_profile for each in self._node.get_publishers_info_by_topic(topic)]
        reliable = all(p.reliability == qos.ReliabilityPolicy.RELIABLE for p in senders)
        kept = all(p.durability == qos.DurabilityPolicy.TRANSIENT_LOCAL for p in senders)
        profile = qos.QoSProfile(
            depth=_DEEP,
            reliability=qos.ReliabilityPolicy.RELIABLE
            if reliable
            else qos.ReliabilityPolicy.BEST_EFFORT,
            durability=qos.DurabilityPolicy.TRANSIENT_LOCAL
            if kept and senders
            else qos.DurabilityPolicy.VOLATILE,
        )
        subscription = self._node.create_subscription(
            ros_type(message), topic, call, profile, raw=True
        )
        return Receiver(self._node, subscription)

    def topics_sent(self) -> list[tuple[str, list[str]]]:
        """Return the topics that somebody sends, by their full names, and their types."""
        return [
            (topic, list(types))
            for topic, types in self._node.get_topic_names_and_types()
            if self._node.count_publishers(topic)
        ]

    def later(self, act: Callable[[], None]) -> None:
        """Do something in the thread that waits for input, while it does not wait.

        Only there what was closed is gone at once: a wait holds on to everything it waits for.
        """
        self._node.executor.create_task(act)

    def types_sent(self, topic: str) -> set[str]:
        """Return the types that somebody sends on a topic."""
        return {end.type for end in self.graph.publishers(topic)}

    def serve(self, kind: str, name: str, answer: Callable[[Any, Any], Any]) -> Served:
        """Offer a service; `answer` gets its request and response objects."""
        with _names_refused(name):
            return Served(self._node, self._node.create_service(ros_type(kind), name, answer))

    def trigger(self, name: str, act: Callable[[], str]) -> Served:
        """Offer a std_srvs/Trigger; `act` returns what to answer, a SamebotError is a no."""

        def answer(_: Any, response: Any) -> Any:
            response.success, response.message = attempt(act)
            return response

        return self.serve("std_srvs/srv/Trigger", name, answer)

    def switch(self, name: str, act: Callable[[bool], str]) -> Served:
        """Offer a std_srvs/SetBool; `act` returns what to answer, a SamebotError is a no."""

        def answer(request: Any, response: Any) -> Any:
            response.success, response.message = attempt(lambda: act(request.data))
            return response

        return self.serve("std_srvs/srv/SetBool", name, answer)

    def follow(
        self,
        name: str,
        read: Callable[[bytes], Trajectory],
        *,
        admit: Callable[[Order], None],
        begin: Callable[[Errand], None],
        stamp: Callable[[float], Stamp],
    ) -> TrajectoryServer:
        """Offer a control_msgs/FollowJointTrajectory; MissingDependency where there is none."""
        with _names_refused(name):
            return TrajectoryServer(
                self._node, name, read=read, admit=admit, begin=begin, stamp=stamp
            )

    def place(self, name: str, act: Callable[[str, Numbers, Numbers], None]) -> None:
        """Offer a nav2_msgs/SetInitialPose; `act` gets frame, position, orientation (x y z w).

        The type has no way to say no: a SamebotError is told as a warning.
        """

        def answer(request: Any, response: Any) -> Any:
            given = request.pose.pose.pose
            position = tuple(getattr(given.position, axis) for axis in "xyz")
            orientation = tuple(getattr(given.orientation, axis) for axis in "xyzw")
            try:
                act(request.pose.header.frame_id, position, orientation)
            except SamebotError as error:
                self.warn(f"{name}: {error}")
            return response

        self.serve("nav2_msgs/srv/SetInitialPose", name, answer)

    def manage(self, acts: Mapping[Change, Callable[[], None]]) -> None:
        """Act upon the changes of a managed node's life; what goes wrong is a failure, and told."""
        self._node.add_managed_entity(_entity(acts, self._fail))

    def change(self, change: Change) -> None:
        """Go through a change of a managed node's life; SamebotError if it does not succeed."""
        returns = ros_module("rclpy.lifecycle").TransitionCallbackReturn
        self._failures = []
        try:
            if getattr(self._node, f"trigger_{change}")() != returns.SUCCESS:
                why = "; ".join(self._failures) or "ROS refuses it"
                raise SamebotError(f"{self.name} could not {change}: {why}")
        finally:
            self._failures = None

    def _fail(self, text: str) -> None:
        if self._failures is None:
            self.warn(text)
        else:
            self._failures.append(text)


@contextlib.contextmanager
def _names_refused(name: str) -> Iterator[None]:
    """Raise BadInput where ROS refuses a name, or what is asked for with it."""
    refusals = ros_module("rclpy.exceptions")
    names = (refusals.NameValidationException, refusals.ParameterException)
    core = ros_module("rclpy._rclpy_pybind11")
    try:
        yield
    except (*names, core.RCLError, RuntimeError) as error:  # a wrong override is a RuntimeError
        raise BadInput(f"ROS refuses {name!r}: {first_line(error)}") from error


def _entity(acts: Mapping[Change, Callable[[], None]], fail: Callable[[str], None]) -> Any:
    lifecycle = ros_module("rclpy.lifecycle")
    returns = lifecycle.TransitionCallbackReturn

    def answer(change: Change) -> Callable[[Any, Any], Any]:
        def changed(*_: Any) -> Any:
            try:
                acts.get(change, lambda: None)()
            except SamebotError as error:
                fail(str(error))
                return returns.FAILURE
            except Exception as error:  # noqa: BLE001 - rclpy would swallow it without a word
                fail(f"{change} failed: {error!r}")
                return returns.ERROR
            return returns.SUCCESS

        return changed

    methods = {f"on_{change}": answer(change) for change in _CHANGES}
    return type("_Entity", (lifecycle.ManagedEntity,), methods)()


def attempt(act: Callable[[], str]) -> tuple[bool, str]:
    """Return whether something could be done, and what is to be said of it."""
    try:
        return True, act()
    except SamebotError as error:
        return False, str(error)
