# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Inertial sensors as registers: MPU-9250 with AK8963, ICM-20948 with AK09916.

The chip lies as the robot does: x forward, y left, z up, +1 g on z at rest (see `readings`). Its
magnetometer lies otherwise, as the data sheets draw it: that of the MPU-9250 has x and y exchanged
and z down, that of the ICM-20948 has y and z the other way round. It is on the bus only while the
chip's bypass is on; the MPU-9250 can also read it by itself (slave 0).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from samebot.emulator.i2c import I2cBus, I2cDevice
from samebot.emulator.readings import Readings
from samebot.emulator.registers import RegisterDevice
from samebot.emulator.words import signed16

__all__ = ["IMUS", "MAGNETOMETER_ADDRESS", "Ak09916", "Ak8963", "Icm20948", "Mpu9250", "plug_imu"]

MAGNETOMETER_ADDRESS: Final = 0x0C
_PER_G: Final = 16384
_PER_DEGREE: Final = 131.07
_PER_KELVIN, _AT = 333.87, 21.0
"""Of the thermometer: counts a degree, and where it shows 0."""
_MICROTESLA: Final = 0.15
"""Of the magnetometers at 16 bits, uT a count."""
_MICROTESLA_14: Final = 0.6
_BYPASS: Final = 0x02
_RESET: Final = 0x80
_SLEEP: Final = 0x40


def _limited(number: float) -> int:
    return max(-0x8000, min(0x7FFF, round(number)))


class _Powered(Protocol):
    """What of a chip tells whether its magnetometer is on the bus."""

    @property
    def bypass(self) -> bool: ...


class Hidden:
    """A magnetometer behind the bypass of its chip."""

    def __init__(self, chip: _Powered, device: I2cDevice) -> None:
        """`device` can be reached while `chip.bypass` holds."""
        self._chip = chip
        self.device = device

    @property
    def present(self) -> bool:
        """Whether it answers at its address."""
        return self._chip.bypass

    def write(self, data: bytes) -> None:
        """Hand it on."""
        self.device.write(data)

    def read(self, length: int) -> bytes:
        """Hand it on."""
        return self.device.read(length)


class Ak8963(RegisterDevice):
    """The magnetometer of the MPU-9250; little endian."""

    _MODE, _RESET_REGISTER = 0x0A, 0x0B
    _READ_ONLY = range(0x0A)

    def __init__(self, readings: Readings) -> None:
        """Begin switched off."""
        super().__init__({0x00: 0x48, 0x01: 0x9A, 0x10: 128, 0x11: 128, 0x12: 128})
        self._readings = readings

    def put(self, register: int, value: int) -> None:
        """Set mode or registers; measured ones stay."""
        if register == self._RESET_REGISTER and value & 1:
            self.memory[self._MODE] = 0
        elif register not in self._READ_ONLY and register < 0x10:
            self.memory[register] = value

    def sample(self) -> None:
        """Measure, if a mode is on; a single measurement is repeated with each look, too."""
        mode = self.memory[self._MODE] & 0x0F
        if mode not in (1, 2, 4, 6):
            self.memory[0x02] = 0
            return
        wide = self.memory[self._MODE] & 0x10
        x, y, z = self._readings.field
        unit = _MICROTESLA if wide else _MICROTESLA_14
        self.show(0x03, struct.pack("<3h", *(_limited(part / unit) for part in (y, x, -z))))
        self.memory[0x02] = 1
        self.memory[0x09] = wide


class Ak09916(RegisterDevice):
    """The magnetometer of the ICM-20948; little endian."""

    _MODE, _RESET_REGISTER = 0x31, 0x32

    def __init__(self, readings: Readings) -> None:
        """Begin switched off."""
        super().__init__({0x00: 0x48, 0x01: 0x09})
        self._readings = readings

    def put(self, register: int, value: int) -> None:
        """Set the mode; nothing else can be set."""
        if register == self._RESET_REGISTER and value & 1:
            self.memory[self._MODE] = 0
        elif register == self._MODE:
            self.memory[register] = value

    def sample(self) -> None:
        """Measure, if a mode is on."""
        on = self.memory[self._MODE] & 0x0F
        self.memory[0x10] = 1 if on else 0
        if on:
            x, y, z = self._readings.field
            counts = (_limited(part / _MICROTESLA) for part in (x, -y, -z))
            self.show(0x11, struct.pack("<3h", *counts))


