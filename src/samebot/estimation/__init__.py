# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where a robot is, from what its own sensors say: plain numbers, no ROS, no simulator."""
