# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Wi-Fi: 21 bytes in, packets out, one client at a time."""

from __future__ import annotations

import struct

import pytest

from emulator_clients import Actuators, WifiClient, closing
from samebot.emulator import Emulator, open_emulator
from samebot.emulator.avoidance import avoiding

SENSORS = 2
STILL = Actuators()


def steps(sensors: bytes) -> tuple[int, int]:
    left, right = struct.unpack("<hh", sensors[79:83])
    return left, right


def test_sensors_come_as_an_identifier_and_104_bytes(wifi: WifiClient) -> None:
    wifi.send(STILL.wifi(SENSORS))
    assert wifi.exactly(1) == b"\x02"
    assert len(wifi.exactly(104)) == 104
    wifi.send(STILL.wifi(0))
    assert wifi.exactly(1) == b"\x03"


def test_a_standing_robot_in_the_open_senses_this(wifi: WifiClient, epuck2: Emulator) -> None:
    epuck2.clock.sleep(0.1)
    sensors = wifi.ask(STILL.wifi(SENSORS))[SENSORS]
    assert struct.unpack("<3h", sensors[:6]) == pytest.approx((0, 0, 800), abs=2)
    strength, orientation, inclination = struct.unpack("<3f", sensors[6:18])
    assert strength == pytest.approx(800, abs=2)
    assert orientation == 0.0
    assert inclination == pytest.approx(0.0, abs=0.5)
    assert struct.unpack("<3h", sensors[18:24]) == pytest.approx((0, 0, 0), abs=5)
    assert struct.unpack("<3f", sensors[24:36]) == pytest.approx((0.0, 21.5, -42.7), abs=0.3)
    assert sensors[36] == 20
    assert struct.unpack("<8H", sensors[37:53]) == (0,) * 8
    assert struct.unpack("<8H", sensors[53:69]) == (4095,) * 8
    assert struct.unpack("<H", sensors[69:71]) == (8190,)
    assert steps(sensors) == (0, 0)
    (battery,) = struct.unpack("<H", sensors[83:85])
    assert battery / 819.2 == pytest.approx(4.2, abs=0.01)
    assert sensors[85:90] == bytes((0, 0, 0, 0, 15))
    assert struct.unpack("<3H", sensors[90:96]) == pytest.approx((884, 884, 884), abs=150)
    assert sensors[102:104] == b"\x00\x00"


def test_a_speed_turns_the_wheels_until_another_comes(wifi: WifiClient, epuck2: Emulator) -> None:
    wifi.ask(Actuators(159, 159).wifi(SENSORS))
    epuck2.clock.sleep(2.0)
    assert steps(wifi.ask(Actuators(159, 159).wifi(SENSORS))[SENSORS]) == pytest.approx(
        (318, 318), abs=6
    )


def test_speeds_beyond_1100_are_1100(wifi: WifiClient, epuck2: Emulator) -> None:
    wifi.ask(Actuators(32767, -32768).wifi(SENSORS))
    epuck2.clock.sleep(2.0)
    left, right = steps(wifi.ask(STILL.wifi(SENSORS))[SENSORS])
    assert left == pytest.approx(2200, rel=0.03)
    assert right == pytest.approx(-2200, rel=0.03)


def test_no_speed_is_forgotten_when_the_client_goes(wifi: WifiClient, epuck2: Emulator) -> None:
    wifi.ask(Actuators(200, 200).wifi(SENSORS))
    wifi.close()
    epuck2.clock.sleep(3.0)
    assert epuck2.robots[0].board.steps == pytest.approx((600, 600), abs=10)


def test_bit_2_of_the_settings_sets_the_step_counters(wifi: WifiClient, epuck2: Emulator) -> None:
    wifi.ask(Actuators(32760, -32760, settings=4).wifi(SENSORS))
    assert epuck2.robots[0].board.speeds == (0, 0)
    assert steps(wifi.ask(Actuators(100, -100).wifi(SENSORS))[SENSORS]) == (32760, -32760)
    epuck2.clock.sleep(1.0)
    left, right = steps(wifi.ask(STILL.wifi(SENSORS))[SENSORS])
    assert left == pytest.approx(32860 - 65536, abs=4)
    assert right == pytest.approx(-32860 + 65536, abs=4)


def test_leds_and_sounds_are_as_the_bits_say(wifi: WifiClient, epuck2: Emulator) -> None:
    board = epuck2.robots[0].board
    rgb = bytes((100, 0, 0, 0, 100, 0, 0, 0, 100, 50, 50, 50))
    board.sounds.clear()
    wifi.ask(Actuators(leds=0b100101, rgb=rgb, sound=0x02).wifi(SENSORS))
    lit = {name for name, value in board.leds.items() if value}
    assert lit == {"led0", "led4", "led_front"}
    assert list(board.rgb.values()) == [(100, 0, 0), (0, 100, 0), (0, 0, 100), (50, 50, 50)]
    assert list(board.sounds) == [2]
    wifi.ask(Actuators(rgb=bytes((101, 7, 101)) + bytes(9), sound=0x20).wifi(SENSORS))
    assert board.rgb["led1"] == (100, 7, 0)
    assert list(board.sounds) == [2, 0]


