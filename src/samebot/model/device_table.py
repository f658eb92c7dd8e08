# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Device tables: the YAML file beside a robot's URDF that says what the URDF cannot.

It names the options a user has, the usual period, the drive, what physical bodies must know, and
the devices.
`when: ground` (or `extension=gumstix`, `extension!=gumstix`, or a list that must all hold) keeps
a device for that choice; a value `$camera` stands for the option's value; `shared:` is only a
place for anchors.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from samebot.core.errors import ModelError, OptionError, UnknownName, Where
from samebot.model.devices import Device
from samebot.model.options import Option, OptionValue, option_from_plain, option_values
from samebot.model.plain import Plain, device_from_plain, drive_from_plain, period_from_plain
from samebot.model.robot import HardwareHint, RobotModel
from samebot.model.yaml_text import Step, YamlText, parse_yaml, read_yaml

__all__ = ["DeviceTable", "parse_device_table", "read_device_table"]

_SECTIONS: Final = (
    "title",
    "summary",
    "period",
    "options",
    "drive",
    "hardware",
    "devices",
    "shared",
)
_VARIABLE: Final = re.compile(r"\$([A-Za-z_]\w*)")
_CONDITION: Final = re.compile(r"([A-Za-z_]\w*)\s*(?:(!?=)\s*(\S+))?")

_T = TypeVar("_T")
_Path = tuple[Step, ...]


def read_device_table(path: Path) -> DeviceTable:
    """Return the device table of a file; raise ModelError naming file, line and element."""
    return _table(read_yaml(path))


def parse_device_table(text: str | bytes, *, file: str = "<text>") -> DeviceTable:
    """Return the device table of a YAML text; raise ModelError naming file, line and element."""
    return _table(parse_yaml(text, file=file))


