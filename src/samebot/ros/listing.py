# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot's ROS interface as a list, for people and pages. Pure: it needs no ROS."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from samebot.model.robot import RobotModel
from samebot.ros.choices import declarations, settings_of
from samebot.ros.face import Face, face_of
from samebot.ros.interface import Inlet, Quality, Subject

__all__ = [
    "QUALITIES",
    "TopicInfo",
    "listed",
    "parameters_of",
    "services_of",
    "together",
    "topics_of",
]

_USUAL_PERIOD: Final = 0.05

QUALITIES: Final = {
    Quality.SMALL: "reliable, the last 5",
    Quality.LARGE: "reliable, the last one",
    Quality.LATCHED: "reliable, transient local",
    Quality.CLOCK: "best effort, the last one",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicInfo:
    """One topic of a robot, or several numbered ones that are alike."""

    topic: str
    type: str
    sent: bool
    """Whether the robot sends it; else it hears it."""
    quality: Quality = Quality.SMALL
    period: float | None = None
    """How often it is sent at most, s; None: once, or when somebody else sends."""
    devices: tuple[str, ...] = ()


def topics_of(model: RobotModel) -> tuple[TopicInfo, ...]:
    """Return every topic that a robot without namespace and parameters has."""
    robot = _usual(model)
    return listed(face_of(robot), robot)


def services_of(model: RobotModel) -> tuple[str, ...]:
    """Return the services and actions that a model makes, besides those that all drivers have."""
    face = face_of(_usual(model))
    return tuple(each.name for each in (*face.services, *face.actions))


def _usual(model: RobotModel) -> Subject:
    """Return a robot without namespace and parameters."""
    declared = {each.name: each.default for each in declarations(model)}
    return Subject(model, settings_of(model, declared), model.period or _USUAL_PERIOD)


def listed(face: Face, robot: Subject) -> tuple[TopicInfo, ...]:
    """Return every topic of an interface."""
    sent = [
        TopicInfo(
            topic=_absolute(outlet.topic),
            type=outlet.type,
            sent=True,
            quality=outlet.quality,
            period=None if outlet.quality is Quality.LATCHED else _period(robot, outlet.devices),
            devices=outlet.devices,
        )
        for outlet in face.outlets
    ]
    return (*sent, *(_heard(inlet) for inlet in face.inlets))


def parameters_of(model: RobotModel) -> tuple[tuple[str, bool | int | float | str, str], ...]:
    """Return name, default and meaning of every parameter of the interface."""
    return tuple((each.name, each.default, each.description) for each in declarations(model))


def together(topics: Iterable[TopicInfo]) -> tuple[TopicInfo, ...]:
    """Return topics with numbered ones of a kind as one: /ps[0-7]."""
    groups: dict[tuple[str, str, bool], list[tuple[TopicInfo, int]]] = {}
    for info in topics:
        found = re.search(r"\d+(?=$|/)", info.topic)
        stem, number = info.topic, -1
        if found is not None:
            stem = f"{info.topic[: found.start()]}#{info.topic[found.end() :]}"
            number = int(found.group())
        groups.setdefault((stem, info.type, info.sent), []).append((info, number))
    return tuple(_joined(stem, members) for (stem, *_), members in groups.items())


def _joined(stem: str, members: list[tuple[TopicInfo, int]]) -> TopicInfo:
    first = members[0][0]
    if len(members) == 1:
        return first
    numbers = [number for _, number in members]
    return TopicInfo(
        topic=stem.replace("#", f"[{min(numbers)}-{max(numbers)}]"),
        type=first.type,
        sent=first.sent,
        quality=first.quality,
        period=first.period,
        devices=tuple(name for info, _ in members for name in info.devices),
    )


def _heard(inlet: Inlet) -> TopicInfo:
    return TopicInfo(topic=_absolute(inlet.topic), type=inlet.type, sent=False)


def _absolute(topic: str) -> str:
    return topic if topic.startswith("/") else f"/{topic}"


def _period(robot: Subject, devices: tuple[str, ...]) -> float:
    if not devices:
        return robot.period
    return max(robot.period, robot.sampled_every(robot.model.device(devices[0])))
