# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot model as URDF text that any ROS tool reads, and from which the same model comes back.

What URDF cannot say stands in the ``<samebot>`` block (see `writer_block`).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final
from xml.etree import ElementTree as ET

from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind, Limits, Link
from samebot.model.urdf.writer_block import samebot_block
from samebot.model.urdf.writer_shapes import inertial, materials, origin, visual_or_collision
from samebot.model.urdf.writer_text import RawXml, document, number, numbers

__all__ = ["MUJOCO_COMPILER", "UNLIMITED", "write_urdf"]

UNLIMITED: Final = 1e9
"""What is written where URDF demands a bound and the model has none (SI units)."""

MUJOCO_COMPILER: Final = {
    "fusestatic": "false",
    "discardvisual": "false",
    "strippath": "false",
    "balanceinertia": "true",
    "boundmass": "1e-6",
    "boundinertia": "1e-9",
}
"""Settings by which MuJoCo's own URDF reader keeps every link, visual shape and mesh path, and
takes inertias that no real body has (it refuses the whole file otherwise)."""

_MUST_HAVE_LIMITS: Final = (JointKind.REVOLUTE, JointKind.PRISMATIC)


def write_urdf(model: RobotModel, *, mujoco: bool = False) -> str:
    """Return the model as URDF text, ending in a newline; the same model gives the same text.

    `mujoco` adds MuJoCo's compiler settings (unless the model's extras have some). Raises
    ModelError if a name has a character that XML cannot hold.
    """
    raw = RawXml()
    robot = ET.Element("robot", name=model.name)
    if mujoco and not any(extra.xml.lstrip().startswith("<mujoco") for extra in model.extras):
        ET.SubElement(ET.SubElement(robot, "mujoco"), "compiler", MUJOCO_COMPILER)
    robot.extend(materials(model))
    kept = _extras_by_owner(model)
    for link in model.links:
        element = _link(link)
        element.extend(raw.placeholder(xml) for xml in kept.pop(f"link {link.name}", ()))
        robot.append(element)
    for joint in model.joints:
        element = _joint(joint)
        element.extend(raw.placeholder(xml) for xml in kept.pop(f"joint {joint.name}", ()))
        robot.append(element)
    robot.extend(_frictions(model))
    # What is left stood in the robot, or in a link or joint that is there no more.
    robot.extend(raw.placeholder(xml) for texts in kept.values() for xml in texts)
    block = samebot_block(model, _unsaid_limits(model))
    if block is not None:
        robot.append(block)
    return document(robot, raw)


def _extras_by_owner(model: RobotModel) -> dict[str, list[str]]:
    kept: defaultdict[str, list[str]] = defaultdict(list)
    for extra in model.extras:
        kept[extra.owner].append(extra.xml)
    return kept


def _link(link: Link) -> ET.Element:
    element = ET.Element("link", name=link.name)
    if link.inertial is not None:
        element.append(inertial(link.inertial))
    element.extend(visual_or_collision(visual) for visual in link.visuals)
    element.extend(visual_or_collision(collision) for collision in link.collisions)
    return element


def _joint(joint: Joint) -> ET.Element:
    element = ET.Element("joint", name=joint.name, type=joint.kind.value)
    element.append(origin(joint.pose))
    ET.SubElement(element, "parent", link=joint.parent)
    ET.SubElement(element, "child", link=joint.child)
    ET.SubElement(element, "axis", xyz=numbers(joint.axis))
    limit = _written_limits(joint)
    if limit:
        ET.SubElement(element, "limit", {name: number(value) for name, value in limit.items()})
    if joint.dynamics is not None:
        ET.SubElement(
            element,
            "dynamics",
            damping=number(joint.dynamics.damping),
            friction=number(joint.dynamics.friction),
        )
    if joint.mimic is not None:
        ET.SubElement(
            element,
            "mimic",
            joint=joint.mimic.joint,
            multiplier=number(joint.mimic.multiplier),
            offset=number(joint.mimic.offset),
        )
    return element


def _written_limits(joint: Joint) -> dict[str, float]:
    """Return the attributes of the joint's `<limit>`; none if it needs no such element.

    Readers demand effort and velocity in each of them, and take a missing end of the range of
    a revolute or prismatic joint as 0.
    """
    bounded = joint.kind in _MUST_HAVE_LIMITS
    if joint.limits is None and not bounded:
        return {}
    limits = joint.limits or Limits()
    defaults = {"effort": UNLIMITED, "velocity": UNLIMITED}
    if bounded:
        defaults |= {"lower": -UNLIMITED, "upper": UNLIMITED}
    values = {}
    for name in ("lower", "upper", "effort", "velocity"):
        value = getattr(limits, name)
        if value is None:
            value = defaults.get(name)
        if value is not None:
            values[name] = value
    return values


def _unsaid_limits(model: RobotModel) -> dict[str, Limits | None]:
    """Return the limits of the joints whose `<limit>` says more than the model does."""
    unsaid: dict[str, Limits | None] = {}
    for joint in model.joints:
        written = _written_limits(joint)
        if written and (joint.limits is None or Limits(**written) != joint.limits):
            unsaid[joint.name] = joint.limits
    return unsaid


def _frictions(model: RobotModel) -> list[ET.Element]:
    elements = []
    for link in model.links:
        if link.friction is not None:
            element = ET.Element("gazebo", reference=link.name)
            for tag in ("mu1", "mu2"):
                ET.SubElement(element, tag).text = number(link.friction)
            elements.append(element)
    return elements
