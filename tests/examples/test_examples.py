# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Every example runs as it is, and does what it says: measured by the truth of the world."""

from __future__ import annotations

import itertools
import math
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

import samebot
from samebot.sim.world_file import load_world

FOLDER = Path(__file__).resolve().parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("*/*.py"))
SAYS = {
    "01_ten_lines": r"After 10 s the robot is at x = -0\.\d\d m, y = -0\.\d\d m\.\n",
    "02_sensor_report": r"(?s)ps0 .*tof .*gs1 .*accelerometer .*left wheel sensor ",
    "01_wall_following": r"In 1\d\d s the robot has been in 36 of 36 cells\.\n",
    "02_line_following": r"After a minute the robot is at x = ",
    "01_picture": r"picture\.png: 320 x 240 pixels, mean \d+\n",
    "01_ten_robots": r"(?s)epuck2_0: .*epuck2_9: ",
    "01_along_the_wall": r"In 60 s the wheels of the sim body went 4\.\d\d m\.\n",
}
"""What each example prints."""


def name_of(path: Path) -> str:
    """Return an example's name with its topic."""
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES if path.stem in SAYS], ids=name_of
)  # the others are tested where the robots are that they want
def test_an_example_runs_and_says_what_it_did(path: Path, tmp_path: Path) -> None:
    if "camera" in path.parent.name:
        pytest.importorskip("panda3d")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert re.search(SAYS[path.stem], done.stdout)


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_an_example_has_a_number_a_title_and_a_paragraph(path: Path) -> None:
    assert re.fullmatch(r"\d\d_[a-z_]+", path.parent.name)
    assert re.fullmatch(r"\d\d_[a-z_]+", path.stem)
    title, gap, *paragraph = path.read_text("utf-8").split('"""')[1].splitlines()
    assert title.endswith(".")
    assert gap == ""
    assert len(paragraph) >= 3


def test_examples_are_counted_without_gaps() -> None:
    topics = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
    assert [topic[:2] for topic in topics] == [f"{n:02}" for n in range(1, len(topics) + 1)]
    for _, group in itertools.groupby(EXAMPLES, key=lambda path: path.parent):
        numbers = [path.name[:2] for path in group]
        assert numbers == [f"{n:02}" for n in range(1, len(numbers) + 1)]


def off_the_line(x: float, y: float) -> float:
    """Return how far a place is from the middle of the track's line, m."""
    (line,) = load_world("line_track").floor.strokes
    start = np.array(line.points)
    leg = np.roll(start, -1, axis=0) - start
    place = np.array((x, y))
    share = np.clip(((place - start) * leg).sum(axis=1) / (leg**2).sum(axis=1), 0.0, 1.0)
    return float(np.hypot(*(start + share[:, None] * leg - place).T).min())


@pytest.mark.parametrize("seed", [0, 1])
def test_the_line_is_followed_for_a_whole_lap(seed: int) -> None:
    follower = runpy.run_path(str(FOLDER / "02_driving/02_line_following.py"))["LineFollower"]()
    places = []
    with samebot.open("epuck2", world="line_track", ground=True, seed=seed) as robot:
        while robot.step() < 60.0:
            follower.steer(robot)
            places.append(robot.supervisor.pose().xyz[:2])
    angles = np.unwrap([math.atan2(y, x) for x, y in places])
    assert angles[-1] - angles[0] > math.tau
    assert max(off_the_line(x, y) for x, y in places[::4]) < 0.006


def test_the_wall_is_never_touched() -> None:
    follow_wall = runpy.run_path(str(FOLDER / "02_driving/01_wall_following.py"))["follow_wall"]
    walls = load_world("maze").things
    nearest = math.inf
    with samebot.open("epuck2", world="maze") as robot:
        while robot.step() < 60.0:
            follow_wall(robot)
            x, y, _ = robot.supervisor.pose().xyz
            for wall in walls:
                matrix = wall.pose.matrix()
                away = np.abs(matrix[:2, :2].T @ (np.array((x, y)) - matrix[:2, 3]))
                beside = np.maximum(away - np.array(wall.shape.size[:2]) / 2, 0.0)  # type: ignore[union-attr]
                nearest = min(nearest, float(np.hypot(*beside)))
    assert 0.037 < nearest < 0.06
