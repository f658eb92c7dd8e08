# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of `samebot describe`, for people: millimetres and degrees, nothing said twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from samebot.cli.device_text import details_of, devices_as_text, length, turn
from samebot.cli.output import table, titled, without_empty_columns
from samebot.model.catalogue import RobotInfo
from samebot.model.describe import (
    COMMAND_TOPIC,
    CONSTANT_IN_SIMULATION,
    ODOMETRY_TOPIC,
    total_mass,
)
from samebot.model.devices import Device
from samebot.model.drive import Drive
from samebot.model.options import Option, option_text
from samebot.model.robot import RobotModel
from samebot.model.structure import Joint, JointKind
from samebot.model.urdf import unread
from samebot.model.variants import Variant, chosen_values, optional_devices
from samebot.ros.listing import together, topics_of

__all__ = ["as_text"]


def as_text(
    model: RobotModel,
    info: RobotInfo | None,
    given: Mapping[str, str],
    found: tuple[Variant, ...],
) -> str:
    """Return the whole description; `info` is None for a robot from stdin."""
    sections = [
        _heading(model, info),
        _drive(model.drive, model.root),
        _joints(model.moving_joints),
        *devices_as_text(model),
        _ros(model),
        _optional(found),
        _constant(model.devices),
        _options(info, given, found),
        _hardware(model),
        _sources(model),
        titled("Kept as written, but not understood", unread(model)),
    ]
    return "\n\n".join(filter(None, sections))


def _heading(model: RobotModel, info: RobotInfo | None) -> str:
    title = f"{model.name}: {info.title}" if info and info.title else model.name
    mass = total_mass(model)
    facts = [
        f"{len(model.links)} links",
        f"{len(model.joints)} joints ({len(model.moving_joints)} move)",
        f"{len(model.devices)} devices",
        "no mass given" if mass is None else f"{mass:.4g} kg",
        f"root link {model.root}",
    ]
    return "\n".join(filter(None, [title, model.summary, ", ".join(facts)]))


def _drive(drive: Drive | None, root: str) -> str:
    if drive is None:
        return "Drive: none"
    wheels = [f"radius {length(drive.wheel_radius)}", f"{length(drive.wheel_separation)} apart"]
    if drive.max_wheel_velocity is not None:
        wheels.append(f"at most {drive.max_wheel_velocity:.4g} rad/s")
    if drive.steps_per_turn is not None:
        wheels.append(f"{drive.steps_per_turn} steps a turn")
    base = drive.base_frame or root
    lines = [
        f"wheels {drive.left_joint} and {drive.right_joint}: {', '.join(wheels)}",
        _speed_limits(drive),
        f"topics {COMMAND_TOPIC} (in), {ODOMETRY_TOPIC} (out); frames {drive.odometry_frame} -> "
        + base,
    ]
    return titled(f"Drive: {drive.kind}", filter(None, lines))


def _speed_limits(drive: Drive) -> str:
    rim = drive.max_wheel_velocity and drive.max_wheel_velocity * drive.wheel_radius
    linear = _least(drive.max_linear, rim)
    angular = _least(drive.max_angular, rim and 2 * rim / drive.wheel_separation)
    limits = [
        f"{value:.4g} {unit}"
        for value, unit in ((linear, "m/s"), (angular, "rad/s"))
        if value is not None
    ]
    return f"the robot at most {' and '.join(limits)}" if limits else ""


def _least(*bounds: float | None) -> float | None:
    return min((bound for bound in bounds if bound is not None), default=None)


def _joints(joints: Iterable[Joint]) -> str:
    rows = [_joint_row(joint) for joint in joints]
    if not rows:
        return ""
    head = ("name", "kind", "parent", "child", "range", "speed", "follows")
    return titled("Joints that move", [table(*without_empty_columns(head, rows))])


def _joint_row(joint: Joint) -> tuple[str, ...]:
    slides = joint.kind is JointKind.PRISMATIC
    amount = length if slides else turn
    lower, upper, fastest = (
        (joint.limits.lower, joint.limits.upper, joint.limits.velocity)
        if joint.limits
        else (None, None, None)
    )
    span = [("any" if bound is None else amount(bound)) for bound in (lower, upper)]
    return (
        joint.name,
        joint.kind.value,
        joint.parent,
        joint.child,
        "" if lower is upper is None else " to ".join(span),
        "" if fastest is None else f"{fastest:.4g} {'m/s' if slides else 'rad/s'}",
        _follows(joint),
    )


def _follows(joint: Joint) -> str:
    if joint.mimic is None:
        return ""
    offset = f" {joint.mimic.offset:+g}" if joint.mimic.offset else ""
    return f"{joint.mimic.multiplier:g} x {joint.mimic.joint}{offset}"


def _ros(model: RobotModel) -> str:
    rows = [
        (
            info.topic,
            info.type.replace("/msg/", "/"),
            "out" if info.sent else "in",
            "" if info.period is None else f"{1 / info.period:.4g}",
        )
        for info in together(topics_of(model))
    ]
    lines = [table(*without_empty_columns(("topic", "type", "", "at most, Hz"), rows))]
    return titled("ROS 2 interface (samebot run; sent only while somebody listens)", lines)


def _optional(found: tuple[Variant, ...]) -> str:
    by_choice: dict[str, list[str]] = {}
    for variant, device in optional_devices(found):
        text = f"  {device.name}: {details_of(variant.model, device)}"
        by_choice.setdefault(f"-o {variant.when}", []).append(text)
    lines = [line for choice, devices in by_choice.items() for line in (choice, *devices)]
    return titled("Devices that an option brings", lines)


def _constant(devices: Iterable[Device]) -> str:
    kinds = sorted({device.kind for device in devices} & CONSTANT_IN_SIMULATION.keys())
    shown = (f"{kind.replace('_', ' ')} ({CONSTANT_IN_SIMULATION[kind]})" for kind in kinds)
    text = ", ".join(shown)
    return titled("No physics yet: always the same in simulation", [text] if text else [])


def _options(info: RobotInfo | None, given: Mapping[str, str], found: tuple[Variant, ...]) -> str:
    if info is None or not info.options:
        return ""
    values = chosen_values(info, given)
    rows = [_option_row(option, option_text(values[option.name])) for option in info.options]
    head = ("name", "now", "default", "expects", "meaning")
    effects = [line for variant in found for line in _effects(variant)]
    return titled("Options (-o name=value)", [table(*without_empty_columns(head, rows)), *effects])


def _option_row(option: Option, value: str) -> tuple[str, ...]:
    return (option.name, value, option_text(option.default), option.expected, option.help)


def _effects(variant: Variant) -> list[str]:
    changed = {
        "adds": [device.name for device in variant.adds],
        "changes": list(variant.changes),
        "removes": list(variant.removes),
    }
    words = [f"{verb} {' '.join(names)}" for verb, names in changed.items() if names]
    return [f"{variant.when} {'; '.join(words)}"] if words else []


def _hardware(model: RobotModel) -> str:
    lines = [
        f"{hint.body}: " + ", ".join(f"{name} {value}" for name, value in hint.values.items())
        for hint in model.hardware
    ]
    return titled("Physical bodies", lines)


def _sources(model: RobotModel) -> str:
    owners: dict[str, list[str]] = {}
    for device in model.devices:
        owners.setdefault(device.source, []).append(device.name)
    if model.drive is not None:
        owners.setdefault(model.drive.source, []).append("drive")
    lines = [f"{' '.join(names)}: {source}" for source, names in owners.items() if source]
    return titled("Sources", lines)
