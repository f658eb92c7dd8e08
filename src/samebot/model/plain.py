# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Model values to and from plain data (dicts, lists, numbers, strings).

One codec, driven by the fields of the dataclasses, serves device tables (YAML), the samebot
block of a URDF (JSON) and `samebot describe --json`. Fields at their default are left out.
Numbers may carry a unit as text, "17.23 deg", "64 ms", "3 mm"; they become SI.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

from samebot.core.errors import ModelError, Where
from samebot.model.devices import KINDS, Device
from samebot.model.drive import DRIVES, Drive
from samebot.model.table import LookupTable

__all__ = [
    "Plain",
    "device_from_plain",
    "drive_from_plain",
    "from_plain",
    "period_from_plain",
    "to_plain",
]

# mypy cannot follow the recursion through dict values that callers build piecemeal.
Plain = Any
_T = TypeVar("_T")

_UNITS: Final = {"deg": math.pi / 180, "mm": 1e-3, "ms": 1e-3, "rpm": math.tau / 60}


def to_plain(value: object) -> Plain:
    """Return dicts, lists, numbers and strings that `from_plain` turns into the same value."""
    if isinstance(value, LookupTable):
        return [list(row if row[2] else row[:2]) for row in value.rows]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {"kind": value.kind} if isinstance(value, Device | Drive) else {}
        return kind | {
            field.name: to_plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.compare and getattr(value, field.name) != field.default
        }
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    return value


def device_from_plain(data: Plain, where: Where) -> Device:
    """Return the device that a dict with `kind` and its fields describes."""
    name = data.get("name") if isinstance(data, Mapping) else None
    if isinstance(name, str) and f'"{name}"' not in where.element:
        element = f'{where.element} device "{name}"'.lstrip()
        where = dataclasses.replace(where, element=element)
    return from_plain(_class_of("device", data, KINDS, where), _without_kind(data), where)


def drive_from_plain(data: Plain, where: Where) -> Drive:
    """Return the drive that a dict with `kind` and its fields describes."""
    return from_plain(_class_of("drive", data, DRIVES, where), _without_kind(data), where)


def period_from_plain(data: Plain, where: Where) -> float | None:
    """Return a period in s ("50 ms" too), None for nothing; ModelError if it is not positive."""
    if data is None:
        return None
    period = _number(data, where)
    if not 0.0 < period < math.inf:
        raise ModelError(f"expected a positive period, found {_shown(data)}", where)
    return period


def from_plain(cls: type[_T], data: Plain, where: Where) -> _T:
    """Return the dataclass value that a dict of its fields describes.

    Raises ModelError naming the field for unknown, missing or unfitting ones.
    """
    if not isinstance(data, Mapping):
        raise ModelError(f"expected fields of {cls.__name__}, found {_shown(data)}", where)
    hints = _field_types(cls)
    for name in data:
        if name not in hints:
            raise ModelError(
                f"{cls.__name__} has no field {name!r}; known: {', '.join(hints)}", where
            )
    values = {name: _convert(hints[name], item, _at(where, name)) for name, item in data.items()}
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        required = field.default is field.default_factory is dataclasses.MISSING
        if required and field.name not in values:
            raise ModelError(f"the field {field.name!r} is missing", where)
    try:
        return cls(**values)
    except ValueError as error:
        raise ModelError(str(error), where) from error


def _class_of(what: str, data: Plain, known: Mapping[str, type[_T]], where: Where) -> type[_T]:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in known:
        kinds = ", ".join(known)
        raise ModelError(f"{_shown(kind)} is no kind of {what}; known: {kinds}", where)
    return known[kind]


def _without_kind(data: Plain) -> Plain:
    return {key: value for key, value in data.items() if key != "kind"}


_FIELD_TYPES: dict[type, dict[str, Any]] = {}


def _field_types(cls: type) -> dict[str, Any]:
    if cls not in _FIELD_TYPES:
        hints = typing.get_type_hints(cls)
        _FIELD_TYPES[cls] = {
            field.name: hints[field.name] for field in dataclasses.fields(cls) if field.compare
        }
    return _FIELD_TYPES[cls]


