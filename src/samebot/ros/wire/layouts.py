# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The fields of the messages that robots send and hear, in the order in which they are sent."""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

from samebot.core.errors import UnknownName

__all__ = ["SIZES", "Field", "fields_of"]

SIZES: Final = {
    "bool": ("?", 1),
    "uint8": ("B", 1),
    "int8": ("b", 1),
    "byte": ("B", 1),
    "uint16": ("H", 2),
    "int16": ("h", 2),
    "uint32": ("I", 4),
    "int32": ("i", 4),
    "uint64": ("Q", 8),
    "int64": ("q", 8),
    "float32": ("f", 4),
    "float64": ("d", 8),
}
"""The letter of `struct` and the size (also the alignment) of each plain type."""


class Field(NamedTuple):
    """One field: `length` None is one value, 0 a sequence of any length, else an array."""

    name: str
    type: str
    length: int | None


_LAYOUTS: Final = {
    "builtin_interfaces/msg/Time": "sec:int32 nanosec:uint32",
    "builtin_interfaces/msg/Duration": "sec:int32 nanosec:uint32",
    "std_msgs/msg/Header": "stamp:builtin_interfaces/Time frame_id:string",
    "std_msgs/msg/Bool": "data:bool",
    "std_msgs/msg/ColorRGBA": "r:float32 g:float32 b:float32 a:float32",
    "std_msgs/msg/Float32": "data:float32",
    "std_msgs/msg/Int32": "data:int32",
    "std_msgs/msg/String": "data:string",
    "std_msgs/msg/UInt8": "data:uint8",
    "rosgraph_msgs/msg/Clock": "clock:builtin_interfaces/Time",
    "geometry_msgs/msg/Vector3": "x:float64 y:float64 z:float64",
    "geometry_msgs/msg/Point": "x:float64 y:float64 z:float64",
    "geometry_msgs/msg/Quaternion": "x:float64 y:float64 z:float64 w:float64",
    "geometry_msgs/msg/Pose": "position:Point orientation:Quaternion",
    "geometry_msgs/msg/PointStamped": "header:std_msgs/Header point:Point",
    "geometry_msgs/msg/PoseStamped": "header:std_msgs/Header pose:Pose",
    "geometry_msgs/msg/PoseWithCovariance": "pose:Pose covariance:float64[36]",
    "geometry_msgs/msg/Transform": "translation:Vector3 rotation:Quaternion",
    "geometry_msgs/msg/TransformStamped": (
        "header:std_msgs/Header child_frame_id:string transform:Transform"
    ),
    "geometry_msgs/msg/Twist": "linear:Vector3 angular:Vector3",
    "geometry_msgs/msg/TwistStamped": "header:std_msgs/Header twist:Twist",
    "geometry_msgs/msg/TwistWithCovariance": "twist:Twist covariance:float64[36]",
    "geometry_msgs/msg/Wrench": "force:Vector3 torque:Vector3",
    "geometry_msgs/msg/WrenchStamped": "header:std_msgs/Header wrench:Wrench",
    "nav_msgs/msg/Odometry": (
        "header:std_msgs/Header child_frame_id:string "
        "pose:geometry_msgs/PoseWithCovariance twist:geometry_msgs/TwistWithCovariance"
    ),
    "tf2_msgs/msg/TFMessage": "transforms:geometry_msgs/TransformStamped[]",
    "sensor_msgs/msg/BatteryState": (
        "header:std_msgs/Header voltage:float32 temperature:float32 current:float32 "
        "charge:float32 capacity:float32 design_capacity:float32 percentage:float32 "
        "power_supply_status:uint8 power_supply_health:uint8 power_supply_technology:uint8 "
        "present:bool cell_voltage:float32[] cell_temperature:float32[] location:string "
        "serial_number:string"
    ),
    "sensor_msgs/msg/CameraInfo": (
        "header:std_msgs/Header height:uint32 width:uint32 distortion_model:string d:float64[] "
        "k:float64[9] r:float64[9] p:float64[12] binning_x:uint32 binning_y:uint32 "
        "roi:RegionOfInterest"
    ),
    "sensor_msgs/msg/CompressedImage": "header:std_msgs/Header format:string data:uint8[]",
    "sensor_msgs/msg/Illuminance": "header:std_msgs/Header illuminance:float64 variance:float64",
    "sensor_msgs/msg/Image": (
        "header:std_msgs/Header height:uint32 width:uint32 encoding:string is_bigendian:uint8 "
        "step:uint32 data:uint8[]"
    ),
    "sensor_msgs/msg/Imu": (
        "header:std_msgs/Header orientation:geometry_msgs/Quaternion "
        "orientation_covariance:float64[9] angular_velocity:geometry_msgs/Vector3 "
        "angular_velocity_covariance:float64[9] linear_acceleration:geometry_msgs/Vector3 "
        "linear_acceleration_covariance:float64[9]"
    ),
    "sensor_msgs/msg/JointState": (
        "header:std_msgs/Header name:string[] position:float64[] velocity:float64[] "
        "effort:float64[]"
    ),
    "sensor_msgs/msg/LaserScan": (
        "header:std_msgs/Header angle_min:float32 angle_max:float32 angle_increment:float32 "
        "time_increment:float32 scan_time:float32 range_min:float32 range_max:float32 "
        "ranges:float32[] intensities:float32[]"
    ),
    "sensor_msgs/msg/MagneticField": (
        "header:std_msgs/Header magnetic_field:geometry_msgs/Vector3 "
        "magnetic_field_covariance:float64[9]"
    ),
    "sensor_msgs/msg/PointCloud2": (
        "header:std_msgs/Header height:uint32 width:uint32 fields:PointField[] is_bigendian:bool "
        "point_step:uint32 row_step:uint32 data:uint8[] is_dense:bool"
    ),
    "sensor_msgs/msg/PointField": "name:string offset:uint32 datatype:uint8 count:uint32",
    "sensor_msgs/msg/Range": (
        "header:std_msgs/Header radiation_type:uint8 field_of_view:float32 min_range:float32 "
        "max_range:float32 range:float32 variance:float32"
    ),
    "sensor_msgs/msg/RegionOfInterest": (
        "x_offset:uint32 y_offset:uint32 height:uint32 width:uint32 do_rectify:bool"
    ),
    "sensor_msgs/msg/Temperature": "header:std_msgs/Header temperature:float64 variance:float64",
    "trajectory_msgs/msg/JointTrajectory": (
        "header:std_msgs/Header joint_names:string[] points:JointTrajectoryPoint[]"
    ),
    "trajectory_msgs/msg/JointTrajectoryPoint": (
        "positions:float64[] velocities:float64[] accelerations:float64[] effort:float64[] "
        "time_from_start:builtin_interfaces/Duration"
    ),
    "diagnostic_msgs/msg/DiagnosticArray": "header:std_msgs/Header status:DiagnosticStatus[]",
    "diagnostic_msgs/msg/DiagnosticStatus": (
        "level:byte name:string message:string hardware_id:string values:KeyValue[]"
    ),
    "diagnostic_msgs/msg/KeyValue": "key:string value:string",
}
"""By the type's full name. A type without a package is of the same package."""


@functools.cache
def fields_of(message: str) -> tuple[Field, ...]:
    """Return the fields of a message, by its full name (``std_msgs/msg/Bool``)."""
    try:
        layout = _LAYOUTS[message]
    except KeyError:
        raise UnknownName("message type", message, _LAYOUTS) from None
    package = message.partition("/")[0]
    fields = []
    for name, short, length in re.findall(r"(\w+):([\w/]+)(\[\d*\])?", layout):
        count = int(length[1:-1] or 0) if length else None
        fields.append(Field(name, _full(short, package), count))
    return tuple(fields)


def _full(short: str, package: str) -> str:
    if short in SIZES or short == "string":
        return short
    package, _, name = f"{package}/{short}".rpartition("/")
    return f"{package.rpartition('/')[2]}/msg/{name}"
