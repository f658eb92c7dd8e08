# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What `launch` has that the launch files of samebot use; see the README beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["LaunchContext", "LaunchDescription"]


class LaunchContext:
    """What the arguments are so far."""

    def __init__(self, given: dict[str, str]) -> None:
        """`given`: those of the command line."""
        self.launch_configurations = dict(given)


class LaunchDescription:
    """What is to be done, in order."""

    def __init__(self, initial_entities: Iterable[Any] | None = None) -> None:
        """Hold the entities."""
        self.entities = list(initial_entities or ())
