# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a device is called in ROS: its frame and its topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from samebot.model.devices import (
    Accelerometer,
    Camera,
    Compass,
    Device,
    Gyro,
    InertialUnit,
    RangeFinder,
)
from samebot.model.robot import RobotModel

__all__ = [
    "camera_info_topic",
    "camera_info_topics",
    "device_frame",
    "device_topic",
    "device_topics",
    "ros_name",
]

IMAGE: Final = "image_raw"

_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_/]")


def device_frame(device: Device) -> str:
    """Return the frame of a device's readings: its own choice, or made from its name."""
    return device.frame or ros_name(device.name)


def device_topic(device: Device) -> str:
    """Return a device's topic: its own choice, or what its kind or name makes of it.

    The topic of a camera is that of its images, so a choice like "camera" is what stands before
    "image_raw"; without one nothing stands there. Sensors of motion share "imu".
    """
    return _topic(device, alone=True)


def device_topics(model: RobotModel) -> dict[str, str]:
    """Return every device's topic by its name, as `device_topic`.

    Where two of a kind would have one topic without having chosen it, each is called by its name.
    """
    wanted = Counter((device.kind, device_topic(device)) for device in model.devices)
    return {
        device.name: _topic(device, alone=wanted[device.kind, device_topic(device)] == 1)
        for device in model.devices
    }


def camera_info_topic(image_topic: str) -> str:
    """Return the topic of a camera's intrinsic parameters, beside that of its images."""
    folder, slash, _ = image_topic.rpartition("/")
    return f"{folder}{slash}camera_info"


def camera_info_topics(image_topics: Iterable[str]) -> dict[str, str]:
    """Return `camera_info_topic` by image topic, for the cameras of one robot together.

    Where the images of several stand in one folder (Gazebo's colour and depth do), it is the
    first camera's; the others have it below their images: "eye/depth_image/camera_info".
    """
    found: dict[str, str] = {}
    for images in image_topics:
        beside = camera_info_topic(images)
        found[images] = f"{images}/camera_info" if beside in found.values() else beside
    return found


def _topic(device: Device, *, alone: bool) -> str:
    name = ros_name(device.name)
    if isinstance(device, Camera | RangeFinder):
        unsaid = "" if alone and isinstance(device, Camera) else name
        return _image_topic(device.topic or unsaid)
    if not device.topic and alone:
        if isinstance(device, Accelerometer | Gyro | InertialUnit):
            return "imu"
        if isinstance(device, Compass):
            return "imu/mag"
    return device.topic or name


def _image_topic(chosen: str) -> str:
    # Files of other tools name the images in full: "front/image_rect", "kinect/depth_image".
    last = chosen.rpartition("/")[2]
    if last.startswith("image") or last.endswith("_image"):
        return chosen
    return f"{chosen}/{IMAGE}" if chosen else IMAGE


def ros_name(name: str) -> str:
    """Return `name` with every character that ROS does not allow turned into ``_``.

    Between slashes stands no empty part, and a part that begins with a digit gets a ``_``
    before it, so that the result is a valid relative name.
    """
    parts = [part for part in _NOT_ALLOWED.sub("_", name).split("/") if part]
    return "/".join(f"_{part}" if part[0].isdigit() else part for part in parts) or "_"
