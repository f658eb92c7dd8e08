# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""FollowJointTrajectory from a stock client in another process."""

from __future__ import annotations

import importlib.util
import json
import math
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import foreign_robots
from ros_peer import Peer, message
from ros_programs import Start, needs_ros

pytestmark = [needs_ros, pytest.mark.ros]

CLIENT = Path(__file__).with_name("trajectory_client.py")
JOINTS = ["joint_1", "joint_2"]
SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
EXECUTING = 2
Pursue = Callable[..., dict[str, Any]]


@pytest.fixture
def arm(tmp_path: Path) -> str:
    """Return an arm of which only the table of its URDF is known."""
    (tmp_path / "arm.urdf").write_text(foreign_robots.ARM)
    return str(tmp_path / "arm.urdf")


@pytest.fixture
def pursue(control_msgs: str, ros_environment: Mapping[str, str]) -> Iterator[Pursue]:
    """Return a function that sends a goal and returns what came of it."""
    waited: list[dict[str, Any]] = []
    process = subprocess.Popen(
        [sys.executable, str(CLIENT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**ros_environment, "PYTHONPATH": control_msgs},
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    stdin, stdout = process.stdin, process.stdout

    def pursue(*points: Any, joints: list[str] = JOINTS, **more: Any) -> dict[str, Any]:
        if not waited:
            waited.append(json.loads(stdout.readline()))
            assert waited[0]["ready"], "no action server is found"
        stdin.write(json.dumps({"joints": joints, "points": points, **more}) + "\n")
        stdin.flush()
        line = stdout.readline()
        assert line, "the client has ended; its words are above"
        answer: dict[str, Any] = json.loads(line)
        return answer

    yield pursue
    process.kill()
    process.communicate()


def actual(answer: dict[str, Any]) -> list[float]:
    """Return where the joints were told to be last."""
    found: list[float] = answer["told"][-1]["actual"]["positions"]
    return found


def test_a_stock_client_sends_goals_and_hears_what_comes_of_them(
    start: Start, arm: str, control_msgs: str, pursue: Pursue, peer: Peer
) -> None:
    driver = start("-m", "samebot.ros.driver", "--robot", arm, PYTHONPATH=control_msgs)

    there = pursue((0.5, [0.3, 0.2], [0.0, 0.0]), (1.0, [0.5, -0.2], [0.0, 0.0]))
    assert (there["status"], there["code"], there["text"]) == (SUCCEEDED, 0, "")
    assert there["joints"] == JOINTS
    assert len(there["told"]) >= 15, "feedback comes with every period"
    for each in there["told"]:
        off = each["error"]["positions"]
        assert off == pytest.approx(
            [
                d - a
                for d, a in zip(
                    each["desired"]["positions"], each["actual"]["positions"], strict=True
                )
            ]
        )
        assert max(map(abs, off)) < 0.05
    middle = min(there["told"], key=lambda each: abs(each["desired"]["since"] - 0.25))
    assert middle["desired"]["velocities"][0] == pytest.approx(0.9, rel=0.2), "1.5 x 0.3 / 0.5"
    assert middle["actual"]["velocities"][0] == pytest.approx(0.9, rel=0.3)
    assert actual(there) == pytest.approx([0.5, -0.2], abs=0.02)

    cancelled = pursue((5.0, [-0.5, 0.4], []), cancel=True, after=6)
    assert (cancelled["status"], cancelled["code"]) == (CANCELED, 0)
    assert EXECUTING in cancelled["states"]
    stood = actual(cancelled)
    assert 0.3 < stood[0] < 0.5, "it had gone a little of the way"

    replaced = pursue(
        (5.0, [-0.5, 0.4], []),
        after=3,
        instead={"joints": ["joint_2"], "points": [[0.3, [0.0], []]]},
    )
    assert (replaced["status"], replaced["then"]["status"]) == (ABORTED, SUCCEEDED)
    assert "another command" in replaced["text"]
    assert actual(replaced)[0] > 0.3, "joint_1 went on from where the cancelled goal left it"

    beyond = pursue((0.3, [99.0, 0.0], []), patience=0.2)
    assert (beyond["status"], beyond["code"]) == (ABORTED, -5)
    assert "joint_1 was off by" in beyond["text"]
    there = pursue((0.3, [99.0, 0.0], []), goal={"joint_1": [-1.0, 0.0]})
    assert there["status"] == SUCCEEDED, "as far off as it likes"
    hurried = pursue((0.2, [-2.0, 0.0], []), path={"joint_1": [0.01, 0.0]})
    assert (hurried["status"], hurried["code"]) == (ABORTED, -4)
    late = pursue((1.0, [0.0, 0.0], []), stamp=-100)
    assert (late["status"], late["code"]) == (ABORTED, -3)

    refused: list[dict[str, Any]] = [
        {"joints": ["joint_1", "joint_9"]},
        {"points": [(1.0, [0.0, math.nan], [])]},
        {"points": [(1.0, [0.0], [])]},
        {"points": []},
        {"path": {"joint_1": [math.nan, 0.0]}},
        {"goal": {"joint_5": [0.1, 0.0]}},
    ]
    for wrong in refused:
        points = wrong.pop("points", [(1.0, [0.0, 0.0], [])])
        assert pursue(*points, **wrong) == {"accepted": False}, wrong

    asked = message("lifecycle_msgs/msg/Transition", id=4)
    assert peer.call("lifecycle_msgs/srv/ChangeState", "/driver/change_state", transition=asked)
    assert pursue((1.0, [0.0, 0.0], [])) == {"accepted": False}, "it is not active"
    driver.send_signal(signal.SIGINT)
    _, said = driver.communicate(timeout=10)
    assert said.count("a goal is refused") == 7
    assert "Traceback" not in said


def test_without_control_msgs_one_sentence_says_so(start: Start, arm: str) -> None:
    if _installed():
        pytest.skip("control_msgs is installed here")
    driver = start("-m", "samebot.ros.driver", "--robot", arm, "--duration", "0.1")
    _, said = driver.communicate(timeout=30)
    assert driver.returncode == 0
    assert said.count("control_msgs is not installed") == 1
    assert "joint_trajectory" in said


def _installed() -> bool:
    return importlib.util.find_spec("control_msgs") is not None
