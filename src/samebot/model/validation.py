# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold for a robot model; the reason and the element when it does not."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from samebot.core.errors import ModelError, Where
from samebot.model.devices import Device
from samebot.model.shapes import Collision, Inertial, Visual
from samebot.model.structure import Joint, JointKind, Link

if TYPE_CHECKING:
    from samebot.model.robot import RobotModel

__all__ = ["validate"]


def validate(model: RobotModel) -> None:
    """Raise ModelError, naming the element, unless the model is one well-formed robot."""
    _numbers_are_finite(model)
    if not model.links:
        raise _wrong("robot", model.name, "has no link; a robot needs at least one")
    for what, things in (
        ("link", model.links),
        ("joint", model.joints),
        ("device", model.devices),
    ):
        _names_are_unique(what, (thing.name for thing in things))
    for link in model.links:
        _check_link(link)
    links = {link.name for link in model.links}
    joints = {joint.name for joint in model.joints}
    for joint in model.joints:
        _check_joint(joint, links, joints)
    _mimics_do_not_circle(model)
    _links_make_one_tree(model, links)
    for device in model.devices:
        _check_device(device, links, joints)
    _check_drive(model, joints)
    _materials_have_one_meaning(model)


def _wrong(kind: str, name: str, problem: str) -> ModelError:
    return ModelError(problem, Where(element=f'{kind} "{name}"'))


def _names_are_unique(what: str, names: Iterable[str]) -> None:
    for name, times in Counter(names).items():
        if not name:
            raise ModelError(f"a {what} has no name; give it one")
        if times > 1:
            raise _wrong(what, name, f"{times} {what}s have this name; names must be unique")


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _numbers(item)
    elif dataclasses.is_dataclass(value):
        for item in dataclasses.fields(value):
            yield from _numbers(getattr(value, item.name))


def _numbers_are_finite(model: RobotModel) -> None:
    for kind in ("link", "joint", "device"):
        for thing in getattr(model, f"{kind}s"):
            if not all(map(math.isfinite, _numbers(thing))):
                raise _wrong(
                    kind,
                    thing.name,
                    "has a number that is nan or infinite; leave out what is unlimited",
                )
    if model.drive is not None and not all(map(math.isfinite, _numbers(model.drive))):
        raise _wrong("drive", model.drive.kind, "has a number that is nan or infinite")


def _check_link(link: Link) -> None:
    if link.inertial is not None:
        _check_inertial(link.name, link.inertial)
    bodies: tuple[Visual | Collision, ...] = (*link.visuals, *link.collisions)
    for shape in (body.shape for body in bodies):
        sizes = tuple(_numbers(shape))
        name = type(shape).__name__.lower()
        if name == "mesh":
            if any(size == 0.0 for size in sizes):
                raise _wrong("link", link.name, f"a mesh is scaled by {sizes}; no scale may be 0")
        elif not all(size > 0.0 for size in sizes):
            raise _wrong("link", link.name, f"a {name} measures {sizes} m; sizes must be positive")
    if link.friction is not None and link.friction < 0.0:
        raise _wrong("link", link.name, f"friction is {link.friction}; it cannot be negative")


def _check_inertial(link: str, inertial: Inertial) -> None:
    if inertial.mass < 0.0:
        raise _wrong("link", link, f"mass is {inertial.mass} kg; it cannot be negative")
    ixx, _, _, iyy, _, izz = inertial.inertia
    if min(ixx, iyy, izz) < 0.0:
        raise _wrong("link", link, f"moments of inertia {ixx}, {iyy}, {izz} cannot be negative")


