# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot worlds` lists, tells and draws; what is wrong is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samebot.cli.main import main
from samebot.sim.world_file import built_in_worlds


def _printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_every_world_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _printed(capsys, "worlds").splitlines()
    assert [line.split()[0] for line in lines[1 : len(built_in_worlds()) + 1]] == list(
        built_in_worlds()
    )
    assert max(map(len, lines)) <= 140


def test_the_list_as_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    worlds = json.loads(_printed(capsys, "worlds", "--json"))
    assert [world["name"] for world in worlds] == list(built_in_worlds())
    maze = next(world for world in worlds if world["name"] == "maze")
    assert maze["floor"] == [1.4, 1.4]
    assert maze["things"] == 19
    assert len(maze["starts"]) == 4


def test_one_world_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    text = _printed(capsys, "worlds", "office")
    assert "An arena of 1.5 m with five boxes." in text
    assert "box 5" in text
    assert "yaw 180 deg" in text
    assert "mass" not in text  # a column in which nothing stands is left out


def test_one_world_as_json_has_its_things(capsys: pytest.CaptureFixture[str]) -> None:
    world = json.loads(_printed(capsys, "worlds", "thymio_course", "--json"))
    obstacle = world["things"][-1]
    assert obstacle["name"] == "obstacle"
    assert obstacle["shape"] == {"kind": "box", "size": [0.033, 0.065, 0.06]}
    assert world["overheads"][0]["position"] == [0.4, 0.3, 0.82]
    assert world["floor"]["centre"] == [0.4, 0.3]


def test_a_world_of_ones_own_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "things:\n  - {kind: sphere, name: ball, radius: 0.1, mass: 0.2}\n"
        "  - {kind: cylinder, name: can, radius: 0.1, height: 0.2, x: 1}\n"
        "sounds: [{position: [0, 0, 1]}]\nresidents: [{robot: thymio2, pose: {x: 2}}]\n"
        "overheads: [{position: [0, 0, 1]}]\n"
    )
    text = _printed(capsys, "worlds", str(file))
    for words in ("mine", "ball", "can", "0.2", "440 Hz", "thymio2 at x 2", "overhead at"):
        assert words in text


def test_a_world_is_drawn_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "maze.png"
    assert main(["worlds", "maze", "--png", str(picture)]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert str(picture) in printed.err
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_all_worlds_are_drawn_into_a_folder(tmp_path: Path) -> None:
    assert main(["worlds", "--png", str(tmp_path / "all")]) == 0
    drawn = {path.stem for path in (tmp_path / "all").glob("*.png")}
    assert drawn == set(built_in_worlds())


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["worlds", "maize"], 2, "maze"),
        (["worlds", "nowhere.yaml"], 1, "nowhere.yaml: "),
        (["worlds", "BAD"], 1, "bad.yaml:1: is no world"),
        (["worlds", "maze", "--png", "no/where/a.png"], 1, "cannot write no/where/a.png"),
        (["worlds", "--png", "BAD"], 1, "cannot make the folder"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: list[str], status: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("[1, 2]")
    assert main([str(bad) if word == "BAD" else word for word in words]) == status
    text = capsys.readouterr().err
    assert says in text
    assert text.count("\n") == 1
