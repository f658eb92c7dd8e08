# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot as one complete, strict JSON value: every device with all its fields, in SI units.

.. code-block:: text

    format            1; grows by new keys only
    name, summary, root, mass (kg, null: no link has one), period (s, null: nobody says)
    links             name, parent, joint, mass, friction, visuals, collisions, pose_in_root
    joints            name, kind, parent, child, pose, axis, limits, dynamics, mimic
    devices           kind, name, link, frame, topic (cameras: of the images, and info_topic),
                      simulation, pose, pose_in_root, period, ...
                      and every field of the kind, defaults too; ranges that a lookup table gives
                      are filled in; table: rows of distance, raw, noise (see units)
    drive             null, or kind, its fields, command_topic, odometry_topic
    hardware          what each kind of physical body must know
    extras            elements of a file that samebot keeps as they are
    unread            what of these it does not understand, in sentences
    units             the unit of each number, by kind of device; counts and names have none

A pose is {xyz, rpy, quaternion}: metres, extrinsic roll pitch yaw, and x y z w. `pose` is in the
link (of a joint: in its parent), `pose_in_root` in the root link with every joint at zero.
`simulation` is "physics", or "constant" for devices that read the same all the time there.
"""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import numpy as np

from samebot.core.pose import Pose
from samebot.model.devices import Camera, Device, DistanceSensor, RangeFinder
from samebot.model.drive import Drive
from samebot.model.kinematics import forward
from samebot.model.names import camera_info_topics, device_frame, device_topics
from samebot.model.robot import Extra, RobotModel
from samebot.model.structure import Joint, Link
from samebot.model.table import LookupTable
from samebot.model.units import DRIVE_UNITS, device_units
from samebot.model.urdf import unread

__all__ = [
    "COMMAND_TOPIC",
    "CONSTANT_IN_SIMULATION",
    "ODOMETRY_TOPIC",
    "Json",
    "describe",
    "describe_devices",
    "poses_in_root",
    "range_of",
    "total_mass",
]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

COMMAND_TOPIC: Final = "cmd_vel"
ODOMETRY_TOPIC: Final = "odom"

CONSTANT_IN_SIMULATION: Final[Mapping[str, str]] = {
    "battery": "full",
    "button": "not pressed",
    "display": "accepts pictures, shows none",
    "emitter": "sends to nobody",
    "microphone": "silence",
    "propeller": "no thrust",
    "receiver": "no packets",
    "remote_control": "no code",
    "selector": "0",
    "speaker": "silent",
    "thermometer": "20 C",
    "touch_sensor": "not touched",
}
"""Kinds that have no physics yet, with what they read (or do) all the time."""


def describe(model: RobotModel) -> dict[str, Json]:
    """Return everything there is to know of a robot as plain, strict JSON data."""
    poses = poses_in_root(model)
    return {
        "format": 1,
        "name": model.name,
        "summary": model.summary,
        "root": model.root,
        "mass": _plain(total_mass(model)),
        "period": model.period,
        "links": [_link(model, link, poses[link.name]) for link in model.links],
        "joints": [_joint(joint) for joint in model.joints],
        "devices": [*describe_devices(model, model.devices)],
        "drive": None if model.drive is None else _drive(model.drive, model.root),
        "hardware": {hint.body: _plain(hint.values) for hint in model.hardware},
        "extras": [_extra(extra) for extra in model.extras],
        "unread": list(unread(model)),
        "units": _units(model),
    }


def describe_devices(model: RobotModel, devices: Iterable[Device]) -> list[dict[str, Json]]:
    """Return some of a robot's devices with all their fields."""
    poses, topics = poses_in_root(model), device_topics(model)
    infos = _info_topics(model, topics)
    return [
        _device(device, poses[device.link], topics[device.name], infos.get(device.name))
        for device in devices
    ]


def _info_topics(model: RobotModel, topics: Mapping[str, str]) -> dict[str, str]:
    """Return by camera where its intrinsic parameters go; those of depth images come last."""
    cameras = [
        device.name
        for kind in (Camera, RangeFinder)
        for device in model.devices
        if isinstance(device, kind)
    ]
    infos = camera_info_topics(topics[name] for name in cameras)
    return {name: infos[topics[name]] for name in cameras}


