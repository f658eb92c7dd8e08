# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Materials of a URDF: global, local, by name only, before or after their definition.

In the model a name has one meaning. The first definition keeps the name; one that differs is
called NAME_2, NAME_3 ..., so that each visual keeps the colour it was given. Colours outside
0 to 1 are clamped, as viewers do.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping

from samebot.core.errors import ModelError
from samebot.model.shapes import Colour, Material
from samebot.model.urdf.fields import parse_numbers, within
from samebot.model.xml import Element

__all__ = ["Materials", "Surface"]

Surface = tuple[float, float]
"""Roughness and metalness."""

_Meaning = tuple[Colour | None, str | None]
_NO_MEANING: _Meaning = (None, None)
_NAMELESS = "material"


class Materials:
    """All materials that one `<robot>` defines, globally or inside its visuals."""

    def __init__(self, robot: Element, surfaces: Mapping[str, Surface]) -> None:
        """Collect the definitions; `surfaces` tells by name what URDF cannot say."""
        self._surfaces = surfaces
        self._known: dict[str, dict[_Meaning, str]] = {}
        self._used: set[str] = set()
        self._numbers: Counter[str] = Counter()
        self._globals = list(robot.children("material"))
        everywhere = [*self._globals, *_local(robot)]
        self._taken = {_name(element) for element in everywhere}
        for element in everywhere:
            self._define(_name(element), _meaning(element))

    def of(self, visual: Element) -> Material | None:
        """Return the material of a `<visual>`."""
        element = visual.child("material")
        if element is None:
            return None
        name, meaning = _name(element), _meaning(element)
        if meaning == _NO_MEANING:
            if not element.get("name"):
                return None
            meaning = next(iter(self._known.get(name, ())), _NO_MEANING)
        name = self._known.get(name, {}).get(meaning, name)
        self._used.add(name)
        roughness, metalness = self._surfaces.get(name, (1.0, 0.0))
        colour, texture = meaning
        return Material(
            name=name, colour=colour, texture=texture, roughness=roughness, metalness=metalness
        )

    def unused(self) -> Iterator[Element]:
        """Return the global definitions that no visual asked for, by the names they have now."""
        seen: set[str] = set()
        for element in self._globals:
            meaning = _meaning(element)
            if meaning == _NO_MEANING:
                continue
            name = self._known[_name(element)][meaning]
            if name not in self._used and name not in seen:
                seen.add(name)
                attributes = {**element.attributes, "name": name}
                yield dataclasses.replace(element, attributes=attributes)

    def _define(self, name: str, meaning: _Meaning) -> None:
        if meaning == _NO_MEANING:
            return
        meanings = self._known.setdefault(name, {})
        if meaning not in meanings:
            meanings[meaning] = self._free(name) if meanings else name

    def _free(self, name: str) -> str:
        free = name
        while free in self._taken:
            self._numbers[name] += 1
            free = f"{name}_{self._numbers[name] + 1}"
        self._taken.add(free)
        return free


def _local(robot: Element) -> Iterator[Element]:
    for link in robot.children("link"):
        for visual in link.children("visual"):
            yield from visual.children("material")


def _name(element: Element) -> str:
    return element.get("name") or _NAMELESS


def _meaning(element: Element) -> _Meaning:
    texture = element.child("texture")
    filename = texture.get("filename") if texture is not None else ""
    with within(f'material "{element.get("name")}"'):
        return _colour(element.child("color", "colour")), filename or None


def _colour(element: Element | None) -> Colour | None:
    if element is None:
        return None
    text = element.get("rgba")
    if not text:
        raise ModelError(
            "<color> has no 'rgba'; four numbers from 0 to 1 are expected", element.where
        )
    count = 3 if len(text.split()) == 3 else 4
    values = parse_numbers(text, count, "attribute 'rgba' of <color>", element)
    red, green, blue, opacity = (min(max(value, 0.0), 1.0) for value in (*values, 1.0)[:4])
    return (red, green, blue, opacity)
