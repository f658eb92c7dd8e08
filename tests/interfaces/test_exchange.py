# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The built interfaces carry messages and actions between two processes."""

import json
import subprocess
from collections.abc import Callable

import pytest

pytest.importorskip("rclpy")
pytest.importorskip("nav2_msgs")
pytestmark = pytest.mark.ros

Start = Callable[[str], "subprocess.Popen[str]"]
SUCCEEDED, CANCELED = 4, 5  # action_msgs/msg/GoalStatus


def answer(peer: "subprocess.Popen[str]") -> dict[str, object]:
    output, _ = peer.communicate(timeout=60)
    told: dict[str, object] = json.loads(output.splitlines()[-1])
    return told


def test_a_transform_arrives_in_another_process_unchanged(start_peer: Start) -> None:
    start_peer("publish")
    told = answer(start_peer("listen"))
    assert told.pop("hash") == (
        "RIHS01_e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087"
    )
    assert told == {
        "same": True,
        "frames": ["odom", "base_link"],
        "stamp": 12,
        "x": 0.25,
        "z": -1.0,
    }


def test_navigation_goals_are_reached_cancelled_and_rejected(start_peer: Start) -> None:
    start_peer("serve")
    told = answer(start_peer("ask"))
    assert told["reached"] == [SUCCEEDED, 7, "tree"]
    assert told["feedback"] == pytest.approx([0.9, 0.8, 0.7, 0.6, 0.5])
    assert told["cancelled"] == [CANCELED, 0, "cancelled"]
    assert told["rejected"] == "refused"
