# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where a robot's frames are: robot_description, /tf and /tf_static.

Moving transforms come from the encoders, with their noise, and never from the simulator.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from samebot.core.pose import Quaternion, Vector3, rpy_to_matrix, rpy_to_quaternion, unit
from samebot.model.changes import with_device_links
from samebot.model.kinematics import joint_values
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind
from samebot.model.urdf import write_urdf
from samebot.ros.interface import FixedFrame, Outlet, Quality, Sample, Subject
from samebot.ros.topics import ROBOT_DESCRIPTION, TF, TF_STATIC
from samebot.ros.transforms import FrameTransform, fixed_transforms, moving_transforms
from samebot.ros.wire import Form, Stamp
from samebot.ros.wire.form import Value

__all__ = ["interface"]

_TF_MESSAGE = "tf2_msgs/msg/TFMessage"


def interface(robot: Subject, extra: Sequence[FixedFrame] = ()) -> Iterator[Outlet]:
    """Yield the description and the transforms, those of `extra` frames too."""
    model = with_device_links(robot.model)
    yield Outlet(
        topic=ROBOT_DESCRIPTION,
        type="std_msgs/msg/String",
        make=lambda _: bytes(Form("std_msgs/msg/String", {"data": write_urdf(model)})),
        quality=Quality.LATCHED,
    )
    if not robot.settings.publish_tf:
        return
    slash = "" if robot.settings.tf_in_namespace else "/"
    fixed = (
        *fixed_transforms(model, robot.settings.frame_prefix),
        *(_extra(robot, frame) for frame in extra),
    )
    yield Outlet(
        topic=slash + TF_STATIC,
        type=_TF_MESSAGE,
        make=lambda sample: bytes(_form(fixed, sample.stamp)),
        quality=Quality.LATCHED,
    )
    moving = moving_transforms(model, {}, robot.settings.frame_prefix)
    if moving or model.drive is not None:
        yield Outlet(topic=slash + TF, type=_TF_MESSAGE, make=_moving(robot, model, moving))


def _extra(robot: Subject, frame: FixedFrame) -> FrameTransform:
    return FrameTransform(
        parent=robot.frame(frame.parent),
        child=robot.frame(frame.name),
        translation=frame.pose.xyz,
        rotation=frame.pose.quaternion,
    )


def _form(transforms: tuple[FrameTransform, ...], stamp: Stamp = (0, 0)) -> Form:
    head = {"sec": stamp[0], "nanosec": stamp[1]}
    return Form(_TF_MESSAGE, {"transforms": [_fields(each, head) for each in transforms]})


def _fields(transform: FrameTransform, stamp: Mapping[str, Value]) -> dict[str, Value]:
    (x, y, z), (qx, qy, qz, qw) = transform.translation, transform.rotation
    return {
        "header": {"stamp": stamp, "frame_id": transform.parent},
        "child_frame_id": transform.child,
        "transform": {
            "translation": {"x": x, "y": y, "z": z},
            "rotation": {"x": qx, "y": qy, "z": qz, "w": qw},
        },
    }


def _moving(
    robot: Subject, model: RobotModel, transforms: tuple[FrameTransform, ...]
) -> Callable[[Sample], bytes]:
    """Return what makes /tf: where the wheels have carried the robot, then its joints."""
    drive = robot.settings.drive
    travelled = FrameTransform(
        parent=robot.frame(drive.odometry_frame),
        child=robot.frame(drive.robot_base_frame),
        translation=(0.0, 0.0, 0.0),
        rotation=(0.0, 0.0, 0.0, 1.0),
    )
    drives = model.drive is not None
    form = _form((travelled, *transforms) if drives else transforms)
    count = len(transforms) + drives
    stamps = [form.place(f"transforms.{n}.header.stamp.sec", 2) for n in range(count)]
    joints = [j for j in model.joints_from_root if j.kind is not JointKind.FIXED]
    hinges = [
        _Hinge.of(joint, form, number + drives)
        for number, joint in enumerate(joints)
        if joint.kind.freedoms == 1
    ]
    follows = any(joint.mimic is not None for joint in joints)
    carried = _carried(form) if drives else None

    def make(sample: Sample) -> bytes:
        for stamp in stamps:
            stamp(*sample.stamp)
        if carried is not None:
            carried(sample)
        positions = sample.positions
        if follows:
            stand = {name: v[0] for name, v in joint_values(model, positions).items() if v}
            positions = stand
        for hinge in hinges:
            hinge.write(positions.get(hinge.name, 0.0))
        return bytes(form)

    return make


def _carried(form: Form) -> Callable[[Sample], None]:
    position = form.place("transforms.0.transform.translation.x", 2)
    turn = form.place("transforms.0.transform.rotation.z", 2)

    def write(sample: Sample) -> None:
        if sample.odometry is not None:
            pose = sample.odometry.pose
            position(pose.x, pose.y)
            turn(math.sin(pose.yaw / 2), math.cos(pose.yaw / 2))

    return write


class _Hinge(NamedTuple):
    """A joint of one freedom, and what writes its transform."""

    name: str
    write: Callable[[float], None]

    @classmethod
    def of(cls, joint: Joint, form: Form, number: int) -> _Hinge:
        path = f"transforms.{number}.transform"
        axis = unit(joint.axis)
        if joint.kind is JointKind.PRISMATIC:
            write = form.place(f"{path}.translation.x", 3)
            return cls(joint.name, _sliding(joint.pose.xyz, joint.pose.rpy, axis, write))
        write = form.place(f"{path}.rotation.x", 4)
        return cls(joint.name, _turning(rpy_to_quaternion(joint.pose.rpy), axis, write))


def _sliding(
    origin: Vector3, rpy: Vector3, axis: Vector3, write: Callable[..., None]
) -> Callable[[float], None]:
    along = (rpy_to_matrix(rpy) @ np.array(axis)).tolist()

    def place(value: float) -> None:
        write(*(o + a * value for o, a in zip(origin, along, strict=True)))

    return place


def _turning(
    rest: Quaternion, axis: Vector3, write: Callable[..., None]
) -> Callable[[float], None]:
    # rest * (axis sin, cos) is rest * cos + swing * sin, so that a tick costs two products a part.
    x, y, z, w = rest
    a, b, c = axis
    swing = (
        w * a + y * c - z * b,
        w * b - x * c + z * a,
        w * c + x * b - y * a,
        -x * a - y * b - z * c,
    )

    def place(value: float) -> None:
        cos, sin = math.cos(value / 2), math.sin(value / 2)
        write(
            x * cos + swing[0] * sin,
            y * cos + swing[1] * sin,
            z * cos + swing[2] * sin,
            w * cos + swing[3] * sin,
        )

    return place
