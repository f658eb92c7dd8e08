# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pause, single steps, reset, poses and parameters, from another process."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from ros_peer import Peer, message, seconds, twist
from ros_programs import Process, Start, needs_ros

pytestmark = [needs_ros, pytest.mark.ros]

TWIST = "geometry_msgs/msg/Twist"
ODOMETRY = "nav_msgs/msg/Odometry"
POSE = "geometry_msgs/msg/PoseStamped"
TRUTH = ("--ros-args", "-p", "ground_truth:=true")


def drive(start: Start, *arguments: str) -> Process:
    return start("-m", "samebot.ros.driver", "--robot", "epuck2", *arguments)


def at(odometry: list[Any]) -> float:
    return seconds(odometry[-1].header.stamp)


def later(odometry: list[Any], when: float) -> Callable[[], bool]:
    return lambda: at(odometry) > when


def place(odometry: list[Any]) -> tuple[float, float, float]:
    pose = odometry[-1].pose.pose
    return (
        pose.position.x,
        pose.position.y,
        2 * math.atan2(pose.orientation.z, pose.orientation.w),
    )


def posed(frame: str, x: float, y: float, yaw: float) -> Any:
    made = message(POSE)
    made.header.frame_id = frame
    made.pose.position.x, made.pose.position.y = x, y
    made.pose.orientation.z, made.pose.orientation.w = math.sin(yaw / 2), math.cos(yaw / 2)
    return made


def test_a_paused_robot_stands_makes_single_steps_and_goes_on(start: Start, peer: Peer) -> None:
    drive(start)
    odometry = peer.hear(ODOMETRY, "odom")
    clock = peer.clock()
    peer.until(lambda: odometry and clock)
    assert peer.trigger("/driver/pause") == (True, "paused")
    peer.spin_for(0.2)
    stood = at(odometry)
    for number in range(1, 4):
        done, said = peer.trigger("/driver/step")
        assert (done, said) == (True, f"at {stood + number * 0.05:g} s")
        peer.until(later(odometry, stood + number * 0.05 - 1e-6))
    peer.spin_for(0.2)
    assert at(odometry) == pytest.approx(stood + 0.15)
    peer.until(lambda: seconds(clock[-1].clock) == pytest.approx(stood + 0.15))
    before = len(clock)
    peer.until(lambda: len(clock) > before)  # told again, for those who come in a pause
    assert seconds(clock[-1].clock) == pytest.approx(stood + 0.15)
    assert peer.trigger("/driver/reset_odometry")[0], "also while it is paused"
    assert peer.trigger("/driver/resume") == (True, "going on")
    peer.until(lambda: at(odometry) > stood + 0.5)
    stamps = [seconds(each.header.stamp) for each in odometry]
    assert all(after > before for before, after in pairwise(stamps))


def test_reset_puts_the_world_back_while_time_and_odometry_go_on(start: Start, peer: Peer) -> None:
    drive(start, *TRUTH)
    odometry, truth = peer.hear(ODOMETRY, "odom"), peer.hear(ODOMETRY, "ground_truth/odom")
    clock = peer.clock()
    transforms = peer.hear("tf2_msgs/msg/TFMessage", "/tf")
    send = peer.sender(TWIST, "cmd_vel")

    def driven() -> bool:
        send(twist(0.1, 0.5))
        return bool(odometry) and place(odometry)[0] > 0.05

    peer.until(driven)
    peer.until(lambda: abs(odometry[-1].twist.twist.linear.x) < 1e-3)
    went, when = place(odometry), at(odometry)
    peer.until(lambda: truth)
    assert place(truth) == pytest.approx(went, abs=0.02), "an empty world's robot starts at 0"
    assert (truth[-1].header.frame_id, truth[-1].child_frame_id) == ("world", "base_link")
    assert peer.trigger("/driver/reset")[0]
    peer.until(lambda: at(truth) > when + 0.5 and at(odometry) > when + 0.5)
    assert place(truth) == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)
    assert place(odometry) == pytest.approx(went, abs=1e-3)
    moved = [part for part in transforms[-1].transforms if part.child_frame_id == "base_link"]
    assert moved[0].transform.translation.x == pytest.approx(went[0], abs=1e-3)
    assert peer.trigger("/driver/reset_odometry")[0]
    peer.until(lambda: place(odometry) == pytest.approx((0.0, 0.0, 0.0), abs=1e-3))
    times = [seconds(each.clock) for each in clock]
    assert all(after >= before for before, after in pairwise(times)), "time never goes back"


def test_a_simulated_robot_is_put_somewhere_by_service_and_by_topic(
    start: Start, peer: Peer
) -> None:
    driver = drive(start, *TRUTH)
    odometry, truth = peer.hear(ODOMETRY, "odom"), peer.hear(ODOMETRY, "ground_truth/odom")
    peer.until(lambda: odometry and truth)
    given = message("geometry_msgs/msg/PoseWithCovarianceStamped")
    given.header.frame_id, given.pose.pose = "world", posed("", 0.3, -0.2, 1.0).pose
    peer.call("nav2_msgs/srv/SetInitialPose", "/driver/set_pose", pose=given)
    peer.until(lambda: place(truth) == pytest.approx((0.3, -0.2, 1.0), abs=1e-3))
    send = peer.sender(POSE, "/driver/set_pose")
    send(posed("", -0.1, 0.2, -2.0))
    peer.until(lambda: place(truth) == pytest.approx((-0.1, 0.2, -2.0), abs=1e-3))
    for wrong in (posed("odom", 0.0, 0.0, 0.0), posed("world", math.nan, 0.0, 0.0)):
        send(wrong)
        peer.until(later(truth, at(truth) + 0.3))
    assert place(truth) == pytest.approx((-0.1, 0.2, -2.0), abs=1e-3)
    assert place(odometry) == pytest.approx((0.0, 0.0, 0.0), abs=1e-3), "no wheel has turned"
    driver.send_signal(signal.SIGINT)
    _, complained = driver.communicate(timeout=10)
    assert "a pose in the frame 'odom' was given" in complained


def test_rate_and_lockstep_may_be_changed_while_it_runs(start: Start, peer: Peer) -> None:
    drive(start)
    odometry = peer.hear(ODOMETRY, "odom")
    peer.until(lambda: odometry)

    def gained(duration: float) -> float:
        begun = at(odometry)
        peer.spin_for(duration)
        return at(odometry) - begun

    assert peer.set_parameter("/driver", "rate", 4.0) == (True, "")
    assert gained(1.0) == pytest.approx(4.0, rel=0.25)
    assert peer.set_parameter("/driver", "rate", 0.0) == (True, "")
    assert gained(0.5) > 5.0
    assert peer.set_parameter("/driver", "lockstep", value=True) == (True, "")
    peer.spin_for(0.3)
    assert gained(1.6) <= 0.11, "a step a second while nobody commands"
    send = peer.sender(TWIST, "cmd_vel")
    for _ in range(5):
        send(twist(0.01))
        peer.until(later(odometry, at(odometry)), 0.9)
    before = len(odometry)
    assert peer.trigger("/driver/step")[0]
    peer.until(lambda: len(odometry) > before, patience=0.9)
    for wrong in ("fast", -1.0, 1e9):
        accepted, reason = peer.set_parameter("/driver", "rate", wrong)
        assert not accepted
        assert reason
    assert peer.get_parameter("/driver", "rate") == 0.0
