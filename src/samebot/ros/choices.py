# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What may be chosen of a robot's interface, and from where (thesis tables 6.2 and 6.3).

First come ROS parameters, then a dictionary or YAML file, then the model.

A dictionary has the same names as the parameters, and may have one dictionary a device:
``{"wheel_distance": 0.0531, "ps0": {"topic_name": "front_right", "timestep": 100}}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import yaml

from samebot.core.errors import BadInput, UnknownName
from samebot.model.devices import Device, Motor, PositionSensor
from samebot.model.names import device_frame, device_topics, ros_name
from samebot.model.robot import RobotModel
from samebot.ros.edge.parameters import Declaration, ParameterValue
from samebot.ros.interface import DeviceSettings, DriveSettings, ScanSettings, Settings
from samebot.ros.topics import SCAN

__all__ = ["Config", "declarations", "read_config", "settings_of"]

Config = Mapping[str, "ParameterValue | Mapping[str, ParameterValue]"]

METHODS: Final = ("arc", "rk4")
_LONGEST: Final = 3_600_000
"""ms"""


def declarations(model: RobotModel, config: Config | None = None) -> tuple[Declaration, ...]:
    """Return every parameter of a robot's interface, with its default.

    Raises UnknownName for names in `config` that are no parameters, BadInput for wrong types.
    """
    parts = (*_general(), *_running(), *_drive(model), *_devices(model))
    known = {each.name: each for each in parts}
    given = _flat(config or {})
    for name, value in given.items():
        if name not in known:
            raise UnknownName("parameter", name, known)
        _refuse_other_type(known[name], value)
    return tuple(_with_default(each, given.get(each.name)) for each in known.values())


def settings_of(model: RobotModel, values: Mapping[str, ParameterValue]) -> Settings:
    """Return the settings that parameter values make."""

    def text(name: str) -> str:
        return str(values[name])

    def number(name: str) -> float:
        return float(values[name])

    return Settings(
        devices={
            device.name: _device_settings(_key(device), values)
            if _has_interface(device)
            else DeviceSettings(topic="", frame=device_frame(device))
            for device in model.devices
        },
        drive=DriveSettings()
        if model.drive is None
        else DriveSettings(
            left_joint=text("left_joint"),
            right_joint=text("right_joint"),
            left_encoder=text("left_encoder"),
            right_encoder=text("right_encoder"),
            wheel_distance=number("wheel_distance"),
            wheel_radius=number("wheel_radius"),
            command_topic=text("command_topic"),
            odometry_topic=text("odometry_topic"),
            odometry_frame=text("odometry_frame"),
            robot_base_frame=text("robot_base_frame"),
            method=text("odometry_method"),
            stamped=bool(values["enable_stamped_cmd_vel"]),
        ),
        scan=_scan_settings(values),
        frame_prefix=text("frame_prefix"),
        lux_per_watt=number("lux_per_watt"),
        scan_zeros=bool(values["scan_zeros"]),
        publish_tf=bool(values["publish_tf"]),
        tf_in_namespace=bool(values["tf_in_namespace"]),
        ground_truth=bool(values["ground_truth"]),
        velocity_timeout=float(values.get("cmd_vel_timeout", 0.0)),
        rate=number("rate"),
        lockstep=bool(values["lockstep"]),
        start_paused=bool(values["start_paused"]),
        autostart=bool(values["autostart"]),
    )


def read_config(file: Path) -> Config:
    """Return the dictionary of a YAML file."""
    try:
        loaded = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadInput(f"{file}: cannot be read as YAML: {error}") from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict) or not all(isinstance(name, str) for name in loaded):
        raise BadInput(f"{file}: holds {type(loaded).__name__}; parameters by name are expected")
    return loaded


def _general() -> Iterator[Declaration]:
    yield Declaration(
        name="frame_prefix",
        default="",
        description="goes before the name of every frame, for example 'epuck2_0/'",
        fixed=True,
    )
    yield Declaration(
        name="lux_per_watt",
        default=120.0,
        description="illuminance of 1 W/m2, lux; about 120 for sunlight",
        least=0.0,
        fixed=True,
    )
    yield Declaration(
        name="scan_zeros",
        default=False,
        description="rays of the emulated scan without a reading are 0 instead of nan and inf",
        fixed=True,
    )
    yield Declaration(
        name="publish_tf",
        default=True,
        description="whether transforms are sent; false where somebody else does that",
        fixed=True,
    )
    yield Declaration(
        name="tf_in_namespace",
        default=False,
        description="send transforms on tf in the robot's namespace instead of the shared /tf",
        fixed=True,
    )
    yield Declaration(
        name="ground_truth",
        default=False,
        description="send the true pose of a simulated robot on ground_truth/odom",
        fixed=True,
    )
    yield from _device(SCAN, "", "", "the scan that is made out of single distance sensors")


def _running() -> Iterator[Declaration]:
    yield Declaration(
        name="rate",
        default=1.0,
        description="how many simulated seconds pass in a real one; 0: as fast as possible",
        least=0.0,
        most=1000.0,
    )
    yield Declaration(
        name="lockstep",
        default=False,
        description="wait after each period for a command or ~/step, for 1 s at most",
    )
    yield Declaration(
        name="start_paused",
        default=False,
        description="stand still at the start, until ~/resume or ~/step",
        fixed=True,
    )
    yield Declaration(
        name="autostart",
        default=True,
        description="configure and activate the node at the start; false: somebody else does",
        fixed=True,
    )