def _at(where: Where, field: str) -> Where:
    element = f"{where.element}.{field}" if where.element else field
    return dataclasses.replace(where, element=element)


def _shown(data: Plain) -> str:
    if isinstance(data, int) and data.bit_length() > 64:
        return f"a whole number of {data.bit_length()} bits"  # too long for repr, by Python's limit
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."


def _convert(hint: Any, data: Plain, where: Where) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _convert_union(arguments, data, where)
    if origin is Literal:
        if data not in arguments:
            choices = ", ".join(map(repr, arguments))
            raise ModelError(f"expected one of {choices}, found {_shown(data)}", where)
        return data
    if origin is tuple:
        return _convert_tuple(arguments, data, where)
    if origin is Mapping:
        return _convert_mapping(arguments[1], data, where)
    if hint is LookupTable:
        rows = _convert_tuple((tuple[float, ...], ...), data, where)
        try:
            return LookupTable.of(rows)
        except ValueError as error:
            raise ModelError(str(error), where) from error
    if dataclasses.is_dataclass(hint):
        return from_plain(typing.cast("type[Any]", hint), data, where)
    return _convert_scalar(hint, data, where)


def _convert_union(arguments: tuple[Any, ...], data: Plain, where: Where) -> Any:
    if data is None:
        if types.NoneType in arguments:
            return None
        raise ModelError("expected a value, found nothing", where)
    choices = [hint for hint in arguments if hint is not types.NoneType]
    return _convert(choices[0], data, where)


def _convert_tuple(arguments: tuple[Any, ...], data: Plain, where: Where) -> tuple[Any, ...]:
    if isinstance(data, str) or not isinstance(data, Sequence):
        raise ModelError(f"expected a list, found {_shown(data)}", where)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(_convert(arguments[0], item, where) for item in data)
    if len(data) != len(arguments):
        raise ModelError(f"expected {len(arguments)} values, found {len(data)}", where)
    return tuple(_convert(hint, item, where) for hint, item in zip(arguments, data, strict=True))


def _convert_mapping(hint: Any, data: Plain, where: Where) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise ModelError(f"expected names and values, found {_shown(data)}", where)
    kinds = typing.get_args(hint)
    for name, value in data.items():
        if not isinstance(name, str):
            raise ModelError(f"expected a text as a name, found {_shown(name)}", where)
        if not isinstance(value, kinds):
            problem = f"expected a number, a text, true or false, found {_shown(value)}"
            raise ModelError(problem, _at(where, name))
    return dict(data)


def _convert_scalar(hint: Any, data: Plain, where: Where) -> Any:
    if hint is float:
        return _number(data, where)
    if hint is bool and isinstance(data, bool):
        return data
    if hint is int and isinstance(data, int) and not isinstance(data, bool):
        return data
    if hint is str and isinstance(data, str):
        return data
    names = {bool: "true or false", int: "a whole number", str: "a text"}
    raise ModelError(f"expected {names.get(hint, hint)}, found {_shown(data)}", where)


def _number(data: Plain, where: Where) -> float:
    number = _number_or_none(data)
    if number is None:
        units = ", ".join(_UNITS)
        raise ModelError(
            f"expected a number in SI units (or with one of {units}), found {_shown(data)}", where
        )
    if not math.isfinite(number):
        problem = f"expected a finite number, found {_shown(data)}; leave out what is unlimited"
        raise ModelError(problem, where)
    return number


def _number_or_none(data: Plain) -> float | None:
    if isinstance(data, int | float) and not isinstance(data, bool):
        try:
            return float(data)
        except OverflowError:
            return math.inf
    words = data.split() if isinstance(data, str) else []
    if len(words) not in (1, 2) or not set(words[1:]) <= _UNITS.keys():
        return None
    try:
        return float(words[0]) * (_UNITS[words[1]] if words[1:] else 1.0)
    except ValueError:
        return None
