# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The main microcontroller of one robot: what it knows and does, whatever bus asks.

Knows step counters of 16 bits, speed limits, LEDs, sounds and the calibration of the infra-red
sensors as the firmware has them (GCtronic e-puck2_main-processor, e-puck-library). Knows no
protocol.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from samebot.body import Body, Command
from samebot.emulator.avoidance import avoiding
from samebot.emulator.pictures import Camera
from samebot.emulator.readings import Readings
from samebot.emulator.words import signed16

__all__ = ["CALIBRATION_TIME", "RGB_LEDS", "Mainboard", "Panel"]

CALIBRATION_SAMPLES: Final = 100
SAMPLE_PERIOD: Final = 0.01
"""The infra-red sensors are sampled at 100 Hz, s."""
CALIBRATION_TIME: Final = CALIBRATION_SAMPLES * SAMPLE_PERIOD
"""How long the infra-red calibration takes, s."""

RGB_LEDS: Final = ("led1", "led3", "led5", "led7")
_RED_LEDS: Final = ("led0", "led2", "led4", "led6")
_RING: Final = tuple(f"led{number}" for number in range(8))
_SERCOM_RED: Final = 10
"""How bright the firmware lights the red of an RGB LED for the commands of the first e-puck, %."""
_RGB_FULL: Final = 100
_STEP_LIMITS: Final = {1: 1000, 2: 1100}
"""Largest wheel speed by the robot's version, steps/s."""
_REMEMBERED_SOUNDS: Final = 64
_REMOTE_SPEED: Final = 600
_REMOTE_WAYS: Final = {
    1: (0.5, 1.0), 2: (1.0, 1.0), 3: (1.0, 0.5), 4: (-1.0, 1.0), 5: (0.0, 0.0), 6: (1.0, -1.0),
    7: (-0.5, -1.0), 8: (-1.0, -1.0), 9: (-1.0, -0.5),
}  # fmt: skip


@dataclass(slots=True)
class Panel:
    """What people set by hand, and what the room does that is not simulated; change it at will.

    None: what the simulated body says, and for the selector the position in which the firmware
    speaks on the bus that asks.
    """

    selector: int | None = None
    button: bool = False
    voltage: float | None = None
    """Of the battery, V."""
    temperature: int | None = None
    """Degrees Celsius."""
    microphones: tuple[int, ...] | None = None
    """Volumes, 0 to 4095: right, left, back, front."""
    sd_card: bool = False


