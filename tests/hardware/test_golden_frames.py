# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Packets, byte by byte, as GCtronic's documents and firmware have them; typed by hand."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest

from samebot.commands import Command, CommandGate
from samebot.core.errors import BusError
from samebot.hardware.buses.i2c_socket import encode_request as encode_transfer
from samebot.hardware.buses.role import Read, Write
from samebot.hardware.conversions import raw_values
from samebot.hardware.epuck2 import ascii_commands, mcu_packets, sercom, wifi_packets
from samebot.hardware.epuck2.queries import dialect
from samebot.hardware.link import Orders
from samebot.model.catalogue import load

RGB = ("led1", "led3", "led5", "led7")
ALL_LEDS = {
    **dict.fromkeys(("led0", "led2", "led4", "led6", "led_body", "led_front"), 1),
    **dict.fromkeys(RGB, 0xFFFFFF),
}


def orders(**changes: object) -> Orders:
    return Orders(**changes)  # type: ignore[arg-type]


MCU = {
    "still": (orders(), "0000 0000 00 00 000000 000000 000000 000000 00 00"),
    "0.02 m/s straight": (
        orders(left=159, right=159),
        "9F00 9F00 00 00 000000 000000 000000 000000 00 00",
    ),
    "on the spot": (
        orders(left=-159, right=159),
        "61FF 9F00 00 00 000000 000000 000000 000000 00 01",
    ),
    "full speed": (
        orders(left=1100, right=-1100),
        "4C04 B4FB 00 00 000000 000000 000000 000000 00 07",
    ),
    "all LEDs": (
        orders(leds=ALL_LEDS),
        "0000 0000 00 0F 646464 646464 646464 646464 00 0F",
    ),
    "LED1 and LED7": (
        orders(leds={"led0": 1, "led6": 1}),
        "0000 0000 00 09 000000 000000 000000 000000 00 09",
    ),
    "LED4 orange": (
        orders(leds={"led3": 0xFF8000}),
        "0000 0000 00 00 000000 643200 000000 000000 00 56",
    ),
    "calibrate": (orders(calibrate=True), "0000 0000 00 00 000000 000000 000000 000000 01 01"),
    "set counters": (
        orders(left=159, right=159, counters=(-32768, 32767)),
        "0080 FF7F 00 00 000000 000000 000000 000000 04 04",
    ),
    "third melody": (orders(sound=3), "0000 0000 03 00 000000 000000 000000 000000 00 03"),
}


@pytest.mark.parametrize("case", MCU)
def test_packets_to_the_microcontroller(case: str) -> None:
    given, wanted = MCU[case]
    packet = mcu_packets.encode(given)
    assert packet == bytes.fromhex(wanted)
    assert len(packet) == 20


MCU_ANSWER = bytes.fromhex(
    "7800 8001 0000 FF0F 0100 0200 0300 0400"  # proximity 120, 384, 0, 4095, 1, 2, 3, 4
    "FF0F 0000 A00F 0100 0000 0000 0000 FF0F"  # ambient light
    "0100 0200 0300 0400"  # right, left, back, front
    "1A 0080 FF7F 2C"  # button and selector 10, steps, remote
)


def test_a_packet_of_the_microcontroller() -> None:
    sample = mcu_packets.decode(MCU_ANSWER + bytes([mcu_packets.checksum(MCU_ANSWER)]))
    assert sample.proximity == (120, 384, 0, 4095, 1, 2, 3, 4)
    assert sample.light == (4095, 0, 4000, 1, 0, 0, 0, 4095)
    assert sample.microphones == (1, 2, 3, 4)
    assert (sample.selector, sample.button, sample.remote) == (10, 1, 0x2C)
    assert sample.steps == (-32768, 32767)


@pytest.mark.parametrize("bit", range(0, 47 * 8, 7))
def test_a_packet_with_a_turned_bit_is_refused(bit: int) -> None:
    packet = bytearray(MCU_ANSWER + bytes([mcu_packets.checksum(MCU_ANSWER)]))
    packet[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BusError, match="checksum"):
        mcu_packets.decode(bytes(packet))


