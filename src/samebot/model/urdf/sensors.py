# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Gazebo's `<sensor>`: which devices it is, and what its tags mean for them.

A depth camera of Gazebo classic and an RGB-D camera are a camera and a range finder
(NAME_depth). An inertial measurement unit is three devices that share topic and frame. Where
Gazebo has no bound of a range, _FAR stands for it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from samebot.core.pose import Pose, Vector3
from samebot.model.devices import (
    GPS,
    Accelerometer,
    Camera,
    Compass,
    Device,
    DistanceSensor,
    Gyro,
    InertialUnit,
    Lidar,
    RangeFinder,
    TouchSensor,
)
from samebot.model.names import ros_name
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import (
    child_limit,
    child_number,
    flag,
    nested,
    parse_numbers,
)
from samebot.model.urdf.topics import frame_of, is_range_plugin, topic_of
from samebot.model.xml import Element

__all__ = ["imu_devices", "read_sensor", "sensor_pose"]

_FAR: Final = 1000.0
_WIDE: Final = math.pi / 2
_MOST_SAMPLES: Final = 10**15
_AXES: Final = ("x", "y", "z")


def read_sensor(element: Element, link: str, draft: Draft) -> bool:
    """Add the sensor's devices; return False if it is of a kind that no device is."""
    reader = _READERS.get(element.get("type").strip().lower())
    if reader is None:
        return False
    name = element.get("name") or f"{link}_{element.get('type').strip()}"
    devices = reader(element, name, link)
    if reader is _imu and not topic_of(element) and draft.device_of_joint("gyro", ""):
        # Without a topic each part of a second one would be a message of its own.
        devices = [dataclasses.replace(device, topic=ros_name(name)) for device in devices]
    for device in devices:
        _add(device, element, draft)
    return True


def _add(device: Device, element: Element, draft: Draft) -> None:
    """Give the device what all sensors have, and to the draft."""
    mount = sensor_pose(element)
    pose = mount @ device.pose if device.pose != Pose() else mount
    rate = child_number(element, "update_rate", default=0.0)
    frame = frame_of(element) or (device.link if pose == Pose() else "")
    device = dataclasses.replace(
        device,
        pose=pose,
        period=1.0 / rate if rate > 0.0 and math.isfinite(1.0 / rate) else None,
        topic=device.topic or topic_of(element),
        frame=frame,
    )
    draft.add_device(device, element)


def sensor_pose(element: Element) -> Pose:
    """Return what stands in `<pose>`: x y z, then roll pitch yaw or a quaternion."""
    pose = element.child("pose")
    if pose is None or not pose.text:
        return Pose()
    if pose.get("rotation_format") == "quat_xyzw":
        x, y, z, qx, qy, qz, qw = parse_numbers(pose.text, 7, "<pose>", pose)
        if any((qx, qy, qz, qw)):
            return Pose.from_quaternion((x, y, z), (qx, qy, qz, qw))
        return Pose((x, y, z))
    x, y, z, roll, pitch, yaw = parse_numbers(pose.text, 6, "<pose>", pose)
    unit = math.pi / 180 if flag(pose.get("degrees")) else 1.0
    return Pose((x, y, z), (roll * unit, pitch * unit, yaw * unit))


def _ray(element: Element, name: str, link: str) -> list[Device]:
    """Return a lidar; or a distance sensor, if a plugin makes one range of all rays."""
    ray = element.child("ray", "lidar") or element
    noise = _stddev(nested(ray, "noise")) or _stddev(nested(element, "noise"))
    horizontal, vertical = nested(ray, "scan/horizontal"), nested(ray, "scan/vertical")
    bounds = nested(ray, "range")
    low, high = _range(bounds, 0.01)
    if is_range_plugin(element):
        return [_range_sensor(element, name, link, horizontal, low, high, noise)]
    rate = child_number(element, "update_rate", default=0.0)
    default = (-math.pi, math.pi) if horizontal.child() is None else (0.0, 0.0)
    return [
        Lidar(
            name=name,
            link=link,
            samples=_samples(horizontal, 360 if horizontal.child() is None else 1),
            min_angle=child_number(horizontal, "min_angle", default=default[0]),
            max_angle=child_number(horizontal, "max_angle", default=default[1]),
            layers=_samples(vertical, 1),
            vertical_field_of_view=_angle(vertical),
            min_range=low,
            max_range=high,
            noise=noise,
            resolution=_positive(child_number(bounds, "resolution", default=None)),
            frequency=rate if rate > 0.0 else None,
        )
    ]


