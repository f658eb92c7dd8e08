# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The web page: a robot drawn from its model, and what moves it. Knows nothing of ROS."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from samebot.model.kinematics import JointPositions
from samebot.model.robot import RobotModel

if TYPE_CHECKING:
    from samebot.dashboard.live_panel import Living
    from samebot.dashboard.page import RobotPage

__all__ = ["HOST", "PORT", "open_page"]

HOST = "127.0.0.1"
"""Only this computer sees the page."""
PORT = 8080


def open_page(
    model: RobotModel,
    *,
    title: str = "",
    port: int = PORT,
    moved: Callable[[JointPositions], None] | None = None,
    living: Living | None = None,
) -> RobotPage:
    """Return the page of a robot, which already serves; see `RobotPage`.

    Raises MissingDependency where the page's server is not installed.
    """
    from samebot.dashboard.page import RobotPage

    return RobotPage(model, title=title, port=port, moved=moved, living=living)
