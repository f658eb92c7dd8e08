# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot model in the making: what the readers of the single tags have found so far."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cached_property
from pathlib import Path

from samebot.core.errors import ModelError, Where
from samebot.model.devices import Device
from samebot.model.drive import Drive
from samebot.model.robot import Extra, HardwareHint, RobotModel
from samebot.model.structure import Joint, Link
from samebot.model.xml import Element, to_text

__all__ = ["Draft"]


class Draft:
    """Links, joints, devices ... in the order they were found, with the elements they stood in."""

    def __init__(self, root: Element) -> None:
        """Start with nothing; `root` is the `<robot>`."""
        self.element = root
        self.links: dict[str, Link] = {}
        self.joints: dict[str, Joint] = {}
        self.devices: dict[str, Device] = {}
        self.frictions: dict[str, float] = {}
        self.drive: Drive | None = None
        self.period: float | None = None
        self.hardware: tuple[HardwareHint, ...] = ()
        self.summary = ""
        self._extras: list[Extra] = []
        self._numbers: Counter[str] = Counter()
        self._of_joint: dict[tuple[str, str], str] = {}
        self._on_link: dict[tuple[str, str], str] = {}
        self._places: dict[str, Element] = {}

    def add_link(self, link: Link, element: Element) -> None:
        """Take a link; its name must be new."""
        self._name_is_new("link", link.name, element)
        self.links[link.name] = link

    def add_joint(self, joint: Joint, element: Element) -> None:
        """Take a joint; its name must be new."""
        self._name_is_new("joint", joint.name, element)
        self.joints[joint.name] = joint

    def add_device(self, device: Device, element: Element) -> None:
        """Take a device; where its name is taken, it gets a number."""
        name = self.free_name(device.name)
        self.devices[name] = dataclasses.replace(device, name=name)
        self._places[f'device "{name}"'] = element
        self._on_link.setdefault((device.kind, device.link), name)
        self._of_joint.setdefault((device.kind, getattr(device, "joint", "")), name)

    def replace_device(self, device: Device) -> None:
        """Put a device in the place of the one with its name."""
        self.devices[device.name] = device

    def set_drive(self, drive: Drive, element: Element) -> None:
        """Take the way of moving."""
        self.drive = drive
        self._places[f'drive "{drive.kind}"'] = element

    def keep(self, owner: str, element: Element) -> None:
        """Keep something that is not understood as it was."""
        xml = to_text(_with_namespaces(element, self.element))
        self._extras.append(Extra(owner=owner, xml=xml, line=element.line))

    def free_name(self, name: str) -> str:
        """Return a device name that is not taken yet: this one or this one with a number."""
        free = name
        while free in self.devices:
            self._numbers[name] += 1
            free = f"{name}_{self._numbers[name] + 1}"
        return free

    def device_of_joint(self, kind: str, joint: str) -> Device | None:
        """Return the motor, position sensor ... of a joint."""
        return self.devices.get(self._of_joint.get((kind, joint), ""))

    def device_on(self, kind: str, link: str) -> Device | None:
        """Return the first device of a kind on a link."""
        return self.devices.get(self._on_link.get((kind, link), ""))

    @cached_property
    def root_link(self) -> str:
        """The link that is no joint's child (the first of several); known once all are read."""
        children = {joint.child for joint in self.joints.values()}
        return next((name for name in self.links if name not in children), "")

    def model(self, name: str, folder: Path) -> RobotModel:
        """Return the finished model; what does not fit together is named with file and line."""
        links = tuple(
            dataclasses.replace(link, friction=self.frictions.get(link.name, link.friction))
            for link in self.links.values()
        )
        try:
            return RobotModel(
                name=name,
                links=links,
                joints=tuple(self.joints.values()),
                devices=tuple(self.devices.values()),
                drive=self.drive,
                period=self.period,
                hardware=self.hardware,
                extras=tuple(self._extras),
                summary=self.summary,
                folder=folder,
            )
        except ModelError as error:
            place = self._places.get(error.where.element, self.element)
            where = Where(place.file, place.line, error.where.element)
            raise ModelError(error.problem, where) from error

    def _name_is_new(self, what: str, name: str, element: Element) -> None:
        key = f'{what} "{name}"'
        first = self._places.setdefault(key, element)
        if first is not element:
            raise ModelError(
                f"this name is taken by the {what} in line {first.line}; names must be unique",
                Where(element.file, element.line, key),
            )


def _with_namespaces(element: Element, root: Element) -> Element:
    """Return the element with the declarations of prefixes that only the root declared."""
    used = {f"xmlns:{prefix}" for prefix in _prefixes(element) if prefix not in ("xml", "xmlns")}
    missing = {
        name: root.attributes[name]
        for name in sorted(used)
        if name in root.attributes and name not in element.attributes
    }
    if not missing:
        return element
    return dataclasses.replace(element, attributes={**element.attributes, **missing})


def _prefixes(element: Element) -> set[str]:
    found = {name.partition(":")[0] for name in (element.tag, *element.attributes) if ":" in name}
    return found.union(*(_prefixes(child) for child in element.children()))
