# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Velocities from another process: heard, refused, stopped when their sender is silent."""

from __future__ import annotations

import math
import signal
from pathlib import Path
from typing import Any

import pytest

from driver_inside import Open
from ros_peer import Peer, message, seconds, twist
from ros_programs import Process, Start, needs_ros

pytestmark = [needs_ros, pytest.mark.ros]

TWIST = "geometry_msgs/msg/Twist"
STAMPED = "geometry_msgs/msg/TwistStamped"
ODOMETRY = "nav_msgs/msg/Odometry"

CONTROLLER = """
import rclpy, sys
from geometry_msgs.msg import Twist
rclpy.init()
node = rclpy.create_node("controller")
publisher = node.create_publisher(Twist, "cmd_vel", 10)
twist = Twist()
twist.linear.x = 0.05
node.create_timer(0.05, lambda: publisher.publish(twist))
rclpy.spin(node)
"""


def drive(start: Start, *arguments: str) -> Process:
    return start("-m", "samebot.ros.driver", "--robot", "epuck2", *arguments)


def speed(odometry: list[Any]) -> float:
    return float(odometry[-1].twist.twist.linear.x) if odometry else math.nan


def end(process: Process) -> str:
    process.send_signal(signal.SIGTERM)
    said, complained = process.communicate(timeout=10)
    assert (process.returncode, said) == (0, ""), complained
    return complained


def test_the_wheels_stop_half_a_second_after_the_last_velocity(start: Start, peer: Peer) -> None:
    drive(start)
    odometry = peer.hear(ODOMETRY, "odom")
    send = peer.sender(TWIST, "cmd_vel")
    peer.until(lambda: odometry)
    last = seconds(odometry[-1].header.stamp)
    send(twist(0.05))
    peer.until(lambda: speed(odometry) > 0.04)
    begun = seconds(odometry[-1].header.stamp)
    peer.until(lambda: abs(speed(odometry)) < 1e-3)
    stopped = seconds(odometry[-1].header.stamp)
    assert stopped <= last + 0.65, "two periods to get there, 0.5 s, one to be told of it"
    assert stopped - begun >= 0.35


def test_the_time_out_is_a_parameter_and_may_be_changed(start: Start, peer: Peer) -> None:
    drive(start, "--ros-args", "-p", "cmd_vel_timeout:=0.2")
    odometry = peer.hear(ODOMETRY, "odom")
    send = peer.sender(TWIST, "cmd_vel")

    def moved() -> float:
        send(twist(0.05))
        peer.until(lambda: speed(odometry) > 0.04)
        begun = seconds(odometry[-1].header.stamp)
        peer.until(lambda: abs(speed(odometry)) < 1e-3)
        return seconds(odometry[-1].header.stamp) - begun

    assert moved() == pytest.approx(0.2, abs=0.06)
    assert peer.set_parameter("/driver", "cmd_vel_timeout", 0.8) == (True, "")
    assert moved() == pytest.approx(0.8, abs=0.06)
    accepted, reason = peer.set_parameter("/driver", "cmd_vel_timeout", -1.0)
    assert not accepted
    assert "cmd_vel_timeout" in reason
    accepted, reason = peer.set_parameter("/driver", "cmd_vel_timeout", "soon")
    assert not accepted
    assert reason


def test_a_killed_controller_leaves_no_robot_running(
    start: Start, peer: Peer, tmp_path: Path
) -> None:
    drive(start)
    odometry = peer.hear(ODOMETRY, "odom")
    commands = peer.hear(TWIST, "cmd_vel")
    (tmp_path / "controller.py").write_text(CONTROLLER)
    controller = start(str(tmp_path / "controller.py"))
    peer.until(lambda: speed(odometry) > 0.04)
    controller.kill()
    controller.communicate(timeout=10)
    peer.until(lambda: commands)
    killed = seconds(odometry[-1].header.stamp)
    peer.until(lambda: abs(speed(odometry)) < 1e-3)
    assert seconds(odometry[-1].header.stamp) - killed <= 0.75


