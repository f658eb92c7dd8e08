# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of the simulation compares like with like."""

from __future__ import annotations

import itertools
import math
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def _source_tree(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(root), *sys.path])


@pytest.mark.parametrize("count", [1, 2, 10, 100, 1000])
def test_robots_and_boxes_stand_apart(count: int) -> None:
    from bench.layouts import BOX, layout_for

    layout = layout_for(count)
    assert len(layout.starts) == count
    assert len(layout.boxes) == (1 if count == 2 else max(4, count // 5))
    places = [(start.x, start.y) for start in layout.starts]
    assert all(max(abs(x), abs(y)) < layout.side / 2 - 0.06 for x, y in places)
    some = places[:40]
    for one, other in itertools.combinations(some, 2):
        assert math.dist(one, other) > 0.2
    for robot, box in itertools.product(some, layout.boxes):
        assert math.dist(robot, box) > 0.04 + BOX


def test_bare_physics_moves_as_everything_does() -> None:
    from bench.layouts import layout_for
    from bench.ours import Ours

    ours = Ours(layout_for(2), 0.032)
    raw = ours.raw()
    ours.record(raw, 40)
    raw.run(8)
    engine: Any = ours.simulation.engine
    assert raw._data.qpos == pytest.approx(engine._data.qpos, abs=1e-3)
    assert any(abs(body.supervisor.velocity()[0]) > 0.05 for body in ours.simulation.bodies)
    ours.simulation.close()


def test_times_of_runs_are_taken_in_turns() -> None:
    from bench.figures import best_times

    order: list[str] = []
    runs = {"a": lambda: order.append("a"), "b": lambda: order.append("b")}
    assert set(best_times(runs, 3)) == {"a", "b"}
    assert order == ["a", "b"] * 3
