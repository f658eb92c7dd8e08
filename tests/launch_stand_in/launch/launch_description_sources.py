# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Launch files in Python."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

__all__ = ["PythonLaunchDescriptionSource"]


class PythonLaunchDescriptionSource:
    """A file with a function `generate_launch_description`."""

    def __init__(self, launch_file_path: str) -> None:
        """Remember the file, which must be there."""
        self.path = Path(launch_file_path)
        if not self.path.is_file():
            raise FileNotFoundError(launch_file_path)

    def get(self) -> Any:
        """Return what the file describes."""
        return runpy.run_path(str(self.path))["generate_launch_description"]()
