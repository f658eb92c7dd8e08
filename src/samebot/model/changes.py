# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Robot models made from robot models: prefixed, with device frames, with every mass known."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from samebot.core.pose import Pose
from samebot.model.devices import Camera, Device, Motor, PositionSensor, Propeller, RangeFinder
from samebot.model.mass import DENSITY, SPECK, body_inertial
from samebot.model.names import device_frame
from samebot.model.robot import Extra, RobotModel
from samebot.model.shapes import Inertial
from samebot.model.structure import Joint, JointKind, Link

__all__ = [
    "OPTICAL",
    "RigidGroup",
    "has_place",
    "rigid_groups",
    "with_device_links",
    "with_inertials",
    "with_prefix",
]

OPTICAL: Final = Pose(rpy=(-math.pi / 2, 0.0, -math.pi / 2))
"""An optical frame (z forward, x right, y down; REP 103) in a frame that looks along x."""


def with_prefix(model: RobotModel, prefix: str) -> RobotModel:
    """Return the model with `prefix` before the names of links, joints and frames.

    So several robots share one transform tree. Devices keep their names, and with them topics
    and what programs ask for: those live in a namespace or in one robot's own `Body` already.
    The frame of a device becomes explicit, as it can no longer be made from the name.
    """
    if not prefix:
        return model

    def named(name: str) -> str:
        return prefix + name

    drive = model.drive
    if drive is not None:
        drive = replace(
            drive,
            left_joint=named(drive.left_joint),
            right_joint=named(drive.right_joint),
            odometry_frame=named(drive.odometry_frame),
            base_frame=named(drive.base_frame) if drive.base_frame else "",
        )
    links = {link.name for link in model.links}
    joints = {joint.name for joint in model.joints}
    return replace(
        model,
        links=tuple(replace(link, name=named(link.name)) for link in model.links),
        joints=tuple(_prefixed_joint(joint, named) for joint in model.joints),
        devices=tuple(_prefixed_device(device, named) for device in model.devices),
        drive=drive,
        extras=tuple(_prefixed_extra(extra, prefix, links | joints) for extra in model.extras),
    )


def _prefixed_joint(joint: Joint, named: Callable[[str], str]) -> Joint:
    mimic = joint.mimic
    return replace(
        joint,
        name=named(joint.name),
        parent=named(joint.parent),
        child=named(joint.child),
        mimic=None if mimic is None else replace(mimic, joint=named(mimic.joint)),
    )


def _prefixed_device(device: Device, named: Callable[[str], str]) -> Device:
    moved = replace(device, link=named(device.link), frame=named(device_frame(device)))
    if isinstance(moved, Motor | PositionSensor | Propeller) and moved.joint:
        return replace(moved, joint=named(moved.joint))
    return moved


_START_TAG = re.compile(r"^\s*<(?:[^<>'\"]|\"[^\"]*\"|'[^']*')*>")
_JOINT_TAG = re.compile(r"<joint\s(?:[^<>'\"]|\"[^\"]*\"|'[^']*')*>")
_REFERENCE = re.compile(r"(?<=[\s])((?:reference|link|joint)\s*=\s*)([\"'])([^\"'<>]*)\2")
_NAME = re.compile(r"(?<=[\s])(name\s*=\s*)([\"'])([^\"'<>]*)\2")
_NAMED_IN_TEXT = re.compile(
    r"(<(?:\w*(?:joint|link|frame|body)\w*|param\s+name=\"(?:mimic|frame_id)\")>\s*)([^<>\s]+)(?=\s*</)",
    re.IGNORECASE,
)
"""`<jointName>x</jointName>` of plugins, `<param name="mimic">x</param>` of ros2_control."""


def _prefixed_extra(extra: Extra, prefix: str, names: Collection[str]) -> Extra:
    # What stands for a link or joint: <gazebo reference="LINK">, the joints of <ros2_control>
    # and <transmission>, and what plugins call a joint, link, body or frame.
    kind, _, name = extra.owner.partition(" ")
    owner = f"{kind} {prefix}{name}" if name else extra.owner

    def renamed(match: re.Match[str]) -> str:
        equals, quote, value = match.groups()
        return f"{equals}{quote}{prefix + value if value in names else value}{quote}"

    def renamed_text(match: re.Match[str]) -> str:
        tag, value = match.groups()
        return f"{tag}{prefix + value if value in names else value}"

    xml = _START_TAG.sub(lambda tag: _REFERENCE.sub(renamed, tag.group()), extra.xml, count=1)
    xml = _JOINT_TAG.sub(lambda tag: _NAME.sub(renamed, tag.group()), xml)
    return replace(extra, owner=owner, xml=_NAMED_IN_TEXT.sub(renamed_text, xml))


