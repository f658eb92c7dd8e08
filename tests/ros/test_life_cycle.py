# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The managed node's life cycle, as stock clients lead it; how a driver may be started."""

from __future__ import annotations

from typing import Any

import pytest

from ros_peer import Peer, message, seconds, twist
from ros_programs import Start, needs_ros

pytestmark = [needs_ros, pytest.mark.ros]

CONFIGURE, CLEANUP, ACTIVATE, DEACTIVATE = 1, 2, 3, 4
UNCONFIGURED, INACTIVE, ACTIVE, FINALIZED = 1, 2, 3, 4
INACTIVE_SHUTDOWN = 6
ODOMETRY = "nav_msgs/msg/Odometry"


def change(peer: Peer, transition: int) -> bool:
    """Ask for a change as `ros2 lifecycle set` does."""
    asked = message("lifecycle_msgs/msg/Transition", id=transition)
    answer = peer.call("lifecycle_msgs/srv/ChangeState", "/driver/change_state", transition=asked)
    done: bool = answer.success
    return done


def state(peer: Peer) -> int:
    found: int = peer.call("lifecycle_msgs/srv/GetState", "/driver/get_state").current_state.id
    return found


def x_of(odometry: list[Any]) -> float:
    return float(odometry[-1].pose.pose.position.x)


def test_a_driver_that_does_not_start_by_itself_is_led_through_its_life(
    start: Start, peer: Peer
) -> None:
    without = ("-p", "autostart:=false", "-p", "publish_tf:=false", "-p", "ground_truth:=true")
    driver = start("-m", "samebot.ros.driver", "--ros-args", *without)
    odometry = peer.hear(ODOMETRY, "odom")
    clock = peer.clock()
    peer.until(lambda: clock)
    assert state(peer) == UNCONFIGURED
    assert peer.node.count_publishers("/odom") == 0
    assert not change(peer, ACTIVATE), "it is not configured yet"
    assert change(peer, CONFIGURE)
    assert state(peer) == INACTIVE
    peer.until(lambda: peer.node.count_publishers("/odom") == 1)
    peer.spin_for(0.3)
    assert odometry == [], "what is inactive is silent"
    assert change(peer, ACTIVATE)
    assert state(peer) == ACTIVE
    send = peer.sender("geometry_msgs/msg/Twist", "cmd_vel")

    def driven() -> bool:
        send(twist(0.1))
        return bool(odometry) and x_of(odometry) > 0.03

    peer.until(driven)
    send(twist(0.1))
    assert change(peer, DEACTIVATE)
    assert state(peer) == INACTIVE
    when, went = seconds(clock[-1].clock), x_of(odometry)
    for _ in range(10):
        send(twist(0.1))  # nobody listens to it
        peer.spin_for(0.05)
    assert seconds(odometry[-1].header.stamp) < when + 0.1
    assert change(peer, ACTIVATE)
    told = len(odometry)
    peer.until(lambda: len(odometry) > told + 3)
    assert x_of(odometry) == pytest.approx(went, abs=0.012), "the wheels stood from then on"
    assert abs(odometry[-1].twist.twist.linear.x) < 1e-3
    assert change(peer, DEACTIVATE)
    assert change(peer, CLEANUP)
    assert state(peer) == UNCONFIGURED
    peer.until(lambda: peer.node.count_publishers("/odom") == 0)
    assert change(peer, CONFIGURE), "and once more from the beginning"
    assert peer.node.count_publishers("/tf") == 0, "publish_tf was false"
    assert peer.node.count_publishers("/tf_static") == 0
    assert change(peer, INACTIVE_SHUTDOWN)
    assert driver.wait(timeout=10) == 0, "its life has ended, and the process with it"


def test_a_driver_may_begin_in_a_pause(start: Start, peer: Peer) -> None:
    start("-m", "samebot.ros.driver", "--ros-args", "-p", "start_paused:=true")
    odometry, clock = peer.hear(ODOMETRY, "odom"), peer.clock()
    peer.until(lambda: clock)
    steps = 0
    while not odometry and steps < 50:  # until the driver knows of its listener
        steps += 1
        assert peer.trigger("/driver/step") == (True, f"at {steps * 0.05:g} s")
        peer.spin_for(0.05)
    peer.spin_for(0.2)
    assert seconds(odometry[-1].header.stamp) == pytest.approx(steps * 0.05)
    assert peer.trigger("/driver/resume")[0]
    peer.until(lambda: seconds(odometry[-1].header.stamp) > 0.5)
