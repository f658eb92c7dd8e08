# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A body that always senses the same, in real time: what remains to be measured is the driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from samebot.body import Body, Command, Image, Snapshot
from samebot.core.clock import Clock, RealClock
from samebot.model.catalogue import load
from samebot.model.devices import Accelerometer, Battery, DistanceSensor, LightSensor, Thermometer

__all__ = ["PERIOD", "Still"]

PERIOD: Final = 0.05
_SENSED: Final[Mapping[type, Sequence[float]]] = {
    Accelerometer: (0.0, 0.0, 9.81),
    Battery: (4.0,),
    DistanceSensor: (0.01,),
    LightSensor: (1.0,),
    Thermometer: (20.0,),
}
"""By kind of device; others sense 0."""


class Still(Body):
    """An e-puck2 with ground sensors that stands still."""

    def __init__(
        self,
        clock: Clock | None = None,
        applied: Callable[[Command], None] = lambda _: None,
    ) -> None:
        """Begin now; `applied` is told every command that reaches the motors."""
        super().__init__(load("epuck2", {"ground": "true"}), period=PERIOD)
        self._clock = clock or RealClock()
        self._applied = applied
        self._start = self._clock.now()
        self._steps = 0
        self._value = np.zeros(self._layout.size)
        for device in self.model.devices:
            if device.name in self._layout.slices:
                self._value[self._layout.slices[device.name]] = _SENSED.get(type(device), (0.0,))
        self._never = np.full(len(self._layout.names), np.nan)

    @property
    def time(self) -> float:
        """Seconds since the beginning."""
        return self._steps * self.period

    def read(self) -> Snapshot:
        """Return the same as ever, at another time; everything is sensed at every step."""
        times = self._never.copy()
        if self._steps:
            times.fill(self.time)
        return Snapshot(self.time, self._layout, self._value, self._value, times)

    def _advance(self, duration: float) -> None:
        """Wait for the next period; periods that are over are left out."""
        now = self._clock.now() - self._start
        self._steps = max(self._steps + round(duration / self.period), int(now / self.period))
        self._clock.sleep(self.time - now)

    def _apply(self, command: Command) -> None:
        self._applied(command)

    def _halt(self) -> None:
        pass

    def _take_picture(self, name: str) -> Image:
        raise NotImplementedError(f"{name}: no pictures are compared")

    def _release(self) -> None:
        pass
