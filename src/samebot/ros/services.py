# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The services of a driver: pause, single steps, reset, poses, and parameters that may change.

Everything is done between two steps of the loop, in its thread, also while it is paused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from samebot.core.errors import BadInput, BodyError
from samebot.core.pose import Pose
from samebot.ros.edge import ParameterValue
from samebot.ros.interface import Inlet
from samebot.ros.loop import Loop, WorldLoop
from samebot.ros.robot_driver import RobotDriver
from samebot.ros.wire import decode

__all__ = ["offer_services"]

_POSE: Final = "geometry_msgs/msg/PoseStamped"
_WORLD: Final = ("", "world")
"""Frames in which a pose may be given."""


def offer_services(driver: RobotDriver, loop: Loop) -> None:
    """Offer a driver's services, and let its parameters be changed."""
    node, gate = driver.node, loop.gate
    node.trigger("~/pause", lambda: _said(gate.pause, "paused"))
    node.trigger("~/resume", lambda: _said(gate.resume, "going on"))
    node.trigger("~/step", lambda: _stepped(driver, loop))
    node.trigger("~/reset_odometry", lambda: gate.ask(lambda: _odometry_reset(driver)))
    if isinstance(loop, WorldLoop):
        node.trigger("~/reset", lambda: gate.ask(lambda: _world_reset(driver, loop.drivers)))
        _offer_poses(driver, loop)
    if hasattr(driver.body, "calibrate_sensors"):
        node.trigger("~/calibrate_sensors", lambda: gate.ask(lambda: _calibrated(driver)))
    _watch_parameters(driver, loop)


def _said(act: Callable[[], None], text: str) -> str:
    act()
    return text


def _stepped(driver: RobotDriver, loop: Loop) -> str:
    loop.gate.step()
    return f"at {driver.body.time:g} s"


def _odometry_reset(driver: RobotDriver) -> str:
    driver.motion.reset()
    return "the odometry begins anew"


def _world_reset(driver: RobotDriver, all_: Sequence[RobotDriver]) -> str:
    for each in all_:
        each.ignore()
        each.actor.rest()
    driver.body.supervisor.reset()
    for each in all_:
        each.motion.forget()
    return "the world is as at its beginning; time and odometry go on"


def _calibrated(driver: RobotDriver) -> str:
    calibrate: Callable[[], None] = getattr(driver.body, "calibrate_sensors")  # noqa: B009
    calibrate()
    return "the sensors are calibrated"


def _offer_poses(driver: RobotDriver, loop: WorldLoop) -> None:
    def put(frame: str, position: Sequence[float], orientation: Sequence[float]) -> None:
        pose = pose_of(frame, position, orientation)
        loop.gate.ask(lambda: _put(driver, pose))

    def read(data: bytes) -> Callable[[], None]:
        given = decode(_POSE, data)
        position, orientation = given["pose"]["position"], given["pose"]["orientation"]
        frame = given["header"]["frame_id"]
        pose = pose_of(frame, tuple(position.values()), tuple(orientation.values()))
        return lambda: _put(driver, pose)

    driver.node.place("~/set_pose", put)
    driver.listen(Inlet(topic="~/set_pose", type=_POSE, read=read))


def pose_of(frame: str, position: Sequence[float], orientation: Sequence[float]) -> Pose:
    """Return a pose in the world; BadInput if it is none."""
    if frame not in _WORLD:
        raise BadInput(f"a pose in the frame {frame!r} was given; one in 'world' is expected")
    length = math.hypot(*orientation)
    if not (all(map(math.isfinite, position)) and 1e-6 < length < math.inf):
        raise BadInput(
            f"the pose is {tuple(position)}, {tuple(orientation)}; finite numbers and a "
            "quaternion x y z w that is not zero are expected"
        )
    x, y, z = position
    a, b, c, d = (part / length for part in orientation)
    return Pose.from_quaternion((x, y, z), (a, b, c, d))


def _put(driver: RobotDriver, pose: Pose) -> None:
    driver.body.supervisor.set_pose(pose)
    driver.motion.forget()


def _watch_parameters(driver: RobotDriver, loop: Loop) -> None:
    def set_timeout(value: ParameterValue) -> None:
        driver.actor.timeout = float(value)

    def set_rate(value: ParameterValue) -> None:
        if not isinstance(loop, WorldLoop):
            raise BodyError("a physical robot runs in real time; its rate cannot be set")
        if loop.pacer.rate != float(value):
            loop.pacer.rate = float(value)
            _share("rate", value, loop.drivers)

    def set_lockstep(value: ParameterValue) -> None:
        if loop.gate.lockstep != value:
            loop.gate.lockstep = bool(value)
            _share("lockstep", value, loop.drivers)

    def set_size(name: str, value: ParameterValue) -> None:
        loop.gate.ask(lambda: driver.resize(name, float(value)))

    parameters = driver.node.parameters
    for name in ("wheel_radius", "wheel_distance"):
        parameters.watch(name, partial(set_size, name))
    parameters.watch("cmd_vel_timeout", set_timeout)
    parameters.watch("rate", set_rate)
    parameters.watch("lockstep", set_lockstep)


def _share(name: str, value: ParameterValue, drivers: Sequence[RobotDriver]) -> None:
    """Show a value that all robots of a world have on the nodes of all."""
    for driver in drivers:
        driver.node.parameters.set(name, value)
