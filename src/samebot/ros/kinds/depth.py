# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Depth cameras: depth images (32FC1, m) and their intrinsic parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from samebot.model.devices import RangeFinder
from samebot.ros.interface import DeviceSettings, Outlet, Quality, Sample, Subject
from samebot.ros.kinds.camera import info_maker, info_topics, optical_frame
from samebot.ros.wire import Form

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield the topics of each depth camera."""
    infos = info_topics(robot)
    for device, settings in robot.devices(RangeFinder):
        for topic, kind, make in (
            (settings.topic, "Image", _image(robot, device, settings)),
            (infos[settings.topic], "CameraInfo", info_maker(robot, device, settings)),
        ):
            yield Outlet(
                topic=topic,
                type=f"sensor_msgs/msg/{kind}",
                make=make,
                devices=(device.name,),
                always=settings.always,
                quality=Quality.LARGE,
            )


def _image(
    robot: Subject, device: RangeFinder, settings: DeviceSettings
) -> Callable[[Sample], bytes | None]:
    width, height = device.size
    size = 4 * width * height
    form = Form(
        "sensor_msgs/msg/Image",
        {
            "header": {"frame_id": optical_frame(robot, settings.frame)},
            "height": height,
            "width": width,
            "encoding": "32FC1",
            "step": 4 * width,
            "data": bytes(size),
        },
    )
    at = form.offset("data")

    def make(sample: Sample) -> bytes | None:
        reading = sample.snapshot[device.name]
        if not reading.valid:
            return None
        form.stamp(sample.stamp_at(reading.time))
        form.data[at : at + size] = np.asarray(reading.value, "<f4").tobytes()
        return bytes(form)

    return make
