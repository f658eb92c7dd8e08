# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot's computer and a desk on one network: who finds whom, with real DDS between them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

import pytest

from peers import StockPeer
from ros_programs import needs_ros
from two_computers import Computer, running, two_computers

ODOMETRY = "nav_msgs/msg/Odometry"
LONGER = 4.0  # s; stock nodes announce themselves every 3 s


@needs_ros
@pytest.mark.ros
@pytest.mark.slow
def test_a_robot_is_seen_from_another_computer_only_if_that_is_asked_for(
    ros_environment: dict[str, str],
) -> None:
    # Each way in a domain of its own, at the same time: that costs a third of the time.
    with two_computers() as (robot, desk), contextlib.ExitStack() as stack:
        ways = {"1": ("--network",), "2": ("--peer", desk.address), "3": ()}
        for domain, options in ways.items():
            stack.enter_context(_robot(robot, domain, options, ros_environment))
        at_desk = {
            domain: stack.enter_context(_peer(desk, domain, ros_environment)) for domain in ways
        }
        beside = stack.enter_context(_peer(robot, "3", ros_environment))
        for peer in (*at_desk.values(), beside):
            peer.listen("/odom", ODOMETRY)

        for domain in ("1", "2"):
            assert at_desk[domain].hear("/odom")["/odom"], f"not found with {ways[domain]}"
        assert beside.hear("/odom")["/odom"], "not found on its own computer"
        alone = at_desk["3"]
        assert alone.hear("/odom", patience=LONGER)["/odom"] == []
        assert set(alone.graph()) == {"/odom", "/parameter_events", "/rosout"}

        for domain in ("1", "2"):
            _drive(at_desk[domain])


@contextlib.contextmanager
def _robot(
    computer: Computer, domain: str, options: tuple[str, ...], variables: dict[str, str]
) -> Iterator[None]:
    words = ["run", "epuck2", "--domain", domain, *options]
    environment = {
        name: value
        for name, value in variables.items()
        if name not in ("ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE")
    }
    command = [sys.executable, "-m", "samebot", *words]
    with running(computer, command, environment) as process:
        yield
        assert process.poll() is None, process.communicate()[0]


def _peer(computer: Computer, domain: str, variables: dict[str, str]) -> StockPeer:
    """Return a stock program as ROS's own defaults make it."""
    own = {"ROS_DOMAIN_ID": domain, "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}
    return StockPeer(variables | own, before=computer.words())


def _drive(peer: StockPeer) -> None:
    forward = {"linear": {"x": 0.1}}
    peer.say("/cmd_vel", "geometry_msgs/msg/Twist", forward, times=8)
    (*_, last) = peer.hear("/odom")["/odom"]
    assert last["pose"]["pose"]["position"]["x"] > 0.005