WIFI = {
    "nothing": (orders(), (False, False), "80 00 00 0000 0000 00" + "000000" * 4 + "00"),
    "sensors": (orders(), (False, True), "80 02 00 0000 0000 00" + "000000" * 4 + "00"),
    "image": (orders(), (True, False), "80 01 00 0000 0000 00" + "000000" * 4 + "00"),
    "both, 0.02 m/s": (
        orders(left=159, right=159),
        (True, True),
        "80 03 00 9F00 9F00 00" + "000000" * 4 + "00",
    ),
    "backwards": (
        orders(left=-1, right=-1100),
        (False, True),
        "80 02 00 FFFF B4FB 00" + "000000" * 4 + "00",
    ),
    "all LEDs": (orders(leds=ALL_LEDS), (False, True), "80 02 00 0000 0000 3F" + "64" * 12 + "00"),
    "LED8 blue": (
        orders(leds={"led7": 0x0000FF}),
        (False, True),
        "80 02 00 0000 0000 00" + "000000" * 3 + "000064 00",
    ),
    "calibrate": (
        orders(calibrate=True),
        (False, True),
        "80 02 01 0000 0000 00" + "000000" * 4 + "00",
    ),
    "set counters": (
        orders(counters=(1000, -1000)),
        (False, True),
        "80 02 04 E803 18FC 00" + "000000" * 4 + "00",
    ),
    "third melody": (orders(sound=3), (False, True), "80 02 00 0000 0000 00" + "00" * 12 + "04"),
    "stop the sound": (orders(sound=0), (False, True), "80 02 00 0000 0000 00" + "00" * 12 + "20"),
}


@pytest.mark.parametrize("case", WIFI)
def test_requests_over_wifi(case: str) -> None:
    given, (image, sensors), wanted = WIFI[case]
    packet = wifi_packets.encode_request(given, image=image, sensors=sensors)
    assert packet == bytes.fromhex(wanted)
    assert len(packet) == 21


BLOCK = (
    bytes.fromhex("0A00 F6FF 2003")  # acceleration 10, -10, 800
    + struct.pack("<3f", 800.1, 45.0, 1.0)
    + bytes.fromhex("0000 3333 CDCC")  # gyro 0, 13107, -13107
    + struct.pack("<3f", 21.5, 0.0, -42.75)
    + bytes.fromhex("EC")  # -20 degrees
    + bytes.fromhex("7800 8001 0000 0000 0000 0000 0000 FF0F")
    + bytes.fromhex("FF0F 0000 0000 0000 0000 0000 0000 0000")
    + bytes.fromhex("1402")  # 532 mm
    + bytes.fromhex("0100 0200 0300 0400")
    + bytes.fromhex("0080 FF7F")  # steps
    + bytes.fromhex("710D")  # battery 3441
    + bytes.fromhex("01 01 02 2C 0F")  # card, remote, selector
    + bytes.fromhex("E803 2C01 0000")  # ground 1000, 300, 0
    + bytes.fromhex("0100 0200 0300")
    + bytes.fromhex("01 00")  # button
)


def test_a_block_of_sensors() -> None:
    assert len(BLOCK) == 104
    block = wifi_packets.decode_sensors(BLOCK)
    assert block.acceleration == (10, -10, 800)
    assert block.spherical == pytest.approx((800.1, 45.0, 1.0), rel=1e-6)
    assert block.turning == (0, 13107, -13107)
    assert block.field == (21.5, 0.0, -42.75)
    assert block.temperature == -20
    assert block.proximity == (120, 384, 0, 0, 0, 0, 0, 4095)
    assert block.light == (4095, 0, 0, 0, 0, 0, 0, 0)
    assert block.distance == 532
    assert block.microphones == (1, 2, 3, 4)
    assert block.steps == (-32768, 32767)
    assert block.battery / 819.2 == pytest.approx(4.2, abs=0.001)
    assert (block.card, block.remote, block.selector) == (1, 0x2C, 15)
    assert block.ground == (1000, 300, 0)
    assert block.ground_light == (1, 2, 3)
    assert block.button == 1
    assert wifi_packets.decode_sensors(BLOCK[:103]).button == 0