@dataclass(frozen=True, slots=True)
class DeviceTable:
    """A device table, before its options are chosen."""

    title: str
    summary: str
    options: tuple[Option, ...]
    _source: YamlText

    def values(self, given: Mapping[str, str | float]) -> dict[str, OptionValue]:
        """Return the value of each option; raises UnknownName or OptionError."""
        return option_values(self.options, given)

    def applied(self, model: RobotModel, values: Mapping[str, OptionValue]) -> RobotModel:
        """Return the model with this table's devices, drive and hints added.

        What the model has already under the same name is replaced, in its place.
        """
        choice = _Choice(self._source, {option.name: option for option in self.options}, values)
        devices, places = _devices(choice)
        drive = choice.converted(("drive",), "drive", drive_from_plain)
        if drive is not None:
            places[f'drive "{drive.kind}"'] = ("drive",)
        hardware = {hint.body: hint for hint in model.hardware} | _hardware(choice)
        known = {device.name: device for device in model.devices}
        try:
            return dataclasses.replace(
                model,
                devices=tuple((known | devices).values()),
                drive=drive or model.drive,
                period=self._period() or model.period,
                hardware=tuple(hardware.values()),
                summary=self.summary or model.summary,
            )
        except ModelError as error:
            element = error.where.element
            if error.where.file or element not in places:
                raise
            where = self._source.where(*places[element], element=element)
            raise ModelError(error.problem, where) from error

    def _period(self) -> float | None:
        where = self._source.where("period", element="period")
        return period_from_plain(self._source.data.get("period"), where)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A table under one choice of its options."""

    source: YamlText
    options: Mapping[str, Option]
    values: Mapping[str, OptionValue]

    def converted(
        self, path: _Path, element: str, convert: Callable[[Plain, Where], _T]
    ) -> _T | None:
        """Return what stands at a path, converted; None for nothing and what is not chosen."""
        data = self.fields(path, element)
        return None if data is None else _converted(self.source, path, element, data, convert)

    def fields(self, path: _Path, element: str) -> dict[str, Plain] | None:
        """Return the fields at a path with options filled in; None where `when` does not hold."""
        data = self.source.data
        for step in path:
            data = data.get(step) if isinstance(data, dict) else data[step]
        if data is None:
            return None
        where = self.source.where(*path, element=element)
        if not isinstance(data, dict):
            raise ModelError(f"expected fields, found {data!r:.60}", where)
        conditions = data.get("when", [])
        at = _at(self.source, path, element, "when")
        for condition in conditions if isinstance(conditions, list) else [conditions]:
            if not self._holds(condition, at):
                return None
        return {
            name: self._filled(value, _at(self.source, path, element, name))
            for name, value in data.items()
            if name != "when"
        }

    def _holds(self, condition: Plain, where: Where) -> bool:
        match = _CONDITION.fullmatch(condition) if isinstance(condition, str) else None
        if match is None:
            forms = "option, option=value or option!=value"
            raise ModelError(f"expected {forms}, found {condition!r:.60}", where)
        name, operator, wanted = match.groups()
        option = self._option(name, where)
        try:
            same = self.values[name] == option.parse(wanted or "true")
        except OptionError as error:
            raise ModelError(f"this can never hold: {error}", where) from error
        return same is (operator != "!=")

    def _filled(self, data: Plain, where: Where) -> Plain:
        if isinstance(data, dict):
            return {key: self._filled(value, where) for key, value in data.items()}
        if isinstance(data, list):
            return [self._filled(value, where) for value in data]
        match = _VARIABLE.fullmatch(data) if isinstance(data, str) else None
        return self.values[self._option(match[1], where).name] if match else data

    def _option(self, name: str, where: Where) -> Option:
        try:
            return self.options[name]
        except KeyError:
            raise ModelError(str(UnknownName("option", name, self.options)), where) from None


def _devices(choice: _Choice) -> tuple[dict[str, Device], dict[str, _Path]]:
    """Return the chosen devices by name, and where each element stands."""
    devices: dict[str, Device] = {}
    places: dict[str, _Path] = {}
    for index, data in enumerate(_section(choice.source, "devices", list)):
        path: _Path = ("devices", index)
        name = data.get("name") if isinstance(data, dict) else None
        element = f"devices[{index}]" + (f' "{name}"' if isinstance(name, str) else "")
        device = choice.converted(path, element, device_from_plain)
        if device is None:
            continue
        if device.name in devices:
            line = choice.source.where(*places[f'device "{device.name}"']).line
            problem = f"line {line} has a device of this name already; names must be unique"
            raise ModelError(problem, choice.source.where(*path, element=element))
        devices[device.name] = device
        places[f'device "{device.name}"'] = path
    return devices, places


def _hardware(choice: _Choice) -> dict[str, HardwareHint]:
    hints: dict[str, HardwareHint] = {}
    for body in _section(choice.source, "hardware", dict):
        path, element = ("hardware", body), f"hardware.{body}"
        fields = choice.fields(path, element)
        if fields is None:
            continue
        for name, value in fields.items():
            where = _at(choice.source, path, element, name)
            if not isinstance(body, str) or not isinstance(name, str):
                raise ModelError("expected a body and the names of its values, as texts", where)
            if not isinstance(value, str | int | float | bool):
                raise ModelError(f"expected a number or text, found {value!r:.60}", where)
        hints[body] = HardwareHint(body=body, values=fields)
    return hints


def _table(source: YamlText) -> DeviceTable:
    if not isinstance(source.data, dict):
        raise ModelError("expected a device table: sections like `devices:`", source.where())
    for key in source.data:
        if key not in _SECTIONS:
            problem = str(UnknownName("section", str(key), _SECTIONS))
            raise ModelError(problem, source.where(key))
    title, summary = (_section(source, key, str) for key in ("title", "summary"))
    return DeviceTable(title, summary, tuple(_options(source)), source)


def _options(source: YamlText) -> Iterator[Option]:
    for name, data in _section(source, "options", dict).items():
        path, element = ("options", name), f"options.{name}"
        if not isinstance(name, str) or not name.isidentifier():
            problem = "an option's name is made of letters, digits and _"
            raise ModelError(problem, source.where(*path, element=element))
        yield _converted(source, path, element, data, functools.partial(option_from_plain, name))


def _section(source: YamlText, name: str, form: type[_T]) -> _T:
    data = source.data.get(name)
    if data is None:
        return form()
    if not isinstance(data, form):
        words = "a list" if form is list else "a text" if form is str else "names and values"
        raise ModelError(f"expected {words}, found {data!r:.60}", source.where(name, element=name))
    return data


def _converted(
    source: YamlText,
    path: _Path,
    element: str,
    data: Plain,
    convert: Callable[[Plain, Where], _T],
) -> _T:
    try:
        return convert(data, source.where(*path, element=element))
    except ModelError as error:
        # The codec names the field; its own line helps more than the device's first.
        steps = error.where.element.removeprefix(element).strip(".").split(".")
        where = source.where(*path, *filter(None, steps), element=error.where.element)
        raise ModelError(error.problem, where) from error


def _at(source: YamlText, path: _Path, element: str, field: str) -> Where:
    return source.where(*path, field, element=f"{element}.{field}")
