# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<webots>`: the devices of a Webots robot and their topics, as webots_ros2 is told of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from samebot.model.devices import KINDS, Device
from samebot.model.names import ros_name
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import child_flag, child_number, nested
from samebot.model.xml import Element

__all__ = ["read_webots"]

_JOINTED: Final = ("motor", "position_sensor", "propeller")
_CLASSES: Mapping[str, type[Device]] = MappingProxyType(
    {cls.__name__: cls for kind, cls in KINDS.items() if kind not in _JOINTED}
)
_IMU: Final = "webots_ros2_driver::Ros2IMU"
_IMU_PARTS: Final = MappingProxyType(
    {
        "inertialUnitName": "InertialUnit",
        "gyroName": "Gyro",
        "accelerometerName": "Accelerometer",
    }
)


def read_webots(element: Element, draft: Draft) -> None:
    """Add the devices; what is not understood is kept."""
    left: list[Element] = []
    for child in element.children():
        if child.tag == "device" and child.get("type") in _CLASSES and child.get("reference"):
            _add(child.get("type"), child.get("reference"), nested(child, "ros"), child, draft)
        elif child.tag == "plugin" and child.get("type") == _IMU:
            for kind, name in _imu_parts(child):
                _add(kind, name, child, child, draft)
        else:
            left.append(child)
    for child in left:
        draft.keep("robot", dataclasses.replace(element, content=[child], line=child.line))


def _imu_parts(plugin: Element) -> Iterator[tuple[str, str]]:
    for tag, kind in _IMU_PARTS.items():
        name = plugin.text_of(tag)
        if name:
            yield kind, name


def _add(kind: str, name: str, settings: Element, element: Element, draft: Draft) -> None:
    """Add a device, or give a device of this name, which another tag made, its settings."""
    known = draft.devices.get(name)
    device = known or _CLASSES[kind](name=name, link=_link_of(name, settings, draft))
    device = dataclasses.replace(device, **_settings(device, settings))
    if known is not None:
        draft.replace_device(device)
    else:
        draft.add_device(device, element)


def _settings(device: Device, ros: Element) -> dict[str, Any]:
    rate = child_number(ros, "updateRate", default=0.0)
    return {
        "enabled": device.enabled if ros.child("enabled") is None else child_flag(ros, "enabled"),
        "always_publish": child_flag(ros, "alwaysOn"),
        "topic": ros.text_of("topicName") or device.topic,
        "frame": ros.text_of("frameName").lstrip("/") or device.frame,
        "period": 1.0 / rate if rate > 0.0 else device.period,
    }


def _link_of(name: str, settings: Element, draft: Draft) -> str:
    """Return the link of the device's frame or of its name; the root if there is none."""
    for link in (settings.text_of("frameName"), name, ros_name(name)):
        if link in draft.links:
            return link
    return draft.root_link