def test_the_lengths_of_what_comes_over_wifi() -> None:
    assert wifi_packets.LENGTHS == {0x01: 38400, 0x02: 104, 0x03: 0}


SERCOM = {
    "0.02 m/s straight": (2, orders(left=159, right=159), orders(), "BC 9F00 9F00"),
    "e-puck1, the same": (1, orders(left=159, right=159), orders(), "BC 9F00 9F00"),
    "nothing new": (2, orders(left=159), orders(left=159), ""),
    "first orders": (2, orders(), None, "BC 0000 0000"),
    "LED1 on": (2, orders(leds={"led0": 1}), orders(), "B4 00 01"),
    "e-puck1, LED 3": (1, orders(leds={"led3": 1}), orders(), "B4 03 01"),
    "body LED off": (
        2,
        orders(leds={"led_body": 0}),
        orders(leds={"led_body": 1}),
        "B4 08 00",
    ),
    "front LED": (1, orders(leds={"led_front": 1}), orders(), "B4 09 01"),
    "e-puck2, LED2 red": (2, orders(leds={"led1": 0xFF0000}), orders(), "F6 640000" + "00" * 9),
    "counters": (2, orders(counters=(-2, 2)), orders(), "B0 FEFF 0200"),
    "all LEDs": (2, orders(leds=ALL_LEDS), orders(), "F7 00 0000 0000 3F" + "64" * 12 + "00"),
    "calibrate": (
        2,
        orders(left=1, right=2, calibrate=True),
        orders(),
        "F7 01 0100 0200 00" + "00" * 12 + "00",
    ),
    "second melody": (2, orders(sound=2), orders(), "F7 00 0000 0000 00" + "00" * 12 + "02"),
}


@pytest.mark.parametrize("case", SERCOM)
def test_orders_over_the_serial_line(case: str) -> None:
    version, given, before, wanted = SERCOM[case]
    assert sercom.order_bytes(given, before, version=version) == bytes.fromhex(wanted)


QUERIES = {
    "encoders": (2, ["steps"], "AF"),
    "e-puck1, all that fits in one buffer": (
        1,
        ["accelerometer", "ground", "proximity", "light", "steps", "microphones", "motor speeds"],
        "9F B3 B2 B1 AF 8B BB",
    ),
    "e-puck2, volumes, distance and button": (2, ["microphones", "tof", "button"], "F4 F3 F5"),
    "e-puck2, gyro, battery and temperature": (2, ["thermometer", "battery", "gyro"], "99 9E 8C"),
    "spherical": (2, ["acceleration spherical"], "BF"),
    "e-puck2, selector": (2, ["selector", "steps", "button"], "F8 F5"),
    "nothing": (2, [], ""),
}


@pytest.mark.parametrize("case", QUERIES)
def test_questions_over_the_serial_line(case: str) -> None:
    version, wanted, expected = QUERIES[case]
    speaks = dialect(version, zero=2048.0, per_g=800.0, per_degree=131.07)
    assert bytes(query.command for query in speaks.plan(wanted)) == bytes.fromhex(expected)


def test_all_of_e_go_adds_up_to_its_table() -> None:
    """19 bytes of commands and 86 of data, one to close: 106 with ten LEDs (erratum to E-GO)."""
    leds = {f"led{number}": 1 for number in range(8)} | {"led_body": 1, "led_front": 1}
    data = sercom.order_bytes(orders(left=1, leds=leds, counters=(0, 0)), orders(), version=1)
    speaks = dialect(1, zero=2048.0, per_g=800.0, per_degree=131.07)
    groups = ["accelerometer", "motor speeds", "ground", "proximity", "light", "steps"]
    plan = speaks.plan([*groups, "microphones"])
    assert len(data) == 5 + 10 * 3 + 5
    assert len(plan) == 7
    assert sum(query.length for query in plan) == 58
    assert len(data) + len(plan) + 58 + len(sercom.END) == 106


