#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A ROS 2 controller for any robot that has a scan.

It knows two topics, `scan` and `cmd_vel`, and nothing of samebot: ROS 2's own rclpy is all that it
imports. Whether the robot is simulated or real, an e-puck2 or a TurtleBot3, it cannot tell.

    samebot run epuck2 --world maze          (in one terminal)
    python 01_wander.py                      (in another)
    python 01_wander.py --ros-args -p speed:=0.15 -p near:=0.3      (a TurtleBot3)
"""

import math
import sys

import rclpy
from geometry_msgs.msg import Twist
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import LaserScan

AHEAD = math.radians(60.0)


class Wanderer(Node):  # type: ignore[misc] # rclpy has no types
    """Goes ahead, and turns away from what is near."""

    def __init__(self) -> None:
        """Say what may be chosen, and listen."""
        super().__init__("wander")
        self.speed: float = self.declare_parameter("speed", 0.05).value  # m/s
        self.turn: float = self.declare_parameter("turn", 1.0).value  # rad/s
        self.near: float = self.declare_parameter("near", 0.07).value  # m from the scan's middle
        self.turning = 0.0
        self.commands = self.create_publisher(Twist, "cmd_vel", 10)
        self.create_subscription(LaserScan, "scan", self.see, qos_profile_sensor_data)

    def see(self, scan: LaserScan) -> None:
        """Steer by one scan."""
        rays = [
            (distance, angle)
            for distance, angle in self.rays(scan)
            if abs(angle) < AHEAD and not math.isnan(distance)
        ]
        distance, angle = min(rays, default=(math.inf, 0.0))
        if distance >= self.near:
            self.turning = 0.0
        elif self.turning == 0.0:  # once begun, it turns one way until it is free
            self.turning = -math.copysign(self.turn, angle)
        command = Twist()
        command.linear.x = 0.0 if self.turning else self.speed
        command.angular.z = self.turning
        self.commands.publish(command)

    def rays(self, scan: LaserScan) -> list[tuple[float, float]]:
        """Return how far each ray goes (m; too near is -inf, nothing inf), and its angle."""
        angles = (scan.angle_min + n * scan.angle_increment for n in range(len(scan.ranges)))
        around = (math.remainder(angle, math.tau) for angle in angles)
        return list(zip(scan.ranges, around, strict=True))


def main() -> int:
    """Wander until Ctrl-C; the robot stops half a second after the last command."""
    rclpy.init()
    try:
        rclpy.spin(Wanderer())
    except (KeyboardInterrupt, ExternalShutdownException):
        return 0
    finally:
        rclpy.try_shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
