# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot worlds`: which worlds there are, what is in one, and how it looks from above."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from samebot.cli.output import complain, table, titled, without_empty_columns, write, write_json
from samebot.core.errors import BadInput

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.core.pose import Pose2
    from samebot.sim.world import Thing, World

__all__ = ["add_to", "run"]

_EPILOG = """\
examples:
  samebot worlds
  samebot worlds maze --png maze.png
  samebot worlds my_world.yaml
  samebot worlds --png pictures

From above x goes right and y up; starts are blue rings, hatched things can be pushed."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "worlds",
        help="which worlds there are, and how they look from above",
        description="List the built-in worlds, or tell of one: its floor, things and starts.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "world", metavar="WORLD", nargs="?", help="a built-in world, or a .yaml file"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--png",
        metavar="FILE",
        help="draw the world from above, to scale; without WORLD all of them, into this folder",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print or draw the worlds."""
    from samebot.sim.world_file import built_in_worlds, load_world

    if arguments.world is not None:
        world = load_world(arguments.world)
        if arguments.png is not None:
            _draw(world, Path(arguments.png))
        if arguments.json:
            write_json(_details_as_json(world))
        elif arguments.png is None:
            write(_details(world))
        return 0
    worlds = [load_world(name) for name in built_in_worlds()]
    if arguments.png is not None:
        _draw_all(worlds, Path(arguments.png))
    if arguments.json:
        write_json([_as_json(world) for world in worlds])
    elif arguments.png is None:
        head = ("world", "what it is", "size, m", "things", "starts")
        write(table(head, map(_as_row, worlds)))
        write("\nMore of one: samebot worlds WORLD. Any other world is a file: worlds FILE.yaml")
    return 0


def _draw(world: World, file: Path) -> None:
    from samebot.core.png import write_png
    from samebot.sim.plan import draw_plan

    write_png(file, draw_plan(world))
    complain(f"drew {world.name} from above: {file}")


def _draw_all(worlds: list[World], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"cannot make the folder {folder}: {error.strerror or error}; without a WORLD, --png "
            "takes a folder, into which all worlds are drawn"
        ) from error
    for world in worlds:
        _draw(world, folder / f"{world.name}.png")


def _as_row(world: World) -> tuple[str, ...]:
    counts = (str(len(world.things)), str(len(world.starts)))
    return (world.name, world.summary or world.title, _size(world), *counts)


def _size(world: World) -> str:
    return " x ".join(f"{side:g}" for side in world.floor.size)


def _as_json(world: World) -> dict[str, object]:
    return {
        "name": world.name,
        "title": world.title,
        "summary": world.summary,
        "floor": list(world.floor.size),
        "things": len(world.things),
        "starts": [{"x": s.x, "y": s.y, "yaw": s.yaw} for s in world.starts],
    }


def _details_as_json(world: World) -> dict[str, object]:
    from samebot.model.plain import to_plain

    things = [_thing_as_json(thing) for thing in world.things]
    whole: dict[str, object] = {**to_plain(world), **_as_json(world)}
    return whole | {"floor": to_plain(world.floor) | {"size": world.floor.size}, "things": things}


def _thing_as_json(thing: Thing) -> dict[str, object]:
    from samebot.model.plain import to_plain

    shape = {"kind": type(thing.shape).__name__.lower(), **to_plain(thing.shape)}
    return {**to_plain(thing), "shape": shape}


def _details(world: World) -> str:
    head = [f"{world.name}: {world.title}"]
    if world.summary != world.title:
        head.append(world.summary)
    x, y = world.floor.centre
    around = f" about ({x:g}, {y:g})" if (x, y) != (0.0, 0.0) else ""
    head.append(f"floor {_size(world)} m{around}")
    return "\n\n".join(part for part in ("\n".join(head), *_sections(world)) if part)


def _sections(world: World) -> Iterator[str]:
    columns = without_empty_columns(
        ("thing", "shape", "size, m", "x, m", "y, m", "turned, deg", "mass, kg"),
        [_thing_row(thing) for thing in world.things],
    )
    if world.things:
        yield titled("things", [table(*columns)])
    yield titled("lights", [f"{lamp.kind}, {lamp.intensity:g} W/m2" for lamp in world.lights])
    yield titled("sounds", [f"{s.frequency:g} Hz at {s.position}" for s in world.sounds])
    yield titled(
        "cameras", [f"{c.name} at {c.position}, {c.size[0]}x{c.size[1]}" for c in world.overheads]
    )
    yield titled("robots", [f"{r.robot} at {_pose(r.pose)}" for r in world.residents])
    yield titled("starts", [_pose(start) for start in world.starts])


def _thing_row(thing: Thing) -> list[str]:
    x, y, _ = thing.pose.xyz
    return [
        thing.name,
        type(thing.shape).__name__.lower(),
        _thing_size(thing),
        f"{x:.3f}",
        f"{y:.3f}",
        f"{math.degrees(thing.pose.rpy[2]):.0f}",
        "" if thing.mass is None else f"{thing.mass:g}",
    ]


def _thing_size(thing: Thing) -> str:
    from samebot.model.shapes import Box, Cylinder, Sphere

    match thing.shape:
        case Box(size):
            return " x ".join(f"{side:.3g}" for side in size)
        case Cylinder(radius, length):
            return f"radius {radius:.3g}, {length:.3g} high"
        case Sphere(radius):
            return f"radius {radius:.3g}"
        case _:
            return ""


def _pose(pose: Pose2) -> str:
    return f"x {pose.x:g}, y {pose.y:g} m, yaw {math.degrees(pose.yaw):g} deg"
