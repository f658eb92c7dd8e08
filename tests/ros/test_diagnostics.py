# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How a robot does is told on /diagnostics: loop, rate of each topic, bus."""

from __future__ import annotations

from typing import Any

import pytest

from driver_inside import Open
from ros_peer import Peer
from ros_programs import needs_ros
from samebot.core.clock import SimulatedClock
from samebot.health import Health

pytestmark = [
    needs_ros,
    pytest.mark.ros,
    pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning"),
]
OK, WARN, ERROR = b"\x00", b"\x01", b"\x02"


def by_part(array: Any) -> dict[str, Any]:
    assert {status.hardware_id for status in array.status} == {"epuck2"}
    return {status.name.removeprefix("driver: "): status for status in array.status}


def values(status: Any) -> dict[str, str]:
    return {pair.key: pair.value for pair in status.values}


def test_loop_topics_and_bus_are_told(
    inside: Open, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from samebot.ros.diagnostics import reporter
    from samebot.sim.simulated import SimulatedBody

    health = [Health(body="serial", bus="/dev/ttyACM0", state="ok", firmware="2.0", latency=0.0125)]
    monkeypatch.setattr(SimulatedBody, "health", property(lambda _: health[-1]))
    robot, clock = inside("epuck2", "-p", "ps0.timestep:=100"), SimulatedClock()
    report = reporter(robot.driver, robot.loop, clock)
    peer.hear("sensor_msgs/msg/Range", "/ps0")
    peer.hear("sensor_msgs/msg/Range", "/ps1", 5)
    found = peer.hear("diagnostic_msgs/msg/DiagnosticArray", "/diagnostics")

    def told(steps: int = 40) -> dict[str, Any]:
        clock.advance(4.0)
        robot.step(steps)
        before = len(found)
        report()
        peer.until(lambda: len(found) > before)
        return by_part(found[-1])

    def first() -> bool:
        robot.step(3)
        report()
        return robot.driver.traffic().keys() >= {"/ps0", "/ps1"} and bool(found)

    peer.until(first)
    report()
    peer.spin_for(0.3)  # what was told meanwhile
    parts = told()
    assert parts.keys() == {"loop", "bus", "/ps0", "/ps1"}, "only what somebody hears"
    assert [part.level for part in parts.values()] == [OK] * 4
    assert parts["loop"].message == "active"
    assert values(parts["loop"])["Rate (simulated s per s)"] == "0.5"
    assert values(parts["/ps0"])["Actual frequency (Hz)"] == "10"
    assert values(parts["/ps1"])["Expected frequency (Hz)"] == "20"
    bus = values(parts["bus"])
    assert (bus["Serial Port"], bus["Firmware Version"]) == ("/dev/ttyACM0", "2.0")
    assert bus["Computed Latency"] == "0.012500"

    health.append(Health(body="serial", bus="x", state="lost", silence=3.0, absent=("gs0",)))
    robot.loop.pacer.missed += 10
    robot.driver.body.device("ps1").disable()
    parts = told()
    assert (parts["bus"].level, parts["loop"].level) == (ERROR, WARN)
    assert "has not answered for 3.0 s" in parts["bus"].message
    assert (parts["/ps1"].level, parts["/ps1"].message) == (WARN, "nothing is sent")
    assert parts["/ps0"].level == OK

    robot.loop.gate.pause()
    robot.driver.deactivate()
    assert told(0)["loop"].message == "paused"
    robot.loop.gate.resume()
    assert "motors stand" in told(0)["loop"].message
