# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot that is not simulated: its joints stand as somebody says, and it senses nothing else."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from samebot.body import Body, Image, Snapshot
from samebot.cli.demonstration.choosing import with_encoders
from samebot.commands import Command
from samebot.core.clock import Clock
from samebot.model.devices import PositionSensor
from samebot.model.kinematics import JointPositions, joint_values
from samebot.model.robot import RobotModel

__all__ = ["PosedBody"]

_PERIOD = 0.05


class PosedBody(Body):
    """Joints at `positions()`, in real time."""

    def __init__(
        self, model: RobotModel, positions: Callable[[], JointPositions], clock: Clock
    ) -> None:
        """Keep of the model what can be posed: its joints, with a position sensor each."""
        sensors = tuple(
            dataclasses.replace(device, bits=None, resolution=None)
            for device in with_encoders(model).devices
            if isinstance(device, PositionSensor)
        )
        super().__init__(dataclasses.replace(model, devices=sensors, drive=None), period=_PERIOD)
        self._positions = positions
        self._clock = clock
        self._start = clock.now()
        self._time = 0.0
        self._snapshot = self._sensed()

    @property
    def time(self) -> float:
        """The body's own time, s."""
        return self._time

    def read(self) -> Snapshot:
        """Return how the joints stood at the last step."""
        return self._snapshot

    def _advance(self, duration: float) -> None:
        self._time += duration
        self._clock.sleep(self._start + self._time - self._clock.now())
        self._snapshot = self._sensed()

    def _sensed(self) -> Snapshot:
        stand = joint_values(self.model, self._positions())
        joints = [d.joint for d in self.model.devices if isinstance(d, PositionSensor)]
        values = np.array([stand[joint][0] for joint in joints])
        times = np.full(len(joints), self._time)
        return Snapshot(self._time, self._layout, values.copy(), values, times)

    def _apply(self, command: Command) -> None:
        """Do nothing: it has no motors."""

    def _halt(self) -> None:
        """Do nothing: it stands."""

    def _take_picture(self, name: str) -> Image:  # noqa: ARG002 - it has no camera
        return np.zeros((0, 0, 3), np.uint8)

    def _release(self) -> None:
        """Hold nothing."""
