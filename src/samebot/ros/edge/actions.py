# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The action control_msgs/FollowJointTrajectory, where its package is installed.

A goal is carried out by the robot's own loop; its state and its result are changed here, in the
thread that waits for input, which never waits for a goal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.edge.modules import ros_module, ros_type
from samebot.ros.pursuit import Code, End, Errand, Order, Progress, Tolerance
from samebot.ros.trajectory import Trajectory
from samebot.ros.wire import Stamp

__all__ = ["FOLLOW", "TrajectoryServer"]

FOLLOW: Final = "control_msgs/action/FollowJointTrajectory"
_POINT: Final = "trajectory_msgs/msg/JointTrajectoryPoint"
_DURATION: Final = "builtin_interfaces/msg/Duration"


class TrajectoryServer:
    """Offers the action; goals that fit are handed on."""

    def __init__(
        self,
        node: Any,
        name: str,
        *,
        read: Callable[[bytes], Trajectory],
        admit: Callable[[Order], None],
        begin: Callable[[Errand], None],
        stamp: Callable[[float], Stamp],
    ) -> None:
        """`read` and `admit` raise a SamebotError for what is refused; `begin` takes the rest.

        Raises MissingDependency where control_msgs is not installed.
        """
        action = ros_module("rclpy.action")
        self._node = node
        self._name = name
        self._read, self._admit, self._begin, self._stamp = read, admit, begin, stamp
        self._responses = action.GoalResponse
        self._server = action.ActionServer(
            node,
            ros_type(FOLLOW),
            name,
            execute_callback=lambda _: None,
            goal_callback=self._judge,
            handle_accepted_callback=self._accepted,
            cancel_callback=lambda _: action.CancelResponse.ACCEPT,
        )
        # A goal is under way from its acceptance on; what rclpy calls its execution is its end.
        self._end = self._server.notify_execute
        self._server.notify_execute = lambda _handle, _callback: None

    def close(self) -> None:
        """Offer it no more, once the goals that have ended are answered."""
        self._node.executor.create_task(self._server.destroy)

    def _judge(self, goal: Any) -> Any:
        try:
            self._admit(self._order(goal))
        except SamebotError as error:
            self._node.get_logger().warning(f"{self._name}: a goal is refused: {error}")
            return self._responses.REJECT
        return self._responses.ACCEPT

    def _accepted(self, handle: Any) -> None:
        handle.execute()
        self._begin(_Goal(handle, self._order(handle.request), self._end, self._stamp))

    def _order(self, goal: Any) -> Order:
        serialize = ros_module("rclpy.serialization").serialize_message
        trajectory = self._read(serialize(goal.trajectory))
        if not (trajectory.joints and trajectory.points):
            raise BadInput("it has no joints, or no points; a trajectory is expected")
        if goal.multi_dof_trajectory.points:
            raise BadInput("it moves joints of several freedoms; this robot has none to command")
        allowed = goal.goal_time_tolerance
        return Order(
            trajectory=trajectory,
            path=_tolerances(goal.path_tolerance, trajectory.joints),
            goal=_tolerances(goal.goal_tolerance, trajectory.joints),
            patience=max(allowed.sec + allowed.nanosec * 1e-9, 0.0),
        )


class _Goal:
    """One accepted goal; see `samebot.ros.pursuit.Errand`."""

    def __init__(
        self,
        handle: Any,
        order: Order,
        end: Callable[[Any, Callable[[Any], Any]], None],
        stamp: Callable[[float], Stamp],
    ) -> None:
        self.order = order
        self._handle = handle
        self._end = end
        self._stamp = stamp

    @property
    def cancelled(self) -> bool:
        return bool(self._handle.is_cancel_requested)

    def tell(self, progress: Progress) -> None:
        feedback = ros_type(FOLLOW).Feedback(joint_names=list(self.order.trajectory.joints))
        header = feedback.header.stamp
        header.sec, header.nanosec = self._stamp(progress.time)
        p, q = progress.desired, progress.actual
        v, w = progress.desired_speeds, progress.actual_speeds
        feedback.desired = _point(p, v, progress.since)
        feedback.actual = _point(q, w, progress.since)
        feedback.error = _point(_minus(p, q), _minus(v, w), progress.since)
        self._handle.publish_feedback(feedback)

    def finish(self, end: End, code: Code, text: str) -> None:
        def result(handle: Any) -> Any:
            getattr(handle, end.value)()
            return ros_type(FOLLOW).Result(error_code=int(code), error_string=text)

        self._end(self._handle, result)


def _point(positions: Sequence[float], velocities: Sequence[float], since: float) -> Any:
    whole = math.floor(since)
    return ros_type(_POINT)(
        positions=list(positions),
        velocities=list(velocities),
        time_from_start=ros_type(_DURATION)(sec=whole, nanosec=int((since - whole) * 1e9)),
    )


def _minus(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]


def _tolerances(given: Sequence[Any], joints: Sequence[str]) -> Mapping[str, Tolerance]:
    unknown = [each.name for each in given if each.name not in joints]
    if unknown:
        raise BadInput(f"tolerances are given for {', '.join(unknown)}, which it does not move")
    return {
        each.name: Tolerance(
            position=_limit(each.name, each.position), velocity=_limit(each.name, each.velocity)
        )
        for each in given
    }


def _limit(joint: str, value: float) -> float:
    if math.isnan(value):
        raise BadInput(f"a tolerance of {joint} is nan; a number is expected")
    return math.inf if value < 0.0 else value
