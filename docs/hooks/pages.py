# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: INP001 - mkdocs loads this file by its path
"""Pages that are made from samebot itself when the site is built, so that they are never late.

One page a robot (from its model), one of all worlds, one of all commands (their own help), one of
every field of a device table (the dataclasses and what stands below each field).
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import inspect
import io
import itertools
import math
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from samebot.cli import main as cli
from samebot.model import catalogue, devices, drive, structure
from samebot.model.describe import describe
from samebot.model.options import option_text
from samebot.model.robot import RobotModel
from samebot.model.units import DRIVE_UNITS, device_units
from samebot.ros import listing
from samebot.sim.world_file import built_in_worlds, load_world

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

__all__ = ["on_config", "on_files", "pages"]

_SHARED = [field.name for field in dataclasses.fields(devices.Device)]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the robots' pages into the navigation, below the page that lists them."""
    for entry in config.nav or []:
        if isinstance(entry, dict) and "Robots" in entry:
            entry["Robots"] += [{info.title: _path(info.name)} for info in catalogue.robots()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to the site."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


@functools.cache
def pages() -> Mapping[str, str]:
    """Return every generated page: path below docs/, and its Markdown."""
    robots = {_path(info.name): _robot(info) for info in catalogue.robots()}
    lists = {"robots/index.md": _robots(), "commands.md": _commands(), "devices.md": _devices()}
    lists["worlds.md"] = _worlds()
    return robots | lists


def _path(robot: str) -> str:
    return f"robots/{robot}.md"


# Worlds


def _worlds() -> str:
    rows = [
        (f"`{world.name}`", world.title, world.summary, _size(world.floor.size))
        for world in map(load_world, built_in_worlds())
    ]
    return (
        "# Worlds\n\nEach is one YAML file. `samebot worlds NAME` tells what is in one,"
        " `samebot worlds --png FOLDER` draws them from above; how to use them, and your own,"
        " stands under [the simulated body](simulation.md#worlds).\n\n"
        + _table(("name", "title", "what it is", "floor, m"), rows)
    )


def _size(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g}"


# Robots


def _robots() -> str:
    rows = [
        (f"[{info.title}]({info.name}.md)", f"`{info.name}`", info.summary)
        for info in catalogue.robots()
    ]
    return (
        "# Robots\n\nEach is data only: a URDF (xacro) file and one device table. "
        "[Your own robot](../own-robot.md) is made of the same two.\n\n"
        + _table(("robot", "name", "what it is"), rows)
    )


def _robot(info: catalogue.RobotInfo) -> str:
    robot = describe(catalogue.load(info.name))
    chosen = describe(catalogue.load(info.name, _everything(info))) if info.options else robot
    usual = {device["name"] for device in robot["devices"]}
    more = [device for device in chosen["devices"] if device["name"] not in usual]
    parts = [
        f"# {info.title}\n\n{info.summary}\n",
        f"```sh\nsamebot describe {info.name}\nsamebot urdf {info.name}\n```\n",
        _facts(robot),
        _options(info),
        _drive_of(robot),
        _interface(info),
        _devices_of(robot, more),
        _sources(robot, more),
    ]
    return "\n".join(filter(None, parts))


def _everything(info: catalogue.RobotInfo) -> dict[str, str]:
    """Return the options with every switch on and the last of every choice."""
    last = {"bool": ("true",)}
    choices = {option.name: last.get(option.kind, option.choices) for option in info.options}
    return {name: values[-1] for name, values in choices.items() if values}


def _facts(robot: Mapping[str, Any]) -> str:
    moving = sum(joint["kind"] != "fixed" for joint in robot["joints"])
    mass = f", {robot['mass']:.4g} kg" if robot["mass"] else ""
    return (
        f"{len(robot['links'])} links, {moving} moving joints{mass}; "
        f"the root link is `{robot['root']}`.\n"
    )


def _options(info: catalogue.RobotInfo) -> str:
    if not info.options:
        return ""
    rows = [
        (f"`-o {option.name}={option_text(option.default)}`", option.expected, option.help)
        for option in info.options
    ]
    return "## Options\n\n" + _table(("default", "expected", "what it does"), rows)


def _drive_of(robot: Mapping[str, Any]) -> str:
    if robot["drive"] is None:
        return ""
    rows = [
        (name.replace("_", " "), f"{value:.6g} {DRIVE_UNITS.get(name, '')}".strip())
        if isinstance(value, float)
        else (name.replace("_", " "), f"`{value}`")
        for name, value in robot["drive"].items()
        if value not in (None, "") and name != "source"
    ]
    return "## Drive\n\n" + _table(("", ""), rows)


def _interface(info: catalogue.RobotInfo) -> str:
    """Return the topics and parameters that the driver makes of the model."""
    model = catalogue.load(info.name, _everything(info))
    usual = {topic.topic for topic in listing.topics_of(catalogue.load(info.name))}
    topics = listing.topics_of(model)
    rows = [
        (
            f"`{topic.topic}`" + ("" if _is_usual(topic.topic, topics, usual) else " (option)"),
            f"`{topic.type.replace('/msg/', '/')}`",
            listing.QUALITIES[topic.quality] if topic.sent else "",
            "" if topic.period is None else f"{1 / topic.period:.4g}",
        )
        for topic in listing.together(topics)
    ]
    sent = [row for row, topic in zip(rows, listing.together(topics), strict=True) if topic.sent]
    heard = [row[:2] for row in rows if row not in sent]
    parameters = [
        (f"`{name}`", f"`{default}`" if default != "" else "", description)
        for name, default, description in listing.parameters_of(model)
        if "." not in name
    ]
    return (
        f"## ROS 2 interface\n\n```sh\nsamebot run {info.name}\n```\n\n"
        "Sent, while somebody listens:\n\n"
        + _table(("topic", "type", "kept", "at most, Hz"), sent)
        + "\nHeard:\n\n"
        + _table(("topic", "type"), heard)
        + "\nBesides, as every robot: `/clock`, `/diagnostics`, and [services](../ros-interface.md"
        f"#services){_own_services(model)}.\n"
        + "\nParameters; besides, each device has `topic_name`, `timestep`, `disable`,"
        " `always_publish` and `frame_id` ([more](../ros-interface.md#parameters)):\n\n"
        + _table(("name", "default", "meaning"), parameters)
    )


def _own_services(model: RobotModel) -> str:
    """Return half a sentence: the services and actions that the model makes."""
    names = " and ".join(f"`/{name}`" for name in listing.services_of(model))
    return f", of its own {names}" if names else ""


def _is_usual(shown: str, topics: Sequence[listing.TopicInfo], usual: Collection[str]) -> bool:
    """Whether a topic, or all numbered ones that are shown as one, need no option."""
    if "[" not in shown:
        return shown in usual
    stem = shown.partition("[")[0]
    return any(name.startswith(stem) for name in usual) or all(
        topic.topic in usual for topic in topics if topic.topic.startswith(stem)
    )


def _devices_of(robot: Mapping[str, Any], more: Sequence[Mapping[str, Any]]) -> str:
    rows = [_device(device) for device in robot["devices"]]
    rows += [_device(device, " (option)") for device in more]
    head = ("name", "kind", "x", "y", "z", "roll", "pitch", "yaw", "range, m")
    return (
        "## Devices\n\nPoses are in the root link with every joint at zero, in mm and degrees. "
        f"`samebot describe {robot['name']} --json` has every field.\n\n" + _table(head, rows)
    )


def _device(device: Mapping[str, Any], mark: str = "") -> tuple[str, ...]:
    pose = device["pose_in_root"]
    return (
        f"`{device['name']}`{mark}",
        device["kind"].replace("_", " "),
        *(f"{value * 1000 + 0.0:.1f}" for value in pose["xyz"]),
        *(f"{math.degrees(value) + 0.0:.1f}" for value in pose["rpy"]),
        _range(device),
    )


def _range(device: Mapping[str, Any]) -> str:
    near, far = device.get("min_range"), device.get("max_range")
    return "" if near is None or far is None else f"{near:.4g} to {far:.4g}"


def _sources(robot: Mapping[str, Any], more: Sequence[Mapping[str, Any]]) -> str:
    things = [*robot["devices"], *more, *filter(None, [robot["drive"]])]
    names: dict[str, list[str]] = {}
    for thing in things:
        if thing["source"]:
            names.setdefault(thing["source"], []).append(thing.get("name", "drive"))
    rows = [(", ".join(f"`{name}`" for name in of), source) for source, of in names.items()]
    return "## Where the numbers come from\n\n" + _table(("of", "source"), rows) if rows else ""


# Commands


def _commands() -> str:
    head = (
        "# Commands\n\nOne command, `samebot`, with these below it. Errors are one or two "
        "sentences; the exit status is 0 done, 1 something given is wrong, 2 wrong use.\n"
    )
    parts = (f"## samebot {name}\n\n```text\n{_help(name)}\n```\n" for name in cli.COMMANDS)
    return "\n".join((head, *parts))


def _help(command: str) -> str:
    text = io.StringIO()
    os.environ["COLUMNS"] = "88"
    with contextlib.redirect_stdout(text), contextlib.suppress(SystemExit):
        cli.main([command, "--help"])
    return text.getvalue().strip()


# Device tables


_DEVICES_HEAD = """\
# Fields of devices

What may stand under `devices:` in a [device table](own-robot.md), made from the classes
themselves. Lengths are metres, angles radians, times seconds; a number may carry its unit as
text: `"17.23 deg"`, `"64 ms"`, `"3 mm"`, `"60 rpm"`.

## Fields of every device
"""

_DEVICES_END = """\
## Pose

`pose: {xyz: [x, y, z], rpy: [roll, pitch, yaw]}`, both optional; roll, pitch and yaw turn about
the fixed axes x, y, z in this order, as in URDF.
"""


def _devices() -> str:
    kinds = map(_kind, devices.KINDS.values())
    drives = f"## Drive\n\n{inspect.getdoc(drive.DifferentialDrive)}\n"
    drive_fields = _fields(drive.DifferentialDrive, DRIVE_UNITS)
    shared = _fields(devices.Device, {}, _SHARED)
    return "\n".join((_DEVICES_HEAD, shared, *kinds, drives, drive_fields, _DEVICES_END))


def _kind(kind: type[devices.Device]) -> str:
    own = [field.name for field in dataclasses.fields(kind) if field.name not in _SHARED]
    text = f"## {kind.kind}\n\n{inspect.getdoc(kind)}\n"
    return text + "\n" + _fields(kind, device_units(kind), own) if own else text


def _fields(cls: type, units: Mapping[str, str], only: Iterable[str] | None = None) -> str:
    notes = _notes(cls)
    rows = [
        (
            f"`{field.name}`",
            f"`{_type(field.type)}`",
            "required" if field.default is dataclasses.MISSING else f"`{_default(field.default)}`",
            units.get(field.name, ""),
            notes.get(field.name, ""),
        )
        for field in dataclasses.fields(cls)
        if only is None or field.name in only
    ]
    return _table(("field", "type", "default", "unit", ""), rows)


def _notes(cls: type) -> dict[str, str]:
    """Return the text below each field, of the class and those it is made from."""
    notes: dict[str, str] = {}
    for base in reversed(cls.__mro__[:-1]):
        body = ast.parse(inspect.getsource(base)).body[0].body  # type: ignore[attr-defined]
        for field, note in itertools.pairwise(body):
            named = isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            if named and isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant):
                notes[field.target.id] = " ".join(str(note.value.value).split())
    return notes


def _type(annotation: object) -> str:
    return str(annotation).replace(" | None", "").replace("Vector3", "tuple[float, float, float]")


def _default(value: object) -> str:
    if value is None:
        return "none"
    if value == structure.Pose():
        return "at the link"
    return repr(value)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    cells = (" | ".join(_cell(cell) for cell in line) for line in lines)
    return "\n".join(f"| {line} |" for line in cells) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
