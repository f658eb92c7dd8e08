# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the documentation says exists: links, examples, commands, robots, fields."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import io
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from samebot.cli import main as cli
from samebot.model import catalogue, device_table
from samebot.model.devices import KINDS
from samebot.model.drive import DifferentialDrive
from samebot.ros import driver
from samebot.sim.world_file import built_in_worlds, parse_world

LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def blocks(language: str) -> Iterator[tuple[Path, str]]:
    """Yield every code block in a language, with its page."""
    for page in PAGES:
        for name, text in BLOCK.findall(page.read_text()):
            if name == language:
                yield page, text


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings."""
    without_code = BLOCK.sub("", text)
    words = (re.sub(r"[^\w\s-]", "", title).lower() for title in HEADING.findall(without_code))
    return {re.sub(r"[\s-]+", "-", title.strip()) for title in words}


def broken(page: Path, text: str, generated: Mapping[str, str]) -> Iterator[str]:
    """Yield each link of a page that leads nowhere."""
    for picture, link in LINK.findall(BLOCK.sub("", text)):
        if link.startswith(("http://", "https://")):
            if picture:
                yield f"{link}: a picture from elsewhere"
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        inside = (
            target.relative_to(ROOT / "docs").as_posix() if ROOT / "docs" in target.parents else ""
        )
        if inside in generated:
            found = generated[inside]
        elif target.is_file():
            found = target.read_text() if target.suffix == ".md" else ""
        else:
            yield f"{link}: no such file"
            continue
        if anchor and anchor not in anchors(found):
            yield f"{link}: no such heading"


@pytest.fixture(scope="module")
def hooks(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("pages", root / "docs" / "hooks" / "pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def generated(hooks: ModuleType) -> dict[str, str]:
    pages: dict[str, str] = hooks.pages()
    return pages


# Links


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path, generated: dict[str, str]) -> None:
    assert list(broken(page, page.read_text(), generated)) == []


def test_generated_pages_link_to_what_is_there(generated: dict[str, str], root: Path) -> None:
    for path, text in generated.items():
        assert list(broken(root / "docs" / path, text, generated)) == [], path


@pytest.mark.parametrize(
    "link",
    ["no.md", "concepts.md#no-such", "#no-such", "robots/nobody.md", "../NOTHING.md"],
)
def test_a_broken_link_is_found(link: str, generated: dict[str, str], root: Path) -> None:
    assert len(list(broken(root / "docs" / "index.md", f"[x]({link})", generated))) == 1


def test_a_picture_from_elsewhere_is_found(root: Path) -> None:
    assert list(broken(root / "README.md", "![x](https://x.org/a.png)", {})) != []
    assert list(broken(root / "README.md", "[x](https://x.org/a.png)", {})) == []


def test_the_site_fetches_nothing_from_elsewhere(root: Path) -> None:
    settings = (root / "mkdocs.yml").read_text()
    assert "font: false" in settings
    assert "http" not in settings


# Examples


@pytest.mark.parametrize(
    ("page", "code"), [pytest.param(*block, id=block[0].name) for block in blocks("python")]
)
def test_python_examples_run(page: Path, code: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, str(page), "exec"), {})  # noqa: S102 - our own pages


def test_the_readme_shows_a_controller_of_ten_lines_that_runs(root: Path) -> None:
    programs = [text for page, text in blocks("python") if page == root / "README.md"]
    (program,) = [text for text in programs if "samebot.open(" in text]
    assert len(program.splitlines()) <= 10
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - our own page
    assert names["robot"].time == 10.0
    assert names["robot"].closed


def test_the_world_of_the_docs_is_one(root: Path) -> None:
    text = (root / "docs" / "simulation.md").read_text()
    (written,) = [block for name, block in BLOCK.findall(text) if name == "yaml"]
    world = parse_world(written)
    assert [thing.name for thing in world.things if thing.mass is not None] == ["crate"]


@pytest.fixture(scope="module")
def rover(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """Return the example of "your own robot", written to a folder as the page says."""
    folder = tmp_path_factory.mktemp("rover")
    text = (root / "docs" / "own-robot.md").read_text()
    named = re.findall(r"^`([\w.]+)`[^\n]*:\n\n```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert [name for name, _ in named] == ["rover.urdf", "rover.devices.yaml"]
    for name, content in named:
        (folder / name).write_text(content)
    return folder / "rover.urdf"


def test_the_own_robot_of_the_docs_works(rover: Path) -> None:
    plain, lit = catalogue.load(rover), catalogue.load(rover, {"lamp": "true"})
    assert [device.name for device in plain.devices] == ["left motor", "right motor", "front"]
    assert lit.device("lamp").kind == "led"
    assert plain.drive is not None
    assert plain.drive.wheel_radius == 0.03


def test_every_section_of_a_device_table_is_explained(root: Path) -> None:
    text = (root / "docs" / "own-robot.md").read_text()
    table = text.partition("| section | holds |")[2].partition("\n\n")[0]
    explained = {name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row[:30])}
    assert explained >= set(device_table._SECTIONS)


def samebot_lines() -> Iterator[tuple[Path, list[str]]]:
    for page, text in blocks("sh"):
        for line in text.splitlines():
            words = shlex.split(line, comments=True)
            if words and Path(words[0]).name == "samebot":
                yield page, words[1:]


@pytest.mark.parametrize(
    ("page", "words"),
    [pytest.param(page, words, id=" ".join(words)) for page, words in samebot_lines()],
)
def test_commands_in_the_docs_exist_and_take_these_arguments(
    page: Path, words: list[str], generated: dict[str, str]
) -> None:
    assert words[0] in cli.COMMANDS, f"{page}: samebot {words[0]}"
    section = generated["commands.md"].partition(f"## samebot {words[0]}\n")[2]
    usage = section.partition("\n## ")[0]
    for word in words[1:]:
        if word.startswith("-"):
            assert re.search(rf"(?<![\w-]){re.escape(word)}\b", usage), f"{page}: {word}"


def test_exports_of_the_docs_run(rover: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(rover.parent)
    ran = 0
    for _, words in samebot_lines():
        if words[0] in ("describe", "urdf", "mjcf", "robots"):
            with contextlib.redirect_stdout(io.StringIO()):
                assert cli.main(words) == 0, words
            ran += 1
    assert ran > 5


def test_ros2_run_lines_in_the_docs_are_those_of_the_driver() -> None:
    lines = [line for _, text in blocks("sh") for line in text.splitlines() if "ros2 run" in line]
    assert lines
    for line in lines:
        words = shlex.split(line)
        assert words[:4] == ["ros2", "run", "samebot", "driver"]
        ours, _ = driver.split_ros_arguments(words[4:])
        assert driver._parser().parse_args(ours).robot == "epuck2"


def test_run_commands_in_the_docs_exist(root: Path) -> None:
    script = (root / "run").read_text()
    used = {
        words[1]
        for _, text in blocks("sh")
        for words in (shlex.split(line, comments=True) for line in text.splitlines())
        if words and words[0] == "./run"
    }
    assert {"demo", "test"} <= used
    for name in used:
        assert re.search(rf"^\s*(?:\(?[\w|-]*\|)?{name}(?:\|[\w|-]*)?\)", script, re.MULTILINE), (
            name
        )


# Pages made from the code


def test_every_robot_has_a_page_with_its_devices(generated: dict[str, str]) -> None:
    assert len(catalogue.robots()) >= 6
    for info in catalogue.robots():
        assert f"]({info.name}.md)" in generated["robots/index.md"]
        page = generated[f"robots/{info.name}.md"]
        for section in ("## Drive", "## Devices", "## Where the numbers come from"):
            assert section in page
    for device in catalogue.load("epuck2").devices:
        assert f"| `{device.name}` |" in generated["robots/epuck2.md"]


def test_every_world_is_listed(generated: dict[str, str]) -> None:
    for name in built_in_worlds():
        assert f"| `{name}` |" in generated["worlds.md"]


def test_every_kind_and_field_is_explained(generated: dict[str, str]) -> None:
    page = generated["devices.md"]
    classes: dict[str, type] = {**KINDS, "drive": DifferentialDrive}
    for kind, cls in classes.items():
        assert f"## {kind}\n".lower() in page.lower()
        for field in dataclasses.fields(cls):
            assert f"| `{field.name}` |" in page, f"{kind}.{field.name}"


def test_every_command_has_its_help_in_the_docs(generated: dict[str, str]) -> None:
    for name in cli.COMMANDS:
        assert f"usage: samebot {name}" in generated["commands.md"]


def test_every_page_is_in_the_navigation(generated: dict[str, str], root: Path) -> None:
    text = (root / "mkdocs.yml").read_text()
    nav = str(yaml.safe_load(text)["nav"])
    for page in (root / "docs").rglob("*.md"):
        assert page.relative_to(root / "docs").as_posix() in nav
    for path in generated:
        assert path in nav or path.startswith("robots/")
