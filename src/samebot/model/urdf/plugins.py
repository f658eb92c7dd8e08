# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Gazebo's plugins of a whole robot: differential drives in all their spellings, old IMUs."""

from __future__ import annotations

import dataclasses
import re
from typing import Final

from samebot.model.devices import Accelerometer, Device, Gyro
from samebot.model.drive import DifferentialDrive
from samebot.model.structure import Mimic
from samebot.model.urdf.actuators import add_motor
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import child_number
from samebot.model.urdf.sensors import imu_devices
from samebot.model.urdf.topics import frame_of, topic_of
from samebot.model.xml import Element

__all__ = ["read_drive", "read_imu"]

_DRIVES: Final = re.compile(r"diff[_-]?drive|skid[_-]?steer", re.IGNORECASE)
_IMUS: Final = re.compile(r"gazebo_ros_imu")
_LEFT: Final = ("leftJoint", "left_joint", "leftFrontJoint", "left_front_joint")
_RIGHT: Final = ("rightJoint", "right_joint", "rightFrontJoint", "right_front_joint")
_BEHIND: Final = ("left_rear_joint", "right_rear_joint", "leftRearJoint", "rightRearJoint")
_TORQUES: Final = ("max_wheel_torque", "wheelTorque", "torque")
_ACCELERATIONS: Final = ("max_wheel_acceleration", "wheelAcceleration")


def read_drive(plugin: Element, draft: Draft) -> bool:
    """Add the drive and its motors; return False if this is none, or its wheels are unknown."""
    if draft.drive is not None or not _DRIVES.search(f"{plugin.get('filename')} {_name(plugin)}"):
        return False
    left, right = plugin.text_of(*_LEFT), plugin.text_of(*_RIGHT)
    radius, separation = _radius(plugin), _number(plugin, "wheelSeparation", "wheel_separation")
    if not {left, right} <= draft.joints.keys() or radius is None or separation is None:
        return False
    drive = DifferentialDrive(
        left_joint=left,
        right_joint=right,
        wheel_radius=radius,
        wheel_separation=separation,
        max_wheel_velocity=_slower(left, right, draft),
        max_linear=_positive(plugin, "max_linear_velocity"),
        max_angular=_positive(plugin, "max_angular_velocity"),
        odometry_frame=_frame(plugin, "odometryFrame", "odometry_frame", "frame_id") or "odom",
        base_frame=_frame(plugin, "robotBaseFrame", "robot_base_frame", "child_frame_id"),
    )
    draft.set_drive(drive, plugin)
    for joint in (left, right):
        _add_wheel_motor(plugin, joint, radius, draft)
    _couple(plugin, left, right, draft)
    return True


def _couple(plugin: Element, left: str, right: str, draft: Draft) -> None:
    """Let the further wheels of a side, which the plugin drives alike, turn with the first."""
    for child in plugin.children(*_LEFT, *_RIGHT, *_BEHIND):
        leader = left if child.tag.startswith("left") else right
        joint = draft.joints.get(child.text)
        if joint is not None and joint.name not in (left, right) and joint.mimic is None:
            draft.joints[joint.name] = dataclasses.replace(joint, mimic=Mimic(joint=leader))


def _add_wheel_motor(plugin: Element, joint: str, radius: float, draft: Draft) -> None:
    motor = add_motor(joint, plugin, draft, command="velocity")
    torque = _positive(plugin, *_TORQUES)
    # Gazebo's plugins bound how fast the rim changes its speed, m/s2.
    rim = _positive(plugin, *_ACCELERATIONS)
    draft.replace_device(
        dataclasses.replace(
            motor,
            command="velocity",
            max_effort=torque or motor.max_effort,
            acceleration=rim / radius if rim is not None and radius > 0.0 else motor.acceleration,
        )
    )


def read_imu(plugin: Element, draft: Draft) -> bool:
    """Add an IMU that only a plugin tells of, or complete the sensor of its link by it."""
    link = plugin.text_of("bodyName", "body_name")
    if not _IMUS.search(plugin.get("filename")) or link not in draft.links:
        return False
    rate = _positive(plugin, "updateRate", "update_rate")
    told = [
        dataclasses.replace(
            part,
            topic=topic_of(plugin),
            frame=frame_of(plugin) or link,
            period=1.0 / rate if rate is not None else None,
        )
        for part in imu_devices(plugin.child("imu") or plugin, plugin.get("name") or "imu", link)
    ]
    if draft.device_on("inertial_unit", link) is None:
        for part in told:
            draft.add_device(part, plugin)
        return True
    for part in told:
        sensor = draft.device_on(part.kind, link)
        if sensor is not None:
            draft.replace_device(_completed(sensor, part))
    return True


def _completed(sensor: Device, plugin: Device) -> Device:
    """Return a part of an IMU with what its plugin tells besides."""
    sensor = dataclasses.replace(
        sensor,
        topic=plugin.topic or sensor.topic,
        frame=plugin.frame,
        period=sensor.period or plugin.period,
    )
    if isinstance(sensor, Accelerometer | Gyro) and isinstance(plugin, Accelerometer | Gyro):
        silent = not sensor.noise and not any(sensor.bias)
        noisy = plugin if silent else sensor
        return dataclasses.replace(sensor, noise=noisy.noise, bias=noisy.bias)
    return sensor


def _name(plugin: Element) -> str:
    # ROS 1 files call every plugin as they like, today's Gazebo by its class.
    name = plugin.get("name")
    return name if "::" in name else ""


def _radius(plugin: Element) -> float | None:
    radius = _number(plugin, "wheelRadius", "wheel_radius")
    diameter = _number(plugin, "wheelDiameter", "wheel_diameter")
    return diameter / 2 if radius is None and diameter is not None else radius


def _number(plugin: Element, *tags: str) -> float | None:
    return child_number(plugin, *tags, default=None)


def _positive(plugin: Element, *tags: str) -> float | None:
    value = _number(plugin, *tags)
    return value if value is not None and value > 0.0 else None


def _frame(plugin: Element, *tags: str) -> str:
    return plugin.text_of(*tags).lstrip("/")


def _slower(left: str, right: str, draft: Draft) -> float | None:
    limits = (draft.joints[joint].limits for joint in (left, right))
    speeds = [limit.velocity for limit in limits if limit is not None and limit.velocity]
    return min(speeds, default=None)
