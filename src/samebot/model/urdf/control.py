# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<transmission>` and `<ros2_control>`: which joints are driven and measured.

Both also tell of hardware (reductions, plugins, their parameters), which the model does not
hold: so they are kept as extras besides.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final

from samebot.model.devices import GPS, Compass, Device, DistanceSensor
from samebot.model.structure import JointKind
from samebot.model.urdf.actuators import Command, add_motor, add_position_sensor, command_of
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import limit, parse_numbers
from samebot.model.urdf.sensors import imu_devices
from samebot.model.xml import Element

__all__ = ["read_ros2_control", "read_transmission", "sensor_kind"]

_SIMPLE: Final = "SimpleTransmission"


def read_transmission(element: Element, draft: Draft) -> None:
    """Add the motor of a transmission that connects one actuator to one joint."""
    kind = element.get("type") or element.text_of("type")
    if not kind.endswith(_SIMPLE):
        return
    for joint in element.children("joint"):
        name = joint.get("name")
        if _moves(name, draft):
            # Without an interface it is a file of the PR2's time, which commanded effort.
            add_motor(name, element, draft, command=_interface(element, joint) or "effort")


def _interface(element: Element, joint: Element) -> Command | None:
    """Return the first command named in the joint, or in the actuator as older files do."""
    places = (joint, *element.children("actuator"))
    interfaces = [each for place in places for each in place.children("hardwareInterface")]
    return _first_command(interface.text for interface in interfaces)


def _first_command(names: Iterable[str]) -> Command | None:
    for name in names:
        command = command_of(name)
        if command is not None:
            return command
    return None


def read_ros2_control(element: Element, draft: Draft) -> None:
    """Add motors, position sensors, and sensors whose interfaces say what they are."""
    for joint in element.children("joint"):
        if _moves(joint.get("name"), draft):
            _read_joint(joint, draft)
    for sensor in element.children("sensor"):
        _read_sensor(sensor, draft)


def _read_joint(element: Element, draft: Draft) -> None:
    name = element.get("name")
    parameters = _parameters(element)
    commands = list(element.children("command_interface"))
    command = _first_command(each.get("name") for each in commands)
    sensor = parameters.get("sensor", "")
    if command is not None:
        if sensor:
            add_position_sensor(name, element, draft, sensor)
        motor = add_motor(name, element, draft, command=command)
        velocity, effort = _largest(commands, "velocity"), _largest(commands, "effort")
        draft.replace_device(
            dataclasses.replace(
                motor,
                command=command,
                max_velocity=velocity or motor.max_velocity,
                max_effort=effort or motor.max_effort,
            )
        )
    elif any(each.get("name") == "position" for each in element.children("state_interface")):
        add_position_sensor(name, element, draft, sensor)


def _largest(commands: list[Element], name: str) -> float | None:
    """Return the larger amount of an interface's `min` and `max`; None if it has none."""
    amounts = [
        abs(bound)
        for command in commands
        if command.get("name") == name
        for bound in _bounds(command)
    ]
    return max(amounts, default=None)


def _bounds(command: Element) -> Iterator[float]:
    for parameter in command.children("param"):
        if parameter.get("name") in ("min", "max") and parameter.text:
            as_attribute = dataclasses.replace(parameter, attributes={"value": parameter.text})
            if limit(as_attribute, "value") is not None:
                yield parse_numbers(parameter.text, 1, "<param>", parameter)[0]


def _read_sensor(element: Element, draft: Draft) -> None:
    kind = sensor_kind(element)
    name = element.get("name") or kind
    link = _link_of(element, draft)
    for device in _sensor_devices(kind, name, link):
        if not _is_known(device, draft):
            frame = _parameters(element).get("frame_id", link)
            draft.add_device(dataclasses.replace(device, frame=frame), element)


def _sensor_devices(kind: str, name: str, link: str) -> list[Device]:
    if kind == "imu":
        return imu_devices(Element(tag="imu", attributes={}), name, link)
    if kind == "range":
        return [DistanceSensor(name=name, link=link)]
    if kind == "gps":
        return [GPS(name=name, link=link)]
    if kind == "compass":
        return [Compass(name=name, link=link)]
    return []


def sensor_kind(element: Element) -> str:
    """Return imu, range, gps or compass, as the sensor's interfaces say; "" for others."""
    names = {each.get("name").partition(".")[0] for each in element.children("state_interface")}
    if {"angular_velocity", "linear_acceleration"} <= names:
        return "imu"
    for kind, telling in (("range", "range"), ("gps", "latitude"), ("compass", "magnetic_field")):
        if telling in names:
            return kind
    return ""


def _is_known(device: Device, draft: Draft) -> bool:
    """Return whether a Gazebo sensor already is this device: the simulator's half of it."""
    namesake = draft.devices.get(device.name)
    return type(namesake) is type(device) or draft.device_on(device.kind, device.link) is not None


def _link_of(element: Element, draft: Draft) -> str:
    frame = _parameters(element).get("frame_id", "")
    for name in (frame, element.get("name")):
        if name in draft.links:
            return name
    return draft.root_link


def _moves(joint: str, draft: Draft) -> bool:
    return joint in draft.joints and draft.joints[joint].kind is not JointKind.FIXED


def _parameters(element: Element) -> dict[str, str]:
    return {each.get("name"): each.text for each in element.children("param")}