ANSWERS = {
    "steps": ("steps", 2, "0080 FF7F", (-32768, 32767), None),
    "first accelerometer": (
        "accelerometer",
        1,
        "0008 0008 200B",
        (2048, 2048, 2848),
        (0.0, 0.0, 9.81),
    ),
    "exchanged axes": (
        "accelerometer",
        2,
        "200B 0008 0008",
        (2048, 2848, 2048),
        (0.0, 9.81, 0.0),
    ),
    "gyro": ("gyro", 2, "0000 0000 3333", (0, 0, 13107), (0.0, 0.0, math.radians(100.0))),
    "proximity": ("proximity", 2, "7800 8001" + "0000" * 6, (120, 384, 0, 0, 0, 0, 0, 0), None),
    "ground of e-puck2": ("ground", 2, "E803 2C01 0000 0000", (1000, 300, 0), None),
    "temperature": ("thermometer", 2, "EC", (-20,), None),
    "distance": ("tof", 2, "F401", (500,), (0.5,)),
    "nothing ahead": ("tof", 2, "FE1F", (8190,), (math.inf,)),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_answers_over_the_serial_line(case: str) -> None:
    group, version, data, raw, values = ANSWERS[case]
    speaks = dialect(version, zero=2048.0, per_g=800.0, per_degree=131.07)
    query = next(query for query in speaks.queries if query.group == group)
    sample = speaks.samples(query, bytes.fromhex(data), [group])[group]
    assert tuple(sample.raw) == raw
    if values is not None:
        assert sample.values == pytest.approx(values, abs=1e-9)


def test_versions_in_text() -> None:
    second = ascii_commands.parse_version("v,Version 2.0 January 2018 GCtronic")
    assert second is not None
    assert second[:2] == (2, 0)
    first = ascii_commands.parse_version("v,Version 1.2.1 December 2004 EPFL")
    assert first is not None
    assert first[:2] == (1, 2)
    assert ascii_commands.parse_version("$GPGGA,092750") is None


def test_lines_in_text() -> None:
    assert ascii_commands.parse_selector("c,12") == 12
    assert ascii_commands.parse_remote("g IR check : 0x1, address : 0x8, data : 0x2c") == 0x2C
    assert ascii_commands.camera(40, 40, 8) == b"J,1,40,40,8\n"
    assert ascii_commands.sound(2) == b"T,2\n"
    for wrong in ("c,16", "n,1,2", ""):
        with pytest.raises(BusError, match="expected"):
            ascii_commands.parse_selector(wrong)


def test_a_transfer_over_a_socket() -> None:
    messages: list[Write | Read] = [Write(0x1F, bytes([1, 2])), Read(0x1F, 47)]
    assert encode_transfer(messages) == bytes.fromhex("02 1F00 0000 0200 0102 1F00 0100 2F00")


@pytest.mark.parametrize(("metres", "speed"), [(0.02, 159), (-0.02, -159), (0.1, 796), (1.0, 1100)])
def test_metres_a_second_become_whole_steps(metres: float, speed: int) -> None:
    model = load("epuck2")
    gate = CommandGate(model)
    applied = gate.admit(Command(wheels=gate.wheel_speeds(metres, 0.0))).wheels
    assert applied is not None
    assert round(applied[0] * 1000 / math.tau) == speed


@pytest.mark.parametrize(
    ("device", "raw", "value"),
    [
        ("ps0", 120, 0.05),
        ("ps3", 4095, 0.0),
        ("ps0", 0, math.inf),
        ("gs0", 1000, 0.0),
        ("gs1", 300, 0.016),
        ("ls0", 4095, 1.0),
        ("ls7", 0, 2.0),
    ],
)
def test_raw_values_become_si(device: str, raw: int, value: float) -> None:
    table = raw_values(load("epuck2", {"ground": "true"}).device(device))
    assert table[raw] == pytest.approx(value)


def test_383_84_is_between_its_neighbours() -> None:
    table = raw_values(load("epuck2").device("ps0"))
    assert np.interp(383.84, [383, 384], table[383:385]) == pytest.approx(0.02, abs=1e-5)
