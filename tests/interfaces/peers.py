# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Programs at the two ends of a ROS network; each prints what it saw as one line of JSON."""

import contextlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import rclpy
from geometry_msgs.msg import TransformStamped
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.task import Future
from tf2_msgs.msg import TFMessage

PATIENCE = 20.0  # s; discovery takes up to 2.6 s, a busy machine longer
STEPS = 5
ENDLESS = 1000  # steps, 20 s


def tell(**what: object) -> None:
    """Print one line for the test."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def spin_until(node: Node, done: Callable[[], bool]) -> bool:
    """Spin until something holds; give up after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        rclpy.spin_once(node, timeout_sec=0.1)
    return done()


async def pause(node: Node) -> None:
    """Let the node do other things for 20 ms."""
    over = Future()
    timer = node.create_timer(0.02, lambda: over.set_result(None))
    await over
    node.destroy_timer(timer)


def serve(node: Node) -> None:
    """Drive to poses: 0.1 m a step; a goal beyond 10 m lasts until it is cancelled."""

    async def execute(handle: Any) -> NavigateToPose.Result:
        goal = handle.request.pose.pose.position.x
        for step in range(1, 1 + (ENDLESS if goal > 10.0 else STEPS)):
            if handle.is_cancel_requested:
                handle.canceled()
                return NavigateToPose.Result(error_msg="cancelled")
            handle.publish_feedback(NavigateToPose.Feedback(distance_remaining=goal - 0.1 * step))
            await pause(node)
        handle.succeed()
        return NavigateToPose.Result(error_code=7, error_msg=handle.request.behavior_tree)

    ActionServer(
        node,
        NavigateToPose,
        "navigate_to_pose",
        execute,
        goal_callback=lambda goal: (
            GoalResponse.REJECT if goal.pose.pose.position.x < 0.0 else GoalResponse.ACCEPT
        ),
        cancel_callback=lambda _: CancelResponse.ACCEPT,
    )
    rclpy.spin(node)


def ask(node: Node) -> None:
    """Send three goals: one that is reached, one that is cancelled, one that is rejected."""
    client = ActionClient(node, NavigateToPose, "navigate_to_pose")
    if not client.wait_for_server(timeout_sec=PATIENCE):
        tell(error="no server")
        return
    reached, feedback = _drive(node, client, 1.0, cancel=False)
    cancelled, _ = _drive(node, client, 100.0, cancel=True)
    rejected, _ = _drive(node, client, -1.0, cancel=False)
    tell(reached=reached, feedback=feedback, cancelled=cancelled, rejected=rejected)


def _drive(node: Node, client: Any, x: float, *, cancel: bool) -> tuple[Any, list[float]]:
    feedback: list[float] = []
    goal = NavigateToPose.Goal(behavior_tree="tree")
    goal.pose.pose.position.x = x
    sent = client.send_goal_async(
        goal, feedback_callback=lambda message: feedback.append(message.feedback.distance_remaining)
    )
    spin_until(node, sent.done)
    handle = sent.result()
    if not handle.accepted:
        return "refused", feedback
    if cancel:
        spin_until(node, lambda: bool(feedback))
        handle.cancel_goal_async()
    answer = handle.get_result_async()
    spin_until(node, answer.done)
    result = answer.result()
    return [result.status, result.result.error_code, result.result.error_msg], feedback


def publish(node: Node) -> None:
    """Send a transform until killed."""
    publisher = node.create_publisher(TFMessage, "tf", 5)
    transform = TransformStamped(child_frame_id="base_link")
    transform.header.frame_id = "odom"
    transform.header.stamp.sec = 12
    transform.transform.translation.x = 0.25
    transform.transform.rotation.z = -1.0
    node.create_timer(0.05, lambda: publisher.publish(TFMessage(transforms=[transform] * 2)))
    rclpy.spin(node)


def listen(node: Node) -> None:
    """Wait for a transform; tell what came and the type hash that its sender announces."""
    received: list[TFMessage] = []
    subscription = node.create_subscription(TFMessage, "tf", received.append, 5)
    if not spin_until(node, lambda: bool(received)):
        tell(error="nothing received")
        return
    one, two = received[0].transforms
    tell(
        same=one == two,
        frames=[one.header.frame_id, one.child_frame_id],
        stamp=one.header.stamp.sec,
        x=one.transform.translation.x,
        z=one.transform.rotation.z,
        hash=str(node.get_publishers_info_by_topic(subscription.topic_name)[0].topic_type_hash),
    )


ROLES = {"serve": serve, "ask": ask, "publish": publish, "listen": listen}

if __name__ == "__main__":
    role, namespace = sys.argv[1:]
    rclpy.init()
    with contextlib.suppress(ExternalShutdownException):
        ROLES[role](rclpy.create_node(role, namespace=namespace))
