# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A program without ROS, on another make of DDS, reads a robot's sensors and drives it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ros_programs import Start, needs_ros

pytest.importorskip("cyclonedds")

PROGRAM = Path(__file__).with_name("dds_peer.py")
ROOM = """\
title: Small room
summary: A wall 13 cm before the robot.
floor: {size: [1, 1]}
borders: [{size: [0.26, 1]}]
"""


@needs_ros
@pytest.mark.ros
def test_a_controller_on_another_dds_stops_before_a_wall(start: Start, tmp_path: Path) -> None:
    (tmp_path / "room.yaml").write_text(ROOM)
    start("-m", "samebot", "run", "epuck2", "--world", str(tmp_path / "room.yaml"))
    controller = start(str(PROGRAM))
    said, complained = controller.communicate(timeout=60)
    assert controller.returncode == 0, complained
    seen = json.loads(said)
    assert (seen["frame"], seen["kind"], seen["child"]) == ("ps0", 1, "base_link")
    assert seen["longest"] == pytest.approx(0.07)
    assert seen["first"] == "inf"  # the wall is farther away than the sensor sees
    assert 0.0 < seen["last"] < 0.04
    assert 0.05 < seen["stood"] < 0.1
    assert seen["v"] == pytest.approx(0.08, abs=0.02)
