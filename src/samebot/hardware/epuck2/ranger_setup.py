# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The registers of the VL53L0X: how it is set up for long range.

The order of the steps is that of the sensor's public libraries; values without a name in the
data sheet are ST's own tuning.
"""

from __future__ import annotations

from typing import Final

from samebot.core.clock import Clock
from samebot.core.errors import BusError
from samebot.hardware.epuck2.registers import Registers

__all__ = ["set_up"]

_POLL: Final = 0.005
_POLLS: Final = 50
_TIMING_BUDGET: Final = 33_000
"""Of one measurement, microseconds."""

_TUNING: Final = bytes.fromhex(
    "FF01 0000 FF00 0900 1000 1100 2401 25FF 7500 FF01 4E2C 4800 3020 FF00 3009 5400 3104 3203"
    "4083 4625 6000 2700 5006 5100 5296 5608 5730 6100 6200 6400 6500 66A0 FF01 2232 4714 49FF"
    "4A00 FF00 7A0A 7B00 7821 FF01 2334 4200 44FF 4526 4605 4040 0E06 201A 4340 FF00 3403 3544"
    "FF01 3104 4B09 4C05 4D04 FF00 4400 4520 4708 4828 6700 7004 7101 72FE 7600 7700 FF01 0D01"
    "FF00 8001 01F8 FF01 8E01 0001 FF00 8000"
)


def _pairs(text: str) -> list[tuple[int, int]]:
    data = bytes.fromhex(text)
    return list(zip(data[0::2], data[1::2], strict=True))


def set_up(chip: Registers, clock: Clock) -> int:
    """Set the sensor up for single measurements; return what each one must be started with."""
    chip.set_bits(0x89, 0x01)  # 2.8 V
    chip.write_all(_pairs("8800 8001 FF01 0000"))
    stop = chip.byte(0x91)
    chip.write_all(_pairs("0001 FF00 8000"))
    chip.set_bits(0x60, 0x12)
    chip.write(0x44, 0, 32)  # signal rate limit 0.25 Mcps, Q9.7
    chip.write(0x01, 0xFF)
    _choose_spads(chip, *_spad_info(chip, clock))
    chip.write_all(zip(_TUNING[0::2], _TUNING[1::2], strict=True))
    chip.write(0x0A, 0x04)
    chip.clear_bits(0x84, 0x10)
    chip.write(0x0B, 0x01)
    chip.write(0x01, 0xE8)
    _calibrate(chip, clock, 0x01, 0x40)
    _calibrate(chip, clock, 0x02, 0x00)
    chip.write(0x01, 0xE8)
    _see_far(chip, clock)
    return stop


def _spad_info(chip: Registers, clock: Clock) -> tuple[int, bool]:
    """Return how many receiving diodes to use, and whether behind the aperture."""
    chip.write_all(_pairs("8001 FF01 0000 FF06"))
    chip.set_bits(0x83, 0x04)
    chip.write_all(_pairs("FF07 8101 8001 946B 8300"))
    _wait(chip, clock, 0x83, 0xFF)
    chip.write(0x83, 0x01)
    info = chip.byte(0x92)
    chip.write_all(_pairs("8100 FF06"))
    chip.clear_bits(0x83, 0x04)
    chip.write_all(_pairs("FF01 0001 FF00 8000"))
    return info & 0x7F, bool(info & 0x80)


def _choose_spads(chip: Registers, count: int, aperture: bool) -> None:  # noqa: FBT001
    enabled = bytearray(chip.read(0xB0, 6))
    chip.write_all(_pairs("FF01 4F00 4E2C FF00 B6B4"))
    first, chosen = 12 if aperture else 0, 0
    for bit in range(48):
        mask = 1 << bit % 8
        if bit < first or chosen >= count:
            enabled[bit // 8] &= ~mask
        elif enabled[bit // 8] & mask:
            chosen += 1
    chip.write(0xB0, *enabled)


def _see_far(chip: Registers, clock: Clock) -> None:
    """Lower the limit of the signal, lengthen the laser's periods, then budget the time again."""
    chip.write(0x44, 0, 13)  # 0.1 Mcps
    before = _timeouts(chip)
    chip.write_all(((0x57, 0x50), (0x56, 0x08), (0x50, (18 >> 1) - 1)))
    _write_timeout(chip, 0x51, _clocks(before.pre, 18))
    chip.write(0x46, max(min(_clocks(before.msrc, 18), 256) - 1, 0))
    _calibrate_phase(chip, clock)
    chip.write_all(((0x48, 0x48), (0x47, 0x08), (0x32, 0x03), (0x30, 0x07)))
    chip.write_all(((0xFF, 0x01), (0x30, 0x20), (0xFF, 0x00), (0x70, (14 >> 1) - 1)))
    _calibrate_phase(chip, clock)
    _budget(chip)


def _calibrate_phase(chip: Registers, clock: Clock) -> None:
    sequence = chip.byte(0x01)
    _calibrate(chip, clock, 0x02, 0x00)
    chip.write(0x01, sequence)


def _calibrate(chip: Registers, clock: Clock, sequence: int, kind: int) -> None:
    """Do one reference calibration."""
    chip.write(0x01, sequence)
    chip.write(0x00, 0x01 | kind)
    _wait(chip, clock, 0x13, 0x07)
    chip.write(0x0B, 0x01)
    chip.write(0x00, 0x00)


def _wait(chip: Registers, clock: Clock, register: int, bits: int) -> None:
    for _ in range(_POLLS):
        if chip.byte(register) & bits:
            return
        clock.sleep(_POLL)
    raise BusError("the time-of-flight sensor does not finish its set-up")


class _Timeouts:
    """Times of the parts of a measurement, microseconds."""

    def __init__(self, msrc: float, pre: float) -> None:
        self.msrc = msrc
        self.pre = pre


def _macro_period(period: int) -> float:
    """Return how long a macro period takes at a laser period in clocks, microseconds."""
    return 2304 * period * 1.655 / 1000.0


def _clocks(microseconds: float, period: int) -> int:
    return round(microseconds / _macro_period(period))


def _timeouts(chip: Registers) -> _Timeouts:
    period = (chip.byte(0x50) + 1) << 1
    macro = _macro_period(period)
    return _Timeouts((chip.byte(0x46) + 1) * macro, _read_timeout(chip, 0x51) * macro)


def _read_timeout(chip: Registers, register: int) -> int:
    """Return clocks as the sensor writes them: mantissa low, exponent high."""
    high, low = chip.read(register, 2)
    return (low << (high & 0x0F)) + 1


def _write_timeout(chip: Registers, register: int, clocks: int) -> None:
    mantissa, exponent = max(clocks - 1, 0), 0
    while mantissa > 0xFF:
        mantissa >>= 1
        exponent += 1
    chip.write(register, exponent, mantissa)


def _budget(chip: Registers) -> None:
    """Give the final range what is left of the budget (overheads: ST's library)."""
    times = _timeouts(chip)
    pre_clocks = _clocks(times.pre, 18)
    used = 1910 + 960 + (times.msrc + 590) + (times.pre + 660) + 550
    left = max(_TIMING_BUDGET - used, 0.0)
    _write_timeout(chip, 0x71, _clocks(left, 14) + pre_clocks)
