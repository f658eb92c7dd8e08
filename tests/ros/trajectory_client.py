# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A stock client of FollowJointTrajectory, and nothing of samebot: sends what it is told to.

Each line on its standard input is a JSON object: points as [time, positions, velocities], and
what else a goal has. Each answer is one line of JSON: what was told, and what came of it.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import rclpy
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTolerance
from rclpy.action import ActionClient
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

PATIENCE = 30.0  # s; a bound, not a wait


def spin_until(node: Node, done: Callable[[], bool]) -> None:
    """Spin until something holds."""
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        rclpy.spin_once(node, timeout_sec=0.05)


def duration(seconds: float) -> Any:
    """Return a duration."""
    return Duration(sec=int(seconds), nanosec=round(seconds % 1 * 1e9))


def tolerances(given: dict[str, list[float]]) -> list[Any]:
    """Return tolerances of position and velocity, by joint."""
    return [JointTolerance(name=name, position=p, velocity=v) for name, (p, v) in given.items()]


def goal_of(wish: dict[str, Any]) -> Any:
    """Return the goal that a wish describes."""
    trajectory = JointTrajectory(joint_names=wish["joints"])
    trajectory.header.stamp.sec = wish.get("stamp", 0)
    trajectory.points = [
        JointTrajectoryPoint(
            positions=positions, velocities=velocities, time_from_start=duration(since)
        )
        for since, positions, velocities in wish["points"]
    ]
    return FollowJointTrajectory.Goal(
        trajectory=trajectory,
        path_tolerance=tolerances(wish.get("path", {})),
        goal_tolerance=tolerances(wish.get("goal", {})),
        goal_time_tolerance=duration(wish.get("patience", 0.0)),
    )


def plain(point: Any) -> dict[str, Any]:
    """Return a point's numbers."""
    since = point.time_from_start
    return {
        "positions": list(point.positions),
        "velocities": list(point.velocities),
        "since": since.sec + since.nanosec * 1e-9,
    }


def pursue(node: Node, client: Any, wish: dict[str, Any]) -> dict[str, Any]:
    """Send a goal; cancel it, or send another one instead, after so many words; return all."""
    told: list[Any] = []
    sent = client.send_goal_async(
        goal_of(wish), feedback_callback=lambda message: told.append(message.feedback)
    )
    spin_until(node, sent.done)
    handle = sent.result()
    if handle is None or not handle.accepted:
        return {"accepted": False}
    answer = handle.get_result_async()
    states = {handle.status}
    after = wish.get("after", 0)
    spin_until(node, lambda: answer.done() or (bool(after) and len(told) >= after))
    states.add(handle.status)
    then: dict[str, Any] = {}
    if wish.get("cancel"):
        cancelled = handle.cancel_goal_async()
        spin_until(node, cancelled.done)
    elif "instead" in wish:
        then = pursue(node, client, wish["instead"])
    spin_until(node, answer.done)
    result = answer.result()
    return {
        "accepted": True,
        "status": result.status,
        "states": sorted(states),
        "code": result.result.error_code,
        "text": result.result.error_string,
        "told": [
            {name: plain(getattr(each, name)) for name in ("desired", "actual", "error")}
            for each in told
        ],
        "joints": list(told[-1].joint_names) if told else [],
        "then": then,
    }


def main() -> None:
    """Do as told until there is no more."""
    rclpy.init()
    node = rclpy.create_node("trajectory_client")
    client = ActionClient(node, FollowJointTrajectory, "follow_joint_trajectory")
    ready = client.wait_for_server(timeout_sec=PATIENCE)
    sys.stdout.write(json.dumps({"ready": ready}) + "\n")
    sys.stdout.flush()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(pursue(node, client, json.loads(line))) + "\n")
        sys.stdout.flush()
    rclpy.shutdown()


if __name__ == "__main__":
    main()
