# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The serial protocol of the e-puck2 over a real pseudo terminal: binary commands and lines."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from emulator_clients import Actuators, SerialClient
from samebot.core.errors import BadInput
from samebot.emulator import Emulator, open_emulator
from samebot.emulator.serial_server import SerialServer

V = b"v,Version 2.0 January 2018 GCtronic\r\n"


def line_of(emulator: Emulator) -> SerialServer:
    """Return the robot's serial line."""
    server = emulator.robots[0].serial
    assert server is not None
    return server


def test_the_greeting_is_form_feed_bell_and_two_lines(epuck2: Emulator) -> None:
    server = line_of(epuck2)
    server.unplug()
    server.plug()
    client = SerialClient(server.link)
    assert client.exactly(2) == b"\x0c\x07"
    assert client.line() == b"WELCOME to the SerCom protocol on e-Puck\r\n"
    assert client.line() == b'the EPFL education robot type "H" for help\r\n'
    assert client.silent(0.05)
    client.close()


def test_the_version_tells_the_robots_apart(serial: SerialClient) -> None:
    serial.send(b"V\n")
    assert serial.line() == V
    assert serial.line().startswith(b"HW version: ")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_lines_end_with_either_character(serial: SerialClient, end: bytes) -> None:
    serial.send(b"V" + end)
    assert serial.line() == V
    serial.line()
    assert serial.ask(b"\xaf\x00", 4) == bytes(4)


def test_answers_are_joined_in_the_order_of_commands(serial: SerialClient) -> None:
    serial.send(bytes((0x9F, 0xB2, 0xAF)))
    assert serial.silent(0.05)
    answer = serial.ask(b"\x00", 6 + 16 + 4)
    assert struct.unpack("<3h", answer[:6]) == pytest.approx((2048, 2048, 2848), abs=2)
    assert answer[6:] == bytes(20)
    assert serial.silent(0.05)


def test_unknown_binary_commands_are_ignored(serial: SerialClient) -> None:
    assert serial.ask(bytes((0x81, 0xAF, 0xC3, 0x41, 0x00)), 4) == bytes(4)


def test_a_packet_without_answers_is_not_answered(serial: SerialClient, epuck2: Emulator) -> None:
    serial.send(b"\xbc" + struct.pack("<hh", 159, -159) + b"\x00")
    assert serial.silent(0.05)
    assert epuck2.robots[0].board.speeds == (159, -159)
    assert struct.unpack("<hh", serial.ask(b"\xbb\x00", 4)) == (159, -159)


def test_zeros_in_arguments_do_not_end_a_packet(serial: SerialClient, epuck2: Emulator) -> None:
    answer = serial.ask(b"\xbc\x00\x00\x00\x00\xaf\x00", 4)
    assert answer == bytes(4)
    assert epuck2.robots[0].board.speeds == (0, 0)


def test_step_counters_can_be_set_and_overflow(serial: SerialClient, epuck2: Emulator) -> None:
    serial.send(b"\xb0" + struct.pack("<hh", 32767, -32768) + b"\x00")
    assert struct.unpack("<hh", serial.ask(b"\xaf\x00", 4)) == (32767, -32768)
    serial.send(b"\xbc" + struct.pack("<hh", 500, -500) + b"\x00")
    epuck2.clock.sleep(1.0)
    left, right = struct.unpack("<hh", serial.ask(b"\xaf\x00", 4))
    assert left == pytest.approx(-32769 + 500, abs=15)
    assert right == pytest.approx(32768 - 500, abs=15)


def test_leds_of_the_ring_the_body_and_the_front(serial: SerialClient, epuck2: Emulator) -> None:
    board = epuck2.robots[0].board
    for number, value in ((0, 1), (1, 1), (8, 1), (9, 1), (4, 2)):
        serial.send(bytes((0xB4, number, value, 0)))
    serial.ask(b"\xbb\x00", 4)
    assert {name for name, value in board.leds.items() if value} == {
        "led0",
        "led4",
        "led_body",
        "led_front",
    }
    assert board.rgb["led1"] == (10, 0, 0)
    serial.ask(bytes((0xB4, 4, 2, 0xB4, 1, 2, 0xBB, 0)), 4)
    assert board.leds["led4"] == 0
    assert board.rgb["led1"] == (0, 0, 0)
    serial.ask(bytes((0xB4, 10, 1, 0xBB, 0)), 4)
    assert all(board.leds[f"led{number}"] for number in (0, 2, 4, 6))
    assert all(colour == (10, 0, 0) for colour in board.rgb.values())


