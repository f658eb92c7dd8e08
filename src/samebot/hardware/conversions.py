# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""From what a robot sends to SI, by the model: tables looked up once for every raw value."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from samebot.body import Floats
from samebot.model.devices import Battery, Device, DistanceSensor, LightSensor, Microphone
from samebot.model.table import LookupTable

__all__ = ["Conversion", "conversion", "raw_values"]

Conversion = Callable[[Floats], Floats]


def conversion(devices: list[Device]) -> Conversion:
    """Return what turns the raw values of alike devices (a number each) into SI."""
    first = devices[0]
    match first:
        case DistanceSensor() | LightSensor() if first.table is not None:
            return _Lookup([raw_values(device) for device in devices])
        case Microphone():
            scale = float(first.max_raw)
            return lambda raw: raw / scale
        case Battery() if first.raw_per_volt:
            volts = first.raw_per_volt
            return lambda raw: raw / volts
    return lambda raw: raw


class _Lookup:
    """Tables of several devices, a row each, at whole raw values."""

    def __init__(self, tables: list[Floats]) -> None:
        self._tables = np.stack(tables)
        self._rows = np.arange(len(tables))

    def __call__(self, raw: Floats) -> Floats:
        columns = np.clip(raw, 0, self._tables.shape[1] - 1).astype(np.int64)
        found: Floats = self._tables[self._rows, columns]
        return found


def raw_values(device: Device) -> Floats:
    """Return the SI value at each whole raw value from 0 on."""
    match device:
        case DistanceSensor():
            least = -math.inf if device.min_range is None else device.min_range
            most = math.inf if device.max_range is None else device.max_range
            return _distances(device.table or _PLAIN, least, most)
        case LightSensor():
            return _irradiances(device.table or _PLAIN)
    raise TypeError(f"{device.name} has no table")


_PLAIN = LookupTable.of([(0.0, 0.0), (4095.0, 4095.0)])


def _size(table: LookupTable) -> int:
    largest = max(row[1] for row in table.rows)
    return max(4096, 1 << math.ceil(math.log2(largest + 2.0)))


@functools.lru_cache(maxsize=16)
def _distances(table: LookupTable, least: float, most: float) -> Floats:
    values = np.array([table.distance(float(raw)) for raw in range(_size(table))])
    values[values > most] = math.inf
    values[values < least] = -math.inf
    return values


@functools.lru_cache(maxsize=16)
def _irradiances(table: LookupTable) -> Floats:
    raws = [row[1] for row in table.rows]
    low, high = min(raws), max(raws)
    # Darker than dark is dark: a converter ends where its table does.
    return np.array(
        [table.distance(min(max(float(raw), low), high)) for raw in range(_size(table))]
    )
