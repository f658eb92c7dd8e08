# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The tree of bodies of one robot in MJCF: links with inertia, joints, geoms and device sites."""

from __future__ import annotations

import itertools
from typing import Final
from xml.etree import ElementTree as ET

from samebot.core.errors import ModelError
from samebot.core.pose import Pose, matrix_to_quaternion
from samebot.model.changes import has_place, rigid_groups
from samebot.model.devices import Device
from samebot.model.mass import principal
from samebot.model.mjcf_assets import Assets
from samebot.model.mjcf_contacts import Contacts
from samebot.model.mjcf_drive import wheel_motors
from samebot.model.mjcf_geoms import collision_geom, set_pose, visual_geom
from samebot.model.mjcf_joints import joint_elements
from samebot.model.mjcf_world import SOLID_BIT
from samebot.model.names import device_frame
from samebot.model.robot import RobotModel
from samebot.model.shapes import Inertial
from samebot.model.structure import Joint, Link
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["BodyWriter", "body_name", "exclusions", "site_names"]

_WORLD: Final = "world"
_DEEPEST: Final = 400
"""Bodies in one another; MuJoCo's reader refuses a little more than this."""
_MOST_SOLID: Final = 1000
"""Links that bump: each pair of them is an element, half a million in all."""
_LIGHTEST: Final = 1e-9
"""MuJoCo refuses to move what weighs less than 1e-15 kg."""


def body_name(link: str, prefix: str = "") -> str:
    """Return the name of a link's body: "world/link" for "world", which MuJoCo has already."""
    name = f"{prefix}{link}"
    return f"{_WORLD}/link" if name == _WORLD else name


def site_names(model: RobotModel, prefix: str = "") -> dict[str, str]:
    """Return the site of each device that has a place, by the device's name.

    It is the device's frame; where several devices share one, the later ones' names follow it
    after a slash.
    """
    names: dict[str, str] = {}
    for device in filter(has_place, model.devices):
        frame = f"{prefix}{device_frame(device)}"
        names[device.name] = f"{frame}/{device.name}" if frame in names.values() else frame
    return names


def exclusions(model: RobotModel, prefix: str, contacts: Contacts) -> tuple[ET.Element, ...]:
    """Return the pairs of a robot's own bodies that do not bump against each other.

    Raises ModelError where there are more than memory has room for.
    """
    groups = (
        [link for link in group.links if any(t.bits & SOLID_BIT for t in contacts.of(link))]
        for group in rigid_groups(model)
    )
    solid = [links for links in groups if links]
    if sum(map(len, solid)) > _MOST_SOLID:
        raise ModelError(
            f"robot {model.name!r}: has {sum(map(len, solid))} links that can bump; the physics "
            f"takes at most {_MOST_SOLID}: leave out <collision> where nothing is touched"
        )
    return tuple(
        ET.Element("exclude", body1=body_name(first, prefix), body2=body_name(second, prefix))
        for one, other in itertools.combinations(solid, 2)
        for first, second in itertools.product(one, other)
    )


class BodyWriter:
    """Writes the bodies of one robot."""

    def __init__(
        self,
        model: RobotModel,
        prefix: str,
        assets: Assets,
        contacts: Contacts,
        *,
        visuals: bool,
    ) -> None:
        """`assets` collects what geoms refer to."""
        self._model = model
        self._prefix = prefix
        self._assets = assets
        self._contacts = contacts
        self._visuals = visuals
        self._sites = site_names(model, prefix)
        self._motors = wheel_motors(model)

    def root(self, pose: Pose, *, free: bool) -> ET.Element:
        """Return the body of the root link with all others in it.

        Raises ModelError for a chain of links that is longer than MuJoCo reads.
        """
        bodies = {self._model.root: self._body(self._model.link(self._model.root), pose)}
        if free:
            name = f"{self._prefix}{self._model.root}"
            bodies[self._model.root].insert(0, ET.Element("freejoint", name=f"{name}/free"))
        depths = {self._model.root: 1}
        for joint in self._model.joints_from_root:
            depths[joint.child] = depths[joint.parent] + 1
            if depths[joint.child] > _DEEPEST:
                raise ModelError(
                    f"link {joint.child!r} hangs on {_DEEPEST} others, one on the other; "
                    "MuJoCo does not read such long chains, make it shorter"
                )
            body = self._body(self._model.link(joint.child), joint.pose, joint)
            bodies[joint.parent].append(body)
            bodies[joint.child] = body
        return bodies[self._model.root]

    def _body(self, link: Link, pose: Pose, joint: Joint | None = None) -> ET.Element:
        body = ET.Element("body", name=body_name(link.name, self._prefix))
        set_pose(body, pose)
        if joint is not None:
            body.extend(joint_elements(joint, self._prefix))
            if joint.name in self._motors and joint.kind.freedoms == 1:
                body[-1].set("armature", number(self._motors[joint.name].armature))
        if link.inertial is not None and link.inertial.mass > 0.0:
            body.append(_inertial(link.inertial))
        body.extend(self._geoms(link))
        for device in self._model.devices:
            if device.link == link.name and has_place(device):
                body.append(self._site(device))
        return body

    def _geoms(self, link: Link) -> list[ET.Element]:
        name = f"{self._prefix}{link.name}"
        geoms = [
            collision_geom(touch, f"{name}/{touch.name}", self._assets)
            for touch in self._contacts.of(link.name)
        ]
        if self._visuals:
            geoms += [
                visual_geom(visual, f"{name}/visual{index}", self._assets)
                for index, visual in enumerate(link.visuals)
            ]
        return geoms

    def _site(self, device: Device) -> ET.Element:
        # Group 4 is not drawn unless asked for.
        site = ET.Element("site", name=self._sites[device.name], group="4", size="0.002")
        set_pose(site, device.pose)
        return site


def _inertial(inertial: Inertial) -> ET.Element:
    axes, moments = principal(inertial)
    x, y, z, w = matrix_to_quaternion(axes)
    return ET.Element(
        "inertial",
        pos=numbers(inertial.pose.xyz),
        quat=numbers((w, x, y, z)),
        mass=number(max(inertial.mass, _LIGHTEST)),
        diaginertia=numbers(moments),
    )
