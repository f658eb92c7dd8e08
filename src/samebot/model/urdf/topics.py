# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Topic and frame of a Gazebo sensor, in the spellings of its ROS 1 and ROS 2 plugins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from samebot.model.xml import Element

__all__ = ["frame_of", "is_known_plugin", "is_range_plugin", "topic_of"]

_FRAMES: Final = (
    "gz_frame_id",
    "ignition_frame_id",
    "frameName",
    "frame_name",
    "frameId",
    "frame_id",
)
_TOPICS: Final = ("topicName", "topic_name", "bumperTopicName", "magneticTopicName")
_REMAPPED: Final = re.compile(
    r"out|scan|laser_scan|image|image_raw|imu|data|range|bumper_states|contacts"
)
_DEPTH: Final = re.compile(r"depth", re.IGNORECASE)
_RANGE: Final = re.compile(r"gazebo_ros_(range|sonar|ir)")
_NO_SENSORS: Final = frozenset(("world", "map", "odom"))
"""Frames that a robot moves in: old examples name them for what has no direction (bumpers)."""
_KNOWN: Final = re.compile(r"gazebo_ros|velodyne|realsense")


def frame_of(sensor: Element) -> str:
    """Return the frame that the sensor or its plugin names; "" if none does."""
    for element in (sensor, *sensor.children("plugin")):
        frame = element.text_of(*_FRAMES).lstrip("/")
        if frame and frame not in _NO_SENSORS:
            return frame
    return ""


def topic_of(sensor: Element, *, depth: bool = False) -> str:
    """Return the topic that the sensor or its plugin names; "" if none does."""
    for plugin in (*sensor.children("plugin"), sensor):
        topic = _depth_topic(plugin) if depth else _topic(plugin)
        if topic:
            return topic
    return "" if depth else sensor.text_of("topic", "ignition_topic")


def is_range_plugin(sensor: Element) -> bool:
    """Return whether a plugin publishes all rays of the sensor as one range."""
    for plugin in sensor.children("plugin"):
        if _RANGE.search(plugin.get("filename")) or "Range" in plugin.text_of("output_type"):
            return True
    return False


def is_known_plugin(plugin: Element) -> bool:
    """Return whether all that the plugin says belongs to the sensor that it publishes."""
    return bool(_KNOWN.search(plugin.get("filename")))


def _topic(plugin: Element) -> str:
    image = plugin.text_of("imageTopicName")
    if image:
        camera = plugin.text_of("cameraName")
        return f"{camera}/{image}" if camera and not image.startswith("/") else image
    remapped = (to for to_be, to in _remappings(plugin) if _is_reading(to_be))
    camera = plugin.text_of("camera_name")
    return plugin.text_of(*_TOPICS) or next(remapped, f"{camera}/image_raw" if camera else "")


def _depth_topic(plugin: Element) -> str:
    remapped = (to for to_be, to in _remappings(plugin) if _DEPTH.search(to_be))
    image = plugin.text_of("depthImageTopicName")
    camera = plugin.text_of("cameraName")
    if image and camera and not image.startswith("/"):
        image = f"{camera}/{image}"
    camera = plugin.text_of("camera_name")
    return image or next(remapped, f"{camera}/depth/image_raw" if camera else "")


def _is_reading(name: str) -> bool:
    return bool(_REMAPPED.fullmatch(name.rpartition("/")[2])) and not _DEPTH.search(name)


def _remappings(plugin: Element) -> Iterator[tuple[str, str]]:
    for ros in plugin.children("ros"):
        for remapping in ros.children("remapping", "argument"):
            name, found, topic = remapping.text.partition(":=")
            if found:
                yield name.strip(), topic.strip()
