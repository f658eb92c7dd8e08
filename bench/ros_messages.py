# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The messages of an e-puck2 that stands still, made as ROS programs usually make them.

One function for each group of devices; each call makes new messages. Needs ROS 2.
"""

from __future__ import annotations

import array
import math
from collections.abc import Callable, Iterator
from typing import Any, Final

from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from sensor_msgs.msg import (
    BatteryState,
    Illuminance,
    Imu,
    JointState,
    LaserScan,
    MagneticField,
    Range,
    Temperature,
)
from std_msgs.msg import Bool, Float32, UInt8
from tf2_msgs.msg import TFMessage

__all__ = ["GROUPS", "Make", "Message", "type_of"]

Message = Any
Make = Callable[[Any], Iterator[tuple[str, Message]]]
"""From a stamp to topics with a message for each."""

_COVARIANCE: Final = [1e-5, 0.0, 0.0, 0.0, 1e-5, 0.0, 0.0, 0.0, 1e-5]
_BEAMS: Final = 24


def odometry(stamp: Any) -> Iterator[tuple[str, Message]]:
    """Where the wheels have brought it, as message and as transform."""
    message = Odometry()
    message.header.stamp = stamp
    message.header.frame_id = "odom"
    message.child_frame_id = "base_link"
    message.pose.pose.position.x = 0.1
    message.pose.pose.position.y = 0.2
    message.pose.pose.orientation.z = math.sin(0.15)
    message.pose.pose.orientation.w = math.cos(0.15)
    message.pose.covariance[0] = message.pose.covariance[7] = message.pose.covariance[35] = 1e-3
    message.twist.covariance[0] = message.twist.covariance[35] = 1e-3
    yield "odom", message
    wheels = [_transform(stamp, "base_link", f"{side}_wheel") for side in ("left", "right")]
    base = _transform(stamp, "odom", "base_link")
    base.transform.translation.x = 0.1
    base.transform.translation.y = 0.2
    base.transform.rotation.z = math.sin(0.15)
    base.transform.rotation.w = math.cos(0.15)
    yield "/tf", TFMessage(transforms=[base, *wheels])


def joints(stamp: Any) -> Iterator[tuple[str, Message]]:
    """How its wheels stand."""
    message = JointState()
    message.header.stamp = stamp
    message.name = ["left_wheel_joint", "right_wheel_joint"]
    message.position = [0.0, 0.0]
    message.velocity = [0.0, 0.0]
    yield "joint_states", message


def infrared(stamp: Any) -> Iterator[tuple[str, Message]]:
    """Eight distances."""
    for number in range(8):
        yield f"ps{number}", _range(stamp, f"ps{number}", Range.INFRARED, 0.07, 0.04)


def light(stamp: Any) -> Iterator[tuple[str, Message]]:
    """Eight brightnesses."""
    for number in range(8):
        message = Illuminance()
        message.header.stamp = stamp
        message.header.frame_id = f"ls{number}"
        message.illuminance = 120.0
        message.variance = 1.0
        yield f"ls{number}", message


def time_of_flight(stamp: Any) -> Iterator[tuple[str, Message]]:
    """One long distance."""
    yield "tof", _range(stamp, "tof", Range.INFRARED, 2.0, 0.5)


def scan(stamp: Any) -> Iterator[tuple[str, Message]]:
    """All distances as one scan."""
    message = LaserScan()
    message.header.stamp = stamp
    message.header.frame_id = "laser_scanner"
    message.angle_min = -math.pi
    message.angle_max = math.pi * (1.0 - 2.0 / _BEAMS)
    message.angle_increment = 2.0 * math.pi / _BEAMS
    message.range_min = 0.035
    message.range_max = 2.1
    message.ranges = array.array("f", [0.1] * _BEAMS)
    yield "scan", message


def inertial(stamp: Any) -> Iterator[tuple[str, Message]]:
    """Acceleration and turning; the magnetic field."""
    message = Imu()
    message.header.stamp = stamp
    message.header.frame_id = "imu_link"
    message.orientation_covariance[0] = -1.0
    message.linear_acceleration.z = 9.81
    message.linear_acceleration_covariance = _COVARIANCE
    message.angular_velocity_covariance = _COVARIANCE
    yield "imu", message
    field = MagneticField()
    field.header.stamp = stamp
    field.header.frame_id = "imu_link"
    field.magnetic_field.x = 2e-5
    field.magnetic_field.z = -4e-5
    field.magnetic_field_covariance = _COVARIANCE
    yield "imu/mag", field


def ground(stamp: Any) -> Iterator[tuple[str, Message]]:
    """Three distances to the ground."""
    for number in range(3):
        yield f"gs{number}", _range(stamp, f"gs{number}", Range.INFRARED, 0.016, 0.003)


def state(stamp: Any) -> Iterator[tuple[str, Message]]:
    """Battery and temperature."""
    message = BatteryState()
    message.header.stamp = stamp
    message.header.frame_id = "battery"
    message.voltage = 4.0
    message.capacity = message.design_capacity = 1.8
    message.percentage = 0.9
    message.charge = message.current = message.temperature = math.nan
    message.present = True
    yield "battery_state", message
    warmth = Temperature()
    warmth.header.stamp = stamp
    warmth.header.frame_id = "thermometer"
    warmth.temperature = 20.0
    yield "temperature", warmth


def sound(_: Any) -> Iterator[tuple[str, Message]]:
    """Four volumes."""
    for number in range(4):
        yield f"mic{number}", Float32(data=0.1)


def hand(_: Any) -> Iterator[tuple[str, Message]]:
    """What people set by hand."""
    yield "button", Bool(data=False)
    yield "selector", UInt8(data=3)
    yield "remote", UInt8(data=0)


GROUPS: Final[tuple[Make, ...]] = (
    odometry,
    joints,
    infrared,
    light,
    time_of_flight,
    scan,
    inertial,
    ground,
    state,
    sound,
    hand,
)


def type_of(message: Message) -> str:
    """Return a message's type as ROS writes it."""
    package = type(message).__module__.partition(".")[0]
    return f"{package}/msg/{type(message).__name__}"


def _range(stamp: Any, name: str, kind: int, longest: float, value: float) -> Any:
    message = Range()
    message.header.stamp = stamp
    message.header.frame_id = name
    message.radiation_type = kind
    message.field_of_view = 0.26
    message.min_range = 0.0
    message.max_range = longest
    message.range = value
    return message


def _transform(stamp: Any, parent: str, child: str) -> Any:
    message = TransformStamped()
    message.header.stamp = stamp
    message.header.frame_id = parent
    message.child_frame_id = child
    return message
