# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""All sensors of one simulated robot, sampled together into the arrays of its snapshots."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from samebot.body import Image, Layout, Snapshot
from samebot.model import devices as kinds
from samebot.model.devices import Device
from samebot.sim.chance import Noise
from samebot.sim.distance import DistanceSensors
from samebot.sim.engine import Engine
from samebot.sim.inward import Inward, feels
from samebot.sim.lidar import RayBundle
from samebot.sim.light import Lights, LightSensors
from samebot.sim.solids import Floats, Whole

__all__ = ["Senses", "constant_reading"]

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


class Senses:
    """The sensors of one robot, and what they showed last."""

    def __init__(
        self,
        devices: Sequence[Device],
        layout: Layout,
        engine: Engine,
        robot: int,
        lights: Lights,
        noise: Noise,
        take_picture: Callable[[str], Image | Floats],
    ) -> None:
        """`robot` is its number in the engine; `take_picture` renders a camera by name."""
        self._layout = layout
        self._engine = engine
        self._lights = lights
        self._noise = noise
        self._take_picture = take_picture
        self._raw: Floats = np.full(layout.size, math.nan)
        self._value: Floats = np.full(layout.size, math.nan)
        self._times: Floats = np.full(len(layout.names), math.nan)
        self._images: dict[str, Image | Floats] = {}
        self._group(devices, robot)
        for device in devices:
            constant = constant_reading(device)
            if constant is not None:
                place = layout.slices[device.name]
                self._raw[place], self._value[place] = constant
        self._constants = np.flatnonzero(~np.isnan(self._value))
        self._constant_raw = self._raw[self._constants]
        self._constant_value = self._value[self._constants]

    def _group(self, devices: Sequence[Device], robot: int) -> None:
        rows = {device.name: row for row, device in enumerate(devices)}
        links = self._engine.links(robot)
        distance = [d for d in devices if isinstance(d, kinds.DistanceSensor)]
        light = [d for d in devices if isinstance(d, kinds.LightSensor)]
        inward = [d for d in devices if feels(d)]
        self._distance = DistanceSensors(distance, links, robot, self._first(distance))
        self._light = LightSensors(light, links, robot, self._first(light))
        sources = self._engine.sources(robot, inward)
        self._inward = Inward(inward, sources, self._first(inward))
        self._lidars = [
            (rows[d.name], self._layout.slices[d.name], RayBundle(d, links, robot))
            for d in devices
            if isinstance(d, kinds.Lidar)
        ]
        cameras = (kinds.Camera, kinds.RangeFinder)
        self._cameras = {rows[d.name]: d.name for d in devices if isinstance(d, cameras)}
        self._distance_rows = _rows(rows, distance)
        self._light_rows = _rows(rows, light)
        self._inward_rows = _rows(rows, inward)
        self._rows = np.array([rows[name] for name in self._layout.names], np.int64)

    def _first(self, devices: Sequence[Device]) -> list[int]:
        return [self._layout.slices[device.name].start for device in devices]

    def sample(self, time: float, due: Floats) -> Snapshot:
        """Sample the devices that are `due` (1.0 by row) and return everything."""
        raw, value, solids = self._raw, self._value, self._engine.solids
        if len(self._distance_rows):
            noise = self._noise.draw(len(self._distance_rows))
            self._distance.sample(solids, due[self._distance_rows], noise, raw, value)
        if len(self._light_rows):
            noise = self._noise.draw(len(self._light_rows))
            self._light.sample(solids, self._lights, due[self._light_rows], noise, raw, value)
        if len(self._inward_rows):
            noise = self._noise.draw(self._inward.noise_width)
            motion = self._engine.motion
            self._inward.sample(motion, time, due[self._inward_rows], noise, raw, value)
        for row, place, bundle in self._lidars:
            if due[row]:
                bundle.sample(solids, self._noise.draw(len(bundle)), value[place])
                raw[place] = value[place]
        for row, name in self._cameras.items():
            if due[row]:
                self._images = {**self._images, name: self._take_picture(name)}
        self._times[due[self._rows] > 0.0] = time
        return self.snapshot(time)

    def snapshot(self, time: float) -> Snapshot:
        """Return what was sampled last, as of `time`."""
        return Snapshot(
            time,
            self._layout,
            self._raw.copy(),
            self._value.copy(),
            self._times.copy(),
            self._images,
        )

    def take_picture(self, name: str, time: float) -> Image:
        """Render a camera's picture now and keep it as its last."""
        picture = self._take_picture(name)
        self._images = {**self._images, name: picture}
        self._times[self._layout.order[name]] = time
        return np.asarray(picture, np.uint8)

    def forget(self, time: float) -> None:
        """Begin anew after the robot was put somewhere."""
        self._inward.forget(time)

    def switch(self, *, off: NDArray[np.bool_]) -> None:
        """Make the readings of devices that are `off` (by row) invalid; constants come back."""
        self._raw[self._constants] = self._constant_raw
        self._value[self._constants] = self._constant_value
        for number in np.flatnonzero(off[self._rows]).tolist():
            name = self._layout.names[number]
            self._raw[self._layout.slices[name]] = math.nan
            self._value[self._layout.slices[name]] = math.nan
            self._images = {other: i for other, i in self._images.items() if other != name}


def _rows(rows: Mapping[str, int], devices: Sequence[Device]) -> Whole:
    return np.array([rows[device.name] for device in devices], np.int64)
