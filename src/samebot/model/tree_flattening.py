# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How a tree of nodes becomes links, joints and devices; the rules stand in `tree`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from samebot.core.errors import ModelError
from samebot.core.pose import Matrix, Pose, Vector3
from samebot.model.devices import Device, Motor, PositionSensor, Propeller
from samebot.model.mass import SPECK, combined
from samebot.model.robot import RobotModel
from samebot.model.shapes import Collision, Inertial, Material, Shape, Visual
from samebot.model.structure import Joint, JointKind, Link
from samebot.model.tree_axes import Axis, axes_of, device_name, undo
from samebot.model.tree_nodes import AnyJoint, Drawn, Node
from samebot.model.tree_shapes import Place, rigid, solid_inertial

__all__ = ["Flattener"]

_DEEPEST: Final = 150
"""Nodes within nodes; real robots have some dozens."""
_ON_AXIS: Final = 1e-6
"""An end point this near its axis lies on it, m."""


@dataclass(slots=True)
class _Growing:
    """A link so far."""

    visuals: list[Visual] = field(default_factory=list)
    collisions: list[Collision] = field(default_factory=list)
    inertials: list[Inertial] = field(default_factory=list)


class Flattener:
    """Walks one tree."""

    def __init__(self, prefix: str) -> None:
        """`prefix` stands before the names of links, joints and frames."""
        self._prefix = prefix
        self._links: dict[str, _Growing] = {}
        self._joints: dict[str, Joint] = {}
        self._devices: dict[str, Device] = {}
        self._materials: dict[str, Material] = {}

    def model(self, tree: Node, root: str) -> RobotModel:
        """Return the robot; `root` names its root link, "" for the tree's own name."""
        name = tree.name or "robot"
        link = self._new_link(root or name)
        self._fill(tree, Place.of(link).below((0.0, 0.0, 0.0), scale=tree.scale), 0)
        return RobotModel(
            name=name,
            links=tuple(_link(name, growing) for name, growing in self._links.items()),
            joints=tuple(self._joints.values()),
            devices=tuple(self._devices.values()),
        )

    def _fill(self, node: Node, place: Place, depth: int) -> None:
        """Add what is in a node whose frame is `place`."""
        if depth > _DEEPEST:
            raise ModelError(f"nodes are nested more than {_DEEPEST} deep")
        growing = self._links[place.link]
        for child in node.children:
            if isinstance(child, Node):
                self._visit(child, place, depth + 1)
            elif isinstance(child, Drawn):
                shape, pose = place.shape(child.shape)
                material = self._known(child.material)
                growing.visuals.append(Visual(shape=shape, pose=pose, material=material))
            else:
                self._join(child, place, depth + 1)
        bounding = list(_bounding(node.bounding, place, depth))
        growing.collisions += [Collision(shape=shape, pose=pose) for shape, pose in bounding]
        if node.physics is not None:
            inertial = solid_inertial(place, node.physics, bounding)
            growing.inertials += [inertial] if inertial.mass > 0.0 else []
        if node.device is not None:
            self._add_device(replace(node.device, link=place.link, frame=place.link))

    def _visit(self, node: Node, parent: Place, depth: int) -> None:
        place = parent.below(node.translation, node.rotation, node.scale)
        name = _name(node)
        if name:
            link = self._new_link(name)
            self._new_joint("", JointKind.FIXED, parent.link, link, place.frame())
            place = place.as_link(link)
        self._fill(node, place, depth)

    def _join(self, joint: AnyJoint, parent: Place, depth: int) -> None:
        node = joint.end_point
        if node is None:
            return
        axes = axes_of(joint, parent)
        place = parent.below(node.translation, node.rotation, node.scale)
        zero = undo(axes, place.frame())
        name = _name(node) or self._nameless(axes)
        carrier, base = parent.link, np.eye(4)
        for number, axis in enumerate(axes[:-1], start=1):
            between = self._new_link(f"{name}_axis{number}", SPECK)
            self._move(axis, carrier, between, base, rigid(np.eye(3), axis.anchor))
            carrier, base = between, rigid(np.eye(3), axis.anchor)
        last = axes[-1]
        if not last.slides and _distance(last, zero) > _ON_AXIS:
            hinge = self._new_link(f"{name}_hinge", SPECK)
            on_axis = rigid(np.eye(3), last.anchor)
            self._move(last, carrier, hinge, base, on_axis)
            link = self._new_link(name)
            self._new_joint("", JointKind.FIXED, hinge, link, np.linalg.inv(on_axis) @ zero)
        else:
            link = self._new_link(name)
            self._move(last, carrier, link, base, zero)
        self._fill(node, place.as_link(link), depth)

    def _move(self, axis: Axis, parent: str, child: str, base: Matrix, frame: Matrix) -> None:
        """Add the joint of an axis; `base` and `frame` are where parent and child are at 0."""
        kind = JointKind.CONTINUOUS
        if axis.slides:
            kind = JointKind.PRISMATIC
        elif axis.limits is not None and axis.limits.lower is not None:
            kind = JointKind.REVOLUTE
        name = self._new_joint(
            device_name(axis.devices), kind, parent, child, np.linalg.inv(base) @ frame
        )
        self._joints[name] = replace(
            self._joints[name],
            axis=_vector(frame[:3, :3].T @ axis.direction),
            limits=axis.limits,
            dynamics=axis.dynamics,
        )
        for device in axis.devices:
            if isinstance(device, Motor | PositionSensor | Propeller):
                self._add_device(replace(device, link=child, joint=name))
            else:
                self._add_device(replace(device, link=child))

    def _nameless(self, axes: list[Axis]) -> str:
        device = next(filter(None, (device_name(axis.devices) for axis in axes)), "")
        return f"{device}_link" if device else "solid"

    def _new_link(self, name: str, inertial: Inertial | None = None) -> str:
        link = _free(f"{self._prefix}{name}", self._links)
        self._links[link] = _Growing(inertials=[] if inertial is None else [inertial])
        return link

    def _new_joint(self, name: str, kind: JointKind, parent: str, child: str, frame: Matrix) -> str:
        plain = f"{parent}_{child.removeprefix(self._prefix)}_joint"
        joint = _free(f"{self._prefix}{name}" if name else plain, self._joints)
        self._joints[joint] = Joint(
            name=joint, kind=kind, parent=parent, child=child, pose=Pose.from_matrix(frame)
        )
        return joint

    def _add_device(self, device: Device) -> None:
        name = _free(device.name, self._devices)
        self._devices[name] = replace(device, name=name)

    def _known(self, material: Material | None) -> Material | None:
        """Return a material under a name that means nothing else in this robot."""
        if material is None:
            return None
        name = material.name or "material"
        tries = (f"{name}_{number}" if number > 1 else name for number in range(1, 10**6))
        for free in tries:
            meant = replace(material, name=free)
            if self._materials.setdefault(free, meant) == meant:
                return meant
        return material


