# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A layout for Foxglove that shows one robot, its images and ranges, and drives it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import reduce
from typing import Final

from samebot.model.robot import RobotModel
from samebot.ros.topics import DIAGNOSTICS, ROBOT_DESCRIPTION
from samebot.ros.views.sight import (
    CAMERA_INFO,
    IMAGE,
    ODOMETRY,
    RANGE,
    SCAN,
    TWIST,
    Fields,
    Sight,
    Value,
)

__all__ = ["foxglove_layout"]

_MOST_CURVES: Final = 16


def foxglove_layout(model: RobotModel, namespace: str = "") -> str:
    """Return the text of a layout (.json) for a robot below a namespace."""
    sight = Sight(model, namespace)
    beside = {**_pictures(sight), **_curves(sight), **_driving(model, sight)}
    beside["DiagnosticSummary!health"] = {"topicToRender": DIAGNOSTICS, "minLevel": 0}
    layout = {
        "configById": {"3D!scene": _scene(sight), **beside},
        "globalVariables": {},
        "userNodes": {},
        "playbackConfig": {"speed": 1},
        "layout": {
            "direction": "row",
            "first": "3D!scene",
            "second": _column(list(beside)),
            "splitPercentage": 65,
        },
    }
    return json.dumps(layout, indent=2) + "\n"


def _scene(sight: Sight) -> Fields:
    visible: Fields = {"visible": True}
    shown = [topic for kind in (SCAN, RANGE) for topic, _ in sight.sent(kind)]
    topics: Fields = dict.fromkeys(shown, visible)
    # A frame prefix in front of the links' names, as in tf.
    prefix = f"{sight.namespace}/" if sight.namespace else ""
    return {
        "followTf": sight.base,
        "followMode": "follow-position",
        "cameraState": {
            "distance": sight.distance,
            "perspective": True,
            "phi": 55,
            "thetaOffset": 120,
            "near": 0.01,
            "far": 100,
        },
        "topics": topics,
        "layers": {
            "grid": {
                "layerId": "foxglove.Grid",
                "instanceId": "grid",
                "visible": True,
                "frameId": sight.fixed,
                "size": 40 * sight.distance / 10,
                "divisions": 40,
            },
            "robot": {
                "layerId": "foxglove.Urdf",
                "instanceId": "robot",
                "visible": True,
                "sourceType": "topic",
                "topic": sight.topic(ROBOT_DESCRIPTION),
                "framePrefix": prefix,
            },
        },
    }


def _pictures(sight: Sight) -> Fields:
    """Return a panel for each image, with the camera_info of the same camera."""
    infos = {info.devices: topic for topic, info in sight.sent(CAMERA_INFO)}
    panels: Fields = {}
    for topic, info in sight.sent(IMAGE):
        mode: Fields = {"imageTopic": topic}
        if info.devices in infos:
            mode["calibrationTopic"] = infos[info.devices]
        panels[f"Image!{_name(topic)}"] = {"imageMode": mode}
    return panels


def _curves(sight: Sight) -> Fields:
    panels: Fields = {}
    ranges = [f"{topic}.range" for topic, _ in sight.sent(RANGE)][:_MOST_CURVES]
    speeds = [
        f"{topic}.twist.twist.{part}"
        for topic, _ in sight.sent(ODOMETRY)
        for part in ("linear.x", "angular.z")
    ]
    for name, paths in (("ranges", ranges), ("speeds", speeds)):
        if paths:
            panels[f"Plot!{name}"] = _plot(paths)
    return panels


def _plot(paths: Sequence[str]) -> Fields:
    return {
        "paths": [{"value": p, "enabled": True, "timestampMethod": "receiveTime"} for p in paths],
        "followingViewWidth": 20,
        "showLegend": True,
        "isSynced": True,
        "xAxisVal": "timestamp",
    }


def _driving(model: RobotModel, sight: Sight) -> Fields:
    """Return a panel with buttons that drive, at a third of what the robot can do."""
    drive, commands = model.drive, sight.heard(TWIST)
    if drive is None or not commands:
        return {}
    wheel = drive.wheel_radius * (drive.max_wheel_velocity or 2.0)
    v = round(min(wheel, drive.max_linear or wheel) / 3, 3)
    turn = 2 * wheel / drive.wheel_separation
    w = round(min(turn, drive.max_angular or turn) / 3, 3)
    buttons: Fields = {
        f"{button}Button": {"field": field, "value": value}
        for button, field, value in (
            ("up", "linear-x", v),
            ("down", "linear-x", -v),
            ("left", "angular-z", w),
            ("right", "angular-z", -w),
        )
    }
    return {"Teleop!drive": {"topic": commands[0], "publishRate": 10, **buttons}}


def _column(panels: Sequence[str]) -> Value:
    """Return panels one below the other, all of one height."""
    first = panels[-1]
    start: tuple[Value, int] = (first, 1)
    return reduce(_above, reversed(panels[:-1]), start)[0]


def _above(below: tuple[Value, int], panel: str) -> tuple[Value, int]:
    rest, count = below
    both: Fields = {
        "direction": "column",
        "first": panel,
        "second": rest,
        "splitPercentage": round(100 / (count + 1), 1),
    }
    return both, count + 1


def _name(topic: str) -> str:
    return topic.strip("/").replace("/", "_")
