# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Imports of ROS packages and types by name, with an error that says what to install."""

from __future__ import annotations

import functools
import importlib
from typing import Any

from samebot.core.errors import MissingDependency

__all__ = ["first_line", "ros_module", "ros_type"]


def ros_module(name: str) -> Any:
    """Return a module of a ROS package; MissingDependency where there is none."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = (error.name or name).partition(".")[0]
        raise MissingDependency(package, "ros", "the ROS 2 interface") from error


@functools.cache
def ros_type(full: str) -> Any:
    """Return the class of a message, service or action (``std_msgs/msg/Bool``)."""
    package, kind, name = full.split("/")
    return getattr(ros_module(f"{package}.{kind}"), name)


def first_line(error: BaseException) -> str:
    """Return what went wrong, without the places in ROS's own source where it was noticed."""
    return str(error).strip().partition("\n")[0].partition(", at /")[0]
