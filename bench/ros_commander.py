# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Sends velocities on cmd_vel: for each line of its input one, forward in m/s.

Prints when it was sent (monotonic, ns). Ends with its input.
"""

from __future__ import annotations

import sys
import time

import rclpy
from geometry_msgs.msg import Twist


def main() -> None:
    """Send what is asked for."""
    rclpy.init()
    publisher = rclpy.create_node("commander").create_publisher(Twist, "cmd_vel", 5)
    for line in sys.stdin:
        message = Twist()
        message.linear.x = float(line)
        print(time.monotonic_ns(), flush=True)
        publisher.publish(message)
    rclpy.shutdown()


if __name__ == "__main__":
    main()
