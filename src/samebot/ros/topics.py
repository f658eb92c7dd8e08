# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The names that every robot's interface has. Relative ones follow the robot's namespace."""

from __future__ import annotations

from typing import Final

__all__ = [
    "CLOCK",
    "DIAGNOSTICS",
    "FOLLOW_JOINT_TRAJECTORY",
    "GROUND_TRUTH",
    "JOINT_COMMAND",
    "JOINT_STATES",
    "JOINT_TRAJECTORY",
    "ROBOT_DESCRIPTION",
    "SCAN",
    "TF",
    "TF_STATIC",
]

ROBOT_DESCRIPTION: Final = "robot_description"
JOINT_STATES: Final = "joint_states"
JOINT_COMMAND: Final = "joint_command"
JOINT_TRAJECTORY: Final = "joint_trajectory"
FOLLOW_JOINT_TRAJECTORY: Final = "follow_joint_trajectory"
SCAN: Final = "scan"
GROUND_TRUTH: Final = "ground_truth/odom"
TF: Final = "tf"
"""Absolute unless wished otherwise: robots in different namespaces share one tree."""
TF_STATIC: Final = "tf_static"
CLOCK: Final = "/clock"
DIAGNOSTICS: Final = "/diagnostics"
