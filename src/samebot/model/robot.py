# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The robot model: what a robot is. Pure data; no behaviour, no ROS, no simulator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from samebot.core.errors import UnknownName
from samebot.model.devices import Device
from samebot.model.drive import Drive
from samebot.model.structure import Joint, JointKind, Link
from samebot.model.validation import validate

__all__ = ["Extra", "HardwareHint", "RobotModel", "Scalar"]

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Something a file said that samebot does not understand, kept as it was.

    `owner` is where it stood: "robot", "link NAME", "joint NAME".
    """

    owner: str
    xml: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareHint:
    """What a kind of physical body ("pipuck", "serial", "wifi") must know of this robot."""

    body: str
    values: Mapping[str, Scalar] = field(hash=False)


@dataclass(frozen=True, kw_only=True)
class RobotModel:
    """Links, joints, devices, a drive: everything that readers, writers and bodies share.

    Raises ModelError if the parts do not make one tree or refer to parts that do not exist.
    """

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...] = ()
    devices: tuple[Device, ...] = ()
    drive: Drive | None = None
    period: float | None = None
    """How often it is usually stepped, s; None: nobody says."""
    hardware: tuple[HardwareHint, ...] = ()
    extras: tuple[Extra, ...] = ()
    summary: str = field(default="", compare=False)
    folder: Path = field(default=Path(), compare=False)
    """Where its file lies: meshes that are named by relative addresses are looked for there."""

    def __post_init__(self) -> None:
        """Refuse a model whose parts do not fit together."""
        validate(self)

    @cached_property
    def root(self) -> str:
        """The name of the one link that is nobody's child."""
        children = {joint.child for joint in self.joints}
        return next(link.name for link in self.links if link.name not in children)

    @cached_property
    def _links(self) -> dict[str, Link]:
        return {link.name: link for link in self.links}

    @cached_property
    def _joints(self) -> dict[str, Joint]:
        return {joint.name: joint for joint in self.joints}

    @cached_property
    def _devices(self) -> dict[str, Device]:
        return {device.name: device for device in self.devices}

    @cached_property
    def _parents(self) -> dict[str, Joint]:
        return {joint.child: joint for joint in self.joints}

    def link(self, name: str) -> Link:
        """Return a link by name."""
        return _find(self._links, "link", name)

    def joint(self, name: str) -> Joint:
        """Return a joint by name."""
        return _find(self._joints, "joint", name)

    def device(self, name: str) -> Device:
        """Return a device by name."""
        return _find(self._devices, "device", name)

    def parent_joint(self, link: str) -> Joint | None:
        """Return the joint whose child is `link`; None for the root."""
        return self._parents.get(self.link(link).name)

    @cached_property
    def moving_joints(self) -> tuple[Joint, ...]:
        """The joints that move, in model order (mimics too)."""
        return tuple(joint for joint in self.joints if joint.kind is not JointKind.FIXED)

    @cached_property
    def joints_from_root(self) -> tuple[Joint, ...]:
        """All joints, each after the joint of its parent link."""
        below: dict[str, list[Joint]] = {}
        for joint in self.joints:
            below.setdefault(joint.parent, []).append(joint)
        ordered: list[Joint] = []
        waiting = [self.root]
        while waiting:
            for joint in below.get(waiting.pop(), ()):
                ordered.append(joint)
                waiting.append(joint.child)
        return tuple(ordered)


_T = TypeVar("_T")


def _find(things: Mapping[str, _T], what: str, name: str) -> _T:
    try:
        return things[name]
    except KeyError:
        raise UnknownName(what, name, things) from None
