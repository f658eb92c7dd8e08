# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a simulated body lives in: floor, things, lights, sounds, and where robots start. Data.

x and y span the floor, z points up; the floor's top is z = 0. SI units; colours are red,
green, blue, each 0 to 1, as reflectance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from samebot.core.pose import Pose, Pose2, Vector3
from samebot.model.robot import Scalar
from samebot.model.shapes import Shape

__all__ = [
    "Colour",
    "Floor",
    "Light",
    "Overhead",
    "Resident",
    "Sound",
    "Stroke",
    "Surface",
    "Thing",
    "World",
]

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """How a surface looks to cameras and to infra-red sensors.

    The default, white and smooth, is what infra-red sensors' tables are measured on.
    """

    colour: Colour = (1.0, 1.0, 1.0)
    roughness: float = 0.0
    texture: str = ""
    """A built-in pattern (`checker`, `wood`, `bricks`) or a PNG file beside the world's."""
    tile: float = 0.1
    """Side of one repetition of a pattern, width of a picture, m."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A solid object; without a mass it never moves."""

    name: str
    shape: Shape
    pose: Pose = Pose()
    """Where the shape's centre is."""
    surface: Surface = Surface()
    mass: float | None = None
    friction: float = 0.3
    """On a floor whose own friction is 1; on others as many times that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line drawn on the floor through `points` (closed: back to the first), `width` wide, m."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: Colour = (0.0, 0.0, 0.0)
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A flat floor about the origin (or `centre`), with what is drawn on it."""

    size: tuple[float, float] = (10.0, 10.0)
    centre: tuple[float, float] = (0.0, 0.0)
    surface: Surface = Surface()
    strokes: tuple[Stroke, ...] = ()
    friction: float = 1.0
    """Grip of wheels and things on it, as a factor of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """A light of `intensity` (W/m2): everywhere, or for a point light at 1 m.

    A point light falls with `attenuation` (constant, linear, square): 1 / (a0 + a1 d + a2 d2).
    """

    kind: Literal["ambient", "directional", "point"] = "directional"
    intensity: float = 1.0
    colour: Colour = (1.0, 1.0, 1.0)
    direction: Vector3 = (0.0, 0.0, -1.0)
    position: Vector3 = (0.0, 0.0, 1.0)
    attenuation: Vector3 = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """A source of sound: a tone of `frequency` (Hz), `loudness` 0 to 1 at 0.1 m."""

    position: Vector3
    frequency: float = 440.0
    loudness: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """A camera that belongs to the world, looking straight down."""

    name: str = "overhead"
    position: Vector3
    size: tuple[int, int] = (640, 480)
    field_of_view: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Resident:
    """A robot that belongs to the world."""

    robot: str
    name: str = ""
    pose: Pose2 = Pose2()
    options: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A place; `starts` are where robots are put that are opened into it, one after the other."""

    name: str
    title: str = ""
    summary: str = ""
    floor: Floor = Floor()
    things: tuple[Thing, ...] = ()
    lights: tuple[Light, ...] = (
        Light(kind="ambient", intensity=0.3),
        Light(direction=(0.3, 0.2, -1.0), intensity=0.7),
    )
    sounds: tuple[Sound, ...] = ()
    overheads: tuple[Overhead, ...] = ()
    residents: tuple[Resident, ...] = ()
    starts: tuple[Pose2, ...] = (Pose2(),)
    spacing: float = 0.2
    """How far apart robots beyond the last start are put, m."""
