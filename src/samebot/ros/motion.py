# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How a robot has moved: joint positions and speeds, and odometry, from its position sensors.

Wheel counters that overflow, drop out or start anew are followed (`samebot.core.counting`).
"""

from __future__ import annotations

import math
from dataclasses import replace

from samebot.body import Layout, Snapshot
from samebot.core.counting import AngleCounter, Counter
from samebot.core.pose import Pose2
from samebot.estimation.odometry import Method, Odometry, OdometryState, WheelGeometry
from samebot.model.devices import PositionSensor
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import RobotModel
from samebot.ros.driving import axle_of, chosen_drive, fastest_wheel
from samebot.ros.interface import DriveSettings

__all__ = ["Motion"]


class Motion:
    """Follows one robot's position sensors from snapshot to snapshot."""

    def __init__(self, model: RobotModel, settings: DriveSettings) -> None:
        """`settings` say which sensors are the wheels', and how large those are."""
        layout = Layout(model.devices)
        sensors = [d for d in model.devices if isinstance(d, PositionSensor)]
        self._rows = {d.name: layout.order[d.name] for d in sensors}
        self._sensors = [_Sensor(d, layout.slices[d.name].start, _limit(model, d)) for d in sensors]
        self._by_joint = {sensor.joint: sensor for sensor in self._sensors}
        self.positions: dict[str, float] = {}
        """Where joints stand, rad or m."""
        self.velocities: dict[str, float] = {}
        self.drive = chosen_drive(model, settings)
        """The drive as it was chosen; None: there is none."""
        self._axle = (0.0, 0.0) if self.drive is None else axle_of(model, self.drive, settings)
        self._method: Method = "rk4" if settings.method == "rk4" else "arc"
        self._wheels = None if self.drive is None else _wheels(self._sensors, self.drive)
        self._odometry = self._new_odometry()
        self._time = math.nan

    @property
    def sensors(self) -> tuple[str, ...]:
        """The devices that it follows."""
        return tuple(self._rows)

    @property
    def odometry(self) -> OdometryState | None:
        """Where the wheels have carried the robot; None without a drive."""
        return None if self._odometry is None else self._odometry.state

    @property
    def resets(self) -> int:
        """How often a wheel's counter was found to have been set anew."""
        return sum(sensor.resets for sensor in self._sensors)

    def reset(self, pose: Pose2 = Pose2()) -> None:
        """Begin the odometry anew at a pose."""
        if self._odometry is not None:
            self._odometry.reset(pose)

    def resize(self, *, radius: float, distance: float) -> None:
        """Take the wheels to be of another size (m) from here on; odometry begins anew."""
        if self.drive is not None:
            self.drive = replace(self.drive, wheel_radius=radius, wheel_separation=distance)
            self._odometry = self._new_odometry()

    def _new_odometry(self) -> Odometry | None:
        if self.drive is None:
            return None
        geometry = WheelGeometry(
            left_radius=self.drive.wheel_radius,
            right_radius=self.drive.wheel_radius,
            separation=self.drive.wheel_separation,
        )
        return Odometry(geometry, method=self._method, axle=self._axle)

    def forget(self) -> None:
        """Follow the sensors from where they are next: what was set anew is no motion."""
        for sensor in self._sensors:
            sensor.forget()

    def update(self, snapshot: Snapshot, values: list[float], raw: list[float]) -> None:
        """Follow the next snapshot; `values` and `raw` are its numbers."""
        elapsed = snapshot.time - self._time if self._time == self._time else 0.0
        self._time = snapshot.time
        for sensor in self._sensors:
            if sensor.update(values, raw, elapsed):
                self.positions[sensor.joint] = sensor.position
                self.velocities[sensor.joint] = sensor.velocity
        if self._odometry is not None and self._wheels is not None:
            left, right = self._wheels
            self._odometry.update(left.sampled, right.sampled, elapsed)


class _Sensor:
    """One position sensor: where its joint stands, how fast it goes, how far it went in all."""

    def __init__(self, device: PositionSensor, place: int, limit: float) -> None:
        self.name, self.joint = device.name, device.joint
        self.position = math.nan
        self.velocity = self.turned = 0.0
        self._place = place
        self._step = device.resolution or 1.0
        self._start = math.nan
        self._since = 0.0
        counts = device.bits is not None and device.resolution is not None
        self._count = counts
        self._counter: Counter | AngleCounter = (
            Counter(device.bits or 0, limit / self._step) if counts else AngleCounter(limit)
        )

    @property
    def resets(self) -> int:
        return self._counter.resets

    def forget(self) -> None:
        self._counter.forget()

    @property
    def sampled(self) -> float:
        """How far it went in all; nan while samples are lost, so that wheels stay in step."""
        return self.turned if self._counter.pending == 0.0 else math.nan

    def update(self, values: list[float], raw: list[float], elapsed: float) -> bool:
        """Follow the next sample; return whether there was one."""
        shown = raw[self._place] if self._count else values[self._place]
        step = self._step if self._count else 1.0
        self._since += elapsed
        before = self.turned
        self.turned = self._counter.update(shown, elapsed) * step
        if self._counter.pending > 0.0 or not math.isfinite(shown):
            return False
        if math.isnan(self._start):
            self._start = shown * step
        self.position = self._start + self.turned
        if self._since > 0.0:
            self.velocity = (self.turned - before) / self._since
        self._since = 0.0
        return True


def _wheel_joints(model: RobotModel) -> tuple[str, ...]:
    drive = model.drive
    return () if drive is None else (drive.left_joint, drive.right_joint)


def _limit(model: RobotModel, device: PositionSensor) -> float:
    """Return how fast a joint may turn at most, rad/s; inf: nobody says."""
    drive = model.drive
    if drive is None or device.joint not in _wheel_joints(model):
        return math.inf
    return fastest_wheel(drive)


def _wheels(sensors: list[_Sensor], drive: DifferentialDrive) -> tuple[_Sensor, _Sensor] | None:
    by_name = {sensor.name: sensor for sensor in sensors}
    by_joint = {sensor.joint: sensor for sensor in sensors}
    found = [
        by_name.get(encoder) or by_joint.get(joint)
        for encoder, joint in (
            (drive.left_encoder, drive.left_joint),
            (drive.right_encoder, drive.right_joint),
        )
    ]
    left, right = found
    return None if left is None or right is None else (left, right)
