# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The battery of an e-puck with a Pi-puck: a converter that the Linux kernel reads for us."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from samebot.core.errors import BusError
from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.link import Sample, Samples

__all__ = ["SysfsBattery"]

_IIO: Final = "bus/i2c/devices/11-0048/iio:device0"
_OLD: Final = "bus/i2c/drivers/ads1015/3-0048/in4_input"
_SCALE: Final = 500.0
"""Raw times scale over this is volts (YRL Pi-puck packages)."""


class SysfsBattery:
    """The e-puck's battery voltage, from below /sys."""

    groups: tuple[str, ...] = ("battery",)

    def __init__(self, sysfs: Path = Path("/sys")) -> None:
        """`sysfs` is where the kernel's files are."""
        self._iio = sysfs / _IIO
        self._old = sysfs / _OLD

    def find(self, bus: PatientI2c) -> str:  # noqa: ARG002 - the kernel has its own way there
        """Look for the kernel's files."""
        if (self._iio / "in_voltage0_raw").exists():
            return "battery converter"
        return "battery converter (older kernel)" if self._old.exists() else ""

    def begin(self) -> None:
        """Nothing: the kernel measures when it is read."""

    def sample(self, wanted: Collection[str]) -> Samples:  # noqa: ARG002 - there is one group
        """Return the voltage."""
        try:
            if self._old.exists():
                raw = float(self._old.read_text())
                return {"battery": Sample((raw,), (raw / 1000.0,))}
            raw = float((self._iio / "in_voltage0_raw").read_text())
            scale = float((self._iio / "in_voltage0_scale").read_text())
        except (OSError, ValueError) as error:
            raise BusError(f"the battery's voltage cannot be read: {error}") from error
        return {"battery": Sample((raw,), (raw * scale / _SCALE,))}
