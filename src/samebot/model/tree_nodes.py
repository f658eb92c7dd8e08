# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The nodes of a Webots-like tree. What they are as a robot model tells `samebot.model.tree`.

The nodes hold the fields of Webots' nodes (reference manual R2025a) that a model needs, with its
units and defaults; axes of cylinders and capsules are z. Readers of files make them.
"""

from __future__ import annotations

from dataclasses import dataclass

from samebot.core.pose import Vector3
from samebot.model.devices import Device
from samebot.model.shapes import Material, Shape

__all__ = [
    "AnyJoint",
    "AxisAngle",
    "BallJoint",
    "Child",
    "Drawn",
    "Hinge2Joint",
    "HingeJoint",
    "JointParameters",
    "Node",
    "Physics",
    "SliderJoint",
]

AxisAngle = tuple[float, float, float, float]
"""x, y, z of an axis and the angle about it, rad: Webots' rotation fields."""

_ZERO: Vector3 = (0.0, 0.0, 0.0)
_X: Vector3 = (1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """Makes a solid a body of its own. Without mass it is `density` times its bounding volume."""

    density: float = 1000.0
    mass: float | None = None
    centre_of_mass: Vector3 | None = None
    inertia: tuple[float, float, float, float, float, float] | None = None
    """About the centre of mass: xx, yy, zz, xy, xz, yz."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A `Shape` node: geometry and its looks (which a bounding object does not have)."""

    shape: Shape
    material: Material | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A Group, Pose, Transform, Solid, device or Robot: frames that hold others.

    Only a node with a name becomes a link. A device node carries its device as a template:
    `flatten` fills in link, frame and pose.
    """

    name: str = ""
    translation: Vector3 = _ZERO
    rotation: AxisAngle = (0.0, 0.0, 1.0, 0.0)
    scale: Vector3 = (1.0, 1.0, 1.0)
    children: tuple[Child, ...] = ()
    bounding: tuple[Node | Drawn, ...] = ()
    """The bounding object: shapes, and nameless nodes that hold shapes."""
    physics: Physics | None = None
    device: Device | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JointParameters:
    """One axis of a joint, in the frame of the node that holds the joint.

    `position` is where the joint stands while its end point is placed as written. Stops, and the
    motor's least and greatest position, hold if the two differ.
    """

    axis: Vector3 = _X
    anchor: Vector3 = _ZERO
    """A point of the axis; the same for all axes of a joint, taken from the first."""
    position: float = 0.0
    min_stop: float = 0.0
    max_stop: float = 0.0
    min_position: float = 0.0
    max_position: float = 0.0
    damping: float = 0.0
    static_friction: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HingeJoint:
    """Turns its end point about one axis. Devices are templates of motors, position sensors."""

    parameters: JointParameters = JointParameters()
    devices: tuple[Device, ...] = ()
    end_point: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SliderJoint:
    """Moves its end point along one axis, m."""

    parameters: JointParameters = JointParameters(axis=(0.0, 0.0, 1.0))
    devices: tuple[Device, ...] = ()
    end_point: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinge2Joint:
    """Turns its end point about two axes through the anchor; the first carries the second."""

    parameters: JointParameters = JointParameters()
    parameters2: JointParameters = JointParameters(axis=(0.0, 0.0, 1.0))
    devices: tuple[Device, ...] = ()
    devices2: tuple[Device, ...] = ()
    end_point: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BallJoint:
    """Turns its end point about three axes through the anchor, each carrying the next.

    As in Webots the first axis stands in `parameters2`, the third in `parameters3`, and the
    second is across both; everything else of the first axis stands in `parameters`. Where one
    is missing, its axis is across the other, and x or z without either.
    """

    parameters: JointParameters = JointParameters()
    parameters2: JointParameters | None = None
    parameters3: JointParameters | None = None
    devices: tuple[Device, ...] = ()
    devices2: tuple[Device, ...] = ()
    devices3: tuple[Device, ...] = ()
    end_point: Node | None = None


AnyJoint = HingeJoint | SliderJoint | Hinge2Joint | BallJoint
Child = Node | Drawn | AnyJoint
