# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a user may choose of a robot (`-o name=value`): kinds of options and their texts."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from samebot.core.errors import ModelError, OptionError, UnknownName, Where
from samebot.model.plain import Plain, from_plain

__all__ = ["Option", "OptionValue", "option_from_plain", "option_text", "option_values"]

Size = tuple[int, int]
OptionValue = bool | float | str | Size
OptionKind = Literal["bool", "choice", "size", "number", "text"]

_TRUTH: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}
_SIZE: Final = re.compile(r"([1-9]\d{0,4})x([1-9]\d{0,4})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One choice: `bool`, `choice`, `size` (WIDTHxHEIGHT, pixels), `number` or `text`.

    `least` and `most` bound numbers; `most_size` bounds sizes in both directions.
    """

    name: str
    kind: OptionKind
    default: OptionValue
    choices: tuple[str, ...] = ()
    least: float = -math.inf
    most: float = math.inf
    most_size: Size | None = None
    help: str = ""

    @property
    def expected(self) -> str:
        """What values are allowed, in words."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "size":
            limit = f" up to {option_text(self.most_size)}" if self.most_size else ""
            return f"a size like 160x120{limit}"
        if self.kind == "number":
            return "a number" + self._bounds()
        return "true or false" if self.kind == "bool" else "a text"

    def parse(self, text: str) -> OptionValue:
        """Return the value that a text means; raise OptionError if it means none."""
        value = self._parsed(text.strip())
        if value is None:
            raise OptionError(f"option {self.name}: expected {self.expected}, found {text!r}")
        return value

    def _parsed(self, text: str) -> OptionValue | None:
        if self.kind == "bool":
            return _TRUTH.get(text.lower())
        if self.kind == "choice":
            return text if text in self.choices else None
        if self.kind == "size":
            return self._parsed_size(text)
        return self._parsed_number(text) if self.kind == "number" else text

    def _parsed_size(self, text: str) -> Size | None:
        match = _SIZE.fullmatch(text.lower())
        if match is None:
            return None
        size = (int(match[1]), int(match[2]))
        most = self.most_size or size
        return size if size[0] <= most[0] and size[1] <= most[1] else None

    def _parsed_number(self, text: str) -> float | None:
        try:
            value = float(text)
        except ValueError:
            return None
        return value if math.isfinite(value) and self.least <= value <= self.most else None

    def _bounds(self) -> str:
        least = f" of at least {self.least:g}" if math.isfinite(self.least) else ""
        most = f"{' and' if least else ' of'} at most {self.most:g}"
        return least + (most if math.isfinite(self.most) else "")


def option_text(value: OptionValue | None) -> str:
    """Return a value as a user writes it after `-o name=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"{value[0]}x{value[1]}"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def option_values(
    options: Iterable[Option], given: Mapping[str, str | float]
) -> dict[str, OptionValue]:
    """Return each option's value: what was given, else the default.

    Raises UnknownName for options that do not exist, OptionError for values that do not fit.
    """
    known = {option.name: option for option in options}
    values = {name: option.default for name, option in known.items()}
    for name, value in given.items():
        if name not in known:
            raise UnknownName("option", name, known)
        values[name] = known[name].parse(value if isinstance(value, str) else option_text(value))
    return values


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """An option as a file writes it; `kind` may be left out where the rest tells it."""

    kind: OptionKind | None = None
    choices: tuple[str, ...] = ()
    help: str = ""


def option_from_plain(name: str, data: Plain, where: Where) -> Option:
    """Return the option that the fields default, kind, choices, min, max, help describe."""
    if not isinstance(data, Mapping) or "default" not in data:
        raise ModelError("expected fields with at least a default", where)
    free = ("default", "min", "max")
    fields = {key: value for key, value in data.items() if key not in free}
    written = from_plain(_Written, fields, where)
    default = data["default"]
    kind = written.kind or _kind_of(default, written.choices)
    # The default and the bounds go the same way as a user's text, so they are held to the same.
    option = Option(name=name, kind=kind, default="", choices=written.choices, help=written.help)
    try:
        option = _with_bounds(option, data.get("min"), data.get("max"))
        text = default if isinstance(default, str) else option_text(default)
        return dataclasses.replace(option, default=option.parse(text))
    except (OptionError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"its default or bounds do not fit: {error}", where) from error


def _kind_of(default: object, choices: tuple[str, ...]) -> OptionKind:
    if choices:
        return "choice"
    if isinstance(default, bool):
        return "bool"
    return "number" if isinstance(default, int | float) else "text"


def _with_bounds(option: Option, least: Plain, most: Plain) -> Option:
    if option.kind == "size" and isinstance(most, str):
        match = _SIZE.fullmatch(most)
        if match is None:
            raise ValueError(f"expected a size like 640x480, found {most!r}")
        return dataclasses.replace(option, most_size=(int(match[1]), int(match[2])))
    if option.kind == "number":
        return dataclasses.replace(
            option,
            least=-math.inf if least is None else float(least),
            most=math.inf if most is None else float(most),
        )
    if least is not None or most is not None:
        raise ValueError(f"an option of kind {option.kind} takes no min or max like this")
    return option
