# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""All sensors of one simulated robot, sampled together into the arrays of its snapshots."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.body import Image, Layout, Snapshot
from samebot.model import devices as kinds
from samebot.model.devices import Device
from samebot.sim.chance import Noise
from samebot.sim.columns import Place
from samebot.sim.distance import distance_columns
from samebot.sim.engine import Engine
from samebot.sim.inward import NOISES, feels, inward_columns
from samebot.sim.lidar import RayBundle
from samebot.sim.light import light_columns
from samebot.sim.sampling import Copies, Places, Plans, Readings, Start, copies_of, empty_readings
from samebot.sim.solids import Floats

__all__ = ["Sensed", "Senses", "constant_reading"]

ROOM_TEMPERATURE: Final = 20.0
"""Degrees Celsius."""


def constant_reading(device: Device) -> tuple[float, float] | None:
    """Return raw and value of a device whose physics is not simulated; None for the others."""
    match device:
        case kinds.Battery():
            return (device.full * (device.raw_per_volt or 1.0), device.full)
        case kinds.Thermometer():
            return (ROOM_TEMPERATURE, ROOM_TEMPERATURE)
        case (
            kinds.Microphone()
            | kinds.Button()
            | kinds.Selector()
            | kinds.RemoteControl()
            | kinds.TouchSensor()
        ):
            return (0.0, 0.0)
    return None


_WHOLE: Final[Places] = (slice(None), slice(None))


class Sensed:
    """What one robot sensed at one time; its snapshot is made when somebody asks for it."""

    __slots__ = ("_copies", "_images", "_layout", "_places", "_snapshot", "time")

    def __init__(
        self,
        time: float,
        layout: Layout,
        copies: Copies,
        places: Places,
        images: dict[str, Image | Floats],
    ) -> None:
        """`copies` hold the robot's own numbers at `places`; nobody writes into them."""
        self.time = time
        self._layout = layout
        self._copies = copies
        self._places = places
        self._images = images
        self._snapshot: Snapshot | None = None

    def snapshot(self) -> Snapshot:
        """Return it as everybody sees it, always the same object."""
        if self._snapshot is None:
            raw, value, stamps = self._copies
            own, times = self._places
            numbers = (raw[own], value[own], stamps[times])
            self._snapshot = Snapshot(self.time, self._layout, *numbers, self._images)
        return self._snapshot


class Senses:
    """The sensors of one robot, and what they showed last."""

    def __init__(
        self,
        devices: Sequence[Device],
        layout: Layout,
        engine: Engine,
        robot: int,
        noise: Noise,
        take_picture: Callable[[str], Image | Floats],
    ) -> None:
        """`robot` is its number in the engine; `take_picture` renders a camera by name."""
        self._layout = layout
        self._engine = engine
        self.noise = noise
        self._take_picture = take_picture
        self._images: dict[str, Image | Floats] = {}
        self.plans = self._planned(devices, robot)
        self.extent = Start(layout.size, len(layout.names), len(devices), self._noises)
        """How much of the readings is this robot's."""
        self.looks = bool(self._lidars or self._cameras)
        """Whether there is anything with many rays or pixels."""
        own = empty_readings(self.extent)
        for device in devices:
            constant = constant_reading(device)
            if constant is not None:
                place = layout.slices[device.name]
                own.raw[place], own.value[place] = constant
        self._constants = np.flatnonzero(~np.isnan(own.value))
        self._constant_raw = own.raw[self._constants]
        self._constant_value = own.value[self._constants]
        self.settle(own)

    def settle(self, own: Readings) -> None:
        """Keep everything that is sensed in these arrays from now on."""
        self._own = own
        self._raw, self._value, self._times = own.raw, own.value, own.stamps
        self._raw[self._constants] = self._constant_raw
        self._value[self._constants] = self._constant_value

    def _planned(self, devices: Sequence[Device], robot: int) -> Plans:
        rows = {device.name: row for row, device in enumerate(devices)}
        links = self._engine.links(robot)
        self._lidars = [
            (rows[d.name], self._layout.slices[d.name], RayBundle(d, links, robot))
            for d in devices
            if isinstance(d, kinds.Lidar)
        ]
        cameras = (kinds.Camera, kinds.RangeFinder)
        self._cameras = {rows[d.name]: d.name for d in devices if isinstance(d, cameras)}
        self._rows = np.array([rows[name] for name in self._layout.names], np.int64)
        self._noises = 0

        def places(some: Sequence[Device], noises: int = 1) -> list[Place]:
            found = []
            for device in some:
                first = self._layout.slices[device.name].start
                found.append(Place(first, rows[device.name], self._noises))
                self._noises += noises
            return found

        distance = [d for d in devices if isinstance(d, kinds.DistanceSensor)]
        light = [d for d in devices if isinstance(d, kinds.LightSensor)]
        inward = [d for d in devices if feels(d)]
        sources = self._engine.sources(robot, inward)
        sets = (
            distance_columns(distance, links, robot, places(distance)),
            light_columns(light, links, robot, places(light)),
            inward_columns(inward, robot, sources, places(inward, NOISES)),
        )
        return Plans(
            devices=np.arange(len(devices)),
            stamped=self._rows,
            stamps=np.arange(len(self._rows)),
            draws=np.array([[robot, 0, self._noises]], np.int64),
            distance=sets[0],
            light=sets[1],
            inward=sets[2],
        )

    def look(self) -> None:
        """Sample what is due and has many rays or pixels."""
        raw, value, due = self._raw, self._value, self._own.due
        for row, place, bundle in self._lidars:
            if due[row]:
                bundle.sample(self._engine.solids, self.noise.draw(len(bundle)), value[place])
                raw[place] = value[place]
        for row, name in self._cameras.items():
            if due[row]:
                self._images = {**self._images, name: self._take_picture(name)}

    def sensed(self, time: float, copies: Copies | None = None, places: Places = _WHOLE) -> Sensed:
        """Return what was sampled last, as of `time`; `copies` of it, if there are any."""
        return Sensed(time, self._layout, copies or copies_of(self._own), places, self._images)

    def take_picture(self, name: str, time: float) -> Image:
        """Render a camera's picture now and keep it as its last."""
        picture = self._take_picture(name)
        self._images = {**self._images, name: picture}
        self._times[self._layout.order[name]] = time
        return np.asarray(picture, np.uint8)

    def forget(self, time: float) -> None:
        """Begin anew after the robot was put somewhere."""
        self._own.velocities[:] = 0.0
        self._own.felt[:] = time

    def switch(self, *, off: NDArray[np.bool_]) -> None:
        """Make the readings of devices that are `off` (by row) invalid; constants come back."""
        self._raw[self._constants] = self._constant_raw
        self._value[self._constants] = self._constant_value
        self._own.felt[off] = math.inf  # what happens now is not felt later
        for number in np.flatnonzero(off[self._rows]).tolist():
            name = self._layout.names[number]
            self._raw[self._layout.slices[name]] = math.nan
            self._value[self._layout.slices[name]] = math.nan
            self._images = {other: i for other, i in self._images.items() if other != name}
