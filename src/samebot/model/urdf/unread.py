# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a file said that samebot does not use, in sentences for people.

Some tags are kept without a word: settings of other simulators and tools that say nothing a
robot model could hold (contact stiffness, colours of Gazebo, rates of publishers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from samebot.core.errors import ModelError
from samebot.model.robot import Extra, RobotModel
from samebot.model.urdf.control import sensor_kind
from samebot.model.xml import Element, parse_xml

__all__ = ["is_quiet", "unread"]

_QUIET_TAGS: Final = frozenset({"mujoco", "safety_controller", "calibration", "contact"})
_QUIET_IN_GAZEBO: Final = re.compile(
    r"mu[12]?|fdir1|k[pd]|(max|min)_?(vel|depth|contacts)|laser_?retro|self_?collide|surface"
    r"|material|visual|collision|pose|axis|static|gravity|kinematic|turnGravityO(n|ff)"
    r"|(cfm)?Damping(Factor)?|velocity_decay|provideFeedback|implicitSpringDamper|fudgeFactor"
    r"|spring(Stiffness|Reference)|stop(Cfm|Erp)|preserveFixedJoint|disableFixedJointLumping"
    r"|genTexCoord|dontMerge|enable_wind",
    re.IGNORECASE,
)
_QUIET_PLUGINS: Final = re.compile(
    r"joint_state_publisher|joint-state-publisher|pose-publisher|sensors-system|imu-system"
    r"|contact-system|magnetometer-system|navsat-system|gazebo_ros_control|ros2_control"
    r"|ros_control|gz-sim-physics|user-commands-system|scene-broadcaster-system"
)
_NUMBERED: Final = re.compile(r"(.+)_\d+")


def unread(model: RobotModel) -> list[str]:
    """Return a short sentence for each kind of thing not understood: the first, how many more."""
    found: dict[str, list[str]] = {}
    for extra in model.extras:
        line = f" (line {extra.line})" if extra.line else ""
        for what, of in _phrases(extra, model):
            kind = re.sub(r'"[^"]*" of type ', "of type ", what)
            found.setdefault(kind, []).append(f"{what}{of}{line}")
    return [
        f"{phrases[0]} and {len(phrases) - 1} more" if len(phrases) > 1 else phrases[0]
        for phrases in found.values()
    ]


def is_quiet(child: Element) -> bool:
    """Return whether a tag in a `<gazebo>` is kept without a word."""
    if child.tag == "plugin":
        names = f"{child.get('filename')} {child.get('name')}"
        return bool(_QUIET_PLUGINS.search(names))
    return bool(_QUIET_IN_GAZEBO.fullmatch(child.tag))


_Phrase = tuple[str, str]
"""What it is, and where: only the first tells whether two things are of one kind."""


def _phrases(extra: Extra, model: RobotModel) -> Iterator[_Phrase]:
    owner, _, name = extra.owner.partition(" ")
    of = f' of {owner} "{name}"' if name else ""
    try:
        element = parse_xml(extra.xml)
    except ModelError:
        yield f"text {extra.xml[:40]!r}", of
        return
    if element.tag == "gazebo":
        yield from _in_gazebo(element)
    elif element.tag == "ros2_control":
        yield from _in_control(element, model)
    elif element.tag == "webots":
        yield from ((f"<webots> {_named(child)}", "") for child in element.children())
    elif element.tag == "transmission":
        kind = element.get("type") or element.text_of("type")
        if not kind.endswith("SimpleTransmission"):
            yield f'<transmission> "{element.get("name")}" of type "{kind}"', ""
    elif element.tag == "material":
        yield from _material(element, model)
    elif element.tag not in _QUIET_TAGS:
        yield f"<{element.tag}>", of


def _in_gazebo(element: Element) -> Iterator[_Phrase]:
    reference = element.get("reference")
    of = f' on "{reference}"' if reference else ""
    for child in element.children():
        if not is_quiet(child):
            yield f"<gazebo> {_named(child)}", of


def _in_control(element: Element, model: RobotModel) -> Iterator[_Phrase]:
    joints = {joint.name for joint in model.joints}
    for child in element.children():
        known_joint = child.tag == "joint" and child.get("name") in joints
        known_sensor = child.tag == "sensor" and sensor_kind(child)
        if not (known_joint or known_sensor or child.tag in ("hardware", "transmission")):
            yield f"<ros2_control> {_named(child)}", ""


def _named(element: Element) -> str:
    name = element.get("filename") or element.get("name") or element.get("reference")
    kind = element.get("type")
    if element.tag == "plugin" and not name:
        name, kind = kind, ""
    of_type = f' of type "{kind}"' if kind else ""
    return f'{element.tag} "{name}"{of_type}' if name else f"<{element.tag}>{of_type}"


def _material(element: Element, model: RobotModel) -> Iterator[_Phrase]:
    """Tell of a second, different definition; one that is merely not used is no news."""
    name = element.get("name")
    numbered = _NUMBERED.fullmatch(name)
    used = {
        visual.material.name
        for link in model.links
        for visual in link.visuals
        if visual.material is not None
    }
    if numbered and numbered.group(1) in used:
        first = numbered.group(1)
        yield f'second, different definition of material "{first}", kept as "{name}"', ""