def _range_sensor(
    element: Element,
    name: str,
    link: str,
    horizontal: Element,
    low: float,
    high: float,
    noise: float,
) -> Device:
    plugin = element.child("plugin") or element
    radiation = plugin.text_of("radiation_type", "radiation").lower()
    kind: Literal["infra-red", "sonar"] = "infra-red" if "infra" in radiation else "sonar"
    seen = child_number(plugin, "fov", default=_angle(horizontal)) or _WIDE
    return DistanceSensor(
        name=name,
        link=link,
        type=kind,
        aperture=abs(seen),
        rays=_samples(horizontal, 1),
        min_range=low,
        max_range=high,
        noise=noise or max(child_number(plugin, "gaussianNoise", default=0.0), 0.0),
    )


def _sonar(element: Element, name: str, link: str) -> list[Device]:
    """Return a distance sensor whose cone has `<radius>` at `<max>`."""
    sonar = nested(element, "sonar")
    low, high = _range(sonar, 0.0)
    radius = child_number(sonar, "radius", default=0.5)
    return [
        DistanceSensor(
            name=name,
            link=link,
            type="sonar",
            aperture=2.0 * math.atan2(abs(radius), high) if high > 0.0 else 0.0,
            rays=5,
            min_range=low,
            max_range=high,
        )
    ]


def _cameras(element: Element, name: str, link: str) -> list[Device]:
    cameras = list(element.children("camera")) or [element]
    names = [name] if len(cameras) == 1 else [camera.get("name") or name for camera in cameras]
    return [_camera(camera, each, link) for camera, each in zip(cameras, names, strict=True)]


def _camera(camera: Element, name: str, link: str) -> Camera:
    clip = nested(camera, "clip")
    return Camera(
        name=name,
        link=link,
        pose=sensor_pose(camera) if camera.tag == "camera" else Pose(),
        size=_size(camera),
        field_of_view=child_number(camera, "horizontal_fov", default=1.047),
        near=child_number(clip, "near", default=0.01),
        far=child_limit(clip, "far"),
        noise=_stddev(nested(camera, "noise")),
        distortion=_distortion(nested(camera, "distortion")),
    )


def _depth(element: Element, name: str, link: str) -> list[Device]:
    camera = element.child("camera") or element
    depth = nested(camera, "depth_camera/clip")
    clip = depth if depth.child() is not None else nested(camera, "clip")
    near = child_number(clip, "near", default=0.1)
    return [
        RangeFinder(
            name=name,
            link=link,
            pose=sensor_pose(camera) if camera.tag == "camera" else Pose(),
            size=_size(camera),
            field_of_view=child_number(camera, "horizontal_fov", default=1.047),
            min_range=near,
            max_range=_bounded(child_limit(clip, "far")),
            noise=_stddev(nested(camera, "noise")),
        )
    ]


def _colour_and_depth(element: Element, name: str, link: str) -> list[Device]:
    colour = _cameras(element, name, link)[:1]
    depth = _depth(element, f"{name}_depth", link)
    topic = topic_of(element)
    if element.get("type").strip() == "rgbd_camera" and topic:
        colour = [dataclasses.replace(device, topic=f"{topic}/image") for device in colour]
        topic = f"{topic}/depth_image"
    else:
        topic = topic_of(element, depth=True) or (topic and f"{ros_name(name)}_depth")
    return colour + [dataclasses.replace(device, topic=topic) for device in depth]


def _imu(element: Element, name: str, link: str) -> list[Device]:
    imu = nested(element, "imu")
    has_orientation = imu.text_of("enable_orientation").lower() not in ("0", "false")
    return imu_devices(imu, name, link, orientation=has_orientation)


