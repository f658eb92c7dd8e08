# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The edge to ROS 2: the only file that imports rclpy and message packages.

rclpy's objects are untyped here and stay here; everything that goes in and out are samebot's
own values. The environment must have been settled (`environment.enter`) before.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

from samebot.core.errors import BadInput, MissingDependency, SamebotError
from samebot.ros.transforms import FrameTransform, JointStates

__all__ = ["JointStateTopic", "Ros", "RosNode", "Stamp", "TextTopic", "TransformTopic"]

Stamp = tuple[int, int]
"""Seconds and nanoseconds of the node's clock."""

_SMALL_DEPTH = 5
_JOIN_TIMEOUT = 2.0


class Ros:
    """ROS in this process: one context, and one thread that waits for its nodes' input.

    Publishing needs no thread; callbacks, parameters and services are served by it.
    """

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        """Start ROS with `arguments` as after (and with) `--ros-args`.

        Raises MissingDependency where rclpy or its middleware is not installed, BadInput for
        arguments that ROS refuses, SamebotError where it cannot start.
        """
        rclpy = _module("rclpy")
        _module("rclpy.executors")
        self._refusals = _refusals()
        self._context = rclpy.Context()
        try:
            rclpy.init(
                args=list(arguments),
                context=self._context,
                signal_handler_options=rclpy.SignalHandlerOptions.NO,
            )
        except self._refusals.arguments as error:
            raise BadInput(f"ROS refuses its arguments: {_first_line(error)}") from error
        except self._refusals.start as error:
            raise SamebotError(f"ROS 2 cannot start: {_first_line(error)}") from error
        self._executor = rclpy.executors.SingleThreadedExecutor(context=self._context)
        self._nodes: list[Any] = []
        self._thread: threading.Thread | None = None

    def node(self, name: str, namespace: str = "") -> RosNode:
        """Return a new node; its name and namespace may be remapped by the arguments."""
        create = _module("rclpy.node").Node
        try:
            node = create(name, namespace=namespace or None, context=self._context)
        except (*self._refusals.arguments, *self._refusals.start) as error:
            raise BadInput(f"ROS refuses the node {name!r}: {_first_line(error)}") from error
        self._nodes.append(node)
        self._executor.add_node(node)
        return RosNode(node)

    def __enter__(self) -> Self:
        """Start waiting for input."""
        self._thread = threading.Thread(target=self._wait_for_input, name="ros-input", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End waiting, destroy the nodes, leave ROS."""
        self.close()

    def close(self) -> None:
        """End waiting, destroy the nodes, leave ROS; a second time does nothing."""
        self._context.try_shutdown()
        if self._thread is not None:
            self._thread.join(_JOIN_TIMEOUT)
        self._executor.shutdown(timeout_sec=0)
        while self._nodes:
            self._nodes.pop().destroy_node()

    def _wait_for_input(self) -> None:
        ended = _module("rclpy.executors").ExternalShutdownException
        try:
            self._executor.spin()
        except ended:
            return


class RosNode:
    """One node: its clock, its parameters, its topics. Names are relative to its namespace."""

    def __init__(self, node: Any) -> None:
        """Wrap an rclpy node."""
        self._node = node

    @property
    def name(self) -> str:
        """The node's name with its namespace, after remapping."""
        return str(self._node.get_fully_qualified_name())

    def now(self) -> Stamp:
        """Return the time of the node's clock: the computer's, or /clock with use_sim_time."""
        seconds, nanoseconds = self._node.get_clock().now().seconds_nanoseconds()
        return seconds, nanoseconds

    def text_parameter(self, name: str, default: str, description: str) -> str:
        """Declare a parameter that is settled at the start and return its value."""
        descriptor = _module("rcl_interfaces.msg").ParameterDescriptor(
            description=description, read_only=True
        )
        try:
            value = self._node.declare_parameter(name, default, descriptor).value
        except _module("rclpy.exceptions").InvalidParameterTypeException as error:
            raise BadInput(f"parameter {name!r}: {_first_line(error)}; expected a text") from error
        return str(value)

    def text_topic(self, topic: str) -> TextTopic:
        """Return a topic whose last text is kept for those who come later."""
        return TextTopic(self._publisher("std_msgs.msg", "String", topic, latched=True))

    def transform_topic(self, topic: str, *, latched: bool) -> TransformTopic:
        """Return a topic of transforms."""
        return TransformTopic(self._publisher("tf2_msgs.msg", "TFMessage", topic, latched=latched))

    def joint_state_topic(self, topic: str) -> JointStateTopic:
        """Return a topic of joint states."""
        return JointStateTopic(self._publisher("sensor_msgs.msg", "JointState", topic))

    def on_text(self, topic: str, call: Callable[[str], None]) -> None:
        """Call with every text on a latched topic, also the one that was sent before."""
        receive = lambda message: call(message.data)  # noqa: E731
        self._listen("std_msgs.msg", "String", topic, receive, latched=True)

    def on_transforms(
        self, topic: str, call: Callable[[tuple[FrameTransform, ...]], None], *, latched: bool
    ) -> None:
        """Call with the transforms of every message."""
        receive = lambda message: call(tuple(map(_read_transform, message.transforms)))  # noqa: E731
        self._listen("tf2_msgs.msg", "TFMessage", topic, receive, latched=latched)

    def on_joint_states(self, topic: str, call: Callable[[JointStates], None]) -> None:
        """Call with every message of joint states."""
        receive = lambda m: call(JointStates(names=tuple(m.name), positions=tuple(m.position)))  # noqa: E731
        self._listen("sensor_msgs.msg", "JointState", topic, receive, latched=False)

    def _publisher(self, package: str, message: str, topic: str, *, latched: bool = False) -> Any:
        options = _module("rclpy.qos_overriding_options").QoSOverridingOptions
        return self._node.create_publisher(
            getattr(_module(package), message),
            topic,
            _quality(latched=latched),
            qos_overriding_options=options.with_default_policies(),
        )

    def _listen(
        self, package: str, message: str, topic: str, call: Callable[[Any], None], *, latched: bool
    ) -> None:
        self._node.create_subscription(
            getattr(_module(package), message), topic, call, _quality(latched=latched)
        )


class TextTopic:
    """Sends texts."""

    def __init__(self, publisher: Any) -> None:
        """Send through an rclpy publisher."""
        self._publisher = publisher
        self._message = _module("std_msgs.msg").String()

    def send(self, text: str) -> None:
        """Send a text."""
        self._message.data = text
        self._publisher.publish(self._message)


class TransformTopic:
    """Sends transforms, all with one stamp."""

    def __init__(self, publisher: Any) -> None:
        """Send through an rclpy publisher."""
        self._publisher = publisher
        self._message = _module("tf2_msgs.msg").TFMessage()
        self._of: tuple[FrameTransform, ...] = ()

    def send(self, transforms: tuple[FrameTransform, ...], stamp: Stamp) -> None:
        """Send transforms; the same tuple as before is only stamped anew."""
        if transforms is not self._of:
            self._message.transforms = [_write_transform(each) for each in transforms]
            self._of = transforms
        for part in self._message.transforms:
            part.header.stamp.sec, part.header.stamp.nanosec = stamp
        self._publisher.publish(self._message)


class JointStateTopic:
    """Sends joint states."""

    def __init__(self, publisher: Any) -> None:
        """Send through an rclpy publisher."""
        self._publisher = publisher
        self._message = _module("sensor_msgs.msg").JointState()
        self._of: JointStates | None = None

    def send(self, states: JointStates, stamp: Stamp) -> None:
        """Send joint states; the same value as before is only stamped anew."""
        if states is not self._of:
            self._message.name = list(states.names)
            self._message.position = list(states.positions)
            self._of = states
        self._message.header.stamp.sec, self._message.header.stamp.nanosec = stamp
        self._publisher.publish(self._message)


class _Refusals:
    """What rclpy raises for wrong arguments and names, and where it cannot start."""

    def __init__(self) -> None:
        core = _module("rclpy._rclpy_pybind11")
        names = _module("rclpy.exceptions")
        self.arguments: tuple[type[Exception], ...] = (
            core.RCLInvalidROSArgsError,
            core.UnknownROSArgsError,
            names.NameValidationException,
        )
        self.start: tuple[type[Exception], ...] = (core.RCLError, core.RMWError)


def _refusals() -> _Refusals:
    return _Refusals()


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = (error.name or name).partition(".")[0]
        raise MissingDependency(package, "ros", "the ROS 2 interface") from error


def _quality(*, latched: bool) -> Any:
    qos = _module("rclpy.qos")
    return qos.QoSProfile(
        history=qos.HistoryPolicy.KEEP_LAST,
        depth=1 if latched else _SMALL_DEPTH,
        reliability=qos.ReliabilityPolicy.RELIABLE,
        durability=(
            qos.DurabilityPolicy.TRANSIENT_LOCAL if latched else qos.DurabilityPolicy.VOLATILE
        ),
    )


def _write_transform(transform: FrameTransform) -> Any:
    message = _module("geometry_msgs.msg").TransformStamped()
    message.header.frame_id = transform.parent
    message.child_frame_id = transform.child
    to, turn = message.transform.translation, message.transform.rotation
    to.x, to.y, to.z = transform.translation
    turn.x, turn.y, turn.z, turn.w = transform.rotation
    return message


def _read_transform(message: Any) -> FrameTransform:
    to, turn = message.transform.translation, message.transform.rotation
    return FrameTransform(
        parent=message.header.frame_id,
        child=message.child_frame_id,
        translation=(to.x, to.y, to.z),
        rotation=(turn.x, turn.y, turn.z, turn.w),
    )


def _first_line(error: Exception) -> str:
    """Return what went wrong, without the places in ROS's own source where it was noticed."""
    return str(error).strip().partition("\n")[0].partition(", at /")[0]
