# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Actions, with the keywords of the real ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from launch import LaunchContext
from launch.launch_description_sources import PythonLaunchDescriptionSource

__all__ = [
    "DeclareLaunchArgument",
    "IncludeLaunchDescription",
    "LogInfo",
    "OpaqueFunction",
    "Shutdown",
]


class DeclareLaunchArgument:
    """An argument of a launch file."""

    def __init__(
        self,
        name: str,
        *,
        default_value: str | None = None,
        description: str | None = None,
        choices: list[str] | None = None,
    ) -> None:
        """As the real one: a default that is no choice is refused."""
        if choices is not None and default_value is not None and default_value not in choices:
            raise RuntimeError(f"default_value {default_value!r} is not in {choices}")
        self.name, self.default_value = name, default_value
        self.description, self.choices = description, choices

    def execute(self, context: LaunchContext) -> list[Any]:
        """Settle the argument."""
        values = context.launch_configurations
        if self.name not in values:
            if self.default_value is None:
                raise RuntimeError(f"Required launch argument {self.name!r} was not provided")
            values[self.name] = self.default_value
        if self.choices is not None and values[self.name] not in self.choices:
            raise RuntimeError(f"argument {self.name!r}: {values[self.name]!r} is not a choice")
        return []


@dataclass(kw_only=True)
class LogInfo:
    """Something that people are told."""

    msg: str

    def execute(self, _: LaunchContext) -> list[Any]:
        """Tell it."""
        sys.stdout.write(f"{self.msg}\n")
        return []


@dataclass(kw_only=True)
class OpaqueFunction:
    """A function that returns further actions."""

    function: Callable[..., list[Any] | None]
    args: Iterable[Any] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)

    def execute(self, context: LaunchContext) -> list[Any]:
        """Call the function."""
        return self.function(context, *self.args, **self.kwargs) or []


@dataclass
class IncludeLaunchDescription:
    """What another launch file describes; its arguments hold from there on."""

    launch_description_source: PythonLaunchDescriptionSource
    launch_arguments: Iterable[tuple[str, str]] = field(default=(), kw_only=True)

    def execute(self, context: LaunchContext) -> list[Any]:
        """Read the file."""
        context.launch_configurations.update(self.launch_arguments)
        found: list[Any] = self.launch_description_source.get().entities
        return found


@dataclass(kw_only=True)
class Shutdown:
    """Ends everything."""

    reason: str = "reason not given"
