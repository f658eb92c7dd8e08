# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The Pi-puck's I2C: the microcontroller of the e-puck2 at 0x1F, through the UNIX socket."""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import pytest

from emulator_clients import I2cClient, checksum, packet
from samebot.emulator import Emulator, open_emulator

MCU = 0x1F


def exchange(i2c: I2cClient, data: bytes) -> bytes:
    """Write 20 bytes and read 47 in one transfer."""
    wrong, answer = i2c.transfer((MCU, data), (MCU, 47))
    assert wrong == 0
    return answer


def steps(answer: bytes) -> tuple[int, int]:
    left, right = struct.unpack("<hh", answer[41:45])
    return left, right


def test_an_answer_has_47_bytes_and_a_right_checksum(i2c: I2cClient) -> None:
    answer = exchange(i2c, packet())
    assert len(answer) == 47
    assert checksum(answer) == 0
    assert struct.unpack("<8H", answer[:16]) == (0,) * 8
    assert struct.unpack("<8H", answer[16:32]) == (4095,) * 8
    assert answer[32:40] == bytes(8)
    assert answer[40] == 10
    assert answer[45] == 0


def test_2_centimetres_a_second_are_9f_00_9f_00(i2c: I2cClient, epuck2: Emulator) -> None:
    straight = bytes.fromhex("9f 00 9f 00") + bytes(15) + b"\x00"
    assert straight == packet(159, 159)
    exchange(i2c, straight)
    assert epuck2.robots[0].board.speeds == (159, 159)
    epuck2.clock.sleep(2.0)
    assert steps(exchange(i2c, packet())) == pytest.approx((318, 318), abs=6)


def test_a_wrong_checksum_is_answered_but_not_obeyed(i2c: I2cClient, epuck2: Emulator) -> None:
    data = bytearray(packet(300, 300, leds=15))
    data[19] ^= 0x40
    answer = exchange(i2c, bytes(data))
    assert checksum(answer) == 0
    assert epuck2.robots[0].board.speeds == (0, 0)
    assert not any(epuck2.robots[0].board.leds.values())


def test_a_packet_that_is_too_short_is_answered_but_not_obeyed(
    i2c: I2cClient, epuck2: Emulator
) -> None:
    assert i2c.transfer((MCU, packet(300, 300)[:12])) == (0, b"")
    assert epuck2.robots[0].board.speeds == (0, 0)
    assert checksum(i2c.transfer((MCU, 47))[1]) == 0


def test_write_then_read_is_the_same_as_one_transfer(i2c: I2cClient, epuck2: Emulator) -> None:
    assert i2c.transfer((MCU, packet(500, 500))) == (0, b"")
    epuck2.clock.sleep(1.0)
    assert i2c.transfer((MCU, packet(500, 500))) == (0, b"")
    wrong, answer = i2c.transfer((MCU, 47))
    assert wrong == 0
    assert steps(answer) == pytest.approx((500, 500), abs=10)


def test_a_bare_read_returns_the_answer_before(i2c: I2cClient, epuck2: Emulator) -> None:
    before = exchange(i2c, packet(500, 500))
    epuck2.clock.sleep(1.0)
    assert i2c.transfer((MCU, 47))[1] == before
    assert exchange(i2c, packet(500, 500)) != before


def test_leds_melodies_and_steps_are_as_the_packet_says(i2c: I2cClient, epuck2: Emulator) -> None:
    board = epuck2.robots[0].board
    board.sounds.clear()
    exchange(i2c, packet(leds=0b1010, rgb=bytes(range(12)), speaker=3))
    exchange(i2c, packet(leds=0b1010, rgb=bytes(range(12)), speaker=3))
    exchange(i2c, packet(speaker=4))
    assert list(board.sounds) == [3, 3]
    assert board.rgb["led7"] == (0, 0, 0)
    exchange(i2c, packet(leds=0b1111, rgb=bytes((100,)) * 12))
    assert [board.leds[name] for name in ("led0", "led2", "led4", "led6")] == [1, 1, 1, 1]
    assert board.rgb["led7"] == (100, 100, 100)
    assert steps(exchange(i2c, packet(-5, 7, settings=4))) == (-5, 7)


def test_this_firmware_avoids_no_obstacles(i2c: I2cClient, epuck2: Emulator) -> None:
    exchange(i2c, packet(100, 100, settings=2))
    assert not epuck2.robots[0].board.obstacle_avoidance


