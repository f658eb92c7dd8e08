# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""ROS in this process: one context, its nodes, and one thread that waits for their input."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final, Self

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.edge.modules import first_line, ros_module
from samebot.ros.edge.node import RosNode
from samebot.ros.edge.topics import Tap

__all__ = ["Ros"]

_JOIN_TIMEOUT: Final = 2.0


class Ros:
    """One context. Sending needs no thread; callbacks, parameters, services are served by it."""

    def __init__(self, arguments: Sequence[str] = (), *, tap: Tap | None = None) -> None:
        """Start ROS with `arguments` as after (and with) `--ros-args`.

        What its nodes send goes through the `tap`, too.

        Raises MissingDependency where rclpy or its middleware is not installed, BadInput for
        arguments that ROS refuses, SamebotError where it cannot start.
        """
        rclpy = ros_module("rclpy")
        ros_module("rclpy.executors")
        core = ros_module("rclpy._rclpy_pybind11")
        self._tap = tap
        self._context = rclpy.Context()
        try:
            rclpy.init(
                args=list(arguments),
                context=self._context,
                signal_handler_options=rclpy.SignalHandlerOptions.NO,
            )
        except (core.RCLInvalidROSArgsError, core.UnknownROSArgsError) as error:
            raise BadInput(f"ROS refuses its arguments: {first_line(error)}") from error
        except (core.RCLError, core.RMWError) as error:
            raise SamebotError(f"ROS 2 cannot start: {first_line(error)}") from error
        self._executor = rclpy.executors.SingleThreadedExecutor(context=self._context)
        self._nodes: list[Any] = []
        self._thread: threading.Thread | None = None

    def node(self, name: str, namespace: str = "", *, managed: bool = False) -> RosNode:
        """Return a new node; its name and namespace may be remapped by the arguments.

        A `managed` one has the life cycle of ROS 2: it is configured and activated from outside.
        """
        kind = ("rclpy.lifecycle", "LifecycleNode") if managed else ("rclpy.node", "Node")
        core = ros_module("rclpy._rclpy_pybind11")
        names = ros_module("rclpy.exceptions")
        create = getattr(ros_module(kind[0]), kind[1])
        try:
            with warnings.catch_warnings():  # of what a refused node leaves half made
                warnings.simplefilter("ignore", RuntimeWarning)
                node = create(name, namespace=namespace or None, context=self._context)
        except (names.NameValidationException, core.RCLError, core.RMWError) as error:
            raise BadInput(f"ROS refuses the node {name!r}: {first_line(error)}") from error
        if managed:
            _refuse_politely(node, core.RCLError)
        self._nodes.append(node)
        self._executor.add_node(node)
        return RosNode(node, self._tap)

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
        ended = ros_module("rclpy.executors").ExternalShutdownException
        while self._context.ok():
            try:
                self._executor.spin()
            except ended:
                return
            except Exception as error:  # noqa: BLE001 - one bad message must not make it deaf
                self._nodes[0].get_logger().error(f"a message was not understood: {error!r}")


def _refuse_politely(node: Any, refusal: type[Exception]) -> None:
    """Answer a change of life that is not possible with no, instead of not at all."""
    for service in node.services:
        if service.srv_name.endswith("/change_state"):
            change = service.callback

            def answer(request: Any, response: Any, change: Any = change) -> Any:
                try:
                    return change(request, response)
                except refusal as error:
                    node.get_logger().warning(first_line(error))
                    response.success = False
                    return response

            service.callback = answer
