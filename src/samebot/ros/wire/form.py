# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A message laid out once as bytes; fields that change are written in place."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from samebot.core.errors import BadInput
from samebot.ros.wire.layouts import SIZES, Field, fields_of

__all__ = ["Form", "Stamp", "Value", "stamp_of"]

Stamp = tuple[int, int]
"""Seconds and nanoseconds."""

Value = float | str | bytes | Sequence["Value"] | Mapping[str, "Value"]
"""What a field holds: numbers, texts, lists of these, and mappings for messages in messages."""

_ENCAPSULATION: Final = b"\x00\x01\x00\x00"
"""CDR, little endian. Alignment counts from behind it."""
_HEAD: Final = len(_ENCAPSULATION)
_STAMP: Final = struct.Struct("<iI")
_LENGTH: Final = struct.Struct("<I")
_EMPTY: Final[Mapping[str, Value]] = {}


def stamp_of(seconds: float) -> Stamp:
    """Return a time (s) as a stamp, to the nearest nanosecond."""
    whole = math.floor(seconds)
    nanoseconds = round((seconds - whole) * 1e9)
    return (whole + 1, 0) if nanoseconds >= 1_000_000_000 else (whole, nanoseconds)


class Form:
    """A message with given values; what is not given is 0, empty or false.

    `place` gives functions that write a field anew: ``form.place("linear.x", 3)(1.0, 0.0, 0.0)``
    writes three numbers that follow each other. `bytes()` is the message.
    """

    __slots__ = ("_places", "data", "type")

    def __init__(self, message: str, values: Mapping[str, Value] = _EMPTY) -> None:
        """Lay out a message of a type (``sensor_msgs/msg/Range``)."""
        self.type = message
        self.data = bytearray(_ENCAPSULATION)
        self._places: dict[str, tuple[int, str]] = {}
        self._write_message(message, values, "")

    def __bytes__(self) -> bytes:
        """Return the message as it is now."""
        return bytes(self.data)

    def stamp(self, stamp: Stamp) -> None:
        """Write the stamp of a message that begins with a header (or is a time)."""
        _STAMP.pack_into(self.data, _HEAD, *stamp)

    def place(self, path: str, count: int = 1) -> Callable[..., None]:
        """Return what writes `count` numbers of one type from a field on (``pose.position.x``)."""
        at, letter = self._places[path]
        return partial(struct.Struct(f"<{count}{letter}").pack_into, self.data, at)

    def offset(self, path: str) -> int:
        """Return where a field's bytes begin; of a sequence, its first item's."""
        return self._places[path][0]

    def _write_message(self, message: str, values: Mapping[str, Value], path: str) -> None:
        fields = fields_of(message)
        names = [field.name for field in fields]
        for name in values:
            if name not in names:
                raise BadInput(f"{message} has no field {name!r}; it has {', '.join(names)}")
        for field in fields:
            self._write_field(field, values.get(field.name), path + field.name)

    def _write_field(self, field: Field, value: Value | None, path: str) -> None:
        if field.length is None:
            self._write_one(field.type, value, path)
            return
        if field.type in SIZES and isinstance(value, bytes | bytearray):
            self._write_block(value, path)
            return
        items: Sequence[Value | None] = () if value is None else _sequence(value, path)
        if field.length == 0:
            self._write_length(len(items))
        elif not items:
            items = [None] * field.length
        elif len(items) != field.length:
            raise BadInput(f"{path} has {len(items)} items; {field.length} are expected")
        self._note_items(field.type, len(items), path)
        for number, item in enumerate(items):
            self._write_one(field.type, item, f"{path}.{number}")

    def _write_block(self, value: bytes | bytearray, path: str) -> None:
        self._write_length(len(value))
        self._places[path] = (len(self.data), "B")
        self.data += value

    def _note_items(self, kind: str, count: int, path: str) -> None:
        if kind in SIZES and count:
            letter, size = SIZES[kind]
            self._align(size)
            self._places[path] = (len(self.data), letter)

    def _write_one(self, kind: str, value: Value | None, path: str) -> None:
        if kind == "string":
            self._write_text("" if value is None else str(value))
        elif kind in SIZES:
            letter, size = SIZES[kind]
            self._align(size)
            self._places[path] = (len(self.data), letter)
            self.data += struct.pack(f"<{letter}", 0 if value is None else value)
        else:
            inner = _EMPTY if value is None else value
            if not isinstance(inner, Mapping):
                raise BadInput(f"{path} is {value!r}; the fields of a {kind} are expected")
            self._write_message(kind, inner, f"{path}.")

    def _write_length(self, length: int) -> None:
        self._align(4)
        self.data += _LENGTH.pack(length)

    def _write_text(self, text: str) -> None:
        encoded = text.encode() + b"\x00"
        self._write_length(len(encoded))
        self.data += encoded

    def _align(self, size: int) -> None:
        self.data += bytes(-(len(self.data) - _HEAD) % size)


def _sequence(value: Value, path: str) -> Sequence[Value]:
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        raise BadInput(f"{path} is {value!r}; a list is expected")
    return value
