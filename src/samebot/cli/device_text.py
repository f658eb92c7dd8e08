# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Devices as tables for people: one table a kind, each lookup table once."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence

from samebot.cli.output import across, table, titled, without_empty_columns
from samebot.core.pose import Pose
from samebot.model.describe import poses_in_root, range_of
from samebot.model.devices import Device, DistanceSensor
from samebot.model.names import device_frame, device_topics
from samebot.model.robot import RobotModel
from samebot.model.structure import JointKind
from samebot.model.table import LookupTable
from samebot.model.units import device_units

__all__ = ["devices_as_text", "length", "details_of", "turn"]

_HEAD = (
    *("name", "topic", "frame", "link", "x mm", "y mm", "z mm"),
    *("roll deg", "pitch deg", "yaw deg", "details"),
)
_ANGLES = slice(7, 10)
_PLURALS = {"battery": "batteries", "compass": "compasses", "gps": "GPS", "led": "LEDs"}
_COMMON = frozenset(field.name for field in dataclasses.fields(Device))
_RANGE = ("min_range", "max_range")
_ALWAYS_TOLD = ("aperture", "field_of_view", "max_angle", "min_angle", "samples")
_ROWS_ABREAST = 12


def devices_as_text(model: RobotModel) -> Iterator[str]:
    """Return one section for each kind of device, in model order."""
    poses, topics = poses_in_root(model), device_topics(model)
    by_kind: dict[str, list[Device]] = {}
    for device in model.devices:
        by_kind.setdefault(device.kind, []).append(device)
    for devices in by_kind.values():
        rows = [
            _row(model, device, topics[device.name], poses[device.link] @ device.pose)
            for device in devices
        ]
        if all(set(row[_ANGLES]) == {"0"} for row in rows):
            rows = [(*row[: _ANGLES.start], "", "", "", *row[_ANGLES.stop :]) for row in rows]
        lines = [table(*without_empty_columns(_HEAD, rows)), *_lookup_tables(devices)]
        yield titled(_title(devices), lines)


def details_of(model: RobotModel, device: Device) -> str:
    """Return what a device is, without where it is."""
    return ", ".join([device.kind.replace("_", " "), *_details(model, device)])


def length(metres: float) -> str:
    """Return a length as people say it."""
    return f"{metres:.4g} m" if abs(metres) >= 1.0 else f"{_short(1e3 * metres)} mm"


def turn(radians: float) -> str:
    """Return an angle in degrees."""
    return f"{_short(math.degrees(radians))} deg"


def _title(devices: Sequence[Device]) -> str:
    kind = devices[0].kind
    word = kind.replace("_", " ")
    if len(devices) > 1:
        word = _PLURALS.get(kind, f"{word}s")
        return f"{len(devices)} {word}"
    return {"led": "LED", "gps": "GPS"}.get(kind, word.capitalize())


def _row(model: RobotModel, device: Device, topic: str, in_root: Pose) -> tuple[str, ...]:
    frame = device_frame(device)
    return (
        device.name,
        "" if topic == device.name else topic,
        "" if frame == device.name else frame,
        device.link,
        *(_short(1e3 * value) for value in in_root.xyz),
        *(_short(math.degrees(value)) for value in in_root.rpy),
        ", ".join(_details(model, device)),
    )


def _details(model: RobotModel, device: Device) -> Iterator[str]:
    units = device_units(type(device))
    joint = getattr(device, "joint", "")
    slides = bool(joint) and model.joint(joint).kind is JointKind.PRISMATIC
    near, far = _range(device)
    if far is not None:
        yield f"{length(near or 0.0)} to {length(far)}"
    for field in dataclasses.fields(device):
        value = getattr(device, field.name)
        if _is_told(field, value):
            first, _, second = units.get(field.name, "").partition(" or ")
            yield f"{field.name.replace('_', ' ')} {_amount(value, (slides and second) or first)}"
    if device.period is not None:
        yield f"every {1e3 * device.period:g} ms"
    if not device.enabled:
        yield "switched off"


def _range(device: Device) -> tuple[float | None, float | None]:
    if isinstance(device, DistanceSensor):
        return range_of(device)
    near, far = (getattr(device, name, None) for name in _RANGE)
    return near, far


def _is_told(field: dataclasses.Field[object], value: object) -> bool:
    if field.name in _COMMON or field.name in _RANGE or isinstance(value, LookupTable):
        return False
    return value is not None and (value != field.default or field.name in _ALWAYS_TOLD)


def _amount(value: object, unit: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        nested = [f"({_amount(v, '')})" if isinstance(v, tuple) else _amount(v, "") for v in value]
        return "x".join(nested) if unit == "pixels" else " ".join(nested)
    if not isinstance(value, int | float):
        return str(value)
    if unit in ("rad", "m"):
        return turn(value) if unit == "rad" else length(value)
    return f"{value:.5g} {unit}".rstrip()


def _lookup_tables(devices: Iterable[Device]) -> Iterator[str]:
    owners: dict[LookupTable, list[Device]] = {}
    for device in devices:
        found = getattr(device, "table", None)
        if isinstance(found, LookupTable):
            owners.setdefault(found, []).append(device)
    for found, having in owners.items():
        unit = device_units(type(having[0]))["table"].removeprefix("rows of ").partition(",")[0]
        names = " ".join(device.name for device in having)
        rows = [(f"{x:g}", f"{raw:g}", _short(100 * noise)) for x, raw, noise in found.rows]
        yield f"lookup table of {names}"
        for start in range(0, len(rows), _ROWS_ABREAST):
            yield across((unit, "raw", "noise %"), rows[start : start + _ROWS_ABREAST])


def _short(value: float) -> str:
    """Return at most two places after the point, and no -0."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e5 else f"{value:.4g}"
