# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<samebot version="1">`: as JSON text, what URDF itself cannot say.

Where it lists devices (or a drive), they are all there are: other tags add none.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from samebot.core.errors import ModelError
from samebot.model.plain import device_from_plain, drive_from_plain, from_plain, period_from_plain
from samebot.model.robot import HardwareHint
from samebot.model.structure import Limits
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.materials import Surface
from samebot.model.xml import Element

__all__ = ["Block"]

_VERSION: Final = "1"
_KEYS: Final = ("devices", "drive", "hardware", "limits", "materials", "period", "summary")
_LONGEST_NUMBER: Final = 20
"""Digits of a whole number that still is a size or a count of something."""

_Plain = Any


class Block:
    """The content of the `<samebot>` element of a robot; empty if there is none."""

    def __init__(self, element: Element | None) -> None:
        """Read the JSON text."""
        self._element = element
        self._data: dict[str, _Plain] = {} if element is None else _load(element)

    @property
    def tells_devices(self) -> bool:
        """Whether the devices are listed here, all of them."""
        return "devices" in self._data

    @property
    def tells_drive(self) -> bool:
        """Whether the drive is told here."""
        return "drive" in self._data

    def surfaces(self) -> dict[str, Surface]:
        """Return roughness and metalness by the name of the material."""
        found = {}
        for name, values in self._mapping("materials").items():
            numbers = values if isinstance(values, Mapping) else {}
            surface = tuple(numbers.get(key, default) for key, default in _SURFACE.items())
            if not all(_is_number(value) for value in surface):
                self._refuse(f"material {name!r} has {values!r}; expected {' and '.join(_SURFACE)}")
            found[name] = (float(surface[0]), float(surface[1]))
        return found

    def add_to(self, draft: Draft) -> None:
        """Add what stands here, other than materials, to the draft."""
        if self._element is None:
            return
        where = self._element.where
        self._set_limits(draft)
        for data in self._list("devices"):
            name = data.get("name") if isinstance(data, Mapping) else None
            if name in draft.devices:
                self._refuse(f"two devices are named {name!r}; names must be unique")
            draft.add_device(device_from_plain(data, where), self._element)
        if self._data.get("drive") is not None:
            draft.set_drive(drive_from_plain(self._data["drive"], where), self._element)
        draft.period = period_from_plain(self._data.get("period"), where)
        draft.hardware = tuple(self._hardware())
        summary = self._data.get("summary", "")
        if not isinstance(summary, str):
            self._refuse("'summary' is no text")
        draft.summary = summary

    def _set_limits(self, draft: Draft) -> None:
        """Put limits in the place of those that `<limit>` had to spell out for other readers."""
        assert self._element is not None
        for name, data in self._mapping("limits").items():
            if name not in draft.joints:
                self._refuse(f"'limits' names joint {name!r}, which does not exist")
            limits = None if data is None else from_plain(Limits, data, self._element.where)
            draft.joints[name] = dataclasses.replace(draft.joints[name], limits=limits)

    def _hardware(self) -> list[HardwareHint]:
        data = self._data.get("hardware", [])
        if isinstance(data, Mapping):
            data = [{"body": body, "values": values} for body, values in data.items()]
        hints = []
        for hint in data if isinstance(data, list) else [data]:
            body = hint.get("body") if isinstance(hint, Mapping) else None
            values = hint.get("values", {}) if isinstance(hint, Mapping) else None
            if not isinstance(body, str) or not isinstance(values, dict) or not _plain(values):
                self._refuse("'hardware' expects entries with a 'body' and plain 'values'")
            hints.append(HardwareHint(body=body, values=values))
        return hints

    def _list(self, key: str) -> list[_Plain]:
        data = self._data.get(key, [])
        if not isinstance(data, list):
            self._refuse(f"{key!r} is no list")
        return list(data)

    def _mapping(self, key: str) -> dict[str, _Plain]:
        data = self._data.get(key, {})
        if not isinstance(data, dict):
            self._refuse(f"{key!r} does not map names to values")
        return dict(data)

    def _refuse(self, problem: str) -> NoReturn:
        assert self._element is not None
        raise ModelError(problem, self._element.where)


_SURFACE: Final = {"roughness": 1.0, "metalness": 0.0}


def _load(element: Element) -> dict[str, _Plain]:
    version = element.get("version", _VERSION)
    if version != _VERSION:
        raise ModelError(
            f"<samebot> has version {version!r}, this samebot reads {_VERSION!r}; update samebot",
            element.where,
        )
    try:
        data = json.loads(element.text or "{}", parse_constant=_no_constant, parse_int=_whole)
    except RecursionError:
        raise ModelError("the JSON in <samebot> is nested too deeply", element.where) from None
    except ValueError as error:
        raise ModelError(f"<samebot> holds no valid JSON: {error}", element.where) from error
    if not isinstance(data, dict):
        raise ModelError("<samebot> holds no JSON object", element.where)
    unknown = sorted(data.keys() - set(_KEYS))
    if unknown:
        known = ", ".join(_KEYS)
        raise ModelError(f"<samebot> has {unknown[0]!r}, which is none of {known}", element.where)
    return data


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError(f"the number {text[:_LONGEST_NUMBER]}... is too long")
    return int(text)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(values: Mapping[str, object]) -> bool:
    return all(isinstance(value, str | int | float | bool) for value in values.values())
