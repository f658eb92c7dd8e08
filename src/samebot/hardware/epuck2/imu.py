# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The inertial chips of the e-puck2 on the Pi-puck's bus: MPU-9250, or ICM-20948 on newer ones.

Register numbers and scales are those of the data sheets. Ranges are read, not written: the
firmware inside the robot may use the same chip. Axes: see axes.py.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.epuck2 import axes
from samebot.hardware.epuck2.registers import Registers
from samebot.hardware.link import Sample, Samples

__all__ = ["Imu"]

_ADDRESSES: Final = (0x68, 0x69)
"""The chip's pin AD0 differs from robot to robot."""
_PER_G: Final = 16384.0
_PER_DEGREE: Final = 131.07
"""At the narrowest ranges, 2 g and 250 degrees/s; each wider one halves them."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where one sort of chip keeps what."""

    name: str
    measured: int
    """First of 14 registers with acceleration, turning and temperature."""
    power: int
    bypass: int
    """Lets the bus through to the magnetometer."""
    ranges: tuple[int, int] | None
    """Registers of the gyro's and accelerometer's range."""
    temperature_first: bool


_MPU: Final = _Kind("MPU-9250", 0x3B, 0x6B, 0x37, (0x1B, 0x1C), temperature_first=True)
_ICM: Final = _Kind("ICM-20948", 0x2D, 0x06, 0x0F, None, temperature_first=False)
_WHO_AM_I_ICM: Final = 0xEA
_MPU_NAMES: Final = (0x68, 0x70, 0x71, 0x73)
_ASLEEP: Final = 0x40


class Imu:
    """Acceleration, turning, temperature, and the magnetometer inside if it answers."""

    groups: tuple[str, ...] = ("accelerometer", "gyro", "thermometer", "compass")

    def __init__(self, addresses: tuple[int, ...] = _ADDRESSES) -> None:
        """Look at these addresses, in this order."""
        self._addresses = addresses
        self._chip: Registers | None = None
        self._kind = _MPU
        self._scales = (_PER_G, _PER_DEGREE)
        self._compass: _Compass | None = None

    def find(self, bus: PatientI2c) -> str:
        """Look at both addresses; tell apart by WHO_AM_I."""
        self._chip = None
        for address in self._addresses:
            chip = Registers(bus, address)
            name = chip.probe(0x75)
            if name is not None:
                self._kind = self._kind_of(chip, name[0])
                self._wake(chip)
                self._chip = chip
                self._compass = _Compass.found(bus, chip, self._kind)
                magnetometer = f", {self._compass.name}" if self._compass else ""
                return f"{self._kind.name} at 0x{address:02X}{magnetometer}"
        return ""

    @staticmethod
    def _kind_of(chip: Registers, name: int) -> _Kind:
        if name in _MPU_NAMES:
            return _MPU
        return _ICM if chip.byte(0x00) == _WHO_AM_I_ICM else _MPU

    def _wake(self, chip: Registers) -> None:
        if chip.byte(self._kind.power) & _ASLEEP:
            chip.write(self._kind.power, 0x01)
        gyro = accelerometer = 0
        if self._kind.ranges is not None:
            gyro, accelerometer = (chip.byte(each) >> 3 & 3 for each in self._kind.ranges)
        self._scales = (_PER_G / (1 << accelerometer), _PER_DEGREE / (1 << gyro))

    def begin(self) -> None:
        """Nothing: it measures all the time."""

    def sample(self, wanted: Collection[str]) -> Samples:
        """Read all in one transfer, so that the numbers belong together."""
        if self._chip is None:
            raise BusError("there is no inertial chip")
        samples: Samples = {}
        if {"accelerometer", "gyro", "thermometer"} & set(wanted):
            samples = self._measured(self._chip)
        if "compass" in wanted and self._compass is not None:
            field = self._compass.field()
            if field is not None:
                samples["compass"] = axes.field(field)
        return {name: sample for name, sample in samples.items() if name in wanted}

    def _measured(self, chip: Registers) -> Samples:
        numbers = struct.unpack(">7h", chip.read(self._kind.measured, 14))
        if self._kind.temperature_first:
            heat, turning = numbers[3], numbers[4:7]
        else:
            heat, turning = numbers[6], numbers[3:6]
        per_g, per_degree = self._scales
        return {
            "accelerometer": axes.acceleration(numbers[0:3], per_g),
            "gyro": axes.turning(turning, per_degree),
            # 333.87 to a degree, 0 at 21 degrees Celsius (data sheet).
            "thermometer": Sample((heat,), (heat / 333.87 + 21.0,)),
        }

    @property
    def has_compass(self) -> bool:
        """Whether the magnetometer answered."""
        return self._compass is not None


class _Compass:
    """The magnetometer in the same case: AK8963, or AK09916 in the ICM-20948; 0.15 uT a count."""

    _ADDRESS: Final = 0x0C
    _PER_COUNT: Final = 0.15

    def __init__(self, chip: Registers, name: str, status: int, first: int) -> None:
        self._chip = chip
        self.name = name
        self._status = status
        self._first = first

    @classmethod
    def found(cls, bus: PatientI2c, inertial: Registers, kind: _Kind) -> _Compass | None:
        """Let the bus through, look for it, and let it measure 100 times a second."""
        inertial.write(kind.bypass, 0x02)
        chip = Registers(bus, cls._ADDRESS)
        if kind is _MPU:
            if chip.probe(0x00) != b"\x48":
                return None
            chip.write(0x0A, 0x16)
            return cls(chip, "AK8963", 0x02, 0x03)
        if chip.probe(0x01) != b"\x09":
            return None
        chip.write(0x31, 0x08)
        return cls(chip, "AK09916", 0x10, 0x11)

    def field(self) -> tuple[float, float, float] | None:
        """Return the field in the inertial chip's axes, uT; None: nothing new."""
        if not self._chip.byte(self._status) & 1:
            return None
        # Reading on to the second status register lets the next measurement in.
        data = self._chip.read(self._first, 7 if self._first == 0x03 else 8)
        x, y, z = struct.unpack("<3h", data[:6])
        if data[-1] & 0x08:
            return None  # beyond its range
        # In its case it lies with x and y exchanged and z down (data sheet, orientation of axes).
        return y * self._PER_COUNT, x * self._PER_COUNT, -z * self._PER_COUNT
