# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures from files cover floors and things, and sensors see them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

import samebot
from samebot.core.errors import ModelError
from samebot.core.png import write_png
from samebot.core.pose import Pose
from samebot.model.catalogue import load
from samebot.model.devices import Camera, DistanceSensor
from samebot.model.table import LookupTable
from samebot.sim.drawing import floor_picture
from samebot.sim.world_file import load_world

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
CORNERS = np.array([[RED, GREEN], [BLUE, BLACK]], np.uint8)
"""Above red and green, below blue and black."""


def world_with(folder: Path, text: str) -> Path:
    write_png(folder / "corners.png", np.repeat(np.repeat(CORNERS, 4, 0), 8, 1))
    path = folder / "place.yaml"
    path.write_text(text)
    return path


def test_a_picture_lies_on_the_floor_with_its_corner_in_the_floors(tmp_path: Path) -> None:
    surface = "{texture: corners.png, tile: 0.4}"
    text = f"floor: {{size: [0.8, 0.2], centre: [1, 0], surface: {surface}}}"
    picture = floor_picture(load_world(world_with(tmp_path, text)).floor)
    rows, columns = picture.pixels.shape[:2]

    def colour(x: float, y: float) -> list[int]:
        row, column = int((y + 0.1) / 0.2 * rows), int((x - 0.6) / 0.8 * columns)
        return [round(part * 255) for part in picture.pixels[row, column].tolist()]

    for again in (0.0, 0.4):  # twice as wide as the picture
        assert colour(0.61 + again, 0.09) == [*RED]
        assert colour(0.99 + again, 0.01) == [*GREEN]
        assert colour(0.61 + again, -0.01) == [*BLUE]
        assert colour(0.99 + again, -0.09) == [*BLACK]


def test_a_ground_sensor_sees_the_picture(tmp_path: Path) -> None:
    text = "floor: {size: [0.8, 0.4], surface: {texture: corners.png, tile: 0.8}}"
    down = DistanceSensor(
        name="down",
        link="base_link",
        type="infra-red",
        table=LookupTable.of([(0.0, 1000.0), (0.05, 0.0)]),
        pose=Pose((0.0, 0.0, 0.008), (0.0, np.pi / 2, 0.0)),
    )
    with samebot.open(
        replace(load("epuck2"), devices=(down,)), world=world_with(tmp_path, text), noise=False
    ) as body:
        seen = []
        for x, y in ((-0.2, 0.1), (0.2, 0.1), (-0.2, -0.1)):
            body.supervisor.set_pose(Pose((x, y, 0.0)))
            body.step()
            seen.append(body.read()["down"].raw)
    assert seen[0] == pytest.approx(840.0, abs=2.0)  # red
    assert seen[1] == pytest.approx(200.0, abs=10.0)  # five times as far
    assert seen[2] == pytest.approx(200.0, abs=10.0)


def test_a_camera_sees_the_picture_on_a_wall(tmp_path: Path) -> None:
    surface = "{texture: corners.png, tile: 0.4}"
    wall = f"{{kind: box, name: a, size: [0.02, 0.4, 0.2], x: 0.31, surface: {surface}}}"
    text = f"things: [{wall}]\nlights: [{{kind: ambient}}]"
    camera = Camera(name="camera", link="base_link", pose=Pose((0.0, 0.0, 0.1)), size=(64, 48))
    robot = replace(load("epuck2"), devices=(camera,))
    with samebot.open(robot, world=world_with(tmp_path, text), noise=False) as body:
        body.step()
        image = body.image().astype(int)
    corners = [image[12, 8], image[12, 56], image[36, 8], image[36, 56]]
    assert [int(np.argmax(corner)) for corner in corners[:3]] == [0, 1, 2]
    assert max(corners[3]) < 30


@pytest.mark.parametrize(
    ("name", "words"), [("lost.png", "no picture"), ("place.yaml", "no PNG"), ("cork", "PNG file")]
)
def test_a_picture_that_is_none_is_told(tmp_path: Path, name: str, words: str) -> None:
    text = f"floor: {{surface: {{texture: {name}}}}}"
    with pytest.raises(ModelError, match=words):
        load_world(world_with(tmp_path, text))
