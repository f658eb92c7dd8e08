# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: D102, D107 - what the methods do is what they are called
"""The devices beside the microcontroller on the Pi-puck's bus, as other drivers use them."""

from __future__ import annotations

import math
import struct

import pytest

from emulator_clients import I2cClient, packet
from samebot.core.pose import Pose
from samebot.emulator import Emulator

IMU, MAGNETOMETER, TOF, GROUND, CAMERA = 0x68, 0x0C, 0x29, 0x60, 0x21


class Registers:
    """A device's registers, read as most drivers do."""

    def __init__(self, i2c: I2cClient, address: int) -> None:
        self.i2c = i2c
        self.address = address

    def get(self, register: int) -> int:
        return self.block(register, 1)[0]

    def block(self, register: int, length: int) -> bytes:
        wrong, data = self.i2c.transfer((self.address, bytes((register,))), (self.address, length))
        assert wrong == 0
        return data

    def set(self, *pairs: int) -> None:
        for register, value in zip(pairs[::2], pairs[1::2], strict=True):
            assert self.i2c.transfer((self.address, bytes((register, value)))) == (0, b"")

    def switch(self, register: int, *, on: int = 0, off: int = 0) -> None:
        self.set(register, self.get(register) & ~off | on)


TUNING = bytes.fromhex(
    "FF01 0000 FF00 0900 1000 1100 2401 25FF 7500 FF01 4E2C 4800 3020 FF00 3009 5400 3104 3203 4083"
    "4625 6000 2700 5006 5100 5296 5608 5730 6100 6200 6400 6500 66A0 FF01 2232 4714 49FF 4A00 FF00"
    "7A0A 7B00 7821 FF01 2334 4200 44FF 4526 4605 4040 0E06 201A 4340 FF00 3403 3544 FF01 3104 4B09"
    "4C05 4D04 FF00 4400 4520 4708 4828 6700 7004 7101 72FE 7600 7700 FF01 0D01 FF00 8001 01F8 FF01"
    "8E01 0001 FF00 8000"
)


class Vl53l0xDriver:
    """The usual driver's steps, as the sensor's users know them."""

    def __init__(self, i2c: I2cClient) -> None:
        self.r = Registers(i2c, TOF)

    def begin(self) -> None:
        r = self.r
        assert (r.get(0xC0), r.get(0xC1), r.get(0xC2)) == (0xEE, 0xAA, 0x10)
        r.switch(0x89, on=1)
        r.set(0x88, 0, 0x80, 1, 0xFF, 1, 0x00, 0)
        self.stop = r.get(0x91)
        r.set(0x00, 1, 0xFF, 0, 0x80, 0)
        r.switch(0x60, on=0x12)
        r.i2c.transfer((TOF, b"\x44\x00\x20"))
        r.set(0x01, 0xFF)
        self.spads()
        r.set(*TUNING)
        r.set(0x0A, 4)
        r.switch(0x84, off=0x10)
        r.set(0x0B, 1, 0x01, 0xE8, 0x01, 0x01)
        self.calibrate(0x40)
        r.set(0x01, 0x02)
        self.calibrate(0x00)
        r.set(0x01, 0xE8)

    def spads(self) -> None:
        r = self.r
        r.set(0x80, 1, 0xFF, 1, 0x00, 0, 0xFF, 6)
        r.switch(0x83, on=4)
        r.set(0xFF, 7, 0x81, 1, 0x80, 1, 0x94, 0x6B, 0x83, 0)
        self.poll(0x83, 0xFF)
        r.set(0x83, 1)
        count = r.get(0x92)
        assert count & 0x7F > 0
        r.set(0x81, 0, 0xFF, 6)
        r.switch(0x83, off=4)
        r.set(0xFF, 1, 0x00, 1, 0xFF, 0, 0x80, 0)
        spads = r.block(0xB0, 6)
        r.set(0xFF, 1, 0x4F, 0, 0x4E, 0x2C, 0xFF, 0, 0xB6, 0xB4)
        assert sum(byte.bit_count() for byte in spads) >= count & 0x7F
        r.i2c.transfer((TOF, b"\xb0" + spads))

    def calibrate(self, vhv: int) -> None:
        self.r.set(0x00, 1 | vhv)
        self.poll(0x13, 7)
        self.r.set(0x0B, 1, 0x00, 0)

    def distance(self) -> int:
        r = self.r
        r.set(0x80, 1, 0xFF, 1, 0x00, 0, 0x91, self.stop, 0x00, 1, 0xFF, 0, 0x80, 0)
        r.set(0x00, 1)
        assert not r.get(0x00) & 1
        self.poll(0x13, 7)
        (distance,) = struct.unpack(">H", r.block(0x1E, 2))
        r.set(0x0B, 1)
        assert not r.get(0x13) & 7
        return int(distance)

    def poll(self, register: int, mask: int) -> None:
        assert any(self.r.get(register) & mask for _ in range(50))