def test_a_request_may_come_in_pieces(wifi: WifiClient) -> None:
    request = STILL.wifi(SENSORS)
    for start in range(0, 21, 5):
        wifi.send(request[start : start + 5])
    assert list(wifi.packets(1)) == [SENSORS]


def test_a_piece_may_begin_as_a_request_does(wifi: WifiClient, epuck2: Emulator) -> None:
    for byte in Actuators(0x80, -0x80).wifi(SENSORS):
        wifi.send(bytes([byte]))
        epuck2.settle()
    assert list(wifi.packets(1)) == [SENSORS]
    assert epuck2.robots[0].board.speeds == (0x80, -0x80)


def test_several_requests_may_come_at_once(wifi: WifiClient) -> None:
    wifi.send(STILL.wifi(SENSORS) * 3 + STILL.wifi(0))
    kinds = [wifi.packets(1) for _ in range(4)]
    assert [list(kind) for kind in kinds] == [[2], [2], [2], [3]]


def test_garbage_before_a_request_is_skipped(wifi: WifiClient) -> None:
    wifi.send(b"HTTP/1.1 GET\r\n\r\n" + STILL.wifi(SENSORS))
    assert list(wifi.packets(1)) == [SENSORS]


def test_the_inside_of_a_wrong_request_is_no_request(wifi: WifiClient, epuck2: Emulator) -> None:
    wrong = b"\x81" + Actuators(0x80, 500).wifi(2)[1:]
    wifi.send(wrong)
    epuck2.settle()
    assert list(wifi.ask(Actuators(20, 30).wifi(2))) == [2]
    assert epuck2.robots[0].board.speeds == (20, 30)


def test_half_a_request_is_forgotten(wifi: WifiClient, epuck2: Emulator) -> None:
    wifi.send(Actuators(500, 500).wifi(SENSORS)[:20])
    epuck2.clock.sleep(1.5)
    assert list(wifi.ask(STILL.wifi(SENSORS))) == [SENSORS]
    assert epuck2.robots[0].board.speeds == (0, 0)


def test_a_second_client_waits_for_the_first_to_go(wifi: WifiClient, epuck2: Emulator) -> None:
    wifi.ask(STILL.wifi(SENSORS))
    server = epuck2.robots[0].wifi
    assert server is not None
    second = WifiClient(server.address)
    second.send(STILL.wifi(SENSORS))
    epuck2.settle()
    second.socket.settimeout(0.05)
    with pytest.raises(TimeoutError):
        second.exactly(1)
    wifi.close()
    second.socket.settimeout(30.0)
    assert list(second.packets(1)) == [SENSORS]
    second.close()


def test_calibration_takes_a_second_in_which_nothing_is_answered(
    wifi: WifiClient, epuck2: Emulator
) -> None:
    wifi.send(Actuators(settings=1).wifi(SENSORS))
    epuck2.clock.sleep(0.9)
    wifi.socket.settimeout(0.05)
    with pytest.raises(TimeoutError):
        wifi.exactly(1)
    epuck2.clock.sleep(0.2)
    wifi.socket.settimeout(30.0)
    assert list(wifi.packets(1)) == [SENSORS]
    assert not epuck2.robots[0].board.calibrating


def test_a_picture_is_38400_bytes_and_comes_before_the_sensors(wifi: WifiClient) -> None:
    pytest.importorskip("panda3d")
    wifi.send(STILL.wifi(3))
    assert wifi.exactly(1) == b"\x01"
    picture = wifi.exactly(38400)
    assert wifi.exactly(1) == b"\x02"
    assert len(wifi.exactly(104)) == 104
    assert len(set(picture)) > 10


@pytest.mark.parametrize(("settings", "least", "most"), [(2, 100, 1200), (0, 1500, 4095)])
def test_a_robot_that_avoids_obstacles_does_not_touch_the_wall(
    settings: int, least: int, most: int
) -> None:
    forward = Actuators(600, 600, settings=settings).wifi(SENSORS)
    nearest = 0
    with open_emulator(
        wifi="127.0.0.1:0", world="arena", rate=None, options={"noise": False}
    ) as emulator:
        server = emulator.robots[0].wifi
        assert server is not None
        with closing(client := WifiClient(server.address)):
            for _ in range(40):
                nearest = max(nearest, *struct.unpack_from("<8H", client.ask(forward)[SENSORS], 37))
                emulator.clock.sleep(0.25)
    assert least < nearest < most


def test_obstacles_push_the_wheels_speeds() -> None:
    assert avoiding((300, -300), (4,) * 8) == (300, -300)
    assert avoiding((300, 300), (200, 0, 0, 0, 0, 0, 0, 200)) == (100, 100)
    assert avoiding((300, 300), (0, 0, 100, 0, 0, 0, 0, 0)) == (-100, 700)
    assert avoiding((-300, -300), (0, 0, 0, 200, 200, 0, 0, 0)) == (-450, -450)