def imu_devices(imu: Element, name: str, link: str, *, orientation: bool = True) -> list[Device]:
    """Return the parts of an inertial measurement unit, with the noise that `<imu>` tells."""
    rate, rate_bias = _axes_noise(imu, "angular_velocity", "rate")
    acceleration, acceleration_bias = _axes_noise(imu, "linear_acceleration", "accel")
    parts: list[Device] = [
        Accelerometer(
            name=f"{name}_accelerometer", link=link, noise=acceleration, bias=acceleration_bias
        ),
        Gyro(name=f"{name}_gyro", link=link, noise=rate, bias=rate_bias),
    ]
    if orientation:
        parts.append(InertialUnit(name=f"{name}_inertial_unit", link=link))
    return parts


def _magnetometer(element: Element, name: str, link: str) -> list[Device]:
    noise, bias = _three_axes(nested(element, "magnetometer"))
    return [Compass(name=name, link=link, noise=noise, bias=bias)]


def _gps(element: Element, name: str, link: str) -> list[Device]:
    gps = element.child("gps", "navsat") or element
    return [
        GPS(
            name=name,
            link=link,
            noise=_stddev(nested(gps, "position_sensing/horizontal/noise")),
            speed_noise=_stddev(nested(gps, "velocity_sensing/horizontal/noise")),
        )
    ]


def _contact(_element: Element, name: str, link: str) -> list[Device]:
    return [TouchSensor(name=name, link=link)]


def _axes_noise(imu: Element, today: str, classic: str) -> tuple[float, Vector3]:
    """Return the standard deviation and bias of one of an IMU's two vectors."""
    if nested(imu, today).child() is not None:
        return _three_axes(nested(imu, today))
    noise = nested(imu, f"noise/{classic}")
    bias = child_number(noise, "bias_mean", default=0.0)
    return max(child_number(noise, "stddev", default=0.0), 0.0), (bias, bias, bias)


def _three_axes(vector: Element) -> tuple[float, Vector3]:
    noises = [nested(vector, f"{axis}/noise") for axis in _AXES]
    x, y, z = (child_number(noise, "bias_mean", default=0.0) for noise in noises)
    return max(map(_stddev, noises)), (x, y, z)


def _stddev(noise: Element) -> float:
    kind = noise.get("type") or noise.text_of("type")
    if kind == "none":
        return 0.0
    return max(child_number(noise, "stddev", default=0.0), 0.0)


def _range(bounds: Element, default: float) -> tuple[float, float]:
    low = child_number(bounds, "min", default=default)
    return low, max(_bounded(child_limit(bounds, "max")), low)


def _bounded(value: float | None) -> float:
    return _FAR if value is None else value


def _samples(scan: Element, default: int) -> int:
    """Return how many rays there are: Gazebo multiplies samples by resolution."""
    samples = child_number(scan, "samples", default=float(default))
    factor = child_number(scan, "resolution", default=1.0)
    rays = samples * factor if factor > 0.0 else samples
    return round(min(max(rays, 1.0), _MOST_SAMPLES))


def _angle(scan: Element) -> float:
    low = child_number(scan, "min_angle", default=0.0)
    return max(child_number(scan, "max_angle", default=0.0) - low, 0.0)


def _positive(value: float | None) -> float | None:
    return value if value is not None and value > 0.0 else None


def _size(camera: Element) -> tuple[int, int]:
    """Return the pixels across and down; Gazebo's own default where the file is silent."""
    image = nested(camera, "image")
    width = child_number(image, "width", default=320.0)
    height = child_number(image, "height", default=240.0)
    return (round(width), round(height))


def _distortion(element: Element) -> tuple[float, ...]:
    names = ("k1", "k2", "p1", "p2", "k3")
    values = tuple(child_number(element, name, default=0.0) for name in names)
    return values if any(values) else ()


_Reader = Callable[[Element, str, str], list[Device]]
_READERS: Mapping[str, _Reader] = MappingProxyType(
    {
        **dict.fromkeys(("ray", "gpu_ray", "lidar", "gpu_lidar"), _ray),
        "sonar": _sonar,
        **dict.fromkeys(
            ("camera", "multicamera", "wideanglecamera", "wide_angle_camera"), _cameras
        ),
        **dict.fromkeys(("depth", "rgbd", "rgbd_camera"), _colour_and_depth),
        "depth_camera": _depth,
        "imu": _imu,
        "magnetometer": _magnetometer,
        **dict.fromkeys(("gps", "navsat"), _gps),
        "contact": _contact,
    }
)
