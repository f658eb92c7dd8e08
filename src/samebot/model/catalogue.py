# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Robots by name or file: a robot is a URDF (or xacro) file and one device table, no code.

Built-in robots lie in the package `samebot.robots`. A user's robot is a .urdf or .xacro file,
with `NAME.devices.yaml` or `devices.yaml` beside it if there is one, or a folder with both.
"""

from __future__ import annotations

import importlib.resources
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from samebot.core.errors import BadInput, UnknownName
from samebot.model.completion import Completed, completed
from samebot.model.device_table import DeviceTable, parse_device_table, read_device_table
from samebot.model.files import check_regular, exists, is_folder
from samebot.model.options import Option, option_text
from samebot.model.robot import RobotModel
from samebot.model.urdf import read_urdf

__all__ = ["RobotInfo", "load", "load_completed", "robot_info", "robots"]

_SUFFIXES: Final = (".urdf.xacro", ".urdf", ".xacro")
_TABLE: Final = "devices.yaml"
_ARGUMENT: Final = re.compile(r"<xacro:arg\s[^>]*\bname\s*=\s*[\"']([^\"']+)[\"']")
_INCLUDE: Final = re.compile(r"<xacro:include\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotInfo:
    """What a device table tells of a robot; `name` is what `load` takes."""

    name: str
    title: str
    summary: str
    options: tuple[Option, ...]


def robots() -> tuple[RobotInfo, ...]:
    """Return the built-in robots, by name."""
    folders = sorted(_built_in().items())
    return tuple(_info(name, read_device_table(folder / _TABLE)) for name, folder in folders)


def robot_info(robot: str | Path) -> RobotInfo:
    """Return what the device table of a built-in robot, a file or a folder tells.

    The title is empty where no table has one. Raises as `load`.
    """
    built_in = _built_in()
    folder = built_in.get(robot) if isinstance(robot, str) else None
    if folder is not None:
        return _info(str(robot), read_device_table(folder / _TABLE))
    return _info(str(robot), _table_beside(_description_of(robot, built_in)))


def load(robot: str | Path, options: Mapping[str, str | float] | None = None) -> RobotModel:
    """Return the model of a built-in robot (by name), a file or a folder.

    `options` are as after `-o name=value`. Raises UnknownName for robots and options that do
    not exist, OptionError for values that do not fit, ModelError for files that are not well
    formed.
    """
    built_in = _built_in()
    folder = built_in.get(robot) if isinstance(robot, str) else None
    if folder is not None:
        return _load(_description_in(folder), options or {}, trusted=True)
    return _load(_description_of(robot, built_in), options or {}, trusted=False)


def load_completed(
    robot: str | Path, options: Mapping[str, str | float] | None = None
) -> Completed:
    """Return what `load` does, and for a file of the user's also what it leaves out.

    Built-in robots leave nothing out that a controller would need.
    """
    model = load(robot, options)
    return Completed(model=model) if robot in _built_in() else completed(model)


def _built_in() -> dict[str, Path]:
    root = Path(str(importlib.resources.files("samebot.robots")))
    return {folder.name: folder for folder in root.iterdir() if (folder / _TABLE).is_file()}


def _info(name: str, table: DeviceTable) -> RobotInfo:
    return RobotInfo(name=name, title=table.title, summary=table.summary, options=table.options)


def _is_path(robot: str | Path) -> bool:
    if isinstance(robot, Path):
        return True
    separators = (os.sep, os.altsep or os.sep)
    is_like_one = any(mark in robot for mark in separators) or robot.endswith(_SUFFIXES)
    return bool(robot) and (is_like_one or exists(robot))


def _description_of(robot: str | Path, built_in: Iterable[str]) -> Path:
    if not _is_path(robot):
        raise UnknownName("robot", str(robot), built_in)
    return _description_at(Path(robot))


def _description_at(path: Path) -> Path:
    if is_folder(path):
        return _description_in(path)
    check_regular(path)
    if not path.name.endswith(_SUFFIXES):
        raise BadInput(f"{path}: is no robot that samebot reads; .urdf or .xacro is expected")
    return path


def _description_in(folder: Path) -> Path:
    """Return the folder's robot.urdf.xacro (or robot.urdf), else the only description in it."""
    for suffix in _SUFFIXES:
        if (folder / f"robot{suffix}").is_file():
            return folder / f"robot{suffix}"
    found = sorted(path for path in folder.iterdir() if path.name.endswith(_SUFFIXES))
    if len(found) != 1:
        names = ", ".join(path.name for path in found[:10]) or "none"
        raise BadInput(
            f"{folder}: expected robot.urdf.xacro, robot.urdf or one such file, found {names}; "
            "name the file"
        )
    return found[0]


def _load(description: Path, options: Mapping[str, str | float], *, trusted: bool) -> RobotModel:
    table = _table_beside(description)
    is_xacro = description.suffix == ".xacro"
    free = _arguments(description, options, table) if is_xacro and not trusted else {}
    values = table.values({name: options[name] for name in options if name not in free})
    arguments = {name: option_text(value) for name, value in values.items()} | free
    model = read_urdf(description, arguments=arguments if is_xacro else {}, trusted=trusted)
    return table.applied(model, values)


def _table_beside(description: Path) -> DeviceTable:
    suffix = next(suffix for suffix in _SUFFIXES if description.name.endswith(suffix))
    own = description.with_name(description.name.removesuffix(suffix) + f".{_TABLE}")
    for path in (own, description.with_name(_TABLE)):
        if os.path.lexists(path):  # what is there and no file must not be passed over
            return read_device_table(path)
    return parse_device_table("{}")


def _arguments(
    description: Path, options: Mapping[str, str | float], table: DeviceTable
) -> dict[str, str]:
    """Return the options that are arguments of a user's xacro file, not of its device table.

    A file that includes others may have its arguments there; then every name is let through.
    """
    text = description.read_bytes().decode("utf-8", errors="replace")
    declared = set(_ARGUMENT.findall(text))
    anything = bool(_INCLUDE.search(text))
    known = {option.name for option in table.options}
    return {
        name: option_text(value) if not isinstance(value, str) else value
        for name, value in options.items()
        if name not in known and (anything or name in declared)
    }
