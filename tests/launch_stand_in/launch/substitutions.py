# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Values that are known only when a launch file is executed."""

from __future__ import annotations

from dataclasses import dataclass

from launch import LaunchContext

__all__ = ["LaunchConfiguration"]


@dataclass
class LaunchConfiguration:
    """The value of an argument."""

    variable_name: str

    def perform(self, context: LaunchContext) -> str:
        """Return the value."""
        return context.launch_configurations[self.variable_name]
