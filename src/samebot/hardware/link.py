# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a physical body needs of the way to its robot: the role of a link, and its values.

A link knows one protocol on one kind of bus. It takes orders and gives samples by group: the
devices whose numbers travel together. It does not know time, schedules or units of readings
beyond what its protocol scales by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from samebot.body import Image
from samebot.hardware.buses.role import Statistics, Target

__all__ = ["Orders", "RobotLink", "Sample", "Samples", "StopPlan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What the actuators are to do, in the robot's own units."""

    left: int = 0
    """Speed, steps/s."""
    right: int = 0
    leds: Mapping[str, int] = field(default_factory=dict)
    """By the model's names; as in Command."""
    sound: int | None = None
    """A melody to start once; 0 stops."""
    calibrate: bool = False
    """Let the robot calibrate its infra-red sensors once."""
    counters: tuple[int, int] | None = None
    """What to set the step counters to, once."""

    @property
    def speeds(self) -> tuple[int, int]:
        """Left and right speed, steps/s."""
        return self.left, self.right


class Sample(NamedTuple):
    """Numbers of a group's devices in the group's order, as the robot sent them.

    `values` are in SI where the protocol fixes the scale; None: the model's tables know.
    """

    raw: Sequence[float]
    values: Sequence[float] | None = None


Samples = dict[str, Sample]
"""What a cycle brought, by group."""


class StopPlan(NamedTuple):
    """How another process stops the robot: where, what to send, what must come back."""

    target: Target
    address: int
    """Of the device on an I2C bus; 0 elsewhere."""
    frame: bytes
    answer: bytes
    """With what the answer must begin."""
    length: int
    """How many bytes are answered."""


class RobotLink(Protocol):
    """One robot at the other end of a bus. Every method may raise BusError."""

    kind: str
    """The kind of body: pipuck, serial, wifi."""
    groups: Mapping[str, tuple[str, ...]]
    """Names of devices by group, in the order of the wire; names that the model lacks too."""
    extras: tuple[str, ...]
    """Groups of numbers that no device of the model has."""
    statistics: Statistics

    @property
    def name(self) -> str:
        """The port, address or socket."""
        ...

    @property
    def firmware(self) -> str:
        """What the robot says of its firmware; empty: nothing."""
        ...

    @property
    def absent(self) -> Mapping[str, str]:
        """Groups that this robot lacks now, and why."""
        ...

    @property
    def obeyed(self) -> bool:
        """Whether the robot is known to have taken the last orders."""
        ...

    def connect(self, timeout: float) -> None:
        """Open the bus, stop the robot and find out what it is; again after a loss."""
        ...

    def send(self, orders: Orders) -> bool:
        """Hand over what differs from what was handed over before; tell whether it answered."""
        ...

    def stop(self) -> None:
        """Tell the robot to stand, whatever it was told before, and make sure that it heard."""
        ...

    def sample(self, groups: Collection[str]) -> Samples:
        """Exchange one cycle: return what of the wanted groups the robot has ready."""
        ...

    def picture(self) -> Image:
        """Return what the camera sees now, RGB888."""
        ...

    def stop_plan(self) -> StopPlan | None:
        """Tell how another process stops this robot; None: not connected."""
        ...

    def forget(self) -> None:
        """Take it that the robot was reset: all orders must be handed over again."""
        ...

    def disconnect(self) -> None:
        """Let go of the bus after a loss; `connect` may follow."""
        ...

    def close(self) -> None:
        """Let go of everything for good; closing twice is harmless."""
        ...
