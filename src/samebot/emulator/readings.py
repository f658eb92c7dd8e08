# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a simulated body senses, as the counts of the robot's own converters.

Directions: the inertial sensors' chip is taken to lie as the robot does (x forward, y left, z up;
+1 g on z at rest), as GCtronic's Pi-puck examples and driver use it. The firmware's acceleration
has x and y exchanged (x to the left, y forward), as GCtronic's drivers undo it; its gyro and
magnetometer have not. Both are guesses where they go beyond these drivers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from samebot.body import Body, Reading
from samebot.core.units import GRAVITY
from samebot.emulator.words import signed16, u16s, whole

if TYPE_CHECKING:
    from samebot.emulator.mainboard import Panel

__all__ = ["ACCELEROMETER_ZERO", "Readings"]

ACCELEROMETER_ZERO: Final = 2048
"""What the first e-puck's accelerometer shows without acceleration, counts."""
_PER_G: Final = 800.0
"""Counts a g of the firmware's acceleration."""
_GYRO: Final = 131.07
"""Counts of the gyro a degree/s, at its range of 250 degrees/s."""
_NO_TARGET: Final = 8190
"""What the VL53L0X shows with nothing in range, mm."""
_VOLT: Final = 819.2
"""Counts of the battery's converter a volt."""
_DARK: Final = 4095
_SILENCE: Final = 2048
"""What a microphone's converter shows where it is quiet (a guess: the middle)."""
_MICROTESLA: Final = 1e6


