# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One controller file drives every body the same way: a minute along the walls of a maze."""

from __future__ import annotations

import math
import runpy
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from same_bodies import KINDS, opened
from samebot.body import Body
from samebot.core.pose import Pose

CONTROLLER = Path(__file__).resolve().parents[2] / "examples/05_any_body/01_along_the_wall.py"
MINUTE = 60.0


class Driven(NamedTuple):
    """Where a body ended, and what its wheels say of the way."""

    pose: Pose
    way: float
    time: float


def driven(kind: str, folder: Path) -> Driven:
    """Run the controller on one kind of body."""
    control: Callable[[Body, float], float] = runpy.run_path(str(CONTROLLER))["control"]
    with ExitStack() as stack:
        twin = opened(stack, kind, folder, "maze")
        way = control(twin.body, MINUTE)
        return Driven(twin.truth.pose(), way, twin.body.time)


@cache
def simulated() -> Driven:
    return driven("sim", Path())


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "sim"])
def test_a_minute_along_the_wall_ends_where_the_simulated_robot_does(
    kind: str, tmp_path: Path
) -> None:
    found, expected = driven(kind, tmp_path), simulated()
    assert found.time == pytest.approx(MINUTE)
    assert expected.way > 4.0, "it went round corners and on"
    assert math.dist(found.pose.xyz, expected.pose.xyz) < 0.02
    turn = math.remainder(found.pose.rpy[2] - expected.pose.rpy[2], math.tau)
    assert abs(turn) < math.radians(5.0)
    assert found.way == pytest.approx(expected.way, rel=0.002)