def _name(node: Node) -> str:
    return node.name or (node.device.name if node.device is not None else "")


def _free(name: str, taken: Collection[str]) -> str:
    # One of the first len(taken) + 1 tries is free.
    tries = (name if number == 1 else f"{name}_{number}" for number in range(1, len(taken) + 3))
    return next(candidate for candidate in tries if candidate not in taken)


def _link(name: str, growing: _Growing) -> Link:
    inertials = growing.inertials
    inertial = None
    if inertials:
        inertial = inertials[0] if len(inertials) == 1 else combined(inertials)
    return Link(
        name=name,
        inertial=inertial,
        visuals=tuple(growing.visuals),
        collisions=tuple(growing.collisions),
    )


def _bounding(
    items: tuple[Node | Drawn, ...], place: Place, depth: int
) -> Iterator[tuple[Shape, Pose]]:
    if depth > _DEEPEST:
        raise ModelError(f"nodes are nested more than {_DEEPEST} deep")
    for item in items:
        if isinstance(item, Drawn):
            yield place.shape(item.shape)
        else:
            below = place.below(item.translation, item.rotation, item.scale)
            inside = tuple(child for child in item.children if isinstance(child, Node | Drawn))
            yield from _bounding(inside, below, depth + 1)


def _distance(axis: Axis, frame: Matrix) -> float:
    return float(np.linalg.norm(np.cross(axis.direction, frame[:3, 3] - axis.anchor)))


def _vector(values: Matrix) -> Vector3:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
