# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Arrows between rooms point inward; who may import what is written down here, and nowhere else."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

BODIES = {"sim", "hardware", "remote", "webots"}
ALGORITHMS = {"estimation", "mapping", "navigation", "control"}
INNER = {"core", "model", "body", "opening", "emulator"} | BODIES | ALGORITHMS
DATA = ("robots", "worlds")

ARROWS: dict[str, set[str]] = {
    "core": set(),
    "model": {"core"},
    "robots": set(),
    "worlds": set(),
    "body": {"core", "model"},
    **{room: {"core", "model", "body"} for room in BODIES},
    "opening": {"core", "model", "body", "record"} | BODIES,
    "emulator": {"core", "model", "body", "hardware", "sim"},
    **{room: {"core"} for room in ALGORITHMS},
    "ros": INNER,
    "record": INNER - {"opening"},
    "dashboard": INNER,
    "cli": INNER | {"ros", "record", "dashboard"},
    "__main__": {"cli"},
    "samebot": {"core", "model", "body", "opening"},
}
"""For each room the rooms that it may import besides itself."""

FILES = {"__init__": "samebot", "commands": "body", "health": "body"}
"""Files beside the rooms, and the room that they belong to."""

BASE = {"numpy", "yaml", "xacro", "serial", "smbus2"}
"""What `pip install samebot` brings; the rest is optional, each in one file."""
OPTIONAL = {
    "mujoco",
    "numba",
    "panda3d",
    "collada",
    "viser",
    "websockets",
    "trimesh",
    "rich",
    "cv2",
    "mcap",
    "simplejpeg",
}
ROS = re.compile(r"rclpy|rcl_interfaces|builtin_interfaces|rosidl_\w+|tf2_ros|\w+_msgs|ament_\w+")

OPEN_NAMES = {
    "ros/edge/modules.py": "message types by name",
}
"""Where the name of what is imported may be known only at run time."""


@dataclass(frozen=True)
class Import:
    """A module that a file asks for; `typing` if only the type checker does."""

    file: str
    line: int
    module: str
    typing: bool = False

    def __str__(self) -> str:
        """Return place and module, to begin a sentence."""
        return f"{self.file}:{self.line}: imports {self.module}"


def imports_of(file: str, source: str) -> Iterator[Import]:
    """Find every import of `file` (relative to the package), wherever in it."""
    tree = ast.parse(source)
    typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        for module in _modules(file, node):
            yield Import(file, getattr(node, "lineno", 0), module, id(node) in typing)