def test_what_no_robot_can_do_stops_the_wheels_and_is_said_once(start: Start, peer: Peer) -> None:
    driver = drive(start, "--ros-args", "-p", "cmd_vel_timeout:=0.0")
    odometry = peer.hear(ODOMETRY, "odom")
    send = peer.sender(TWIST, "cmd_vel")
    for wild in (math.nan, math.inf, 1e300):
        send(twist(0.05))
        peer.until(lambda: speed(odometry) > 0.04)
        send(twist(wild))
        peer.until(lambda: abs(speed(odometry)) < 1e-3)
    send(twist(0.05, math.nan))
    sideways = twist(0.05)
    sideways.linear.y = math.nan
    send(sideways)
    before = len(odometry)
    peer.until(lambda: len(odometry) > before + 4)
    assert abs(speed(odometry)) < 1e-3
    send(twist(0.05))
    peer.until(lambda: speed(odometry) > 0.04)
    complained = end(driver)
    assert complained.count("cmd_vel: speeds of") == 1, complained
    assert "finite numbers" in complained


def test_a_thousand_velocities_a_second_do_no_harm(start: Start, peer: Peer) -> None:
    driver = drive(start)
    odometry = peer.hear(ODOMETRY, "odom")
    send = peer.sender(TWIST, "cmd_vel")
    peer.until(lambda: odometry)
    before = memory(driver)
    for number in range(3000):
        send(twist(0.001 * (number % 50)))
        if number % 10 == 0:
            peer.spin_for(0.0)
    send(twist(0.03))
    peer.until(lambda: abs(speed(odometry) - 0.03) < 2e-3)
    assert memory(driver) - before < 20_000_000
    assert end(driver) == ""


def memory(process: Process) -> int:
    pages = Path(f"/proc/{process.pid}/statm").read_text("ascii").split()[1]
    return int(pages) * 4096


@pytest.mark.parametrize("stamped", ["false", "true"])
def test_the_type_that_is_sent_is_heard_in_either_direction(
    start: Start, peer: Peer, stamped: str
) -> None:
    driver = drive(start, "--ros-args", "-p", f"enable_stamped_cmd_vel:={stamped}")
    odometry = peer.hear(ODOMETRY, "odom")
    peer.until(lambda: odometry)
    order = [TWIST, STAMPED] if stamped == "true" else [STAMPED, TWIST]
    for full in order:
        publisher = peer.node.create_publisher(type(message(full)), "cmd_vel", 10)
        command = twist(0.05) if full == TWIST else message(STAMPED, twist=twist(0.05))

        def moves(publisher: Any = publisher, command: Any = command) -> bool:
            publisher.publish(command)
            return speed(odometry) > 0.04

        peer.until(moves)
        peer.node.destroy_publisher(publisher)
        peer.until(lambda: abs(speed(odometry)) < 1e-3)
    complained = end(driver)
    assert complained.count("is sent as") == 2, complained
    assert f"cmd_vel is sent as {order[0]}, not {order[1]}" in complained


def test_an_led_value_out_of_range_is_clamped_and_harmless(start: Start, peer: Peer) -> None:
    driver = drive(start)
    odometry = peer.hear(ODOMETRY, "odom")
    light = peer.sender("std_msgs/msg/Int32", "led0")
    send = peer.sender(TWIST, "cmd_vel")
    for value in (-(2**31), 2**31 - 1, 256):
        light(message("std_msgs/msg/Int32", data=value))
        send(twist(0.05))
        peer.until(lambda: speed(odometry) > 0.04)
    assert end(driver).count("out of range") == 1


@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
def test_the_wheels_stand_when_the_time_out_ends(inside: Open, peer: Peer) -> None:
    robot = inside("epuck2", noise=False)
    send = peer.sender(TWIST, "cmd_vel")
    robot.step()
    send(twist(0.05))
    peer.spin_for(0.2)
    supervisor = robot.driver.body.supervisor
    robot.step(9)
    assert supervisor.velocity()[0] == pytest.approx(0.05, abs=0.005), "0.45 s after it came"
    robot.step()
    assert supervisor.velocity()[0] == pytest.approx(0.0, abs=0.002)


@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
def test_a_flood_of_velocities_wakes_nobody_and_the_last_one_counts(
    inside: Open, peer: Peer
) -> None:
    robot = inside("epuck2")
    waiting = robot.driver._mailbox._wishes
    send = peer.sender(TWIST, "cmd_vel")
    for number in range(1, 51):
        send(twist(0.001 * number))
    peer.spin_for(0.3)
    assert not waiting, "nothing is heard before somebody steps"
    robot.step(20)
    state = robot.driver.motion.odometry
    assert state is not None
    assert state.pose.x == pytest.approx(0.05 * 0.5, abs=0.006), "half a second of the last one"
    assert peer.set_parameter("/driver", "lockstep", True) == (True, "")
    send(twist(0.02))
    peer.until(lambda: robot.driver._mailbox._wishes)
