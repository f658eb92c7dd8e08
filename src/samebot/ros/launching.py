# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the launch files start: the words of `samebot run`, and a file for RViz. No launch, no ROS.

The launch files themselves (`resource/launch/`) only tell ROS 2's launch system of it.
"""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from samebot.core.errors import BadInput
from samebot.model.catalogue import load_completed
from samebot.model.names import ros_name
from samebot.model.robot import RobotModel
from samebot.ros.views import rviz_file
from samebot.sim.opening import OPTIONS

__all__ = [
    "ARGUMENTS",
    "Argument",
    "run_words",
    "rviz_words",
    "shows_rviz",
    "sim_time",
    "switch",
    "wandering",
]

_SIM: Final = "sim"
_MODES: Final = {"realtime": (), "fast": ("--rate", "0"), "pause": ("-p", "start_paused:=true")}
_SWITCH: Final = {"true": True, "false": False}


class Argument(NamedTuple):
    """An argument of a launch file."""

    default: str
    description: str
    choices: tuple[str, ...] = ()


ARGUMENTS: Final = {
    "robot": Argument("epuck2", "a built-in robot, or a .urdf or .xacro file"),
    "options": Argument("", "options of the robot or its body: 'ground=true camera=640x480'"),
    "body": Argument(_SIM, "sim, or the kind of a physical body: pipuck, serial, wifi"),
    "address": Argument("", "where a physical body is"),
    "world": Argument("empty", "a built-in world or a file, for a simulated body"),
    "mode": Argument(
        "realtime",
        "fast: as fast as it can; pause: stands until ~/resume",
        tuple(_MODES),
    ),
    "headless": Argument("false", "nothing on the screen, RViz neither", tuple(_SWITCH)),
    "namespace": Argument("", "stands before every relative name, and before the frames"),
    "node_parameters": Argument("", "a YAML file with ROS parameters of the driver"),
    "publish_tf": Argument("true", "whether the driver sends transforms", tuple(_SWITCH)),
    "rviz": Argument("false", "true, or a file instead of the one that is made from the model"),
    "use_sim_time": Argument(
        "auto", "whether RViz goes by /clock; auto: with a simulated body", ("auto", *_SWITCH)
    ),
}
"""Of robot.launch.py."""


def switch(text: str) -> bool:
    """Return what a switch says; BadInput for what is none."""
    try:
        return _SWITCH[text.lower()]
    except KeyError:
        raise BadInput(f"{text!r} was given where true or false is expected") from None


def run_words(given: Mapping[str, str]) -> list[str]:
    """Return the arguments of `samebot` that bring the robot up."""
    words = ["run", given["robot"], "--body", given["body"], *_MODES[given["mode"]]]
    words += [word for option in shlex.split(given["options"]) for word in ("-o", option)]
    words += ["--address", given["address"]] if given["address"] else []
    words += ["--world", given["world"]] if given["body"] == _SIM else []
    words += ["--headless"] if switch(given["headless"]) else []
    return words


def shows_rviz(given: Mapping[str, str]) -> bool:
    """Return whether RViz is wanted."""
    return given["rviz"].lower() != "false" and not switch(given["headless"])


def sim_time(given: Mapping[str, str]) -> bool:
    """Return whether programs beside the driver go by /clock."""
    chosen = given["use_sim_time"]
    return given["body"] == _SIM if chosen == "auto" else switch(chosen)


def rviz_words(given: Mapping[str, str]) -> list[str]:
    """Return the arguments of RViz; where no file is given, one is written for this robot."""
    if given["rviz"].lower() != "true":
        return ["-d", given["rviz"]]
    pairs = [option.partition("=") for option in shlex.split(given["options"])]
    of_body = {option.name for option in OPTIONS}
    options = {name: value for name, _, value in pairs if name not in of_body}
    model = load_completed(given["robot"], options).model
    # As launch does with parameters: RViz reads it at its start, and may write it later.
    file = Path(tempfile.mkdtemp(prefix="samebot_")) / f"{ros_name(model.name)}.rviz"
    file.write_text(rviz_file(model, given["namespace"]), encoding="utf-8")
    return ["-d", str(file)]


def wandering(model: RobotModel) -> dict[str, float]:
    """Return parameters with which the wandering controller suits a robot's size.

    Raises BadInput for a robot that has no wheels.
    """
    drive = model.drive
    if drive is None:
        raise BadInput(f"{model.name} has no wheels to wander on; another robot is expected")
    fastest = drive.wheel_radius * (drive.max_wheel_velocity or 2.0)
    return {
        "speed": round(min(fastest, drive.max_linear or fastest) / 3, 3),
        "near": round(1.3 * drive.wheel_separation, 3),
    }
