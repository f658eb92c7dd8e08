# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 face of robots. The only room that imports rclpy, and only in `edge`."""