SIZES = [
    (0x9F, 6),
    (0xBF, 12),
    (0x9E, 2),
    (0xBB, 4),
    (0x99, 6),
    (0xB7, 3203),
    (0xB3, 8),
    (0xB2, 16),
    (0xB1, 16),
    (0xAF, 4),
    (0x8C, 1),
    (0x8B, 6),
    (0xAB, 0),
    (0xF8, 103),
    (0xF5, 1),
    (0xF4, 8),
    (0xF3, 2),
    (0xF2, 1),
]


@pytest.mark.parametrize(("code", "size"), SIZES, ids=[f"{code:02X}" for code, _ in SIZES])
def test_answers_have_the_sizes_of_the_firmware(serial: SerialClient, code: int, size: int) -> None:
    if code == 0xB7:
        pytest.importorskip("panda3d")
    # The speeds behind show where the answer ends.
    answer = serial.ask(b"\xbc" + struct.pack("<hh", 17, -3) + bytes((code, 0xBB, 0)), size + 4)
    assert struct.unpack("<hh", answer[size:]) == (17, -3)


@pytest.mark.parametrize("code", [0xF1, 0xF0, 0xEF])
def test_switches_are_acknowledged_with_0(serial: SerialClient, code: int) -> None:
    assert serial.ask(bytes((code, 1, 0)), 1) == b"\x00"


def test_sensors_that_are_off_show_nothing_new(serial: SerialClient) -> None:
    assert serial.ask(b"\xef\x00\xf3\x00", 3) == b"\x00\x00\x00"
    assert serial.ask(b"\xf1\x00\xf8\x00", 104)[25:37] == bytes(12)
    assert serial.ask(b"\xef\x01\xf3\x00", 3)[1:] == struct.pack("<H", 8190)
    assert serial.ask(b"\xf1\x01\xf8\x00", 104)[25:37] != bytes(12)


def test_the_block_commands_are_those_of_wifi(serial: SerialClient, epuck2: Emulator) -> None:
    board = epuck2.robots[0].board
    rgb = bytes((10, 20, 30)) * 4
    serial.send(Actuators(100, -100, leds=0b110001, rgb=rgb, sound=1).serial() + b"\x00")
    sensors = serial.ask(b"\xf8\x00", 103)
    assert board.speeds == (100, -100)
    assert board.rgb["led5"] == (10, 20, 30)
    assert {name for name, value in board.leds.items() if value} == {
        "led0",
        "led_body",
        "led_front",
    }
    assert struct.unpack("<8H", sensors[53:69]) == (4095,) * 8
    assert sensors[89] == 3
    assert sensors[102] == 0
    serial.ask(b"\xf6" + bytes(12) + b"\xf5\x00", 1)
    assert board.rgb["led5"] == (0, 0, 0)


def test_a_line_answers_to_every_letter(serial: SerialClient, epuck2: Emulator) -> None:
    expected = {
        b"A": b"a,",
        b"b": b"b,3441 (100%)",
        b"B,1": b"b",
        b"C": b"c,3",
        b"D,100,-100": b"d",
        b"E": b"e,100,-100",
        b"F,1": b"f",
        b"G": b"g IR check : 0x0, address : 0x0, data : 0x0",
        b"g": b"g,",
        b"I": b"i,1,40,40,8,3200",
        b"J,0,80,20,4": b"j",
        b"i": b"i,0,80,20,4,1600",
        b"L,2,1": b"l",
        b"M": b"m,",
        b"N": b"n,0,0,0,0,0,0,0,0",
        b"O": b"o,4095,4095,4095,4095,4095,4095,4095,4095",
        b"P,7,-7": b"p",
        b"Q": b"q,7,-7",
        b"S": b"s",
        b"e": b"e,0,0",
        b"T,2": b"t",
        b"t,3": b"t",
        b"U": b"u,0,0,0",
        b"W,192,1,1": b"w",
        b"x": b"z,Command not found",
        b"?": b"z,Command not found",
    }
    for command, beginning in expected.items():
        serial.send(command + b"\n")
        answer = serial.line()
        assert answer.startswith(beginning), command
        assert answer.endswith(b"\r\n")
    assert list(epuck2.robots[0].board.sounds)[-2:] == [2, 3]
    assert epuck2.robots[0].board.leds["led2"] == 0


def test_help_lists_every_command(serial: SerialClient) -> None:
    serial.send(b"H\n")
    assert serial.exactly(1) == b"\n"
    lines = [serial.line() for _ in range(27)]
    assert lines[0].startswith(b'"A" ')
    assert lines[-1] == b'"Y"                 Read I2C val=(mod,reg)\r\n'


def test_numbers_that_are_left_out_stay(serial: SerialClient) -> None:
    for line, speeds in (
        (b"D,5,6\n", b"e,5,6\r\n"),
        (b"D,9\n", b"e,9,6\r\n"),
        (b"D\n", b"e,9,6\r\n"),
    ):
        serial.send(line + b"E\n")
        assert (serial.line(), serial.line()) == (b"d\r\n", speeds)


