# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Cameras: images, compressed images, and their intrinsic parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from samebot.model.devices import Camera, RangeFinder
from samebot.model.names import camera_info_topics
from samebot.ros.interface import DeviceSettings, Outlet, Quality, Sample, Subject
from samebot.ros.jpeg import JPEG_QUALITY, to_jpeg
from samebot.ros.wire import Form
from samebot.ros.wire.form import Value

__all__ = ["info_form", "info_maker", "info_topics", "interface", "optical_frame"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield the topics of each camera; it takes pictures only while somebody listens."""
    infos = info_topics(robot)
    for device, settings in robot.devices(Camera):
        yield _outlet(
            device, settings, "", "sensor_msgs/msg/Image", _image(robot, device, settings)
        )
        yield _outlet(
            device,
            settings,
            "/compressed",
            "sensor_msgs/msg/CompressedImage",
            _compressed(robot, device, settings),
        )
        yield Outlet(
            topic=infos[settings.topic],
            type="sensor_msgs/msg/CameraInfo",
            make=info_maker(robot, device, settings),
            devices=(device.name,),
            always=settings.always,
            quality=Quality.LARGE,
        )


def _outlet(
    device: Camera,
    settings: DeviceSettings,
    suffix: str,
    kind: str,
    make: Callable[[Sample], bytes | None],
) -> Outlet:
    return Outlet(
        topic=settings.topic + suffix,
        type=kind,
        make=make,
        devices=(device.name,),
        always=settings.always and not suffix,
        quality=Quality.LARGE,
    )


def info_topics(robot: Subject) -> dict[str, str]:
    """Return the topics of intrinsic parameters by those of the images, depth images last."""
    cameras = [settings for kind in (Camera, RangeFinder) for _, settings in robot.devices(kind)]
    return camera_info_topics(settings.topic for settings in cameras)


def optical_frame(robot: Subject, frame: str) -> str:
    """Return the frame in which z looks forward (REP 103)."""
    return robot.frame(frame if "_optical" in frame else f"{frame}_optical")


def _image(
    robot: Subject, device: Camera, settings: DeviceSettings
) -> Callable[[Sample], bytes | None]:
    width, height = device.size
    form = Form(
        "sensor_msgs/msg/Image",
        {
            "header": {"frame_id": optical_frame(robot, settings.frame)},
            "height": height,
            "width": width,
            "encoding": "rgb8",
            "step": 3 * width,
            "data": bytes(3 * width * height),
        },
    )
    head = form.data[: form.offset("data")]
    stamped = Form("builtin_interfaces/msg/Time")

    def make(sample: Sample) -> bytes | None:
        reading = sample.snapshot[device.name]
        if not reading.valid:
            return None
        stamped.stamp(sample.stamp_at(reading.time))
        head[4:12] = stamped.data[4:12]
        return b"".join((head, np.ascontiguousarray(reading.value).data))

    return make


def _compressed(
    robot: Subject, device: Camera, settings: DeviceSettings
) -> Callable[[Sample], bytes | None]:
    frame = optical_frame(robot, settings.frame)

    def make(sample: Sample) -> bytes | None:
        reading = sample.snapshot[device.name]
        if not reading.valid:
            return None
        picture = to_jpeg(np.asarray(reading.value, np.uint8), JPEG_QUALITY)
        form = Form(
            "sensor_msgs/msg/CompressedImage",
            {
                "header": {"frame_id": frame},
                "format": "rgb8; jpeg compressed bgr8",
                "data": picture,
            },
        )
        form.stamp(sample.stamp_at(reading.time))
        return bytes(form)

    return make


def info_maker(
    robot: Subject, device: Camera | RangeFinder, settings: DeviceSettings
) -> Callable[[Sample], bytes | None]:
    """Return what makes the intrinsic parameters, with the stamp of the picture."""
    form = info_form(device, optical_frame(robot, settings.frame))

    def make(sample: Sample) -> bytes | None:
        reading = sample.snapshot[device.name]
        if not reading.valid:
            return None
        form.stamp(sample.stamp_at(reading.time))
        return bytes(form)

    return make


def info_form(device: Camera | RangeFinder, frame: str) -> Form:
    """Return a camera's intrinsic parameters: pixel centres lie at +0.5."""
    width, height = device.size
    f = width / (2 * math.tan(device.field_of_view / 2))
    cx, cy = width / 2, height / 2
    given = device.distortion if isinstance(device, Camera) else ()
    distortion: list[Value] = [*given, *(0.0,) * (5 - len(given))]
    return Form(
        "sensor_msgs/msg/CameraInfo",
        {
            "header": {"frame_id": frame},
            "height": height,
            "width": width,
            "distortion_model": "plumb_bob",
            "d": distortion,
            "k": [f, 0.0, cx, 0.0, f, cy, 0.0, 0.0, 1.0],
            "r": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            "p": [f, 0.0, cx, 0.0, 0.0, f, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
        },
    )
