# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Fills the cache of machine code, so that the first world opens as fast as the others."""

from __future__ import annotations

from samebot.core.pose import Pose
from samebot.model import devices as kinds
from samebot.model.robot import RobotModel
from samebot.model.structure import Link
from samebot.sim.compiled import cache_folder
from samebot.sim.opening import open_body

__all__ = ["warm"]

_PLACE = Pose((0.0, 0.0, 0.1))


def warm() -> bool:
    """Compile everything that sensors need; tell whether it stays on disk for other processes."""
    with open_body(_with_all_senses()) as body:
        for name in ("camera", "depth"):
            body.device(name).enable()
        body.step()
    return cache_folder() is not None


def _with_all_senses() -> RobotModel:
    """Return a post with one device of each kind that compiled functions sample."""
    return RobotModel(
        name="post",
        links=(Link(name="post"),),
        devices=(
            kinds.DistanceSensor(name="distance", link="post", pose=_PLACE),
            kinds.LightSensor(name="light", link="post", pose=_PLACE),
            kinds.Gyro(name="gyro", link="post", pose=_PLACE),
            kinds.Lidar(name="lidar", link="post", pose=_PLACE, samples=4),
            kinds.RangeFinder(name="depth", link="post", pose=_PLACE, size=(2, 2)),
            kinds.Camera(name="camera", link="post", pose=_PLACE, size=(16, 16), noise=0.01),
        ),
    )
