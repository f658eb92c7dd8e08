# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Robots in programs that show what a ROS system does: RViz and Foxglove. It needs no ROS."""

from samebot.ros.views.foxglove import foxglove_layout
from samebot.ros.views.rviz import rviz_file

__all__ = ["foxglove_layout", "rviz_file"]
