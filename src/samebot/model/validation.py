# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold for a robot model; the reason and the element when it does not."""

from __future__ import annotations

import dataclasses
import math
import numbers
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from samebot.core.errors import ModelError, Where
from samebot.model.devices import Camera, Device, Display, Lidar, Propeller, RangeFinder
from samebot.model.drive import Drive
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
    if model.period is not None and not model.period > 0.0:
        raise _wrong("robot", model.name, f"its period is {model.period} s; it must be positive")
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
        for field in dataclasses.fields(value):
            yield from _numbers(getattr(value, field.name))
    elif isinstance(value, numbers.Real):
        yield _as_float(value)


def _as_float(value: numbers.Real) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _numbers_are_finite(model: RobotModel) -> None:
    parts: list[tuple[str, str, object]] = []
    for kind in ("link", "joint", "device"):
        parts += ((kind, thing.name, thing) for thing in getattr(model, f"{kind}s"))
    parts += (("hardware", hint.body, tuple(hint.values.values())) for hint in model.hardware)
    if model.drive is not None:
        parts.append(("drive", model.drive.kind, model.drive))
    for kind, name, thing in parts:
        if not all(map(math.isfinite, _numbers(thing))):
            problem = "has a number that is nan or infinite; leave out what is unlimited"
            raise _wrong(kind, name, problem)


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
    settled: set[str] = set()
    for start in follows:
        seen: set[str] = set()
        name = start
        while name in follows and name not in settled:
            seen.add(name)
            name = follows[name]
            if name in seen:
                raise _wrong("joint", start, f"its mimic leads back to joint {name!r}")
        settled |= seen


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
        raise _wrong("robot", model.name, f"links {_some(roots)} have no parent; expected one root")
    reached = {model.root, *(joint.child for joint in model.joints_from_root)}
    if len(reached) < len(links):
        apart = min(links - reached)
        raise _wrong("link", apart, f"its joints form a cycle apart from the root {model.root!r}")


def _some(names: Sequence[str], limit: int = 5) -> str:
    shown = ", ".join(map(repr, names[:limit]))
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown


_POSITIVE = ("period", "frequency", "field_of_view", "wheel_radius", "wheel_separation")
_COUNTED = ("rays", "samples", "layers", "positions", "steps_per_turn", "bits")
_AT_MOST = (("rays", 10_000), ("bits", 64))
_MOST_SAMPLES = 2**22
"""Of a lidar in all layers; of more, one scan alone would fill the memory of a small computer."""
_MOST_PIXELS = 2**25
_NOT_NEGATIVE = (
    "noise",
    "resolution",
    "aperture",
    "near",
    "vertical_field_of_view",
    "max_velocity",
    "max_effort",
    "max_wheel_velocity",
    "max_linear",
    "max_angular",
)
_ORDERED = (
    ("min_range", "max_range", "its smallest range {} m is above its largest {} m"),
    ("min_angle", "max_angle", "its smallest angle {} rad is above its largest {} rad"),
    ("near", "far", "its near plane {} m is beyond its far plane {} m"),
)


def _check_sizes(what: str, name: str, thing: Device | Drive) -> None:
    for fields, lowest, words in (
        (_POSITIVE, math.ulp(0.0), "must be positive"),
        (_COUNTED, 1, "must be at least 1"),
        (_NOT_NEGATIVE, 0, "cannot be negative"),
    ):
        for field in fields:
            value = getattr(thing, field, None)
            if value is not None and value < lowest:
                raise _wrong(what, name, f"its {field} is {value}; it {words}")
    for field, highest in _AT_MOST:
        value = getattr(thing, field, None)
        if value is not None and value > highest:
            raise _wrong(what, name, f"its {field} is {value}; at most {highest} are possible")
    for low_field, high_field, words in _ORDERED:
        low, high = getattr(thing, low_field, None), getattr(thing, high_field, None)
        if low is not None and high is not None and low > high:
            raise _wrong(what, name, words.format(low, high))


def _check_device(device: Device, links: set[str], joints: set[str]) -> None:
    if device.link not in links:
        raise _wrong("device", device.name, f"its link {device.link!r} does not exist")
    joint = getattr(device, "joint", None)
    may_be_empty = isinstance(device, Propeller)
    if joint is not None and joint not in joints and (joint or not may_be_empty):
        raise _wrong("device", device.name, f"its joint {joint!r} does not exist")
    _check_sizes("device", device.name, device)
    if isinstance(device, Camera | RangeFinder | Display):
        _check_picture(device)
    if isinstance(device, Lidar) and device.samples * device.layers > _MOST_SAMPLES:
        problem = f"it has {device.samples} x {device.layers} samples; at most {_MOST_SAMPLES}"
        raise _wrong("device", device.name, f"{problem} are possible")


def _check_picture(device: Camera | RangeFinder | Display) -> None:
    width, height = device.size
    if min(device.size) < 1:
        problem = f"its picture is {width} x {height} pixels; at least 1 x 1 is expected"
        raise _wrong("device", device.name, problem)
    if width * height > _MOST_PIXELS:
        problem = f"its picture is {width} x {height} pixels; at most {_MOST_PIXELS} are possible"
        raise _wrong("device", device.name, problem)
    largest = device.max_size if isinstance(device, Camera) else None
    if largest is not None and (width > largest[0] or height > largest[1]):
        problem = f"its picture of {width} x {height} pixels is larger than its {{}} x {{}}"
        raise _wrong("device", device.name, problem.format(*largest))


def _check_drive(model: RobotModel, joints: set[str]) -> None:
    drive = model.drive
    if drive is None:
        return
    for side in ("left", "right"):
        joint = getattr(drive, f"{side}_joint")
        if joint not in joints:
            raise _wrong("drive", drive.kind, f"its {side} joint {joint!r} does not exist")
    if drive.left_joint == drive.right_joint:
        problem = f"its left and right joint are both {drive.left_joint!r}; name one for each side"
        raise _wrong("drive", drive.kind, problem)
    _check_sizes("drive", drive.kind, drive)


def _materials_have_one_meaning(model: RobotModel) -> None:
    known: dict[str, object] = {}
    for link in model.links:
        for visual in link.visuals:
            if visual.material is not None:
                first = known.setdefault(visual.material.name, visual.material)
                if first != visual.material:
                    raise _wrong("material", visual.material.name, "has two different meanings")
