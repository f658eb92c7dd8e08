# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which sliders a robot needs: one for each value that tells where its joints stand. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from samebot.model.kinematics import JointPositions
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind

__all__ = ["Slider", "positions_of", "sliders"]

_UNLIMITED: Final = 1e3
"""Limits beyond this (rad or m) are taken as "no limit", as files write them."""
_REACH: Final = 1.0
"""How far (m) a sliding joint without limits can be moved."""
_STEPS: Final = 500
"""A slider has at least so many places."""
_FEW: Final = 12
"""So many sliders need no groups."""

_FREEDOMS: Final = {
    JointKind.PLANAR: (("x", "m"), ("y", "m"), ("turn", "rad")),
    JointKind.FLOATING: (
        ("x", "m"),
        ("y", "m"),
        ("z", "m"),
        ("roll", "rad"),
        ("pitch", "rad"),
        ("yaw", "rad"),
    ),
    JointKind.PRISMATIC: (("", "m"),),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """One value of a joint: its range and step in `unit` (rad or m), and where it starts."""

    joint: str
    index: int
    label: str
    unit: str
    lower: float
    upper: float
    step: float
    start: float
    group: str = ""
    """The folder it lies in; empty: none."""

    def within(self, value: float) -> float:
        """Return the nearest value that the slider can stand at; what is no number: the start."""
        return min(max(value, self.lower), self.upper) if math.isfinite(value) else self.start


def sliders(model: RobotModel) -> tuple[Slider, ...]:
    """Return the sliders of all joints that move by themselves, in model order.

    Mimics have none: they follow. A joint that cannot stand at 0 starts at the nearest limit.
    """
    joints = [joint for joint in model.moving_joints if joint.mimic is None]
    groups = _groups(joints)
    return tuple(
        _slider(joint, index, part, unit, groups.get(joint.name, ""))
        for joint in joints
        for index, (part, unit) in enumerate(_FREEDOMS.get(joint.kind, (("", "rad"),)))
    )


def positions_of(values: Mapping[Slider, float]) -> JointPositions:
    """Return where the joints stand when the sliders stand at `values`."""
    joints: dict[str, list[float]] = {}
    for slider in sorted(values, key=lambda each: each.index):
        joints.setdefault(slider.joint, []).append(values[slider])
    return {name: parts if len(parts) > 1 else parts[0] for name, parts in joints.items()}


def _slider(joint: Joint, index: int, part: str, unit: str, group: str) -> Slider:
    lower, upper = _range(joint, unit)
    digits = _digits(upper - lower)
    # Rounded inwards: a slider's end never lies beyond the joint's limit.
    lower = math.ceil(lower * 10**digits) / 10**digits
    upper = max(lower, math.floor(upper * 10**digits) / 10**digits)
    return Slider(
        joint=joint.name,
        index=index,
        label=f"{joint.name} {part}".strip(),
        unit=unit,
        lower=lower,
        upper=upper,
        step=10.0**-digits,
        start=min(max(0.0, lower), upper),
        group=group,
    )


def _range(joint: Joint, unit: str) -> tuple[float, float]:
    reach = math.pi if unit == "rad" else _REACH
    limits = joint.limits if joint.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC) else None
    lower = limits.lower if limits else None
    upper = limits.upper if limits else None
    lower = lower if lower is not None and abs(lower) < _UNLIMITED else None
    upper = upper if upper is not None and abs(upper) < _UNLIMITED else None
    if lower is None:
        lower = min(-reach, (upper or 0.0) - reach)
    if upper is None:
        upper = max(reach, lower + reach)
    return lower, upper


def _digits(span: float) -> int:
    """Return the decimals that give a slider of length `span` enough places."""
    if not span > 0.0:
        return 6
    return min(9, max(3, math.ceil(math.log10(_STEPS / span))))


def _groups(joints: list[Joint]) -> dict[str, str]:
    """Return a group for each joint of a robot with many; what stands alone goes to "other"."""
    if len(joints) <= _FEW:
        return {}
    groups = {joint.name: _beginning(joint.name) for joint in joints}
    sizes = Counter(groups.values())
    return {name: group if sizes[group] > 1 else "other" for name, group in groups.items()}


def _beginning(name: str) -> str:
    """Return what names of the same limb have in common: arm_left_3_joint -> arm left."""
    words = [word for word in name.replace("/", "_").split("_") if word]
    two = len(words) > 2 and words[1] in ("left", "right", "l", "r")
    return " ".join(words[: 2 if two else 1]).rstrip("0123456789") or "other"