def test_panel_and_remote_are_seen(i2c: I2cClient, epuck2: Emulator) -> None:
    robot = epuck2.robots[0]
    robot.panel.selector = 7
    robot.panel.button = True
    robot.panel.microphones = (1, 2, 3, 4)
    robot.board.remote = (1, 0, 0x2A)
    try:
        answer = exchange(i2c, packet())
    finally:
        robot.panel.selector = robot.panel.microphones = None
        robot.panel.button = False
        robot.board.remote = (0, 0, 0)
    assert answer[40] == 0x17
    assert answer[45] == 0x2A
    assert struct.unpack("<4H", answer[32:40]) == (1, 2, 3, 4)


def test_answers_go_on_while_the_sensors_are_calibrated(i2c: I2cClient, epuck2: Emulator) -> None:
    exchange(i2c, packet(settings=1))
    epuck2.clock.sleep(0.5)
    assert epuck2.robots[0].board.calibrating
    assert checksum(exchange(i2c, packet())) == 0
    epuck2.clock.sleep(0.6)
    assert not epuck2.robots[0].board.calibrating


def test_nobody_at_an_address_is_an_error_of_the_transfer(i2c: I2cClient) -> None:
    assert i2c.transfer((0x33, b"\x00")) == (121, b"")
    assert i2c.transfer((0x33, 4)) == (121, b"")
    assert i2c.transfer((MCU, packet()), (0x33, 4)) == (121, b"")
    assert len(exchange(i2c, packet())) == 47


def test_a_device_can_be_unplugged_and_plugged_in_again(i2c: I2cClient, epuck2: Emulator) -> None:
    bus = epuck2.robots[0].bus
    device = bus.unplug(MCU)
    assert device is not None
    assert i2c.transfer((MCU, 47)) == (121, b"")
    bus.plug(MCU, device)
    assert i2c.transfer((MCU, 47))[0] == 0


def test_a_fault_makes_a_transfer_fail(i2c: I2cClient, epuck2: Emulator) -> None:
    bus = epuck2.robots[0].bus
    bus.fault = lambda messages: 110 if len(messages) == 2 else 0
    try:
        assert i2c.transfer((MCU, packet()), (MCU, 47)) == (110, b"")
        assert i2c.transfer((MCU, 47))[0] == 0
    finally:
        bus.fault = None


def test_an_empty_write_asks_whether_somebody_is_there(i2c: I2cClient) -> None:
    assert i2c.transfer((MCU, b"")) == (0, b"")
    assert i2c.transfer((0x50, b"")) == (121, b"")


def test_a_request_may_come_byte_by_byte_and_several_at_once(i2c: I2cClient) -> None:
    request = b"\x01" + struct.pack("<HHH", MCU, 1, 2)
    for byte in request:
        i2c.socket.sendall(bytes([byte]))
    assert i2c.exactly(3)[0] == 0
    i2c.socket.sendall(request * 3)
    assert i2c.exactly(9)[::3] == b"\x00\x00\x00"


@pytest.mark.parametrize("too_much", [[(MCU, 8193)], [(MCU, bytes(8193))], [(MCU, 1)] * 43])
def test_what_linux_would_not_carry_is_refused(
    i2c: I2cClient, epuck2: Emulator, too_much: list[tuple[int, bytes | int]]
) -> None:
    before = epuck2.robots[0].bus.transfers
    assert i2c.transfer(*too_much) == (121, b"")
    assert epuck2.robots[0].bus.transfers == before
    assert len(exchange(i2c, packet())) == 47


def test_clients_beyond_64_are_sent_away(i2c: I2cClient, epuck2: Emulator) -> None:
    server = epuck2.robots[0].i2c
    assert server is not None
    many = [I2cClient(server.path) for _ in range(70)]
    epuck2.settle()
    served = 0
    with contextlib.ExitStack() as closing:
        for client in many:
            closing.callback(client.close)
            with contextlib.suppress(OSError, AssertionError):
                served += client.transfer((MCU, 1))[0] == 0
    assert served == 63
    assert len(exchange(i2c, packet())) == 47


def test_another_programs_socket_at_the_same_path_stays(tmp_path: Path) -> None:
    path = tmp_path / "bus"
    with open_emulator("epuck2", i2c=path, rate=None):
        path.unlink()
        path.write_text("not ours", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "not ours"


def test_several_clients_share_the_bus(i2c: I2cClient, epuck2: Emulator) -> None:
    server = epuck2.robots[0].i2c
    assert server is not None
    other = I2cClient(server.path)
    half = b"\x01" + struct.pack("<HHH", MCU, 0, 20) + packet()[:7]
    other.socket.sendall(half)
    assert len(exchange(i2c, packet())) == 47
    other.socket.sendall(packet()[7:])
    assert other.exactly(1) == b"\x00"
    other.close()
