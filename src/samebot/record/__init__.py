# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of what robots sense and do, as MCAP files. Knows no ROS but the form of its bags."""
