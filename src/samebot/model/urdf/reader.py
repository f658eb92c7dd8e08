# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""URDF to robot model: which reader takes which tag.

Units are URDF's, which are SI. What no reader understands is kept as the model's extras, in
the order links, joints, robot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from samebot.core.errors import ModelError
from samebot.model.robot import RobotModel
from samebot.model.structure import Link
from samebot.model.urdf.block import Block
from samebot.model.urdf.bodies import read_link
from samebot.model.urdf.control import read_ros2_control, read_transmission
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import required, within
from samebot.model.urdf.gazebo import read_gazebo
from samebot.model.urdf.joints import read_joint
from samebot.model.urdf.materials import Materials
from samebot.model.urdf.meshes import check_meshes as require_meshes
from samebot.model.urdf.proposal import read_proposed_sensor
from samebot.model.urdf.webots import read_webots
from samebot.model.xml import Element, parse_xml, read_xml

__all__ = ["parse_urdf", "read_urdf"]

_NO_ARGUMENTS: Final[Mapping[str, str]] = MappingProxyType({})
_STRUCTURE: Final = ("link", "joint", "material", "samebot")
_LINKLESS: Final = ("webots", "ros2_control")
_ONLY_LINK: Final = "base_link"


def read_urdf(
    path: str | Path,
    *,
    arguments: Mapping[str, str] = _NO_ARGUMENTS,
    search: Sequence[Path] = (),
    trusted: bool = False,
    check_meshes: bool = True,
) -> RobotModel:
    """Return the robot in a .urdf or .xacro file.

    `arguments` are xacro's; packages are looked for in the folders `search`, the file's own
    tree, AMENT_PREFIX_PATH and ROS_PACKAGE_PATH. A xacro file is expanded in a process of its
    own with bounds on time and memory, unless it is `trusted`. Raises ModelError for what is
    wrong, also for meshes that are missing (unless `check_meshes` is false).
    """
    path = Path(path)
    root = read_xml(path)
    if _is_xacro(path, root):
        from samebot.model.urdf.expansion import expand_file

        root = expand_file(path, arguments=arguments, search=search, trusted=trusted)
    model = _model(root, path.parent.absolute())
    if check_meshes:
        require_meshes(root, base=path.parent, search=search)
    return model


def parse_urdf(text: str | bytes, *, file: str = "<text>") -> RobotModel:
    """Return the robot in a plain URDF text; `file` names it in errors. Meshes are not checked."""
    return _model(parse_xml(text, file), Path())


def _is_xacro(path: Path, root: Element) -> bool:
    if path.suffix == ".xacro":
        return True
    return any(child.tag.startswith("xacro:") for child in root.children())


def _model(root: Element, folder: Path) -> RobotModel:
    if root.tag != "robot":
        raise ModelError(f"is no URDF: expected <robot>, found <{root.tag}>", root.where)
    with within("robot"):
        name = required(root, "name")
    block = Block(root.child("samebot"))
    draft = Draft(root)
    _read_structure(root, block, draft)
    block.add_to(draft)
    others = [element for element in root.children() if element.tag not in _STRUCTURE]
    for element in sorted(others, key=_turn):
        with within(element.tag):
            _read_other(element, block, draft)
    return draft.model(name, folder)


def _turn(element: Element) -> int:
    """Return when a tag is read: what sets up devices before what only adds to them."""
    if element.tag == "gazebo":
        return 0 if element.get("reference") else 3
    return {"transmission": 1, "ros2_control": 1, "webots": 2}.get(element.tag, 0)


def _read_structure(root: Element, block: Block, draft: Draft) -> None:
    materials = Materials(root, block.surfaces())
    for element in root.children("link"):
        read_link(element, materials, draft)
    if not draft.links and root.child(*_LINKLESS) is not None:
        # Files beside a Webots robot only name its devices; the body is the simulator's.
        draft.add_link(Link(name=_ONLY_LINK), root)
    for element in root.children("joint"):
        read_joint(element, draft)
    for element in materials.unused():
        draft.keep("robot", element)


def _read_other(element: Element, block: Block, draft: Draft) -> None:
    devices = not block.tells_devices
    if element.tag == "gazebo":
        drive = devices and not block.tells_drive
        read_gazebo(element, draft, devices=devices, drive=drive)
        return
    if devices and element.tag == "webots":
        read_webots(element, draft)
        return
    if devices and element.tag == "sensor" and read_proposed_sensor(element, draft):
        return
    if devices and element.tag == "transmission":
        read_transmission(element, draft)
    if devices and element.tag == "ros2_control":
        read_ros2_control(element, draft)
    draft.keep("robot", element)
