# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A world with robots as one MuJoCo document.

Geoms of the world are called `floor` and `thing/NAME`; a robot's parts have the prefix
`NUMBER/`. Only what bumps is in it: pictures are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from samebot.core.pose import Pose
from samebot.model.devices import Accelerometer, Gyro
from samebot.model.mjcf import RobotElements, assemble, robot_elements
from samebot.model.mjcf_bodies import site_names
from samebot.model.mjcf_contacts import Contacts
from samebot.model.mjcf_world import FLOOR_BIT, SOFTNESS, SOLID_BIT
from samebot.model.robot import RobotModel
from samebot.model.shapes import Box, Capsule, Cylinder, Shape, Sphere
from samebot.sim.inward import feels
from samebot.sim.placing import Placed
from samebot.sim.world import Floor, Thing, World

__all__ = ["FLOOR", "prefix_of", "start_pose", "thing_geom", "world_document"]

FLOOR: Final = "floor"
_LEAST_FRICTION: Final = 1e-5
"""MuJoCo's."""


def prefix_of(robot: int) -> str:
    """Return what stands before the names of a robot's parts."""
    return f"{robot}/"


def thing_geom(name: str) -> str:
    """Return the name of a thing's geom (and of its body, if it moves)."""
    return f"thing/{name}"


def start_pose(placed: Placed) -> Pose:
    """Return the root link's pose for a robot that stands on the floor."""
    lowest = Contacts(placed.model).lowest
    return Pose((placed.start.x, placed.start.y, -lowest), (0.0, 0.0, placed.start.yaw))


def world_document(world: World, robots: Sequence[Placed]) -> str:
    """Return the MJCF text of a world and the robots in it."""
    grip = world.floor.friction
    parts = [_robot(number, placed, grip) for number, placed in enumerate(robots)]
    scene = [_floor(world.floor), *map(_thing, world.things)]
    root = ET.fromstring(assemble(world.name, parts, scene))  # noqa: S314 - our own text
    ET.SubElement(root, "contact").extend(_slides(world))
    sensors = ET.SubElement(root, "sensor")
    models = [placed.build for placed in robots]
    sensors.extend(_sensors(models, Accelerometer, "framelinvel", objtype="site"))
    sensors.extend(_sensors(models, Gyro, "gyro"))
    return ET.tostring(root, encoding="unicode")


def _robot(number: int, placed: Placed, grip: float) -> RobotElements:
    """Return a robot; its wheels are as large as they are built, and the floor lets them hold."""
    prefix, model = prefix_of(number), placed.build
    elements = robot_elements(model, prefix, pose=start_pose(placed), visuals=False)
    _keep_only_felt_places(elements.body, model, prefix)
    if model.drive is not None:
        joints = (model.drive.left_joint, model.drive.right_joint)
        for name, factor in zip(joints, placed.flaws.radii, strict=True):
            wheel = f"{prefix}{model.joint(name).child}/wheel"
            for geom in elements.body.iter("geom"):
                if geom.get("name") == wheel:
                    geom.set("size", repr(float(geom.get("size", "0")) * factor))
                    geom.set("friction", repr(float(geom.get("friction", "1")) * grip))
    return elements


def _keep_only_felt_places(body: ET.Element, model: RobotModel, prefix: str) -> None:
    """Take out the sites that no inward sense needs: the engine works all of them out each step."""
    names = site_names(model, prefix)
    felt = {names[d.name] for d in model.devices if feels(d) and d.name in names}
    for parent in body.iter("body"):
        for site in parent.findall("site"):
            if site.get("name") not in felt:
                parent.remove(site)


def _sensors(
    models: Sequence[RobotModel], kind: type, sensor: str, objtype: str = ""
) -> Iterator[ET.Element]:
    for number, model in enumerate(models):
        sites = site_names(model, prefix_of(number))
        for device in model.devices:
            if isinstance(device, kind):
                element = ET.Element(sensor, name=f"{sensor}:{sites[device.name]}")
                element.set("objname" if objtype else "site", sites[device.name])
                if objtype:
                    element.set("objtype", objtype)
                yield element


def _floor(floor: Floor) -> ET.Element:
    return ET.Element(
        "geom",
        name=FLOOR,
        type="plane",
        size="0 0 1",
        contype="0",
        conaffinity=str(FLOOR_BIT),
        friction=f"{floor.friction!r}",
        solref=SOFTNESS,
    )


def _slides(world: World) -> Iterator[ET.Element]:
    """Say how things slide on the floor: alone the larger friction of the two would count."""
    for thing in world.things:
        if thing.mass is not None:
            friction = repr(max(thing.friction * world.floor.friction, _LEAST_FRICTION))
            pair = ET.Element("pair", geom1=FLOOR, geom2=thing_geom(thing.name), condim="3")
            pair.attrib |= {"friction": f"{friction} {friction}", "solref": SOFTNESS}
            yield pair


def _thing(thing: Thing) -> ET.Element:
    name = thing_geom(thing.name)
    geom = ET.Element("geom", name=name, solref=SOFTNESS, friction=f"{thing.friction!r}")
    kind, size = _size(thing.shape)
    geom.attrib |= {"type": kind, "size": " ".join(map(repr, size))}
    x, y, z, w = thing.pose.quaternion
    place = {"pos": " ".join(map(repr, thing.pose.xyz)), "quat": f"{w!r} {x!r} {y!r} {z!r}"}
    bits = SOLID_BIT if thing.mass is None else SOLID_BIT | FLOOR_BIT
    geom.attrib |= {"contype": str(bits), "conaffinity": str(SOLID_BIT)}
    # A body each, although most never move: what is near is looked up by bodies.
    body = ET.Element("body", place, name=name)
    if thing.mass is not None:
        geom.attrib |= {"mass": repr(thing.mass), "condim": "3"}
        ET.SubElement(body, "freejoint", name=name)
    body.append(geom)
    return body


def _size(shape: Shape) -> tuple[str, tuple[float, ...]]:
    match shape:
        case Box(size):
            return "box", tuple(side / 2 for side in size)
        case Cylinder(radius, length):
            return "cylinder", (radius, length / 2)
        case Capsule(radius, length):
            return "capsule", (radius, length / 2)
        case Sphere(radius):
            return "sphere", (radius,)
        case _:
            raise ValueError(f"a world has no things of shape {type(shape).__name__}")
