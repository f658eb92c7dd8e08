# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<link>`: its inertia, what it looks like and what it bumps with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from samebot.core.errors import ModelError
from samebot.core.pose import Vector3
from samebot.model.shapes import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Inertial,
    Mesh,
    Shape,
    Sphere,
    Visual,
)
from samebot.model.structure import Link
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import (
    number,
    origin,
    parse_numbers,
    required,
    sized,
    vector,
    within,
)
from samebot.model.urdf.materials import Materials
from samebot.model.xml import Element

__all__ = ["read_link"]

_ROUNDING: Final = 1e-15
"""What exporters make of a moment of 0, kg m2."""


def read_link(element: Element, materials: Materials, draft: Draft) -> None:
    """Add the link; what is not understood in it is kept."""
    name = required(element, "name")
    inertial: Inertial | None = None
    visuals: list[Visual] = []
    collisions: list[Collision] = []
    with within(f'link "{name}"'):
        for child in element.children():
            if child.tag == "inertial" and inertial is None:
                inertial = _inertial(child)
            elif child.tag == "visual" and _has_known_shape(child):
                visuals.append(_visual(child, materials))
            elif child.tag == "collision" and _has_known_shape(child):
                collisions.append(_collision(child))
            else:
                draft.keep(f"link {name}", child)
    link = Link(
        name=name,
        inertial=inertial,
        visuals=tuple(visuals),
        collisions=tuple(collisions),
        friction=_bullet_friction(element),
    )
    draft.add_link(link, element)


def _inertial(element: Element) -> Inertial:
    mass = element.child("mass")
    if mass is None:
        raise ModelError("<inertial> has no <mass>; add one in kg", element.where)
    required(mass, "value")
    value = number(mass, "value", 0.0)
    if value < 0.0:
        raise ModelError(f"<mass> is {value} kg; it cannot be negative", mass.where)
    inertia = element.child("inertia")
    if inertia is None:
        return Inertial(mass=value, pose=origin(element))
    ixx, iyy, izz = (_moment(inertia, name) for name in ("ixx", "iyy", "izz"))
    ixy, ixz, iyz = (number(inertia, name, 0.0) for name in ("ixy", "ixz", "iyz"))
    return Inertial(mass=value, pose=origin(element), inertia=(ixx, ixy, ixz, iyy, iyz, izz))


def _moment(inertia: Element, name: str) -> float:
    """Return a moment of inertia; one below 0 by no more than rounding is 0."""
    value = number(inertia, name, 0.0)
    if value < -_ROUNDING:
        raise ModelError(f"{name!r} of <inertia> is {value}; it cannot be negative", inertia.where)
    return max(value, 0.0)


def _visual(element: Element, materials: Materials) -> Visual:
    return Visual(
        shape=_shape(element),
        pose=origin(element),
        name=element.get("name") or None,
        material=materials.of(element),
    )


def _collision(element: Element) -> Collision:
    return Collision(shape=_shape(element), pose=origin(element), name=element.get("name") or None)


def _has_known_shape(element: Element) -> bool:
    """Return whether it can be read; raise if there is no shape at all."""
    geometry = element.child("geometry")
    if geometry is None or geometry.child() is None:
        shapes = ", ".join(_SHAPES)
        raise ModelError(
            f"<{element.tag}> has no shape; expected <geometry> with one of {shapes}",
            (geometry or element).where,
        )
    return geometry.child(*_SHAPES) is not None


def _shape(element: Element) -> Shape:
    geometry = element.child("geometry")
    shape = geometry.child(*_SHAPES) if geometry is not None else None
    assert shape is not None
    return _SHAPES[shape.tag](shape)


def _box(element: Element) -> Box:
    required(element, "size")
    size = vector(element, "size", (0.0, 0.0, 0.0))
    if not min(size) > 0.0:
        raise ModelError(f"'size' of <box> is {size}; all must be positive", element.where)
    return Box(size)


def _mesh(element: Element) -> Mesh:
    return Mesh(required(element, "filename"), _scale(element))


def _scale(element: Element) -> Vector3:
    text = element.get("scale", "1 1 1")
    if len(text.split()) == 1:
        text = " ".join([text] * 3)
    x, y, z = parse_numbers(text, 3, "attribute 'scale' of <mesh>", element)
    if 0.0 in (x, y, z):
        raise ModelError(f"'scale' of <mesh> is {x} {y} {z}; none may be 0", element.where)
    return (x, y, z)


def _bullet_friction(element: Element) -> float | None:
    """Return Bullet's own way to give friction: `<contact><lateral_friction value="1"/>`."""
    contact = element.child("contact")
    friction = contact.child("lateral_friction") if contact is not None else None
    if friction is None:
        return None
    return max(number(friction, "value", 1.0), 0.0)


_SHAPES: Mapping[str, Callable[[Element], Shape]] = MappingProxyType(
    {
        "box": _box,
        "cylinder": lambda shape: Cylinder(sized(shape, "radius"), sized(shape, "length")),
        "sphere": lambda shape: Sphere(sized(shape, "radius")),
        "capsule": lambda shape: Capsule(sized(shape, "radius"), sized(shape, "length")),
        "mesh": _mesh,
    }
)