def poses_in_root(model: RobotModel) -> dict[str, Pose]:
    """Return where each link stands in the root link while every joint is at zero."""
    with np.errstate(all="ignore"):
        return {name: Pose.from_matrix(matrix) for name, matrix in forward(model).items()}


def range_of(sensor: DistanceSensor) -> tuple[float | None, float | None]:
    """Return the smallest and largest valid distance, m: as given, else the table's ends."""
    near, far = sensor.min_range, sensor.max_range
    if sensor.table is not None:
        near = sensor.table.first if near is None else near
        far = sensor.table.last if far is None else far
    return near, far


def total_mass(model: RobotModel) -> float | None:
    """Return the mass of all links together, kg; None where no link has one."""
    masses = [link.inertial.mass for link in model.links if link.inertial is not None]
    return sum(masses) if masses else None


def _link(model: RobotModel, link: Link, pose: Pose) -> dict[str, Json]:
    joint = model.parent_joint(link.name)
    return {
        "name": link.name,
        "parent": None if joint is None else joint.parent,
        "joint": None if joint is None else joint.name,
        "mass": None if link.inertial is None else link.inertial.mass,
        "friction": link.friction,
        "visuals": len(link.visuals),
        "collisions": len(link.collisions),
        "pose_in_root": _pose(pose),
    }


def _device(
    device: Device, link_in_root: Pose, topic: str, info_topic: str | None
) -> dict[str, Json]:
    fields = _fields(device)
    if isinstance(device, DistanceSensor):
        fields["min_range"], fields["max_range"] = range_of(device)
    with np.errstate(all="ignore"):
        in_root = link_in_root @ device.pose
    names: dict[str, Json] = {
        "kind": device.kind,
        "name": device.name,
        "link": device.link,
        "frame": device_frame(device),
        "topic": topic,
        **({} if info_topic is None else {"info_topic": info_topic}),
        "simulation": "constant" if device.kind in CONSTANT_IN_SIMULATION else "physics",
        "pose": _pose(device.pose),
        "pose_in_root": _pose(in_root),
    }
    return names | {key: value for key, value in fields.items() if key not in names}


def _joint(joint: Joint) -> dict[str, Json]:
    return _fields(joint)


def _drive(drive: Drive, root: str) -> dict[str, Json]:
    topics: dict[str, Json] = {"command_topic": COMMAND_TOPIC, "odometry_topic": ODOMETRY_TOPIC}
    base: dict[str, Json] = {"base_frame": drive.base_frame or root}
    return {"kind": drive.kind} | _fields(drive) | base | topics


def _extra(extra: Extra) -> dict[str, Json]:
    return {"owner": extra.owner, "line": extra.line, "xml": extra.xml}


def _units(model: RobotModel) -> dict[str, Json]:
    kinds = {device.kind: type(device) for device in model.devices}
    return {
        "mass": "kg",
        "pose": {"xyz": "m", "rpy": "rad", "quaternion": "x y z w"},
        "joints": "rad or m, per s, N m or N",
        "devices": {kind: _plain(device_units(cls)) for kind, cls in kinds.items()},
        "drive": _plain(DRIVE_UNITS),
    }


def _fields(value: object) -> dict[str, Json]:
    assert dataclasses.is_dataclass(value)
    return {
        field.name: _plain(getattr(value, field.name))
        for field in dataclasses.fields(value)
        if field.compare
    }


def _plain(value: object) -> Json:
    if isinstance(value, Pose):
        return _pose(value)
    if isinstance(value, LookupTable):
        return [list(row) for row in value.rows]
    if isinstance(value, enum.Enum):
        return str(value.value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    return _fields(value)


def _pose(pose: Pose) -> dict[str, Json]:
    return {
        "xyz": [_tidy(value) for value in pose.xyz],
        "rpy": [_tidy(value) for value in pose.rpy],
        "quaternion": [_tidy(value) for value in pose.quaternion],
    }


def _tidy(value: float) -> float | None:
    if not math.isfinite(value):  # products of poses near the largest float
        return None
    # Products of rotations leave 1e-17 and -0.0 where people mean 0; 1e-12 m or rad is nothing.
    return 0.0 if abs(value) < 1e-12 else round(value, 12)
