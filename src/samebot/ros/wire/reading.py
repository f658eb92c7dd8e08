# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Reads messages out of the bytes that came over the wire, from whomever they come."""

from __future__ import annotations

import struct
from typing import Any, Final

from samebot.core.errors import BadInput
from samebot.ros.wire.layouts import SIZES, fields_of

__all__ = ["decode"]

_HEAD: Final = 4


def decode(message: str, data: bytes) -> dict[str, Any]:
    """Return the fields of a message; messages in messages are dictionaries in it.

    Sequences of numbers are tuples. Raises BadInput where the bytes are no such message.
    """
    return _Reader(message, data).message(message)


class _Reader:
    def __init__(self, message: str, data: bytes) -> None:
        if len(data) < _HEAD or data[0] != 0 or data[1] not in (0, 1):
            raise BadInput(
                f"the bytes {data[:_HEAD].hex(' ')} do not begin a {message}; plain CDR is expected"
            )
        self._name = message
        self._data = memoryview(data)[_HEAD:]
        self._order = "<" if data[1] == 1 else ">"
        self._at = 0

    def message(self, kind: str) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for name, inner, count in fields_of(kind):
            if count is None:
                fields[name] = self._one(inner)
            else:
                fields[name] = self._many(inner, count or self._number("uint32"))
        return fields

    def _one(self, kind: str) -> Any:
        if kind == "string":
            return self._text()
        return self._number(kind) if kind in SIZES else self.message(kind)

    def _many(self, kind: str, count: int) -> Any:
        if kind not in SIZES:
            # Each item takes at least a byte, so that a wild count cannot ask for much.
            self._need(count)
            return [self._one(kind) for _ in range(count)]
        letter, size = SIZES[kind]
        if count:
            self._align(size)
        part = self._take(count * size)
        return bytes(part) if size == 1 else struct.unpack(f"{self._order}{count}{letter}", part)

    def _number(self, kind: str) -> Any:
        letter, size = SIZES[kind]
        self._align(size)
        return struct.unpack(self._order + letter, self._take(size))[0]

    def _text(self) -> str:
        part = bytes(self._take(self._number("uint32")))
        try:
            return part.rstrip(b"\x00").decode()
        except UnicodeDecodeError as error:
            raise BadInput(f"a text in a {self._name} is not UTF-8: {part[:20]!r}") from error

    def _align(self, size: int) -> None:
        self._at += -self._at % size

    def _need(self, length: int) -> None:
        if len(self._data) - self._at < length:
            raise BadInput(
                f"a {self._name} of {len(self._data) + _HEAD} bytes ends too early; "
                f"{length} more bytes are expected at byte {self._at + _HEAD}"
            )

    def _take(self, length: int) -> memoryview:
        self._need(length)
        part = self._data[self._at : self._at + length]
        self._at += length
        return part
