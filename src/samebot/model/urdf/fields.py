# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers and names out of elements: what is wrong names the attribute, the element, the line."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from samebot.core.errors import ModelError
from samebot.core.pose import Pose, Quaternion, Vector3
from samebot.model.xml import Element

__all__ = [
    "child_flag",
    "child_limit",
    "child_number",
    "flag",
    "limit",
    "nested",
    "number",
    "origin",
    "parse_numbers",
    "required",
    "sized",
    "vector",
    "within",
]

_T = TypeVar("_T", float, None)


@contextmanager
def within(owner: str) -> Iterator[None]:
    """Let errors raised inside name `owner` ('link "base"') as their element."""
    try:
        yield
    except ModelError as error:
        if error.where.element.startswith("<"):
            where = dataclasses.replace(error.where, element=owner)
            raise ModelError(error.problem, where) from error
        raise


def required(element: Element, attribute: str) -> str:
    """Return an attribute that must be there and must not be empty."""
    value = element.get(attribute)
    if not value:
        found = "an empty" if attribute in element.attributes else "no"
        raise ModelError(
            f"<{element.tag}> has {found} {attribute!r}; a value is expected", element.where
        )
    return value


def number(element: Element, attribute: str, default: _T | float) -> _T | float:
    """Return a finite number, or the default where the attribute is missing."""
    text = element.attributes.get(attribute)
    if text is None:
        return default
    return parse_numbers(text, 1, f"attribute {attribute!r} of <{element.tag}>", element)[0]


def limit(element: Element, attribute: str) -> float | None:
    """Return a bound; None where it is missing or infinite, both mean unbounded."""
    text = element.attributes.get(attribute)
    if text is None:
        return None
    return _bound(text, f"attribute {attribute!r} of <{element.tag}>", element)


def sized(element: Element, attribute: str) -> float:
    """Return a length that must be there and be positive."""
    required(element, attribute)
    value = number(element, attribute, 0.0)
    if not value > 0.0:
        raise ModelError(
            f"{attribute!r} of <{element.tag}> is {value}; it must be positive", element.where
        )
    return value


def vector(element: Element, attribute: str, default: Vector3) -> Vector3:
    """Return three finite numbers, or the default where the attribute is missing."""
    text = element.attributes.get(attribute)
    if text is None:
        return default
    x, y, z = parse_numbers(text, 3, f"attribute {attribute!r} of <{element.tag}>", element)
    return (x, y, z)


def origin(element: Element) -> Pose:
    """Return the pose in an element's `<origin>`; without one it is zero.

    It is turned by `rpy` or, since URDF 1.1, by `quat_xyzw`.
    """
    found = element.child("origin")
    if found is None:
        return Pose()
    zero = (0.0, 0.0, 0.0)
    place = vector(found, "xyz", zero)
    if "quat_xyzw" in found.attributes:
        return Pose.from_quaternion(place, _quaternion(found))
    return Pose(place, vector(found, "rpy", zero))


def _quaternion(element: Element) -> Quaternion:
    text = element.get("quat_xyzw")
    x, y, z, w = parse_numbers(text, 4, "attribute 'quat_xyzw' of <origin>", element)
    if "rpy" in element.attributes:
        raise ModelError("<origin> has both 'rpy' and 'quat_xyzw'; keep one", element.where)
    if not any((x, y, z, w)):
        raise ModelError("'quat_xyzw' of <origin> is 0 0 0 0, which is no rotation", element.where)
    return (x, y, z, w)


def flag(text: str) -> bool:
    """Return whether a text says yes, in any of the ways that ROS and Gazebo files do."""
    return text.strip().lower() in ("1", "true", "yes", "on")


def nested(element: Element, path: str) -> Element:
    """Return the element at "a/b/c" within; an empty one where it is missing."""
    found: Element | None = element
    for tag in path.split("/"):
        found = found.child(tag) if found is not None else None
    return found if found is not None else Element(tag=path, attributes={})


def child_flag(element: Element, *tags: str) -> bool:
    """Return whether the first element of one of these names says yes."""
    return flag(element.text_of(*tags))


def child_number(element: Element, *tags: str, default: _T | float) -> _T | float:
    """Return the finite number in the first element of one of these names, or the default."""
    child = element.child(*tags)
    if child is None or not child.text:
        return default
    return parse_numbers(child.text, 1, f"<{child.tag}>", child)[0]


def child_limit(element: Element, *tags: str) -> float | None:
    """Return the bound in the first element of one of these names; None is unbounded."""
    child = element.child(*tags)
    if child is None or not child.text:
        return None
    return _bound(child.text, f"<{child.tag}>", child)


def parse_numbers(text: str, count: int, what: str, element: Element) -> tuple[float, ...]:
    """Return as many finite numbers as expected; `what` names the text in errors."""
    words = text.split()
    if len(words) == count:
        values = tuple(map(_float, words))
        if all(map(math.isfinite, values)):
            return values
    numbers = "a number" if count == 1 else f"{count} numbers with spaces between them"
    raise ModelError(f"{what} is {_shown(text)}; expected {numbers}{_advice(text)}", element.where)


def _bound(text: str, what: str, element: Element) -> float | None:
    if math.isinf(_float(text.strip())):
        return None
    return parse_numbers(text, 1, what, element)[0]


def _float(word: str) -> float:
    """Return the number a word is, nan if it is none; Python's own extras do not count."""
    if not word.isascii() or "_" in word:
        return math.nan
    try:
        return float(word)
    except ValueError:
        return math.nan


def _advice(text: str) -> str:
    if "${" in text or "$(" in text:
        return " (this looks like xacro: give the file a name that ends in .xacro)"
    if "," in text:
        return " (no commas)"
    words = [word.lower().lstrip("+-") for word in text.split()]
    if any(word in ("nan", "inf", "infinity") for word in words):
        return ", finite"
    return ""


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