class Readings:
    """The sensors of one robot, from the last step of its body."""

    def __init__(self, body: Body, panel: Panel, version: int) -> None:
        """Look up which sensors the robot has."""
        self._body = body
        self._panel = panel
        self._version = version
        self._names = frozenset(body.read().names)
        drive = body.model.drive
        encoders = (drive.left_encoder, drive.right_encoder) if drive else ("", "")
        self._encoders = encoders
        self.power_up()
        self.proximity_count = sum(f"ps{number}" in self._names for number in range(10))

    def power_up(self) -> None:
        """Switch everything on."""
        self.magnetometer_on = self.distance_on = True
        self._stopped: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    def has(self, name: str) -> bool:
        """Tell whether the robot has a sensor."""
        return name in self._names

    def _reading(self, name: str) -> Reading:
        return self._body.read()[name]

    def _raw(self, name: str, most: int = 4095, missing: int = 0) -> int:
        if name not in self._names:
            return missing
        return whole(float(self._reading(name).raw), 0, most)

    @property
    def proximity_on(self) -> bool:
        """Whether the infra-red sensors are sampled; their last values stay when they stop."""
        return self._stopped is None

    @proximity_on.setter
    def proximity_on(self, on: bool) -> None:
        if not on and self._stopped is None:
            self._stopped = (self.proximity, self.ambient)
        elif on:
            self._stopped = None

    @property
    def proximity(self) -> tuple[int, ...]:
        """Reflected light of the infra-red sensors without calibration, 12 bits."""
        if self._stopped is not None:
            return self._stopped[0]
        return tuple(self._raw(f"ps{number}") for number in range(self.proximity_count))

    @property
    def ambient(self) -> tuple[int, ...]:
        """Ambient light, 12 bits: 0 is bright. Sensors of the extension are in the dark."""
        if self._stopped is not None:
            return self._stopped[1]
        return tuple(self._raw(f"ls{n}", missing=_DARK) for n in range(self.proximity_count))

    @property
    def counts(self) -> tuple[int, int]:
        """What the wheels have turned, steps, 16 bits."""
        left, right = (
            signed16(whole(float(self._reading(name).raw), -0x8000, 0xFFFF))
            if name in self._names
            else 0
            for name in self._encoders
        )
        return left, right

    def _three(self, name: str) -> tuple[float, float, float]:
        if name not in self._names:
            return (0.0, 0.0, 0.0)
        x, y, z = (float(part) for part in self._reading(name).value)  # type: ignore[union-attr]
        return (x if x == x else 0.0, y if y == y else 0.0, z if z == z else 0.0)  # noqa: PLR0124

    @property
    def gravities(self) -> tuple[float, float, float]:
        """Acceleration in g: x forward, y left, z up; (0, 0, 1) at rest."""
        x, y, z = self._three("accelerometer")
        return x / GRAVITY, y / GRAVITY, z / GRAVITY

    @property
    def acceleration(self) -> tuple[int, int, int]:
        """The firmware's acceleration, 800 counts a g without an offset: x left, y forward."""
        forward, left, up = self.gravities
        return round(left * _PER_G), round(forward * _PER_G), round(up * _PER_G)

    @property
    def turn_rates(self) -> tuple[float, float, float]:
        """Turning speeds, degrees/s about x forward, y left, z up."""
        x, y, z = self._three("gyro")
        return math.degrees(x), math.degrees(y), math.degrees(z)

    @property
    def gyro(self) -> tuple[int, int, int]:
        """The firmware's gyro, 131.07 counts a degree/s."""
        x, y, z = (signed_limit(round(rate * _GYRO)) for rate in self.turn_rates)
        return x, y, z

    @property
    def field(self) -> tuple[float, float, float]:
        """Magnetic field, uT."""
        x, y, z = self._three("compass") if self.magnetometer_on else (0.0, 0.0, 0.0)
        return x * _MICROTESLA, y * _MICROTESLA, z * _MICROTESLA

    @property
    def temperature(self) -> int:
        """Degrees Celsius."""
        if self._panel.temperature is not None:
            return self._panel.temperature
        return (
            whole(float(self._reading("thermometer").raw), -128, 127)
            if self.has("thermometer")
            else 0
        )

    @property
    def distance(self) -> int:
        """What the time-of-flight sensor measures, mm."""
        if "tof" not in self._names or not self.distance_on:
            return 0
        reading = self._reading("tof")
        value = float(reading.value)
        if math.isnan(value) or value == math.inf:
            return _NO_TARGET
        # The chip says millimetres; the model's raw values are those of Webots's table.
        return 0 if value == -math.inf else whole(value * 1000.0, 0, _NO_TARGET)

    @property
    def microphones(self) -> tuple[int, ...]:
        """Volumes: right, left, back and, on the e-puck2, front."""
        count = 4 if self._version == 2 else 3
        if self._panel.microphones is not None:
            given = (*self._panel.microphones, 0, 0, 0, 0)
            return tuple(whole(volume, 0, 4095) for volume in given[:count])
        return tuple(self._raw(f"mic{number}") for number in range(count))

    def microphone_buffer(self, size: int) -> bytes:
        """Return the last samples of the first e-puck's microphones, `size` bytes; silence."""
        return u16s([_SILENCE] * (size // 2))

    @property
    def voltage(self) -> float:
        """Of the battery, V."""
        if self._panel.voltage is not None:
            return self._panel.voltage
        return float(self._reading("battery").value) if self.has("battery") else 4.0

    @property
    def battery(self) -> int:
        """What the battery's converter shows."""
        return whole(self.voltage * _VOLT, 0, 4095)

    @property
    def has_ground(self) -> bool:
        """Whether the ground sensor board is there."""
        return "gs0" in self._names

    @property
    def ground(self) -> tuple[int, int, int]:
        """Reflected light of the floor: left, centre, right."""
        return self._raw("gs0", 1023), self._raw("gs1", 1023), self._raw("gs2", 1023)

    @property
    def ground_ambient(self) -> tuple[int, int, int]:
        """Ambient light below the robot, which is dark; 0 without the board."""
        return (1023, 1023, 1023) if self.has_ground else (0, 0, 0)


def signed_limit(number: int) -> int:
    """Return a number within 16 bits with sign."""
    return max(-0x8000, min(0x7FFF, number))
