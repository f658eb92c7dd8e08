# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Emulators: a robot's firmware on the far end of its real buses, a simulated body behind it.

Knows the bytes of the e-puck's protocols and how its firmware behaves; shares no code with the
drivers that talk to it, so that a mistake in one does not hide the same mistake in the other.
"""

from samebot.emulator.clocks import WorldClock
from samebot.emulator.emulator import EmulatedRobot, Emulator
from samebot.emulator.i2c import I2cBus, Message
from samebot.emulator.mainboard import Mainboard, Panel
from samebot.emulator.opening import open_emulator

__all__ = [
    "EmulatedRobot",
    "Emulator",
    "I2cBus",
    "Mainboard",
    "Message",
    "Panel",
    "WorldClock",
    "open_emulator",
]
