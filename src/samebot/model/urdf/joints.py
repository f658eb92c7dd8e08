# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<joint>`: how two links are connected.

What a file leaves out of `<limit>` is unbounded, also where URDF says it is required or 0:
many files of the wild mean that.
"""

from __future__ import annotations

from typing import Final

from samebot.core.errors import ModelError
from samebot.model.structure import Dynamics, Joint, JointKind, Limits, Mimic
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import limit, number, origin, required, vector, within
from samebot.model.xml import Element

__all__ = ["read_joint"]

_UNDERSTOOD: Final = frozenset(
    ("origin", "parent", "child", "axis", "limit", "dynamics", "joint_properties", "mimic")
)
"""`<joint_properties>` is what the oldest files call `<dynamics>`."""


def read_joint(element: Element, draft: Draft) -> None:
    """Add the joint; what is not understood in it is kept."""
    name = required(element, "name")
    with within(f'joint "{name}"'):
        joint = Joint(
            name=name,
            kind=_kind(element),
            parent=_end(element, "parent"),
            child=_end(element, "child"),
            pose=origin(element),
            axis=_axis(element),
            limits=_limits(element.child("limit")),
            dynamics=_dynamics(element.child("dynamics", "joint_properties")),
            mimic=_mimic(element.child("mimic")),
        )
    for child in element.children():
        if child.tag not in _UNDERSTOOD:
            draft.keep(f"joint {name}", child)
    draft.add_joint(joint, element)


def _kind(element: Element) -> JointKind:
    kind = required(element, "type").strip()
    try:
        return JointKind(kind)
    except ValueError:
        kinds = ", ".join(JointKind)
        raise ModelError(
            f"{kind!r} is no joint type; expected one of {kinds}", element.where
        ) from None


def _end(element: Element, which: str) -> str:
    end = element.child(which)
    if end is None:
        raise ModelError(f"has no <{which}>; a joint connects two links", element.where)
    return required(end, "link")


def _axis(element: Element) -> tuple[float, float, float]:
    default = (1.0, 0.0, 0.0)
    axis = element.child("axis")
    return default if axis is None else vector(axis, "xyz", default)


def _limits(element: Element | None) -> Limits | None:
    if element is None:
        return None
    return Limits(
        lower=limit(element, "lower"),
        upper=limit(element, "upper"),
        effort=limit(element, "effort"),
        velocity=limit(element, "velocity"),
    )


def _dynamics(element: Element | None) -> Dynamics | None:
    if element is None:
        return None
    return Dynamics(
        damping=number(element, "damping", 0.0), friction=number(element, "friction", 0.0)
    )


def _mimic(element: Element | None) -> Mimic | None:
    if element is None:
        return None
    return Mimic(
        joint=required(element, "joint"),
        multiplier=number(element, "multiplier", 1.0),
        offset=number(element, "offset", 0.0),
    )
