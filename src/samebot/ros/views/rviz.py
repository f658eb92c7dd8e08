# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A file for RViz 2 that shows one robot: its shape, frames, scan, ranges, images, odometry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import yaml

from samebot.model.robot import RobotModel
from samebot.ros.topics import ROBOT_DESCRIPTION
from samebot.ros.views.sight import IMAGE, ODOMETRY, RANGE, SCAN, Fields, Sight, Value

__all__ = ["rviz_file"]

_HOLDER: Final = "rviz_default_plugins"
_CELLS: Final = 40


def rviz_file(model: RobotModel, namespace: str = "") -> str:
    """Return the text of an .rviz file for a robot below a namespace."""
    sight = Sight(model, namespace)
    manager: Fields = {
        "Class": "",
        "Displays": list(_displays(sight)),
        "Enabled": True,
        "Global Options": {
            "Background Color": "48; 48; 48",
            "Fixed Frame": sight.fixed,
            "Frame Rate": 30,
        },
        "Name": "root",
        "Tools": [{"Class": f"{_HOLDER}/{name}"} for name in ("Interact", "MoveCamera", "Measure")],
        "Transformation": {"Current": {"Class": f"{_HOLDER}/TF"}},
        "Value": True,
        "Views": {"Current": _viewpoint(sight)},
    }
    panels = [{"Class": f"rviz_common/{name}", "Name": name} for name in ("Displays", "Views")]
    panels.append({"Class": "rviz_common/Time", "Name": "Time"})
    return yaml.safe_dump({"Panels": panels, "Visualization Manager": manager}, sort_keys=False)


def _displays(sight: Sight) -> Iterator[Value]:
    cell = round(sight.distance / 10, 2)
    yield _display("Grid", "Grid", {"Cell Size": cell, "Plane Cell Count": _CELLS, "Alpha": 0.5})
    yield _display(
        "RobotModel",
        sight.name,
        {
            "Description Source": "Topic",
            "Description Topic": _topic(sight.topic(ROBOT_DESCRIPTION), latched=True),
            "TF Prefix": sight.namespace,
            "Visual Enabled": True,
        },
    )
    scale: Fields = {"Marker Scale": round(sight.distance / 6, 2), "Show Names": False}
    yield _display("TF", "Frames", scale, enabled=False)
    for topic, _ in sight.sent(ODOMETRY):
        yield _display("Odometry", topic, _odometry(sight, topic))
    for topic, _ in sight.sent(SCAN):
        points: Fields = {"Style": "Points", "Size (Pixels)": 4, "Color": "255; 85; 0"}
        flat: Fields = {"Color Transformer": "FlatColor"}
        yield _display("LaserScan", topic, {"Topic": _topic(topic), **points, **flat})
    for topic, _ in sight.sent(RANGE):
        cone: Fields = {"Alpha": 0.3, "Buffer Length": 1, "Color": "255; 255; 255"}
        yield _display("Range", topic, {"Topic": _topic(topic), **cone})
    for topic, _ in sight.sent(IMAGE):
        yield _display("Image", topic, {"Topic": _topic(topic)})


def _odometry(sight: Sight, topic: str) -> Fields:
    length = sight.distance / 20
    arrow: Fields = {
        "Value": "Arrow",
        "Shaft Length": length,
        "Shaft Radius": length / 10,
        "Head Length": length / 3,
        "Head Radius": length / 5,
    }
    return {
        "Topic": _topic(topic),
        "Keep": 200,
        "Position Tolerance": length,
        "Angle Tolerance": 0.2,
        "Shape": arrow,
        "Covariance": {"Value": False},
    }


def _display(kind: str, name: str, fields: Mapping[str, Value], *, enabled: bool = True) -> Fields:
    head: Fields = {"Class": f"{_HOLDER}/{kind}", "Name": name, "Enabled": enabled}
    return {**head, **fields, "Value": enabled}


def _topic(name: str, *, latched: bool = False) -> Fields:
    return {
        "Depth": 1 if latched else 5,
        "Durability Policy": "Transient Local" if latched else "Volatile",
        "History Policy": "Keep Last",
        "Reliability Policy": "Reliable",
        "Value": name,
    }


def _viewpoint(sight: Sight) -> Fields:
    return {
        "Class": f"{_HOLDER}/Orbit",
        "Name": "Current View",
        "Distance": sight.distance,
        "Focal Point": {"X": 0, "Y": 0, "Z": 0},
        "Focal Shape Fixed Size": True,
        "Near Clip Distance": 0.01,
        "Pitch": 0.6,
        "Target Frame": sight.base,
        "Yaw": 3.6,
    }