def test_the_time_of_flight_sensor_works_with_its_usual_driver(
    i2c: I2cClient, epuck2: Emulator
) -> None:
    driver = Vl53l0xDriver(i2c)
    driver.begin()
    assert driver.distance() == 8190
    assert driver.distance() == epuck2.robots[0].board.readings.distance


def test_measurements_that_follow_each_other_need_no_start(i2c: I2cClient) -> None:
    driver = Vl53l0xDriver(i2c)
    driver.begin()
    driver.r.set(0x00, 2)
    for _ in range(3):
        driver.poll(0x13, 7)
        assert driver.r.block(0x1E, 2) == struct.pack(">H", 8190)
        driver.r.set(0x0B, 1)


def test_the_identity_of_the_sensors_cannot_be_overwritten(i2c: I2cClient) -> None:
    for address, register, value in ((TOF, 0xC0, 0xEE), (IMU, 0x75, 0x71), (CAMERA, 0x0A, 0x76)):
        device = Registers(i2c, address)
        device.set(register, 0x12)
        assert device.get(register) == value


def test_acceleration_and_turning_are_big_endian_at_2_g_and_250_degrees(
    i2c: I2cClient, epuck2: Emulator
) -> None:
    imu = Registers(i2c, IMU)
    assert imu.get(0x75) == 0x71
    epuck2.clock.sleep(0.1)
    assert imu.get(0x3A) & 1
    assert struct.unpack(">3h", imu.block(0x3B, 6)) == pytest.approx((0, 0, 16384), abs=20)
    (warmth,) = struct.unpack(">h", imu.block(0x41, 2))
    assert warmth / 333.87 + 21 == pytest.approx(20, abs=0.01)
    i2c.transfer((0x1F, packet(-106, 106)))
    epuck2.clock.sleep(1.0)
    rate = math.degrees(2 * 106 * math.tau / 1000 * 0.020 / 0.053)
    *_, turning = struct.unpack(">3h", imu.block(0x43, 6))
    assert turning / 131.07 == pytest.approx(rate, rel=0.05)


def test_ranges_of_the_inertial_sensor_change_its_scales(i2c: I2cClient, epuck2: Emulator) -> None:
    imu = Registers(i2c, IMU)
    epuck2.clock.sleep(0.1)
    try:
        for choice, scale in enumerate((16384, 8192, 4096, 2048)):
            imu.set(0x1C, choice << 3)
            *_, up = struct.unpack(">3h", imu.block(0x3B, 6))
            assert up == pytest.approx(scale, abs=20)
    finally:
        imu.set(0x6B, 0x80)
    assert imu.get(0x1C) == 0


def test_a_robot_that_accelerates_forward_shows_it_on_x(i2c: I2cClient, epuck2: Emulator) -> None:
    imu = Registers(i2c, IMU)
    i2c.transfer((0x1F, packet(1000, 1000)))
    epuck2.clock.sleep(0.02)
    forward, left, _ = struct.unpack(">3h", imu.block(0x3B, 6))
    assert forward > 1000
    assert abs(left) < forward / 4


def test_the_magnetometer_is_reached_through_the_bypass(i2c: I2cClient) -> None:
    imu = Registers(i2c, IMU)
    assert i2c.transfer((MAGNETOMETER, b"\x00"))[0] == 121
    imu.set(0x37, 0x02)
    magnetometer = Registers(i2c, MAGNETOMETER)
    try:
        assert magnetometer.get(0x00) == 0x48
        assert magnetometer.block(0x10, 3) == b"\x80\x80\x80"
        magnetometer.set(0x0A, 0x16)
        assert magnetometer.get(0x02) & 1
        x, y, z = struct.unpack("<3h", magnetometer.block(0x03, 6))
        # North is +y of the world, to the left of the robot: x of this chip.
        assert (0.15 * y, 0.15 * x, -0.15 * z) == pytest.approx((0.0, 21.5, -42.7), abs=0.3)
        assert magnetometer.get(0x09) & 0x18 == 0x10
    finally:
        imu.set(0x6B, 0x80)


