# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Geoms of MJCF: what is seen and what bumps.

Visual ones are in group 2, named LINK/visual0 ..., and touch nothing. Those that bump are in
group 3, named LINK/collision0 ... and LINK/wheel. None weighs anything: bodies have inertials.
"""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from samebot.core.pose import Pose
from samebot.model.mjcf_assets import Assets
from samebot.model.mjcf_contacts import Touch
from samebot.model.mjcf_world import ROLLING, SOFTNESS, SOLID_BIT
from samebot.model.shapes import Box, Capsule, Cylinder, Shape, Sphere, Visual
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["collision_geom", "set_pose", "visual_geom"]

_GREY: Final = "0.7 0.7 0.7 1"


def visual_geom(visual: Visual, name: str, assets: Assets) -> ET.Element:
    """Return what is seen."""
    element = _geom(name, visual.shape, visual.pose, assets)
    element.attrib |= {"group": "2", "contype": "0", "conaffinity": "0"}
    if visual.material is None:
        element.set("rgba", _GREY)
    else:
        element.set("material", assets.material(visual.material))
    return element


def collision_geom(touch: Touch, name: str, assets: Assets) -> ET.Element:
    """Return what bumps."""
    element = _geom(name, touch.shape, touch.pose, assets)
    element.attrib |= {
        "group": "3",
        "contype": str(touch.bits),
        "conaffinity": str(touch.bits & SOLID_BIT),
        "condim": "3" if touch.friction > 0.0 else "1",
        "friction": number(touch.friction),
        "solref": SOFTNESS,
    }
    if touch.priority:
        element.attrib |= {"priority": "1", "solimp": ROLLING}
    return element


def set_pose(element: ET.Element, pose: Pose) -> None:
    """Set where an element lies in its parent, leaving out what is zero."""
    if any(pose.xyz):
        element.set("pos", numbers(pose.xyz))
    if any(pose.rpy):
        x, y, z, w = pose.quaternion
        element.set("quat", numbers((w, x, y, z)))


def _geom(name: str, shape: Shape, pose: Pose, assets: Assets) -> ET.Element:
    element = ET.Element("geom", name=name, mass="0")
    if isinstance(shape, Box):
        element.attrib |= {"type": "box", "size": numbers(side / 2 for side in shape.size)}
    elif isinstance(shape, Cylinder | Capsule):
        kind = "cylinder" if isinstance(shape, Cylinder) else "capsule"
        element.attrib |= {"type": kind, "size": numbers((shape.radius, shape.length / 2))}
    elif isinstance(shape, Sphere):
        element.attrib |= {"type": "sphere", "size": number(shape.radius)}
    else:
        element.attrib |= {"type": "mesh", "mesh": assets.mesh(shape)}
    set_pose(element, pose)
    return element
