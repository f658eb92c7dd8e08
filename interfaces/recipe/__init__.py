# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Turns interface definitions into Python packages that rclpy can send and receive."""
