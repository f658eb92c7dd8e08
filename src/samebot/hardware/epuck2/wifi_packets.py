# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The packets of the e-puck2's Wi-Fi: a request of 21 bytes, and what comes back.

The block of sensors is also what the serial command 0xF8 answers, without its button.
"""

from __future__ import annotations

import math
import struct
from typing import Final, NamedTuple

from samebot.core.errors import BusError
from samebot.hardware.epuck2.parts import (
    RING,
    SOUND_BITS,
    STOP_SOUND,
    light_bits,
    percentages,
    plausible,
)
from samebot.hardware.link import Orders

__all__ = [
    "BLOCK_LENGTH",
    "EMPTY",
    "IMAGE",
    "IMAGE_SIZE",
    "LENGTHS",
    "REQUEST_LENGTH",
    "SENSORS",
    "SERIAL_BLOCK_LENGTH",
    "SensorBlock",
    "actuators",
    "decode_sensors",
    "encode_request",
]

IMAGE, SENSORS, EMPTY = 0x01, 0x02, 0x03
"""The first byte of each answer."""
IMAGE_SIZE: Final = (160, 120)
BLOCK_LENGTH: Final = 104
SERIAL_BLOCK_LENGTH: Final = 103
LENGTHS: Final = {IMAGE: 2 * IMAGE_SIZE[0] * IMAGE_SIZE[1], SENSORS: BLOCK_LENGTH, EMPTY: 0}
"""Bytes after the first one."""
REQUEST_LENGTH: Final = 21

_REQUEST: Final = 0x80
_CALIBRATE: Final = 0x01
_SET_COUNTERS: Final = 0x04
_LIGHTS: Final = (*RING, "led_body", "led_front")
_BLOCK: Final = struct.Struct("<3h3f3h3fB8H8HH4HhhHBBBBB3H3HB")
assert _BLOCK.size == SERIAL_BLOCK_LENGTH


class SensorBlock(NamedTuple):
    """Everything that the firmware measures, as sent."""

    acceleration: tuple[int, ...]
    """1 g is about 800."""
    spherical: tuple[float, ...]
    """Acceleration (in the same counts), orientation and inclination (degrees)."""
    turning: tuple[int, ...]
    """131.07 to a degree/s."""
    field: tuple[float, ...]
    """Microteslas."""
    temperature: int
    """Degrees Celsius."""
    proximity: tuple[int, ...]
    light: tuple[int, ...]
    distance: int
    """Of the time-of-flight sensor, mm."""
    microphones: tuple[int, ...]
    steps: tuple[int, ...]
    battery: int
    card: int
    """1: there is a micro SD card."""
    remote: int
    selector: int
    ground: tuple[int, ...]
    ground_light: tuple[int, ...]
    button: int


def actuators(orders: Orders) -> bytes:
    """Return settings, speeds, LEDs and sound: 19 bytes of the request and of command 0xF7."""
    left, right = orders.speeds if orders.counters is None else orders.counters
    settings = _CALIBRATE if orders.calibrate else 0
    settings |= _SET_COUNTERS if orders.counters is not None else 0
    sound = 0
    if orders.sound is not None:
        sound = SOUND_BITS.get(orders.sound, STOP_SOUND)
    head = struct.pack("<BhhB", settings, left, right, light_bits(orders.leds, _LIGHTS))
    return head + percentages(orders.leds) + bytes([sound])


def encode_request(orders: Orders, *, image: bool, sensors: bool) -> bytes:
    """Return a request, 21 bytes, for an image, the sensors, both or an empty answer."""
    return bytes([_REQUEST, int(image) | int(sensors) << 1]) + actuators(orders)


def decode_sensors(block: bytes) -> SensorBlock:
    """Return what a block of 104 bytes (or 103, from the serial port: no button) says.

    Raises BusError for a block that no robot sends.
    """
    if len(block) not in (BLOCK_LENGTH, SERIAL_BLOCK_LENGTH):
        raise BusError(f"a block of sensors has {BLOCK_LENGTH} bytes, {len(block)} were found")
    n = _BLOCK.unpack(block[:SERIAL_BLOCK_LENGTH])
    found = SensorBlock(
        acceleration=n[0:3],
        spherical=n[3:6],
        turning=n[6:9],
        field=n[9:12],
        temperature=n[12] - 256 if n[12] > 127 else n[12],
        proximity=n[13:21],
        light=n[21:29],
        distance=n[29],
        microphones=n[30:34],
        steps=n[34:36],
        battery=n[36],
        card=n[37],
        remote=n[40],
        selector=n[41],
        ground=n[42:45],
        ground_light=n[45:48],
        button=n[48] if len(block) == BLOCK_LENGTH else 0,
    )
    _refuse_nonsense(found)
    return found


def _refuse_nonsense(block: SensorBlock) -> None:
    fields = {
        "proximity": block.proximity,
        "light": block.light,
        "microphones": block.microphones,
        "ground": block.ground,
        "selector": (block.selector,),
        "button": (block.button,),
    }
    for name, numbers in fields.items():
        if not plausible(name, numbers):
            raise BusError(f"the robot's block of sensors is broken: {name} is {numbers}")
    if not all(math.isfinite(number) for number in (*block.spherical, *block.field)):
        raise BusError("the robot's block of sensors is broken: numbers are not finite")
