# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Other simulators on our layouts: pybullet in 3D at 10 ms, ir-sim in the plane at 50 ms.

Both sense eight distances a robot and steer in Python every 50 ms. They do less than samebot
does in that time: one ray a sensor, no noise, no other sensors; ir-sim has no physics at all.
"""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import yaml
from bench.layouts import BOX, WALL, Layout

from samebot.model.catalogue import load
from samebot.model.changes import with_inertials
from samebot.model.robot import RobotModel
from samebot.model.shapes import Inertial
from samebot.model.urdf import write_urdf

__all__ = ["PEERS"]

RANGE = 0.1
"""How far a sensor sees, m."""
ANGLES = [math.radians(angle) for angle in (-15, -45, -90, -150, 150, 90, 45, 15)]
WHEEL, TRACK, RADIUS = 0.02, 0.053, 0.035
"""Radius of a wheel, distance between both, radius of the robot, m."""


class Peer(Protocol):
    """Another simulator with a layout in it."""

    def run(self, steps: int) -> None:
        """Sense, steer and go on by 50 ms, so many times."""
        ...


def _steer(ranges: Sequence[float]) -> tuple[float, float]:
    """Turn away from what is near, as our own robots do."""
    right, left = min(ranges[:3]), min(ranges[5:])
    near = min(left, right) < 0.04
    return (0.0 if near else 0.1, (-2.0 if left < right else 2.0) if near else 0.0)


class PyBullet:
    """The same URDF in pybullet."""

    def __init__(self, layout: Layout) -> None:
        """Build the arena."""
        import pybullet

        self._bullet: Any = pybullet
        self._client = pybullet.connect(pybullet.DIRECT)
        pybullet.setGravity(0, 0, -9.81)
        pybullet.setTimeStep(0.01)
        pybullet.createMultiBody(0, pybullet.createCollisionShape(pybullet.GEOM_PLANE))
        for x, y in layout.boxes:
            self._box((BOX / 2, BOX / 2, BOX / 2), (x, y, BOX / 2))
        half = layout.side / 2
        for x, y in ((half, 0.0), (-half, 0.0)):
            self._box((0.005, half, WALL / 2), (x, y, WALL / 2))
            self._box((half, 0.005, WALL / 2), (y, x, WALL / 2))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "robot.urdf"
            file.write_text(write_urdf(_weighed()), "utf-8")
            self._robots = [self._robot(file, s.x, s.y, s.yaw) for s in layout.starts]
        self._wheels = self._wheels_of(self._robots[0])

    def _box(self, half: tuple[float, ...], at: tuple[float, ...]) -> None:
        shape = self._bullet.createCollisionShape(self._bullet.GEOM_BOX, halfExtents=half)
        self._bullet.createMultiBody(0, shape, basePosition=at)

    def _robot(self, file: Path, x: float, y: float, yaw: float) -> int:
        turned = self._bullet.getQuaternionFromEuler((0, 0, yaw))
        robot = int(self._bullet.loadURDF(str(file), (x, y, 0.001), turned))
        wheels = self._wheels_of(robot)
        for link in range(-1, self._bullet.getNumJoints(robot)):
            self._bullet.changeDynamics(robot, link, lateralFriction=1.0 if link in wheels else 0.0)
        return robot

    def _wheels_of(self, robot: int) -> list[int]:
        joints = range(self._bullet.getNumJoints(robot))
        names = {self._bullet.getJointInfo(robot, joint)[1].decode(): joint for joint in joints}
        drive: Any = load("epuck2").drive
        return [names[drive.left_joint], names[drive.right_joint]]

    def run(self, steps: int) -> None:
        """Sense, steer and go on."""
        for _ in range(steps):
            ranges = self._ranges()
            for number, robot in enumerate(self._robots):
                v, w = _steer(ranges[8 * number : 8 * number + 8])
                speeds = [(v - w * TRACK / 2) / WHEEL, (v + w * TRACK / 2) / WHEEL]
                self._bullet.setJointMotorControlArray(
                    robot,
                    self._wheels,
                    self._bullet.VELOCITY_CONTROL,
                    targetVelocities=speeds,
                    forces=[0.02, 0.02],
                )
            for _ in range(5):
                self._bullet.stepSimulation()

    def _ranges(self) -> list[float]:
        starts, ends = [], []
        for robot in self._robots:
            (x, y, _), turned = self._bullet.getBasePositionAndOrientation(robot)
            yaw = self._bullet.getEulerFromQuaternion(turned)[2]
            for angle in ANGLES:
                cos, sin = math.cos(yaw + angle), math.sin(yaw + angle)
                near, far = RADIUS + 0.004, RADIUS + RANGE
                starts.append((x + near * cos, y + near * sin, 0.033))
                ends.append((x + far * cos, y + far * sin, 0.033))
        most = self._bullet.MAX_RAY_INTERSECTION_BATCH_SIZE - 1
        hits = itertools.chain.from_iterable(
            self._bullet.rayTestBatch(starts[first : first + most], ends[first : first + most])
            for first in range(0, len(starts), most)
        )
        return [RANGE * hit[2] if hit[0] >= 0 else math.inf for hit in hits]


def _weighed() -> RobotModel:
    """Return the model with a mass for every link: pybullet takes 1 kg for those without."""
    model = with_inertials(load("epuck2"))
    nothing = Inertial(mass=1e-6, inertia=(1e-10, 0.0, 0.0, 1e-10, 0.0, 1e-10))
    links = [replace(link, inertial=link.inertial or nothing) for link in model.links]
    return replace(model, links=tuple(links))


class IrSim:
    """Discs with an eight-beam lidar in ir-sim."""

    def __init__(self, layout: Layout) -> None:
        """Write the arena as ir-sim's own file and read it."""
        import irsim

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "world.yaml"
            file.write_text(yaml.safe_dump(_irsim_world(layout)), "utf-8")
            self._world: Any = irsim.make(str(file), display=False, log_level="ERROR")
        self._count = len(layout.starts)

    def run(self, steps: int) -> None:
        """Sense, steer and go on."""
        for _ in range(steps):
            actions = []
            for robot in self._world.robot_list:
                ranges = np.asarray(robot.get_lidar_scan()["ranges"])
                v, w = _steer([float(ranges[beam]) for beam in _BEAMS])
                actions.append(np.array([[v], [w]]))
            self._world.step(actions, list(range(self._count)))


