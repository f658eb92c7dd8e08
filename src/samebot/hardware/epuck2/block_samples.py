# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The firmware's block of sensors as samples by group, for Wi-Fi and the serial port."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.epuck2 import axes
from samebot.hardware.epuck2.parts import COMMON_GROUPS
from samebot.hardware.epuck2.ranger import ahead
from samebot.hardware.epuck2.wifi_packets import SensorBlock
from samebot.hardware.link import Sample, Samples

__all__ = ["BLOCK_GROUPS", "SPHERICAL", "block_samples"]

SPHERICAL: Final = "acceleration spherical"
"""Acceleration (counts), orientation and inclination (degrees), as E-GO has them."""

BLOCK_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    **COMMON_GROUPS,
    "ground": ("gs0", "gs1", "gs2"),
    "tof": ("tof",),
    "accelerometer": ("accelerometer",),
    "gyro": ("gyro",),
    "compass": ("compass",),
    "battery": ("battery",),
    "thermometer": ("thermometer",),
}


def block_samples(
    block: SensorBlock, wanted: Collection[str], per_g: float, per_degree: float
) -> Samples:
    """Return the wanted groups of a block; what of it cannot be is left out."""
    samples: Samples = {}
    for group in wanted:
        try:
            found = _sample(block, group, per_g, per_degree)
        except BusError:
            continue
        if found is not None:
            samples[group] = found
    return samples


def _sample(block: SensorBlock, group: str, per_g: float, per_degree: float) -> Sample | None:
    match group:
        case "proximity" | "light" | "microphones" | "steps" | "ground":
            return Sample(getattr(block, group))
        case "selector" | "button" | "remote" | "battery":
            return Sample((getattr(block, group),))
        case "thermometer":
            return Sample((block.temperature,))
        case "tof":
            return ahead(block.distance)
        case "accelerometer":
            return axes.acceleration(axes.exchanged(block.acceleration), per_g)
        case "gyro":
            return axes.turning(block.turning, per_degree)
        case "compass":
            return axes.field(block.field)
    return Sample(block.spherical) if group == SPHERICAL else None
