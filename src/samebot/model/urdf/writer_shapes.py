# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""URDF elements of what a link looks like, bumps with and weighs."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from samebot.core.pose import Pose
from samebot.model.robot import RobotModel
from samebot.model.shapes import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Inertial,
    Material,
    Mesh,
    Shape,
    Visual,
)
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["inertial", "materials", "origin", "visual_or_collision"]


def origin(pose: Pose) -> ET.Element:
    """Return the `<origin>` of a pose."""
    return ET.Element("origin", xyz=numbers(pose.xyz), rpy=numbers(pose.rpy))


def inertial(value: Inertial) -> ET.Element:
    """Return the `<inertial>` of a link."""
    element = ET.Element("inertial")
    if value.pose != Pose():
        element.append(origin(value.pose))
    ET.SubElement(element, "mass", value=number(value.mass))
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    ET.SubElement(element, "inertia", dict(zip(names, map(number, value.inertia), strict=True)))
    return element


def visual_or_collision(body: Visual | Collision) -> ET.Element:
    """Return the `<visual>` or `<collision>` of a shape; a material is referred to by name."""
    element = ET.Element("visual" if isinstance(body, Visual) else "collision")
    if body.name is not None:
        element.set("name", body.name)
    if body.pose != Pose():
        element.append(origin(body.pose))
    ET.SubElement(element, "geometry").append(_geometry(body.shape))
    if isinstance(body, Visual) and body.material is not None:
        material = body.material
        element.append(_material(material, here=not _is_global(material)))
    return element


def materials(model: RobotModel) -> list[ET.Element]:
    """Return the definitions of the model's materials, which belong before the links."""
    found = {
        visual.material.name: visual.material
        for link in model.links
        for visual in link.visuals
        if visual.material is not None and _is_global(visual.material)
    }
    return [_material(material, here=True) for material in found.values()]


def _is_global(material: Material) -> bool:
    # Readers refuse a definition without a name, colour and texture; in a visual it may stand.
    return bool(material.name and (material.colour or material.texture))


def _material(material: Material, *, here: bool) -> ET.Element:
    element = ET.Element("material", name=material.name)
    if here and material.colour is not None:
        ET.SubElement(element, "color", rgba=numbers(material.colour))
    if here and material.texture is not None:
        ET.SubElement(element, "texture", filename=material.texture)
    return element


def _geometry(shape: Shape) -> ET.Element:
    if isinstance(shape, Box):
        return ET.Element("box", size=numbers(shape.size))
    if isinstance(shape, Cylinder | Capsule):
        tag = "cylinder" if isinstance(shape, Cylinder) else "capsule"
        return ET.Element(tag, radius=number(shape.radius), length=number(shape.length))
    if isinstance(shape, Mesh):
        element = ET.Element("mesh", filename=shape.uri)
        if shape.scale != (1.0, 1.0, 1.0):
            element.set("scale", numbers(shape.scale))
        return element
    return ET.Element("sphere", radius=number(shape.radius))
