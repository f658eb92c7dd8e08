# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The whole interface of one robot, put together from its parts. Pure: no rclpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Final

from samebot.core.errors import BadInput
from samebot.ros.interface import FixedFrame, Inlet, Outlet, Part, Subject, Switch, Trigger
from samebot.ros.kinds import PARTS, frames

__all__ = ["GROUP", "Face", "face_of", "installed_parts"]

GROUP: Final = "samebot.ros"
"""Packages that are installed add parts to every robot's interface by this entry-point group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """All topics and services of one robot."""

    outlets: tuple[Outlet, ...]
    inlets: tuple[Inlet, ...]
    services: tuple[Trigger | Switch, ...] = ()


def face_of(robot: Subject, parts: Sequence[Part] = ()) -> Face:
    """Return a robot's interface: what its model makes, and what `parts` add.

    Raises BadInput where two parts want the same topic.
    """
    made = [piece for part in (*PARTS, *parts) for piece in part(robot)]
    extra = [piece for piece in made if isinstance(piece, FixedFrame)]
    outlets = [*frames.interface(robot, extra), *(p for p in made if isinstance(p, Outlet))]
    inlets = [piece for piece in made if isinstance(piece, Inlet)]
    services = [piece for piece in made if isinstance(piece, Trigger | Switch)]
    _refuse_twice("sent", (outlet.topic for outlet in outlets))
    _refuse_twice("heard", (inlet.topic for inlet in inlets))
    _refuse_twice("served", (service.name for service in services))
    return Face(outlets=tuple(outlets), inlets=tuple(inlets), services=tuple(services))


def installed_parts() -> tuple[Part, ...]:
    """Return the parts that installed packages add."""
    return tuple(entry.load() for entry in entry_points(group=GROUP))


def _refuse_twice(how: str, topics: Iterable[str]) -> None:
    for topic, count in Counter(topics).items():
        if count > 1:
            raise BadInput(
                f"{topic!r} would be {how} by {count} parts of the interface; give one of "
                "the devices another topic_name, or disable it (parameter DEVICE.disable)"
            )