def has_place(device: Device) -> bool:
    """Tell whether a device has a place of its own: motors and position sensors have a joint's."""
    return not isinstance(device, Motor | PositionSensor)


def with_device_links(model: RobotModel) -> RobotModel:
    """Return the model with a link, fixed at its pose, for each device that has a place.

    The link is named by the device's frame; where a link of that name is there already
    (devices may share a frame), none is made. Cameras, also those for depth, get
    ``<frame>_optical`` as well: z forward, x right and y down in the picture as it arrives, so
    turned with a turned sensor.
    """
    links = {link.name for link in model.links}
    joints = {joint.name for joint in model.joints}
    new_links: list[Link] = []
    new_joints: list[Joint] = []
    for parent, name, pose in _device_frames(model):
        if name in links:
            continue
        links.add(name)
        joint = _free_name(f"{parent}_{name}_joint", joints)
        joints.add(joint)
        new_links.append(Link(name=name))
        new_joints.append(
            Joint(name=joint, kind=JointKind.FIXED, parent=parent, child=name, pose=pose)
        )
    return replace(model, links=(*model.links, *new_links), joints=(*model.joints, *new_joints))


def _device_frames(model: RobotModel) -> Iterator[tuple[str, str, Pose]]:
    for device in filter(has_place, model.devices):
        frame = device_frame(device)
        yield device.link, frame, device.pose
        if isinstance(device, Camera | RangeFinder) and "_optical" not in frame:
            rotation = device.rotation if isinstance(device, Camera) else 0.0
            yield frame, f"{frame}_optical", Pose(rpy=(rotation, 0.0, 0.0)) @ OPTICAL


def _free_name(name: str, taken: Collection[str]) -> str:
    # One of the first len(taken) + 1 tries is free.
    tries = (name if number == 1 else f"{name}_{number}" for number in range(1, len(taken) + 3))
    return next(candidate for candidate in tries if candidate not in taken)


def with_inertials(model: RobotModel, density: float = DENSITY) -> RobotModel:
    """Return the model with an inertial on every link that moves and has none (or no mass).

    It is computed from the link's collision, else visual shapes, as solid and of `density`
    (kg/m3). Links fixed to each other are one body: where one of them has a mass, the others are
    taken as weighed with it, but a link that a joint moves always gets its own. A moving body
    without any shape weighs `SPECK`. The root's body moves if the robot has a drive.
    """
    found: dict[str, Inertial] = {}
    for group in rigid_groups(model):
        if group.moves:
            found |= _missing_inertials(model, group, density)
    if not found:
        return model
    return replace(
        model,
        links=tuple(
            replace(link, inertial=found[link.name]) if link.name in found else link
            for link in model.links
        ),
    )


@dataclass(frozen=True, slots=True)
class RigidGroup:
    """Links fixed to each other: names, the one nearest the root first, and whether they move."""

    links: tuple[str, ...]
    moves: bool


def rigid_groups(model: RobotModel) -> tuple[RigidGroup, ...]:
    """Return the bodies that links make, each before those below it; every link is in one.

    A body moves if a joint between it and the root does, or the robot has a drive.
    """
    members: dict[str, list[str]] = {model.root: [model.root]}
    top = {model.root: model.root}
    for joint in model.joints_from_root:
        fixed = joint.kind is JointKind.FIXED
        top[joint.child] = top[joint.parent] if fixed else joint.child
        members.setdefault(top[joint.child], []).append(joint.child)
    return tuple(
        RigidGroup(tuple(links), model.drive is not None or name != model.root)
        for name, links in members.items()
    )


def _missing_inertials(model: RobotModel, group: RigidGroup, density: float) -> dict[str, Inertial]:
    links = [model.link(name) for name in group.links]
    weighed = any(link.inertial is not None and link.inertial.mass > 0.0 for link in links)
    top = links[0]
    found = {}
    for link in links[:1] if weighed else links:
        if link.inertial is None or link.inertial.mass == 0.0:
            inertial = body_inertial(link, density)
            if inertial is not None:
                found[link.name] = inertial
    unknown = top.name not in found and (top.inertial is None or top.inertial.mass == 0.0)
    carried = top.name != model.root
    if unknown and (carried or not (weighed or found)):
        found[top.name] = SPECK
    return found