class Mpu9250(RegisterDevice):
    """Accelerometer, gyro and thermometer; numbers have the high byte first."""

    _GYRO_CONFIG, _ACCEL_CONFIG = 0x1B, 0x1C
    _SLAVE = 0x25
    _PINS, _STATUS, _DATA, _SLAVE_DATA = 0x37, 0x3A, 0x3B, 0x49
    _USER, _POWER, _WHO = 0x6A, 0x6B, 0x75
    _MASTER = 0x20
    _READ_ONLY = (*range(_STATUS, 0x61), _WHO)

    def __init__(self, readings: Readings) -> None:
        """Begin as the chip powers up: awake, at 2 g and 250 degrees/s."""
        super().__init__()
        self._readings = readings
        self.magnetometer = Ak8963(readings)
        self._power_up()

    @property
    def bypass(self) -> bool:
        """Whether the magnetometer is on the bus."""
        return bool(self.memory[self._PINS] & _BYPASS) and not (
            self.memory[self._USER] & self._MASTER
        )

    def put(self, register: int, value: int) -> None:
        """Set a register; measured ones stay."""
        if register == self._POWER and value & _RESET:
            self._power_up()
        elif register not in self._READ_ONLY:
            self.memory[register] = value

    def sample(self) -> None:
        """Measure, if it is awake."""
        if self.memory[self._POWER] & _SLEEP:
            self.memory[self._STATUS] = 0
            return
        accel = _PER_G >> (self.memory[self._ACCEL_CONFIG] >> 3 & 3)
        gyro = _PER_DEGREE / (1 << (self.memory[self._GYRO_CONFIG] >> 3 & 3))
        self.show(self._DATA, _motion(self._readings, accel, gyro, between=True))
        self.memory[self._STATUS] = 1
        self._ask_slave()

    def _ask_slave(self) -> None:
        """Read the magnetometer as slave 0, if the chip is told to."""
        address, register, control = self.memory[self._SLAVE : self._SLAVE + 3]
        wanted = address & 0x80 and control & 0x80 and self.memory[self._USER] & self._MASTER
        if wanted and address & 0x7F == MAGNETOMETER_ADDRESS:
            self.magnetometer.write(bytes((register,)))
            self.show(self._SLAVE_DATA, self.magnetometer.read(control & 0x0F))

    def _power_up(self) -> None:
        self.memory[:] = bytes(len(self.memory))
        self.memory[self._POWER] = 0x01
        self.memory[self._WHO] = 0x71


class Icm20948(RegisterDevice):
    """Accelerometer, gyro and thermometer in four banks; it powers up asleep."""

    _BANK = 0x7F
    _WHO, _USER, _POWER, _PINS, _STATUS, _DATA = 0x00, 0x03, 0x06, 0x0F, 0x1A, 0x2D
    _GYRO_CONFIG, _ACCEL_CONFIG = (2, 0x01), (2, 0x14)
    _READ_ONLY = (_WHO, *range(0x17, 0x7F))

    def __init__(self, readings: Readings) -> None:
        """Begin as the chip powers up."""
        super().__init__()
        self._readings = readings
        self.magnetometer = Ak09916(readings)
        self._banks: dict[tuple[int, int], int] = {}
        self._bank = 0
        self._power_up()

    @property
    def bypass(self) -> bool:
        """Whether the magnetometer is on the bus."""
        return bool(self.memory[self._PINS] & _BYPASS) and not self.memory[self._USER] & 0x20

    def get(self, register: int) -> int:
        """Return a register of the bank."""
        if register == self._BANK:
            return self._bank << 4
        return self._banks.get((self._bank, register), 0) if self._bank else self.memory[register]

    def put(self, register: int, value: int) -> None:
        """Set a register of the bank."""
        if register == self._BANK:
            self._bank = value >> 4 & 3
        elif self._bank:
            self._banks[self._bank, register] = value
        elif register == self._POWER and value & _RESET:
            self._power_up()
        elif register not in self._READ_ONLY:
            self.memory[register] = value

    def sample(self) -> None:
        """Measure, if it is awake."""
        if self.memory[self._POWER] & _SLEEP:
            self.memory[self._STATUS] = 0
            return
        accel = _PER_G >> (self._banks.get(self._ACCEL_CONFIG, 0) >> 1 & 3)
        gyro = _PER_DEGREE / (1 << (self._banks.get(self._GYRO_CONFIG, 0) >> 1 & 3))
        self.show(self._DATA, _motion(self._readings, accel, gyro, between=False))
        self.memory[self._STATUS] = 1

    def _power_up(self) -> None:
        self.memory[:] = bytes(len(self.memory))
        self._banks.clear()
        self._bank = 0
        self.memory[self._POWER] = 0x41
        self.memory[self._WHO] = 0xEA


def _motion(readings: Readings, per_g: float, per_degree: float, *, between: bool) -> bytes:
    """Return acceleration, turning and temperature, which stands `between` them or behind."""
    acceleration = struct.pack(">3h", *(_limited(part * per_g) for part in readings.gravities))
    turning = struct.pack(">3h", *(_limited(part * per_degree) for part in readings.turn_rates))
    warmth = struct.pack(">h", signed16(_limited((readings.temperature - _AT) * _PER_KELVIN)))
    return acceleration + (warmth + turning if between else turning + warmth)


IMUS: Final[Mapping[str, Callable[[Readings], Mpu9250 | Icm20948]]] = {
    "mpu9250": Mpu9250,
    "icm20948": Icm20948,
}


def plug_imu(bus: I2cBus, readings: Readings, kind: str, address: int) -> Mpu9250 | Icm20948:
    """Put an inertial sensor on a bus, its magnetometer behind it."""
    chip = IMUS[kind](readings)
    bus.plug(address, chip)
    bus.plug(MAGNETOMETER_ADDRESS, Hidden(chip, chip.magnetometer))
    return chip