_BEAMS = (3, 2, 1, 0, 7, 6, 5, 4)
"""Of eight beams from -pi to pi, in the order of the e-puck2's sensors."""


def _irsim_world(layout: Layout) -> dict[str, Any]:
    half = layout.side / 2
    corners = [[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]]
    robots = [
        {
            "kinematics": {"name": "diff"},
            "shape": {"name": "circle", "radius": RADIUS},
            "state": [start.x, start.y, start.yaw],
            "vel_min": [-0.13, -5.0],
            "vel_max": [0.13, 5.0],
            "sensors": [
                {"name": "lidar2d", "range_max": RADIUS + RANGE, "number": 8, "angle_range": 6.28}
            ],
        }
        for start in layout.starts
    ]
    boxes: list[dict[str, Any]] = [
        {"shape": {"name": "rectangle", "length": BOX, "width": BOX}, "state": [x, y, 0]}
        for x, y in layout.boxes
    ]
    walls = [{"shape": {"name": "linestring", "vertices": corners}, "state": [0, 0, 0]}]
    return {
        "world": {
            "width": layout.side,
            "height": layout.side,
            "offset": [-half, -half],
            "step_time": 0.05,
            "sample_time": 1000.0,
            "collision_mode": "stop",
        },
        "robot": robots,
        "obstacle": boxes + walls,
    }


PEERS: dict[str, Callable[[Layout], Peer]] = {"pybullet": PyBullet, "ir-sim": IrSim}
"""The simulators by the name of their package."""
