# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<gazebo>`: friction, sensors and plugins, of Gazebo classic and of today's Gazebo.

What becomes part of the model is taken out; what is left of the tag is kept.
"""

from __future__ import annotations

import dataclasses

from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import child_number, number, within
from samebot.model.urdf.plugins import read_drive, read_imu
from samebot.model.urdf.sensors import read_sensor
from samebot.model.urdf.topics import is_known_plugin
from samebot.model.urdf.unread import is_quiet
from samebot.model.xml import Element

__all__ = ["read_gazebo"]


def read_gazebo(element: Element, draft: Draft, *, devices: bool, drive: bool) -> None:
    """Add what is understood; sensors only if `devices`, the drive only if `drive`."""
    reference = element.get("reference")
    # A tag whose link is not there stands for nothing samebot could move or see with.
    link = reference if reference in draft.links else ""
    left: list[Element] = []
    with within(f'gazebo "{reference}"' if reference else "gazebo"):
        for child in element.children():
            if link and child.tag in ("mu1", "mu2", "mu"):
                understood = _read_friction(child, link, draft)
            elif link and devices and child.tag == "sensor":
                understood = read_sensor(child, link, draft)
                left += _other_plugins(child) if understood else []
            elif child.tag == "plugin":
                understood = (drive and read_drive(child, draft)) or (
                    devices and read_imu(child, draft)
                )
            else:
                understood = False
            if not understood:
                left.append(child)
    _keep(element, left, draft)


def _read_friction(element: Element, link: str, draft: Draft) -> bool:
    """Take the first coefficient of a link; another one only if it says the same."""
    # Gazebo takes `<mu1 value="1"/>`, too.
    attribute = number(element, "value", None)
    value = child_number(_wrapped(element), element.tag, default=attribute)
    if value is None or value < 0.0:
        return False
    return draft.frictions.setdefault(link, value) == value


def _wrapped(element: Element) -> Element:
    return dataclasses.replace(element, tag="gazebo", attributes={}, content=[element])


def _other_plugins(sensor: Element) -> list[Element]:
    """Return the plugins of a sensor that do more than publish it."""
    return [plugin for plugin in sensor.children("plugin") if not is_known_plugin(plugin)]


def _keep(gazebo: Element, left: list[Element], draft: Draft) -> None:
    """Keep the quiet tags together, and each that is told of with its own line."""
    quiet: list[Element | str] = [child for child in left if is_quiet(child)]
    if quiet or not (left or gazebo.child()):
        draft.keep("robot", dataclasses.replace(gazebo, content=quiet or gazebo.content))
    for child in left:
        if not is_quiet(child):
            draft.keep("robot", dataclasses.replace(gazebo, content=[child], line=child.line))
