# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The unit of every number of a device or drive, for those who read a description."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Final

from samebot.model.devices import Device

__all__ = ["COUNTS", "DRIVE_UNITS", "device_units"]

COUNTS: Final = frozenset(
    {
        "axes",
        "baud_rate",
        "bits",
        "buffer_size",
        "channel",
        "layers",
        "max_raw",
        "positions",
        "rays",
        "samples",
    }
)
"""Numbers that count, number or switch something: no unit."""

_LENGTHS: Final = ("min_range", "max_range", "near", "far")
_ANGLES: Final = (
    "aperture",
    "field_of_view",
    "vertical_field_of_view",
    "min_angle",
    "max_angle",
    "rotation",
)

_ANY_KIND: Final[Mapping[str, str]] = {
    **dict.fromkeys(_LENGTHS, "m"),
    **dict.fromkeys(_ANGLES, "rad"),
    "acceleration": "rad/s2 or m/s2",
    "capacity": "A h",
    "colour_filter": "fraction",
    "colours": "fraction of red, green, blue",
    "distortion": "plumb_bob k1 k2 p1 p2 k3",
    "empty": "V",
    "exposure": "J/m2",
    "frequency": "Hz",
    "full": "V",
    "gaussian_width": "fraction of the aperture",
    "max_effort": "N m or N",
    "max_size": "pixels",
    "max_velocity": "rad/s or m/s",
    "nothing": "raw",
    "period": "s",
    "raw_per_volt": "raw/V",
    "red_sensitivity": "fraction",
    "sample_rate": "Hz",
    "size": "pixels",
    "speed_noise": "m/s",
    "step": "rad or m",
    "thrust_constants": "N s2/rad2, N s2/(m rad)",
    "torque_constants": "N m s2/rad2, N s2/rad",
}

_READING: Final[Mapping[str, str]] = {
    "accelerometer": "m/s2",
    "compass": "T",
    "distance_sensor": "m",
    "gps": "m",
    "gyro": "rad/s",
    "inertial_unit": "rad",
    "lidar": "m",
    "light_sensor": "W/m2",
    "position_sensor": "rad or m",
    "range_finder": "m",
    "thermometer": "degrees Celsius",
    "touch_sensor": "N",
}
"""The unit in which a kind reads; also of its noise, bias, resolution and largest value."""

_OF_READING: Final = ("noise", "bias", "resolution", "max_value")

_EXCEPTIONS: Final[Mapping[tuple[str, str], str]] = {
    ("camera", "noise"): "fraction of full scale",
    ("distance_sensor", "resolution"): "raw",
    ("led", "size"): "m",
    ("light_sensor", "resolution"): "raw",
}

DRIVE_UNITS: Final[Mapping[str, str]] = {
    "wheel_radius": "m",
    "wheel_separation": "m",
    "max_wheel_velocity": "rad/s",
    "max_linear": "m/s",
    "max_angular": "rad/s",
}


def device_units(kind: type[Device]) -> dict[str, str]:
    """Return the unit of each field of a kind of device that has one."""
    units = {field.name: _unit(kind.kind, field.name) for field in dataclasses.fields(kind)}
    return {name: unit for name, unit in units.items() if unit}


def _unit(kind: str, field: str) -> str:
    if (kind, field) in _EXCEPTIONS:
        return _EXCEPTIONS[kind, field]
    if field in _OF_READING:
        return _READING.get(kind, "")
    if field == "table":
        return f"rows of {_READING[kind]}, raw, noise as a fraction of raw"
    return _ANY_KIND.get(field, "")