def test_a_speed_beyond_16_bits_keeps_its_direction(serial: SerialClient, epuck2: Emulator) -> None:
    serial.send(b"D,40000,-40000\nE\n")
    assert (serial.line(), serial.line()) == (b"d\r\n", b"e,40000,-40000\r\n")
    epuck2.clock.sleep(1.0)
    serial.send(b"D,0,0\nQ\n")
    assert serial.line() == b"d\r\n"
    left, right = (int(number) for number in serial.line().split(b",")[1:])
    assert left == pytest.approx(1100, abs=60)
    assert right == pytest.approx(-1100, abs=60)


def test_calibration_says_when_it_is_done(serial: SerialClient, epuck2: Emulator) -> None:
    serial.send(b"K\n")
    assert serial.line() == (b"k, Starting calibration - Remove any object in sensors range\r\n")
    for _ in range(14):
        epuck2.clock.sleep(0.1)
    serial.send(b"V\n")
    assert serial.silent(0.05)
    for _ in range(4):
        epuck2.clock.sleep(0.1)
    assert serial.line() == b"k, Calibration finished\r\n"
    assert serial.line() == V


def test_a_picture_is_answered_in_place(serial: SerialClient) -> None:
    pytest.importorskip("panda3d")
    serial.send(b"J,0,20,10,8\n")
    assert serial.line() == b"j\r\n"
    answer = serial.ask(bytes((0xAF, 0xB7, 0xBB, 0x00)), 4 + 3 + 200 + 4)
    assert answer[4:7] == bytes((0, 20, 10))
    assert len(set(answer[7:207])) > 3


def test_a_picture_that_is_too_large_is_40_by_40_in_colour(serial: SerialClient) -> None:
    serial.send(b"J,1,160,120,4\nI\n")
    assert serial.line() == b"j\r\n"
    assert serial.line() == b"i,1,40,40,4,3200\r\n"
    serial.send(b"J,0,64,64,4\nI\n")
    assert (serial.line(), serial.line()) == (b"j\r\n", b"i,0,64,64,4,4096\r\n")
    serial.send(b"J,1,52,39,4\nI\n")
    assert (serial.line(), serial.line()) == (b"j\r\n", b"i,1,52,39,4,4056\r\n")


def test_half_a_packet_waits_for_its_rest(serial: SerialClient, epuck2: Emulator) -> None:
    for part in (b"\xbc\x10\x00", b"\xf0", b"\xff\xbb"):
        serial.send(part)
        epuck2.clock.sleep(3.0)
    assert serial.ask(b"\x00", 4) == b"\x10\x00\xf0\xff"


def test_answers_that_are_never_asked_to_end_fill_no_memory(
    serial: SerialClient, epuck2: Emulator
) -> None:
    for _ in range(40):
        serial.send(b"\xb7" * 50)  # pictures
        epuck2.settle()
    serial.send(b"\x00")
    server = line_of(epuck2)
    epuck2.settle()
    assert server.stream is not None
    assert server.stream.backlog < 200_000


def test_the_remote_drives_the_robot(epuck2: Emulator) -> None:
    board = epuck2.robots[0].board
    with epuck2.world.lock:
        board.press_remote(3)
    assert board.speeds == (600, 300)
    with epuck2.world.lock:
        board.press_remote(5)
    assert board.speeds == (0, 0)


def test_a_line_that_is_cut_is_gone_and_comes_back(epuck2: Emulator) -> None:
    server = line_of(epuck2)
    client = SerialClient(server.link)
    server.unplug()
    assert not server.link.is_symlink()
    with pytest.raises(OSError, match="error"):
        client.send(b"V\n")
    client.close()
    server.plug()
    client = SerialClient(server.link)
    client.exactly(2)
    client.close()


def test_a_file_that_took_the_links_place_stays(tmp_path: Path) -> None:
    link = tmp_path / "tty"
    with open_emulator("epuck2", serial=link, rate=None) as emulator:
        server = line_of(emulator)
        server.unplug()
        link.write_text("not ours", encoding="utf-8")
        with pytest.raises(BadInput, match="tty exists"):
            server.plug()
    assert link.read_text(encoding="utf-8") == "not ours"


def test_answers_that_nobody_reads_are_lost(serial: SerialClient, epuck2: Emulator) -> None:
    for _ in range(200):
        serial.send(b"\xf8\x00" * 20)
        epuck2.settle()
    stream = line_of(epuck2).stream
    assert stream is not None
    assert stream.backlog < 600_000


def test_the_link_leads_to_the_terminal(epuck2: Emulator) -> None:
    assert line_of(epuck2).link.resolve() == Path(line_of(epuck2).device)
