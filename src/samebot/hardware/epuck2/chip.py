# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a chip on the Pi-puck's bus, beside the microcontroller, is to the driver."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from samebot.hardware.buses.patient import PatientI2c
from samebot.hardware.link import Samples

__all__ = ["Chip"]


class Chip(Protocol):
    """A part that may be absent, or be plugged in again; methods raise BusError."""

    groups: tuple[str, ...]
    """The groups that it measures."""

    def find(self, bus: PatientI2c) -> str:
        """Look for it and set it up; return what it is, empty: it is not there."""
        ...

    def begin(self) -> None:
        """Start a measurement that takes a while, if it needs to."""
        ...

    def sample(self, wanted: Collection[str]) -> Samples:
        """Return what of the wanted groups is ready."""
        ...
