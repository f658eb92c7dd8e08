# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The renderer's manners: many stages, threads, memory, no display, nothing printed."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from camera_scenes import FULL_LIGHT, SQUARE, Image, Set, build, eye
from samebot.core.errors import BodyError
from samebot.core.pose import Pose
from samebot.model.devices import Camera
from samebot.model.shapes import Box
from samebot.sim.panda import Stage, View
from samebot.sim.shapes3d import triangles_of
from samebot.sim.world import Floor, Overhead, Surface, World
from samebot.sim.world_file import load_world

LOW = Pose((0.0, 0.0, 0.03))
LARGE = Camera(name="camera", link="eye", size=(640, 480))


def maze(yaw: float, camera: Camera = SQUARE) -> Set:
    world = load_world("maze")
    start = world.starts[0].to_pose() @ Pose((0, 0, 0.03), (0, 0, yaw))
    return build(world, [(eye(camera), start)])


def test_stages_do_not_disturb_each_other() -> None:
    alone = [maze(yaw).shoot() for yaw in (0.0, 1.0)]
    scenes = [maze(0.0), maze(1.0, SQUARE)]
    for _ in range(3):
        for scene, expected in zip(scenes, alone, strict=True):
            assert (scene.shoot() == expected).all()
    scenes[0].pictures.close()
    scenes[0].pictures.close()
    with pytest.raises(BodyError, match="closed"):
        scenes[0].shoot()
    assert (scenes[1].shoot() == alone[1]).all()


def resident() -> float:
    """Return this process's memory, MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_opening_and_closing_fifty_times_keeps_memory() -> None:
    # A texture of 1.4 MB and a picture of 2.5 MB each time.
    world = World(name="tiles", floor=Floor(size=(0.5, 0.5), surface=Surface(texture="checker")))

    def once() -> None:
        scene = build(world, [(eye(LARGE), LOW)])
        scene.shoot()
        scene.pictures.close()

    for _ in range(3):
        once()
    start = resident()
    for _ in range(50):
        once()
    assert resident() - start < 25.0


def test_other_threads_get_the_same_pictures() -> None:
    expected = [maze(yaw, LARGE).shoot() for yaw in (0.0, 1.0)]
    taken: dict[int, list[Image]] = {0: [], 1: []}

    def work(number: int) -> None:
        scene = maze(float(number), LARGE)
        taken[number] = [scene.shoot() for _ in range(20)]
        scene.pictures.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, pictures in taken.items():
        assert len(pictures) == 20
        assert all((picture == expected[number]).all() for picture in pictures)


def test_where_two_surfaces_are_equally_far_the_first_one_is_seen_every_time() -> None:
    wall = triangles_of(Box((0.01, 1.0, 1.0)))
    assert wall is not None
    view = View((8, 8), 10.0, 0.01, 5.0)
    stages = [Stage() for _ in range(24)]
    for number, stage in enumerate(stages):
        for turn in range(3):
            # Unlike states of the renderer, which it would like to sort.
            colours = np.tile(np.eye(4)[turn] + [0, 0, 0, 1], (len(wall.vertices), 1))
            coat = np.full((1, 1, 3), 255, np.uint8)
            texture = stage.texture([coat]) if (number + turn) % 2 else None
            stage.shape(stage.group(), wall, colours, flat=turn == 1, texture=texture)
    ahead = np.array([-1.0, 0.0, 0.0])
    pictures = [stage.render(view, ahead, np.eye(3), np.copy) for stage in stages]
    first = {int(colour) for picture in pictures for colour in np.unique(picture)}
    assert first <= {0xFFFF0000, 0xFEFE0000}  # a texture takes one level


def test_pictures_stay_as_they_were() -> None:
    scene = maze(0.0)
    first = scene.shoot()
    kept = first.copy()
    scene.put("robot 0", LOW)
    assert (scene.shoot() != first).any()
    assert (first == kept).all()


def test_too_large_pictures_are_refused() -> None:
    stage = Stage()
    for size in ((5000, 10), (0, 10)):
        with pytest.raises(BodyError, match="1 to 4096"):
            stage.render(View(size, 10.0, 0.01, 1.0), np.zeros(3), np.eye(3), np.copy)
    stage.close()


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run a new Python with a display that does not exist."""
    surroundings = {**os.environ, "DISPLAY": ":77", "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_dead_display_does_not_matter_and_nothing_is_printed() -> None:
    result = run(
        "from camera_scenes import *\n"
        "from samebot.sim.world_file import load_world\n"
        "scene = build(load_world('maze'), [(eye(), Pose((-0.5, -0.5, 0.03)))])\n"
        "print(scene.shoot().std() > 5)\n"
        "scene.pictures.close()\n"
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "True\n", "")


def test_without_panda3d_an_error_says_what_to_install() -> None:
    result = run(
        "import sys\n"
        "sys.modules['panda3d'] = None\n"
        "from samebot.core.errors import MissingDependency\n"
        "try:\n"
        "    import samebot.sim.camera\n"
        "except MissingDependency as error:\n"
        "    print(error)\n"
    )
    assert result.stdout == (
        "a simulated camera needs panda3d, which is not installed; "
        "install it with: pip install 'samebot[sim]'\n"
    )


def test_a_world_without_robots_and_things_has_pictures() -> None:
    overhead = Overhead(position=(0.0, 0.0, 1.0), size=(32, 24))
    world = World(name="bare", lights=FULL_LIGHT, overheads=(overhead,))
    assert (build(world, []).pictures.overhead("overhead")[2:-2] == 255).all()
