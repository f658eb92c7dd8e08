# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What each robot's ROS interface is to be, written down by hand: topics, types, frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

RANGE = "sensor_msgs/msg/Range"
LIGHT = "sensor_msgs/msg/Illuminance"
SCAN = "sensor_msgs/msg/LaserScan"
IMU = "sensor_msgs/msg/Imu"
FIELD = "sensor_msgs/msg/MagneticField"
IMAGE = "sensor_msgs/msg/Image"
COMPRESSED = "sensor_msgs/msg/CompressedImage"
INFO = "sensor_msgs/msg/CameraInfo"
JOINTS = "sensor_msgs/msg/JointState"
BATTERY = "sensor_msgs/msg/BatteryState"
TEMPERATURE = "sensor_msgs/msg/Temperature"
ODOMETRY = "nav_msgs/msg/Odometry"
TWIST = "geometry_msgs/msg/Twist"
TF = "tf2_msgs/msg/TFMessage"
TEXT = "std_msgs/msg/String"
DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
CLOCK = "rosgraph_msgs/msg/Clock"
BOOL = "std_msgs/msg/Bool"
BYTE = "std_msgs/msg/UInt8"
FLOAT = "std_msgs/msg/Float32"
INT = "std_msgs/msg/Int32"
COLOUR = "std_msgs/msg/ColorRGBA"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"

HASHES = {
    TF: "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087",
    RANGE: "b42b62562e93cbfe9d42b82fe5994dfa3d63d7d5c90a317981703f7388adff3a",
    TWIST: "9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a",
    SCAN: "64c191398013af96509d518dac71d5164f9382553fce5c1f8cca5be7924bd828",
    IMU: "7d9a00ff131080897a5ec7e26e315954b8eae3353c3f995c55faf71574000b5b",
    IMAGE: "d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47",
    ODOMETRY: "3cc97dc7fb7502f8714462c526d369e35b603cfc34d946e3f2eda2766dfec6e0",
}
"""RIHS01 hashes of ROS 2 Jazzy, as other implementations have them."""

LARGE = (IMAGE, COMPRESSED, INFO)
LATCHED = ("/robot_description", "/tf_static")
EVERY_ROBOT = {
    "/robot_description": (TEXT, ""),
    "/tf_static": (TF, ""),
    "/clock": (CLOCK, ""),
    "/diagnostics": (DIAGNOSTICS, ""),
}
DRIVEN = {
    **EVERY_ROBOT,
    "/tf": (TF, ""),
    "/odom": (ODOMETRY, "odom"),
    "/joint_states": (JOINTS, ""),
}


@dataclass(frozen=True, kw_only=True)
class Interface:
    """Topics that are sent (with type and frame of the header) and heard (with type)."""

    sent: Mapping[str, tuple[str, str]]
    heard: Mapping[str, str]
    base: str = "base_link"
    services: Mapping[str, str] = field(default_factory=dict)


def _leds(*names: str) -> dict[str, str]:
    return {f"/{n}": INT for n in names} | {f"/{n}/color": COLOUR for n in names}


DRIVE_SERVICES = {"/motor_power": "std_srvs/srv/SetBool", "/reset": "std_srvs/srv/Trigger"}

EPUCK2 = Interface(
    sent={
        **DRIVEN,
        **{f"/ps{n}": (RANGE, f"ps{n}") for n in range(8)},
        **{f"/ls{n}": (LIGHT, f"ls{n}") for n in range(8)},
        **{f"/gs{n}": (RANGE, f"gs{n}") for n in range(3)},
        **{f"/mic{n}": (FLOAT, "") for n in range(4)},
        "/tof": (RANGE, "tof"),
        "/scan": (SCAN, "laser_scanner"),
        "/imu": (IMU, "imu_link"),
        "/imu/mag": (FIELD, "imu_link"),
        "/image_raw": (IMAGE, "camera_optical"),
        "/image_raw/compressed": (COMPRESSED, "camera_optical"),
        "/camera_info": (INFO, "camera_optical"),
        "/battery_state": (BATTERY, "battery"),
        "/temperature": (TEMPERATURE, "thermometer"),
        "/button": (BOOL, ""),
        "/selector": (BYTE, ""),
        "/remote": (BYTE, ""),
    },
    heard={
        "/cmd_vel": TWIST,
        "/speaker": BYTE,
        **_leds(*(f"led{n}" for n in range(8)), "led_body", "led_front"),
    },
    services=DRIVE_SERVICES,
)

