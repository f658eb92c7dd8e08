# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The names that every robot's interface has. Relative ones follow the robot's namespace."""

from __future__ import annotations

from typing import Final

__all__ = ["JOINT_STATES", "ROBOT_DESCRIPTION", "TF", "TF_STATIC"]

ROBOT_DESCRIPTION: Final = "robot_description"
JOINT_STATES: Final = "joint_states"
TF: Final = "/tf"
"""Absolute: robots in different namespaces share one tree of transforms."""
TF_STATIC: Final = "/tf_static"
