# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The last sample of every device of one physical robot, as arrays of a snapshot."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samebot.body import Floats, Image, Layout, Snapshot, sample_width
from samebot.hardware.conversions import Conversion, conversion
from samebot.hardware.link import Sample
from samebot.model.devices import Device

__all__ = ["Readings"]

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Group:
    """Where the numbers of a group go."""

    names: tuple[str, ...]
    wire: Rows
    """Places in what the robot sent."""
    places: Rows
    """Places in the snapshot's arrays."""
    rows: Rows
    """For each number its device's place in the model."""
    orders: Rows
    """For each number its device's place in the snapshot's times."""
    convert: Conversion


class Readings:
    """What the devices showed last; groups of devices are written together."""

    def __init__(
        self, devices: tuple[Device, ...], layout: Layout, groups: Mapping[str, tuple[str, ...]]
    ) -> None:
        """`groups` as a link names them; devices that the model lacks are passed over."""
        self._layout = layout
        self._raw: Floats = np.full(layout.size, math.nan)
        self._value: Floats = np.full(layout.size, math.nan)
        self._times: Floats = np.full(len(layout.names), math.nan)
        self._images: dict[str, Image] = {}
        rows = {device.name: row for row, device in enumerate(devices)}
        self._groups = {
            name: made
            for name, members in groups.items()
            if (made := self._group(devices, rows, members)) is not None
        }
        # All groups' devices in one row, and where in it each group begins.
        self._order = tuple(self._groups)
        every = [group.rows for group in self._groups.values()]
        self._every: Rows = np.concatenate([np.zeros(0, np.int64), *every])
        self._starts: Rows = np.cumsum([0, *map(len, every)])[:-1]

    def _group(
        self, devices: tuple[Device, ...], rows: Mapping[str, int], members: tuple[str, ...]
    ) -> _Group | None:
        wire: list[int] = []
        places: list[int] = []
        owners: list[int] = []
        orders: list[int] = []
        known = [name for name in members if name in self._layout.slices]
        if not known:
            return None
        widths = {name: sample_width(devices[rows[name]]) or 0 for name in known}
        start = 0
        for name in members:
            width = widths.get(name, 1)
            if name in widths:
                first = self._layout.slices[name].start
                wire += range(start, start + width)
                places += range(first, first + width)
                owners += [rows[name]] * width
                orders += [self._layout.order[name]] * width
            start += width
        single = all(width == 1 for width in widths.values())
        return _Group(
            names=tuple(known),
            wire=np.array(wire, np.int64),
            places=np.array(places, np.int64),
            rows=np.array(owners, np.int64),
            orders=np.array(orders, np.int64),
            convert=conversion([devices[rows[name]] for name in known]) if single else _as_is,
        )

    @property
    def names(self) -> frozenset[str]:
        """The devices that some group has."""
        return frozenset(name for group in self._groups.values() for name in group.names)

    def members(self, group: str) -> tuple[str, ...]:
        """Return the devices of a group that the model has."""
        found = self._groups.get(group)
        return found.names if found else ()

    def wanted(self, due: Floats) -> list[str]:
        """Return the groups of which a device is due (1.0, by place in the model)."""
        if not self._order:
            return []
        most = np.maximum.reduceat(due[self._every], self._starts).tolist()
        return [name for name, largest in zip(self._order, most, strict=True) if largest > 0.0]

    def put(self, name: str, sample: Sample, time: float, due: Floats) -> None:
        """Write a group's sample into the devices that are due."""
        group = self._groups.get(name)
        if group is None:
            return
        raw = np.asarray(sample.raw, np.float64)[group.wire]
        if sample.values is None:
            value = group.convert(raw)
        else:
            value = np.asarray(sample.values, np.float64)[group.wire]
        places, orders = group.places, group.orders
        taken = due[group.rows] > 0.0
        if not taken.all():
            places, orders, raw, value = places[taken], orders[taken], raw[taken], value[taken]
        self._raw[places] = raw
        self._value[places] = value
        self._times[orders] = time

    def put_image(self, name: str, image: Image, time: float) -> None:
        """Keep a camera's picture as its last."""
        self._images = {**self._images, name: image}
        self._times[self._layout.order[name]] = time

    def invalidate(self, names: Iterable[str]) -> None:
        """Make readings invalid: devices that are disabled, absent, or not heard of any more."""
        gone: Collection[str] = [name for name in names if name in self._layout.slices]
        for name in gone:
            self._raw[self._layout.slices[name]] = math.nan
            self._value[self._layout.slices[name]] = math.nan
        if any(name in self._images for name in gone):
            self._images = {n: image for n, image in self._images.items() if n not in gone}

    def snapshot(self, time: float) -> Snapshot:
        """Return everything as of `time`."""
        return Snapshot(
            time,
            self._layout,
            self._raw.copy(),
            self._value.copy(),
            self._times.copy(),
            self._images,
        )


def _as_is(raw: Floats) -> Floats:
    return raw
