# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot model as MJCF, MuJoCo's format: alone, or as parts of a document with several robots.

Names in the document are those of the model, with a prefix where several robots stand in one:
bodies are links, actuators and joints are joints, sites are device frames. What a joint of
several freedoms becomes is said in `mjcf_joints`, which geom is which in `mjcf_geoms`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from samebot.core.pose import Pose
from samebot.model.changes import with_inertials
from samebot.model.mjcf_assets import Assets
from samebot.model.mjcf_bodies import BodyWriter, exclusions
from samebot.model.mjcf_contacts import Contacts
from samebot.model.mjcf_motors import actuators, mimics
from samebot.model.mjcf_world import compiler, option, scenery
from samebot.model.robot import RobotModel
from samebot.model.urdf.writer_text import RawXml, document

__all__ = ["RobotElements", "assemble", "robot_elements", "write_mjcf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotElements:
    """One robot's parts of an MJCF document, by the section they belong into."""

    body: ET.Element
    """The root link, for the worldbody."""
    assets: tuple[ET.Element, ...] = ()
    exclusions: tuple[ET.Element, ...] = ()
    """For <contact>: a robot's own parts do not bump against each other."""
    equalities: tuple[ET.Element, ...] = ()
    actuators: tuple[ET.Element, ...] = ()


def write_mjcf(
    model: RobotModel,
    *,
    world: bool = False,
    base: Path | None = None,
    search: Sequence[Path] = (),
) -> str:
    """Return the robot as MJCF text that MuJoCo 4.0 loads, ending in a newline.

    A robot with a drive moves freely, any other stands with its root fixed to the world.
    `world` adds a floor and a light and puts the robot's lowest point on the floor. Meshes are
    looked for in `base` (None: the model's folder), in the folders `search` and in ROS packages;
    ModelError names one that is missing or that MuJoCo does not read.
    """
    height = Contacts(model).lowest if world else 0.0
    robot = robot_elements(model, pose=Pose((0.0, 0.0, -height)), base=base, search=search)
    return assemble(model.name, [robot], scenery() if world else ())


def robot_elements(
    model: RobotModel,
    prefix: str = "",
    *,
    pose: Pose = Pose(),
    free: bool | None = None,
    visuals: bool = True,
    base: Path | None = None,
    search: Sequence[Path] = (),
) -> RobotElements:
    """Return one robot's parts, `prefix` before every name, its root link at `pose`.

    `free` tells whether it moves freely (None: if it has a drive). Without `visuals` only what
    bumps is there. Links that move and have no inertial get one (see `with_inertials`).
    """
    free = model.drive is not None if free is None else free
    model = with_inertials(model)
    assets = Assets(prefix, model.folder if base is None else base, search)
    contacts = Contacts(model, free=free)
    writer = BodyWriter(model, prefix, assets, contacts, visuals=visuals)
    return RobotElements(
        body=writer.root(pose, free=free),
        assets=assets.elements,
        exclusions=exclusions(model, prefix, contacts),
        equalities=mimics(model, prefix),
        actuators=actuators(model, prefix),
    )


def assemble(name: str, robots: Sequence[RobotElements], scene: Sequence[ET.Element] = ()) -> str:
    """Return the MJCF text of robots, and of a scene's elements, in one world."""
    root = ET.Element("mujoco", model=name)
    root.append(compiler())
    root.append(option())
    sections = {
        "asset": [asset for robot in robots for asset in robot.assets],
        "worldbody": [*scene, *(robot.body for robot in robots)],
        "contact": [pair for robot in robots for pair in robot.exclusions],
        "equality": [joint for robot in robots for joint in robot.equalities],
        "actuator": [motor for robot in robots for motor in robot.actuators],
    }
    for section, elements in sections.items():
        if elements:
            ET.SubElement(root, section).extend(elements)
    return document(root, RawXml())