def _modules(file: str, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _absolute(file, node)
        if base == "samebot":
            yield from (f"samebot.{alias.name}" for alias in node.names)
        else:
            yield base
    elif isinstance(node, ast.Call) and _called(node.func) in ("import_module", "__import__"):
        yield _asked_for(node)


def _absolute(file: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = ("samebot", *Path(file).parent.parts)
    return ".".join((*package[: len(package) - node.level + 1], *filter(None, [node.module])))


def _called(function: ast.expr) -> str:
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


def _asked_for(call: ast.Call) -> str:
    """Return the constant name, or the constant beginning of an f-string, or "?"."""
    name = call.args[0] if call.args else None
    if isinstance(name, ast.JoinedStr):
        name = name.values[0]
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        return name.value.rstrip(".") or "?"
    return "?"


def room_of(file: str) -> str:
    first = Path(file).parts[0].removesuffix(".py")
    return FILES.get(first, first)


def complaints(found: Import) -> Iterator[str]:
    """Say what is wrong with one import."""
    room, (top, *rest) = room_of(found.file), found.module.split(".")
    if room not in ARROWS:
        yield f"{found.file}: {room} is no room; write its arrows down"
    elif top == "samebot":
        target = FILES.get(rest[0], rest[0]) if rest else "samebot"
        if target in ARROWS.keys() - ARROWS[room] - {room, "samebot"}:
            yield f"{found}, but {room} may import {sorted(ARROWS[room])} only"
    elif top not in sys.stdlib_module_names and not (found.typing and top == "_typeshed"):
        yield from _foreign(found, room, top)


def _foreign(found: Import, room: str, top: str) -> Iterator[str]:
    if top == "?":
        if found.file not in OPEN_NAMES:
            yield f"{found.file}:{found.line}: imports a name known only at run time"
    elif ROS.fullmatch(top):
        if room != "ros":
            yield f"{found}, but only the room ros does that"
    elif top not in BASE | OPTIONAL:
        yield f"{found}, which is not written down as a dependency"
    elif room == "core" and top != "numpy":
        yield f"{found}, but core needs numpy only"


def scattered(found: list[Import]) -> Iterator[str]:
    """Say which optional dependency is imported in more than one file."""
    for package in sorted(OPTIONAL):
        files = {
            item.file for item in found if item.module.split(".")[0] == package and not item.typing
        }
        if len(files) > 1:
            yield f"{package} is imported in {sorted(files)}; one file only, the others ask it"


@pytest.fixture(scope="module")
def found(root: Path) -> list[Import]:
    package = root / "src" / "samebot"
    files = sorted(path.relative_to(package).as_posix() for path in package.rglob("*.py"))
    assert "core/pose.py" in files
    return [item for file in files for item in imports_of(file, (package / file).read_text())]


def test_arrows_point_inward(found: list[Import]) -> None:
    assert [complaint for item in found for complaint in complaints(item)] == []


def test_each_optional_dependency_is_imported_in_one_file(found: list[Import]) -> None:
    assert list(scattered(found)) == []


@pytest.mark.parametrize("room", DATA)
def test_rooms_of_data_hold_no_code(root: Path, room: str) -> None:
    files = sorted((root / "src" / "samebot" / room).rglob("*.py"))
    for file in files:
        assert file.name == "__init__.py"
        assert [type(node) for node in ast.parse(file.read_text()).body] in ([], [ast.Expr])


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("core/pose.py", "import samebot.model", "core may import"),
        ("core/pose.py", "from samebot.model.table import LookupTable", "core may import"),
        ("core/pose.py", "from samebot import model", "core may import"),
        ("core/pose.py", "from ..model import table", "core may import"),
        ("core/pose.py", "from .. import model", "core may import"),
        ("core/pose.py", "import yaml", "core needs numpy only"),
        ("core/pose.py", "def f():\n    from samebot.cli import main", "core may import"),
        (
            "model/robot.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import samebot.body",
            "model may import",
        ),
        ("mapping/grid.py", "from samebot.model import RobotModel", "mapping may import"),
        ("sim/world.py", "import samebot.hardware.serial", "sim may import"),
        ("body.py", "import samebot.sim", "body may import"),
        ("commands.py", "from samebot.ros import driver", "body may import"),
        ("model/robot.py", "import samebot.commands", "model may import"),
        ("cli/demo.py", "import rclpy", "only the room ros"),
        ("cli/demo.py", "from sensor_msgs.msg import Range", "only the room ros"),
        ("cli/demo.py", "import importlib\nimportlib.import_module('rclpy')", "only the room ros"),
        ("cli/demo.py", "def f():\n    return __import__('tf2_msgs.msg')", "only the room ros"),
        ("cli/demo.py", "from importlib import import_module as m\nx.import_module(y)", "run time"),
        ("model/robot.py", "import_module(f'samebot.{room}.main')", None),
        ("model/robot.py", "import_module(f'samebot.cli.{room}')", "model may import"),
        ("sim/world.py", "import requests", "not written down"),
        ("cellar/wine.py", "import math", "cellar is no room"),
        ("ros/driver.py", "import rclpy\nfrom sensor_msgs.msg import Range", None),
        ("cli/main.py", "import samebot.ros.driver, samebot.model", None),
        ("core/pose.py", "import numpy as np\nfrom samebot.core import units\nimport math", None),
        ("model/urdf/reader.py", "from samebot.core.errors import ModelError", None),
        ("__init__.py", "from samebot.opening import open", None),
        ("__init__.py", "from samebot.sim.world import World", "samebot may import"),
    ],
)
def test_a_wrong_arrow_is_found(file: str, source: str, complaint: str | None) -> None:
    found = [text for item in imports_of(file, source) for text in complaints(item)]
    if complaint is None:
        assert found == []
    else:
        assert any(complaint in text for text in found), found


def test_an_optional_dependency_in_two_files_is_found() -> None:
    lazy = "def f():\n    import mujoco.viewer"
    hint = "if TYPE_CHECKING:\n    import mujoco"
    one = [*imports_of("sim/a.py", lazy), *imports_of("sim/c.py", hint)]
    assert list(scattered(one)) == []
    two = [*one, *imports_of("sim/b.py", "from mujoco import MjModel")]
    assert list(scattered(two)) == [
        "mujoco is imported in ['sim/a.py', 'sim/b.py']; one file only, the others ask it"
    ]
