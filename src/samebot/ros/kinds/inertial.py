# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Accelerometers, gyros and inertial units that share a topic as one sensor_msgs/Imu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from samebot.model.devices import Accelerometer, Device, Gyro, InertialUnit
from samebot.ros.interface import DeviceSettings, Outlet, Sample, Subject
from samebot.ros.wire import Form

__all__ = ["interface"]

_ABSENT: Final = (-1.0,) + (0.0,) * 8
"""The covariance of what is not measured (REP 145)."""
_FIELDS: Final[Mapping[type[Device], tuple[str, int]]] = {
    Accelerometer: ("linear_acceleration", 3),
    Gyro: ("angular_velocity", 3),
    InertialUnit: ("orientation", 4),
}


def interface(robot: Subject) -> Iterator[Outlet]:
    """Yield a topic for the sensors that share it; the frame is the first one's."""
    groups: dict[str, list[tuple[Device, DeviceSettings]]] = {}
    for kind in (Accelerometer, Gyro, InertialUnit):
        for device, settings in robot.devices(kind):
            groups.setdefault(settings.topic, []).append((device, settings))
    for topic, members in groups.items():
        yield Outlet(
            topic=topic,
            type="sensor_msgs/msg/Imu",
            make=_maker(robot, members),
            devices=tuple(device.name for device, _ in members),
            always=any(settings.always for _, settings in members),
        )


def _maker(
    robot: Subject, members: Sequence[tuple[Device, DeviceSettings]]
) -> Callable[[Sample], bytes]:
    measured = {_FIELDS[type(device)][0]: device for device, _ in members}
    form = Form(
        "sensor_msgs/msg/Imu",
        {
            "header": {"frame_id": robot.frame(members[0][1].frame)},
            "orientation": {"w": 1.0},
            **{
                f"{name}_covariance": _covariance(measured[name]) if name in measured else _ABSENT
                for name, _ in _FIELDS.values()
            },
        },
    )
    writers = []
    for device, _ in members:
        name, width = _FIELDS[type(device)]
        place = robot.place(device)
        writers.append((form.place(f"{name}.x", width), place, place + width))

    def make(sample: Sample) -> bytes:
        form.stamp(sample.stamp)
        values = sample.values
        for write, start, end in writers:
            write(*values[start:end])
        return bytes(form)

    return make


def _covariance(device: Device) -> tuple[float, ...]:
    """Return the covariance of three axes, row by row; 0 where nobody says (REP 145)."""
    noise = getattr(device, "noise", 0.0)
    variance = noise * noise
    return (variance, 0.0, 0.0, 0.0, variance, 0.0, 0.0, 0.0, variance)
