# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The whole interface of one robot, put together from its parts. Pure: no rclpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.interface import (
    FixedFrame,
    Follow,
    Inlet,
    Outlet,
    Part,
    Piece,
    Subject,
    Switch,
    Trigger,
)
from samebot.ros.kinds import PARTS, frames

__all__ = ["GROUP", "Face", "face_of", "installed_parts"]

GROUP: Final = "samebot.ros"
"""Packages that are installed add parts to every robot's interface by this entry-point group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """All topics, services and actions of one robot."""

    outlets: tuple[Outlet, ...]
    inlets: tuple[Inlet, ...]
    services: tuple[Trigger | Switch, ...] = ()
    actions: tuple[Follow, ...] = ()


def face_of(robot: Subject, parts: Sequence[Part] = ()) -> Face:
    """Return a robot's interface: what its model makes, and what `parts` add.

    Raises BadInput where two parts want the same topic, or one is sent and heard.
    """
    made = [piece for part in (*PARTS, *parts) for piece in part(robot)]
    extra = [piece for piece in made if isinstance(piece, FixedFrame)]
    outlets = [*frames.interface(robot, extra), *(p for p in made if isinstance(p, Outlet))]
    inlets = [piece for piece in made if isinstance(piece, Inlet)]
    services = [piece for piece in made if isinstance(piece, Trigger | Switch)]
    actions = [piece for piece in made if isinstance(piece, Follow)]
    _refuse_twice("sent", (outlet.topic for outlet in outlets))
    _refuse_twice("heard", (inlet.topic for inlet in inlets))
    _refuse_both_ways({outlet.topic for outlet in outlets}, {inlet.topic for inlet in inlets})
    _refuse_twice("served", (piece.name for piece in (*services, *actions)))
    return Face(
        outlets=tuple(outlets),
        inlets=tuple(inlets),
        services=tuple(services),
        actions=tuple(actions),
    )


def installed_parts() -> tuple[Part, ...]:
    """Return the parts that installed packages add.

    Raises BadInput, naming the package, where one cannot be loaded.
    """
    return tuple(_loaded(entry) for entry in entry_points(group=GROUP))


def _loaded(entry: EntryPoint) -> Part:
    package = "" if entry.dist is None else f" of the package {entry.dist.name}"
    named = f"the plug-in {entry.name!r} ({entry.value}){package}"
    try:
        part = entry.load()
    except Exception as error:
        raise BadInput(
            f"{named} cannot be loaded: {error!r}; repair that package or uninstall it"
        ) from error

    def guarded(robot: Subject) -> Iterator[Piece]:
        try:
            yield from part(robot)
        except SamebotError:
            raise
        except Exception as error:
            said = f"{named} fails for {robot.model.name}: {error!r}"
            raise BadInput(f"{said}; repair that package or uninstall it") from error

    return guarded


def _refuse_both_ways(sent: set[str], heard: set[str]) -> None:
    for topic in sorted(sent & heard):
        raise BadInput(
            f"{topic!r} would be both sent and heard by the robot; give one of the two another "
            "name (parameter DEVICE.topic_name, command_topic or odometry_topic)"
        )


def _refuse_twice(how: str, topics: Iterable[str]) -> None:
    for topic, count in Counter(topics).items():
        if count > 1:
            raise BadInput(
                f"{topic!r} would be {how} by {count} parts of the interface; give one of "
                "the devices another topic_name, or disable it (parameter DEVICE.disable)"
            )