class Mainboard:
    """One robot's microcontroller; methods are called with the emulator's lock held."""

    def __init__(self, body: Body, version: int, *, gumstix: bool = False) -> None:
        """Power up: wheels stand, LEDs are dark, counters are 0. `version`: 1 or 2."""
        self.body = body
        self.version = version
        self.gumstix = gumstix
        self.panel = Panel()
        self.readings = Readings(body, self.panel, version)
        self.camera = Camera(body, version)
        self.limit = _STEP_LIMITS[version]
        self.sounds: deque[int] = deque(maxlen=_REMEMBERED_SOUNDS)
        """The sounds that were started last, by number; 0: stopped."""
        self.remote = (0, 0, 0)
        """What the infra-red remote sent last: check bit, address, data."""
        drive = body.model.drive
        self._step = math.tau / (drive.steps_per_turn or 1000) if drive else math.tau / 1000
        self._inits = [0] * self.readings.proximity_count
        self._sums = [0.0] * self.readings.proximity_count
        self._samples = -1.0
        self.power_up()

    def power_up(self) -> None:
        """Begin anew, as after a reset."""
        self.speeds = (0, 0)
        """The last speeds that were set, as they were given; steps/s."""
        self.leds: dict[str, int] = dict.fromkeys((*_RING, "led_body", "led_front"), 0)
        self.rgb: dict[str, tuple[int, int, int]] = dict.fromkeys(RGB_LEDS, (0, 0, 0))
        self.obstacle_avoidance = False
        """Whether what the infra-red sensors see changes the wheels' speeds."""
        self._offsets = (0, 0)
        self._inits = [0] * len(self._inits)
        self._samples = -1.0
        self.camera.power_up()
        self.readings.power_up()
        self.body.stop()
        self._show(self.leds)
        self.set_steps(0, 0)

    # Wheels

    def set_speeds(self, left: int, right: int) -> None:
        """Let the wheels turn, steps/s; each is clamped alone, as the firmware does."""
        self.speeds = (left, right)
        self._turn_wheels()

    def _turn_wheels(self) -> None:
        wanted = avoiding(self.speeds, self.proximity) if self.obstacle_avoidance else self.speeds
        left, right = (max(-self.limit, min(self.limit, speed)) * self._step for speed in wanted)
        self.body.write(Command(wheels=(left, right)))

    def set_steps(self, left: int, right: int) -> None:
        """Set the step counters."""
        counts = self.readings.counts
        self._offsets = (left - counts[0], right - counts[1])

    @property
    def steps(self) -> tuple[int, int]:
        """The step counters, 16 bits with sign."""
        counts = self.readings.counts
        return (
            signed16(counts[0] + self._offsets[0]),
            signed16(counts[1] + self._offsets[1]),
        )

    def press_remote(self, data: int, address: int = 0, check: int = 0) -> None:
        """Let the infra-red remote send something; keys 1 to 9 drive the robot.

        The sercom firmware looks at the remote while it waits for a command.
        """
        self.remote = (check & 1, address & 0x1F, data & 0x3F)
        if address not in (0, 8):
            return
        if data == 0:
            self.play(5)
            return
        left, right = _REMOTE_WAYS.get(data, (0.0, 0.0))
        self.set_speeds(int(left * _REMOTE_SPEED), int(right * _REMOTE_SPEED))

    # LEDs and sounds

    def set_led(self, name: str, value: int) -> None:
        """Switch a red or green LED: 0 off, 1 on, more: the other way round."""
        self.leds[name] = 1 - self.leds[name] if value > 1 else value & 1
        self._show({name: self.leds[name]})

    def set_sercom_led(self, number: int, value: int) -> None:
        """Switch an LED of the sercom protocols: 0 to 7 the ring, others the whole ring."""
        for name in _RING if not 0 <= number <= 7 else (_RING[number],):
            if self.version == 1 or name not in RGB_LEDS:
                self.set_led(name, value)
                continue
            lit = value & 1 if value <= 1 else not self.rgb[name][0]
            self.set_rgb(name, (_SERCOM_RED if lit else 0, 0, 0))

    def set_rgb(self, name: str, colour: tuple[int, int, int]) -> None:
        """Light an RGB LED, 0 to 100 each; a part of more than 100 stays as it was."""
        old = self.rgb[name]
        red, green, blue = (
            new if new <= _RGB_FULL else before for new, before in zip(colour, old, strict=True)
        )
        self.rgb[name] = (red, green, blue)
        packed = sum(
            round(part * 2.55) << shift
            for part, shift in zip(self.rgb[name], (16, 8, 0), strict=True)
        )
        self._show({name: packed})

    def set_rgb_ring(self, colours: bytes) -> None:
        """Light LED2, LED4, LED6 and LED8 of the maker's numbers: 12 bytes."""
        for number, name in enumerate(RGB_LEDS):
            red, green, blue = colours[3 * number : 3 * number + 3]
            self.set_rgb(name, (red, green, blue))

    def set_red_bits(self, bits: int) -> None:
        """Switch LED1, LED3, LED5 and LED7 of the maker's numbers, from bit 0 on."""
        for number, name in enumerate(_RED_LEDS):
            self.set_led(name, bits >> number & 1)

    def clear_leds(self) -> None:
        """Turn the ring off."""
        for number in range(8):
            self.set_sercom_led(number, 0)

    def play(self, sound: int) -> None:
        """Start a sound by number; 0 stops."""
        self.sounds.append(sound)

    def _show(self, leds: dict[str, int]) -> None:
        known = {name: value for name, value in leds.items() if name in self.body.devices}
        self.body.write(Command(leds=known))

    # Infra-red sensors

    def calibrate(self) -> None:
        """Take what the infra-red sensors show in the next second for nothing."""
        self._inits = [0] * len(self._inits)
        self._sums = [0.0] * len(self._sums)
        self._samples = 0.0

    @property
    def calibrating(self) -> bool:
        """Whether the calibration runs."""
        return self._samples >= 0.0

    def passed(self, duration: float) -> None:
        """Note that the world went on by `duration` seconds."""
        if self.obstacle_avoidance:
            self._turn_wheels()
        if not self.calibrating:
            return
        samples = min(duration / SAMPLE_PERIOD, CALIBRATION_SAMPLES - self._samples)
        self._samples += samples
        for number, raw in enumerate(self.readings.proximity):
            self._sums[number] += raw * samples
        if self._samples > CALIBRATION_SAMPLES - 0.5:
            self._inits = [int(total / CALIBRATION_SAMPLES) for total in self._sums]
            self._samples = -1.0

    @property
    def proximity(self) -> tuple[int, ...]:
        """The infra-red sensors less their calibration, never below 0."""
        pairs: Iterable[tuple[int, int]] = zip(self.readings.proximity, self._inits, strict=True)
        return tuple(max(0, raw - init) for raw, init in pairs)

    def selector(self, usual: int) -> int:
        """Return the selector's position; `usual` unless it was set by hand."""
        return usual if self.panel.selector is None else self.panel.selector & 0x0F
