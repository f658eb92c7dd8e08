# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Joints in MJCF.

Revolute, continuous and prismatic joints keep their name. A planar joint NAME becomes the slides
NAME/x and NAME/y and the hinge NAME/turn; a floating one the slides NAME/x, NAME/y, NAME/z and
the ball NAME/turn (MuJoCo allows free joints at the top of a document only).
"""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

import numpy as np

from samebot.core.pose import Matrix, unit
from samebot.model.kinematics import plane_of
from samebot.model.structure import Joint, JointKind
from samebot.model.urdf.writer_text import number, numbers

__all__ = ["joint_elements"]

_FAR: Final = 1e6
"""The open end of a range that is closed on the other side, rad or m."""
_NARROWEST: Final = 1e-6
"""MuJoCo refuses a range without width."""


def joint_elements(joint: Joint, prefix: str) -> list[ET.Element]:
    """Return the elements of a joint, for the body of its child link."""
    name = f"{prefix}{joint.name}"
    if joint.kind is JointKind.FIXED:
        return []
    if joint.kind is JointKind.FLOATING:
        ball = _element(joint, f"{name}/turn", "ball")
        return [*_slides(joint, name, np.eye(3)), ball]
    if joint.kind is JointKind.PLANAR:
        turn = _element(joint, f"{name}/turn", "hinge", unit(joint.axis))
        return [*_slides(joint, name, plane_of(joint.axis)[:, :2]), turn]
    kind = "slide" if joint.kind is JointKind.PRISMATIC else "hinge"
    element = _element(joint, name, kind, unit(joint.axis))
    if joint.kind is not JointKind.CONTINUOUS:
        _set_range(element, joint)
    return [element]


def _slides(joint: Joint, name: str, directions: Matrix) -> list[ET.Element]:
    return [
        _element(joint, f"{name}/{letter}", "slide", tuple(direction))
        for letter, direction in zip("xyz", directions.T, strict=False)
    ]


def _element(
    joint: Joint, name: str, kind: str, axis: tuple[float, ...] | None = None
) -> ET.Element:
    element = ET.Element("joint", name=name, type=kind)
    if axis is not None:
        element.set("axis", numbers(axis))
    if joint.dynamics is not None:
        element.set("damping", number(joint.dynamics.damping))
        element.set("frictionloss", number(joint.dynamics.friction))
    return element


def _set_range(element: ET.Element, joint: Joint) -> None:
    limits = joint.limits
    if limits is None or (limits.lower is None and limits.upper is None):
        return
    lower = -_FAR if limits.lower is None else limits.lower
    upper = _FAR if limits.upper is None else limits.upper
    element.set("range", numbers((lower, max(upper, lower + _NARROWEST))))