def test_the_inertial_sensor_reads_the_magnetometer_as_its_slave(i2c: I2cClient) -> None:
    imu = Registers(i2c, IMU)
    imu.set(0x37, 0x02)
    Registers(i2c, MAGNETOMETER).set(0x0A, 0x16)
    try:
        imu.set(0x37, 0x00, 0x6A, 0x20, 0x25, 0x8C, 0x26, 0x03, 0x27, 0x87)
        field = imu.block(0x49, 7)
        x, _, z = struct.unpack("<3h", field[:6])
        assert 0.15 * x == pytest.approx(21.5, abs=0.3)
        assert -0.15 * z == pytest.approx(-42.7, abs=0.3)
    finally:
        imu.set(0x6B, 0x80)


def test_newer_robots_have_another_inertial_sensor(i2c: I2cClient, epuck2: Emulator) -> None:
    robot = epuck2.robots[0]
    epuck2.clock.sleep(0.1)
    with epuck2.world.lock:
        robot.fit_imu("icm20948", 0x69)
    try:
        assert i2c.transfer((0x68, b"\x75"))[0] == 121
        imu = Registers(i2c, 0x69)
        assert imu.get(0x00) == 0xEA
        assert imu.block(0x2D, 6) == bytes(6)
        imu.set(0x7F, 0x00, 0x06, 0x01)
        assert struct.unpack(">3h", imu.block(0x2D, 6)) == pytest.approx((0, 0, 16384), abs=20)
        imu.set(0x7F, 0x20, 0x14, 0x06, 0x7F, 0x00)
        *_, up = struct.unpack(">3h", imu.block(0x2D, 6))
        assert up == pytest.approx(2048, abs=5)
        imu.set(0x0F, 0x02)
        magnetometer = Registers(i2c, MAGNETOMETER)
        assert magnetometer.block(0x00, 2) == b"\x48\x09"
        magnetometer.set(0x31, 0x08)
        x, y, z = struct.unpack("<3h", magnetometer.block(0x11, 6))
        assert (0.15 * x, -0.15 * y, -0.15 * z) == pytest.approx((0, 21.5, -42.7), abs=0.3)
    finally:
        with epuck2.world.lock:
            robot.fit_imu("mpu9250")


def test_the_floor_is_three_pairs_with_the_high_byte_first(
    i2c: I2cClient, epuck2: Emulator
) -> None:
    ground = Registers(i2c, GROUND)
    block = ground.block(0x00, 21)
    assert struct.unpack(">3H", block[:6]) == epuck2.robots[0].board.readings.ground
    assert bytes(ground.get(register) for register in range(6)) == block[:6]
    assert block[13:] == bytes(8)
    ground.set(0x00, 0xFF)
    assert ground.block(0x00, 6) == block[:6]


def test_the_camera_says_what_it_is_and_keeps_settings(i2c: I2cClient) -> None:
    camera = Registers(i2c, CAMERA)
    assert camera.block(0x0A, 2) == b"\x76\x73"
    camera.set(0x11, 0x80, 0x3A, 0x04)
    assert camera.get(0x3A) == 0x04
    camera.set(0x12, 0x80)
    assert (camera.get(0x3A), camera.get(0x12)) == (0, 0)


def test_a_wall_in_front_is_seen_by_all_that_look_forward(i2c: I2cClient, epuck2: Emulator) -> None:
    body = epuck2.robots[0].board.body
    driver = Vl53l0xDriver(i2c)
    driver.begin()
    # The empty world has no walls: tilted down, the sensor sees the floor.
    pose = body.supervisor.pose()
    with epuck2.world.lock:
        body.supervisor.set_pose(Pose((*pose.xyz[:2], 0.3), (0.0, math.radians(60), 0.0)))
    epuck2.clock.sleep(0.01)
    assert 100 < driver.distance() < 800
    forward, _, up = struct.unpack(">3h", Registers(i2c, IMU).block(0x3B, 6))
    assert forward <= 0 or up < 16384