def _drive(model: RobotModel) -> Iterator[Declaration]:
    drive = model.drive
    if drive is None:
        return
    yield Declaration(
        name="cmd_vel_timeout",
        default=0.5,
        description="the wheels stop without a velocity for so long, s; 0: never",
        least=0.0,
        most=3600.0,
    )
    yield Declaration(
        name="enable_stamped_cmd_vel",
        default=False,
        description="expect velocities as TwistStamped; the other type is heard if only it is sent",
        fixed=True,
    )
    texts = {
        "left_encoder": (drive.left_encoder, "position sensor of the left wheel"),
        "right_encoder": (drive.right_encoder, "position sensor of the right wheel"),
        "left_joint": (drive.left_joint, "joint of the left wheel"),
        "right_joint": (drive.right_joint, "joint of the right wheel"),
        "command_topic": ("cmd_vel", "topic on which velocities are heard"),
        "odometry_topic": ("odom", "topic on which odometry is sent"),
        "odometry_frame": (drive.odometry_frame, "frame in which the robot moves"),
        "robot_base_frame": (drive.base_frame or model.root, "frame that moves"),
    }
    for name, (default, description) in texts.items():
        yield Declaration(name=name, default=default, description=description, fixed=True)
    yield Declaration(
        name="odometry_method",
        default="arc",
        description="arc: exact for constant wheel speeds; rk4: Runge-Kutta",
        choices=METHODS,
        fixed=True,
    )
    sizes = {
        "wheel_distance": (drive.wheel_separation, "distance between the wheels"),
        "wheel_radius": (drive.wheel_radius, "radius of the wheels"),
    }
    for name, (size, meaning) in sizes.items():
        said = f"{meaning}, m; odometry begins anew with another one"
        yield Declaration(name=name, default=size, description=said, least=1e-6, most=100.0)


def _devices(model: RobotModel) -> Iterator[Declaration]:
    topics = device_topics(model)
    for device in filter(_has_interface, model.devices):
        yield from _device(
            _key(device),
            topics[device.name],
            device_frame(device),
            f"{device.kind} {device.name}",
            enabled=device.enabled,
            always=device.always_publish,
        )


def _device(
    key: str, topic: str, frame: str, what: str, *, enabled: bool = True, always: bool = False
) -> Iterator[Declaration]:
    yield Declaration(
        name=f"{key}.topic_name", default=topic, description=f"topic of {what}", fixed=True
    )
    yield Declaration(
        name=f"{key}.timestep",
        default=0,
        description=f"how often {what} is sent, ms; 0: its own period",
        least=0,
        most=_LONGEST,
        fixed=True,
    )
    yield Declaration(
        name=f"{key}.disable",
        default=not enabled,
        description=f"no topic for {what}",
        fixed=True,
    )
    yield Declaration(
        name=f"{key}.always_publish",
        default=always,
        description=f"send {what} even if nobody listens",
        fixed=True,
    )
    yield Declaration(
        name=f"{key}.frame_id", default=frame, description=f"frame of {what}", fixed=True
    )


def _has_interface(device: Device) -> bool:
    return not isinstance(device, Motor | PositionSensor)


def _key(device: Device) -> str:
    return ros_name(device.name).replace("/", "_")


def _device_settings(key: str, values: Mapping[str, ParameterValue]) -> DeviceSettings:
    timestep = float(values[f"{key}.timestep"])
    return DeviceSettings(
        topic=str(values[f"{key}.topic_name"]),
        frame=str(values[f"{key}.frame_id"]),
        period=timestep / 1000.0 if timestep > 0 else None,
        disabled=bool(values[f"{key}.disable"]),
        always=bool(values[f"{key}.always_publish"]),
    )


def _scan_settings(values: Mapping[str, ParameterValue]) -> ScanSettings:
    found = _device_settings(SCAN, values)
    return ScanSettings(
        topic=found.topic,
        frame=found.frame,
        period=found.period,
        disabled=found.disabled,
        always=found.always,
    )


def _flat(config: Config) -> dict[str, ParameterValue]:
    flat: dict[str, ParameterValue] = {}
    for name, value in config.items():
        if isinstance(value, Mapping):
            flat |= {f"{ros_name(name)}.{key}": inner for key, inner in value.items()}
        else:
            flat[name] = value
    return flat


def _refuse_other_type(declaration: Declaration, value: object) -> None:
    expected = type(declaration.default)
    fits = isinstance(value, int | float) if expected is float else isinstance(value, expected)
    if not fits or (isinstance(value, bool) and expected is not bool):
        raise BadInput(
            f"{declaration.name} is {value!r}; {_TYPE_NAMES[expected]} is expected: "
            f"{declaration.description}"
        )


_TYPE_NAMES: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


def _with_default(declaration: Declaration, value: ParameterValue | None) -> Declaration:
    if value is None:
        return declaration
    kind = type(declaration.default)
    return replace(declaration, default=kind(value))
