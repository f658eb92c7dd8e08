# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Devices that are not there have no topics; those that come back have theirs again."""

from __future__ import annotations

import time

import pytest

from ros_programs import needs_ros

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.model.catalogue import load
from samebot.sim.opening import open_body
from samebot.sim.simulated import SimulatedBody

PATIENCE = 10.0


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
def test_topics_follow_what_is_there(
    monkeypatch: pytest.MonkeyPatch, ros_environment: dict[str, str]
) -> None:
    from samebot.ros.bringup import driver_of
    from samebot.ros.edge import Ros

    for name, value in ros_environment.items():
        monkeypatch.setenv(name, value)
    missing = {"gs0", "gs1", "gs2", "accelerometer"}
    monkeypatch.setattr(SimulatedBody, "absent", property(lambda _: frozenset(missing)))
    body = open_body(load("epuck2", {"ground": "true"}))
    with body, Ros() as ros:
        node = ros.node("driver", managed=True)
        driver = driver_of(node, body)

        def topics() -> set[str]:
            for _ in range(3):
                driver.hear()
                body.step()
                driver.tell()
            return {topic for topic, _ in node.topics_sent()}

        def becomes(wanted: set[str]) -> bool:
            """Tell whether the graph says so in the end: it learns of an end a moment later."""
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                if {topic for topic in topics() if topic.startswith(("/gs", "/imu"))} == wanted:
                    return True
            return False

        assert becomes({"/imu", "/imu/mag"}), "the gyro is there"
        assert {"/scan", "/ps0", "/odom"} <= topics()
        missing -= {"gs1"}
        assert becomes({"/imu", "/imu/mag", "/gs1"})
        missing |= {"gyro", "gs1"}
        assert becomes({"/imu/mag"})
        missing.clear()
        assert becomes({"/imu", "/imu/mag", "/gs0", "/gs1", "/gs2"})
