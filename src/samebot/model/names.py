# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a device is called in ROS: its frame and its topic."""

from __future__ import annotations

import re

from samebot.model.devices import Device

__all__ = ["device_frame", "device_topic", "ros_name"]

_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_/]")


def device_frame(device: Device) -> str:
    """Return the frame of a device's readings: its own choice, or made from its name."""
    return device.frame or ros_name(device.name)


def device_topic(device: Device) -> str:
    """Return a device's (relative) topic: its own choice, or made from its name."""
    return device.topic or ros_name(device.name)


def ros_name(name: str) -> str:
    """Return `name` with every character that ROS does not allow turned into ``_``.

    Between slashes stands no empty part, and a part that begins with a digit gets a ``_``
    before it, so that the result is a valid relative name.
    """
    parts = [part for part in _NOT_ALLOWED.sub("_", name).split("/") if part]
    return "/".join(f"_{part}" if part[0].isdigit() else part for part in parts) or "_"