_AROUND = ("front", "front_left", "left", "rear_left", "rear", "rear_right", "right", "front_right")
_SONARS = ("left", "front_left", "front", "front_right", "right")
_GROUND = ("ground_left", "ground_front_left", "ground_front_right", "ground_right")

KHEPERA4 = Interface(
    sent={
        **DRIVEN,
        **{f"/{n}_infrared_sensor": (RANGE, f"{n}_infrared_sensor") for n in (*_AROUND, *_GROUND)},
        **{f"/{n}_ultrasonic_sensor": (RANGE, f"{n}_ultrasonic_sensor") for n in _SONARS},
        "/camera/image_raw": (IMAGE, "camera_optical"),
        "/camera/camera_info": (INFO, "camera_optical"),
        "/imu": (IMU, "imu_link"),
    },
    heard={"/cmd_vel": TWIST, **_leds("front_left_led", "front_right_led", "rear_led")},
    services=DRIVE_SERVICES,
)

TURTLEBOT3 = Interface(
    sent={
        **DRIVEN,
        "/scan": (SCAN, "base_scan"),
        "/imu": (IMU, "imu_link"),
        "/magnetic_field": (FIELD, "imu_link"),
        "/battery_state": (BATTERY, "battery"),
    },
    heard={"/cmd_vel": TWIST},
    base="base_footprint",
    services=DRIVE_SERVICES,
)

THYMIO2 = Interface(
    sent={
        **DRIVEN,
        **{f"/prox_horizontal_{n}": (RANGE, f"prox_horizontal_{n}") for n in range(7)},
        **{f"/prox_ground_{n}": (RANGE, f"prox_ground_{n}") for n in range(2)},
        "/imu": (IMU, "acc"),
        **{f"/button_{n}": (BOOL, "") for n in ("backward", "left", "center", "forward", "right")},
        "/mic": (FLOAT, ""),
        "/temperature": (TEMPERATURE, "temperature"),
        "/rc5": (BYTE, ""),
        "/battery_state": (BATTERY, "battery"),
    },
    heard={
        "/cmd_vel": TWIST,
        "/speaker": BYTE,
        **_leds("leds_top", *(f"leds_circle_led{n}" for n in range(8))),
    },
    services=DRIVE_SERVICES,
)

TIAGO = Interface(
    sent={
        **DRIVEN,
        "/scan": (SCAN, "base_laser_link"),
        "/imu": (IMU, "base_imu_link"),
        **{f"/base_sonar_0{n}_link": (RANGE, f"base_sonar_0{n}_link") for n in (1, 2, 3)},
        "/base_cover_link": (BOOL, ""),
        "/camera/color/image_raw": (IMAGE, "Astra_rgb_optical"),
        "/camera/color/camera_info": (INFO, "Astra_rgb_optical"),
        "/camera/depth/image_raw": (IMAGE, "Astra_depth_optical"),
        "/camera/depth/camera_info": (INFO, "Astra_depth_optical"),
        "/battery_state": (BATTERY, "battery"),
    },
    heard={"/cmd_vel": TWIST, "/joint_command": JOINTS, "/joint_trajectory": TRAJECTORY},
    base="base_footprint",
    services=DRIVE_SERVICES,
)

UNKNOWN = Interface(
    sent={**DRIVEN, "/scan": (SCAN, "base_scan"), "/imu": (IMU, "imu_link")},
    heard={"/cmd_vel": TWIST},
    base="base_footprint",
    services=DRIVE_SERVICES,
)
"""`foreign_robots.BURGER`."""