def _check_joint(joint: Joint, links: set[str], joints: set[str]) -> None:
    for end, link in (("parent", joint.parent), ("child", joint.child)):
        if link not in links:
            raise _wrong("joint", joint.name, f"its {end} link {link!r} does not exist")
    if joint.parent == joint.child:
        raise _wrong("joint", joint.name, f"parent and child are the same link {joint.child!r}")
    turns = joint.kind not in (JointKind.FIXED, JointKind.FLOATING)
    if turns and not any(joint.axis):
        raise _wrong("joint", joint.name, "its axis is 0 0 0; a direction is expected")
    limits = joint.limits
    if limits is not None:
        if limits.lower is not None and limits.upper is not None and limits.lower > limits.upper:
            raise _wrong(
                "joint",
                joint.name,
                f"lower limit {limits.lower} is above upper limit {limits.upper}",
            )
        for what in ("effort", "velocity"):
            value = getattr(limits, what)
            if value is not None and value < 0.0:
                raise _wrong("joint", joint.name, f"its {what} limit {value} cannot be negative")
    if joint.mimic is not None and joint.mimic.joint not in joints:
        raise _wrong(
            "joint", joint.name, f"mimics joint {joint.mimic.joint!r}, which does not exist"
        )


def _mimics_do_not_circle(model: RobotModel) -> None:
    follows = {joint.name: joint.mimic.joint for joint in model.joints if joint.mimic is not None}
    for start in follows:
        seen = {start}
        name = start
        while name in follows:
            name = follows[name]
            if name in seen:
                raise _wrong("joint", start, f"its mimic leads back to joint {name!r}")
            seen.add(name)


def _links_make_one_tree(model: RobotModel, links: set[str]) -> None:
    parents: dict[str, Joint] = {}
    for joint in model.joints:
        if joint.child in parents:
            raise _wrong(
                "link",
                joint.child,
                f"joints {parents[joint.child].name!r} and {joint.name!r} both have it as their "
                "child; a link has one parent",
            )
        parents[joint.child] = joint
    roots = sorted(links - parents.keys())
    if not roots:
        raise _wrong(
            "robot", model.name, "its joints form a cycle; exactly one link must have no parent"
        )
    if len(roots) > 1:
        raise _wrong(
            "robot",
            model.name,
            f"links {', '.join(map(repr, roots))} have no parent; expected one root",
        )
    reached = 1 + len(model.joints_from_root)
    if reached < len(links):
        raise _wrong("robot", model.name, "some joints form a cycle apart from the root")


def _check_device(device: Device, links: set[str], joints: set[str]) -> None:
    if device.link not in links:
        raise _wrong("device", device.name, f"its link {device.link!r} does not exist")
    joint = getattr(device, "joint", "")
    if joint and joint not in joints:
        raise _wrong("device", device.name, f"its joint {joint!r} does not exist")
    if device.period is not None and not device.period > 0.0:
        raise _wrong("device", device.name, f"its period is {device.period} s; it must be positive")
    for what in ("noise", "resolution"):
        value = getattr(device, what, None)
        if value is not None and value < 0.0:
            raise _wrong("device", device.name, f"its {what} is {value}; it cannot be negative")
    for pixels in (
        getattr(device, "size", ()) if device.kind in ("camera", "range_finder", "display") else ()
    ):
        if pixels < 1:
            raise _wrong(
                "device", device.name, f"its picture is {device} pixels; at least 1 is expected"
            )
    low, high = getattr(device, "min_range", None), getattr(device, "max_range", None)
    if low is not None and high is not None and low > high:
        raise _wrong(
            "device", device.name, f"its smallest range {low} m is above its largest {high} m"
        )


def _check_drive(model: RobotModel, joints: set[str]) -> None:
    drive = model.drive
    if drive is None:
        return
    for side in ("left", "right"):
        joint = getattr(drive, f"{side}_joint")
        if joint not in joints:
            raise _wrong("drive", drive.kind, f"its {side} joint {joint!r} does not exist")
    for size in ("wheel_radius", "wheel_separation"):
        if not getattr(drive, size) > 0.0:
            raise _wrong(
                "drive", drive.kind, f"{size} is {getattr(drive, size)} m; it must be positive"
            )


def _materials_have_one_meaning(model: RobotModel) -> None:
    known: dict[str, object] = {}
    for link in model.links:
        for visual in link.visuals:
            if visual.material is not None:
                first = known.setdefault(visual.material.name, visual.material)
                if first != visual.material:
                    raise _wrong("material", visual.material.name, "has two different meanings")
