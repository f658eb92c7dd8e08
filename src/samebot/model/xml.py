# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""XML to a small tree of elements that know their lines, and back to text.

Safe for files of strangers: no document types (so no entities), and bounds on size, depth and
the number of elements. Prefixes of names are kept as written; comments are not kept.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape

from samebot.core.errors import ModelError, Where
from samebot.model.files import check_size, read_bytes

__all__ = ["LARGEST", "ORIGIN", "Element", "parse_xml", "read_xml", "to_text"]

LARGEST: Final = 64 * 2**20
"""The largest file that is read, bytes."""
ORIGIN: Final = "samebot-origin"
"""Attribute "NUMBER:LINE" that tells the file and line an element had before an expansion."""
_MOST_ELEMENTS: Final = 200_000
_DEEPEST: Final = 100
_LONGEST_TAG: Final = 4 * 2**20
"""Longest run of bytes that the parser may hold back: a tag with its attributes, a comment."""
_CHUNK: Final = 2**16

_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.ASCII)
_CHECKED_ENCODINGS: Final = ("utf-8", "utf8", "us-ascii", "ascii", "utf-16")
_BYTE_ORDER_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_UTF_32: Final = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_TEXT_ESCAPES: Final = {"\r": "&#13;"}
_ATTRIBUTE_ESCAPES: Final = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Element:
    """One element: its name and attributes as written, what stands in it, and where it stood."""

    tag: str
    attributes: Mapping[str, str]
    content: list[Element | str] = field(default_factory=list)
    file: str = ""
    line: int = 0

    def children(self, *tags: str) -> Iterator[Element]:
        """Return the elements within, in order; only those named so if names are given."""
        for item in self.content:
            if isinstance(item, Element) and (not tags or item.tag in tags):
                yield item

    def child(self, *tags: str) -> Element | None:
        """Return the first element within, of one of these names if any are given."""
        return next(self.children(*tags), None)

    def get(self, attribute: str, default: str = "") -> str:
        """Return an attribute's text."""
        return self.attributes.get(attribute, default)

    @property
    def text(self) -> str:
        """The text that stands directly in this element, without white space around it."""
        return "".join(item for item in self.content if isinstance(item, str)).strip()

    def text_of(self, *tags: str) -> str:
        """Return the text of the first element of one of these names, "" if there is none."""
        child = self.child(*tags)
        return "" if child is None else child.text

    @property
    def where(self) -> Where:
        """The place in the file, for errors."""
        return Where(self.file, self.line, f"<{self.tag}>")


def read_xml(path: Path) -> Element:
    """Return the root element of a file."""
    return parse_xml(read_bytes(path, LARGEST), str(path))


def parse_xml(text: str | bytes, file: str = "<text>", origins: Sequence[str] = ()) -> Element:
    """Return the root element of an XML text.

    `origins` are the files that ORIGIN attributes number; these attributes are taken away.
    """
    data, skipped = _prepare(text, file)
    builder = _Builder(file, origins, skipped)
    parser = expat.ParserCreate("utf-8" if isinstance(text, str) else None)
    builder.install(parser)
    try:
        _feed(parser, data, file)
    except expat.ExpatError as error:
        _raise_malformed(error, data, Where(file, error.lineno + skipped))
    except (LookupError, ValueError) as error:
        # pyexpat raises these for an encoding that Python does not have or that is not 8 bit.
        raise ModelError(
            f"its encoding is not known ({error}); save it as UTF-8", Where(file, 1)
        ) from error
    assert builder.root is not None
    return builder.root


def _prepare(text: str | bytes, file: str) -> tuple[bytes, int]:
    """Return the bytes from the declaration on, and how many lines stood before it."""
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        raise ModelError(f"holds a character that is no text: {error}", Where(file)) from error
    check_size(len(data), LARGEST, Where(file))
    start = data[:4096].lstrip()
    before = data[: min(len(data), 4096) - len(start)]
    if before and start.startswith(b"<?xml"):
        return data[len(before) :], before.count(b"\n")
    return data, 0


def _feed(parser: expat.XMLParserType, data: bytes, file: str) -> None:
    view = memoryview(data)
    for start in range(0, len(data), _CHUNK):
        parser.Parse(view[start : start + _CHUNK], False)  # noqa: FBT003  # expat takes no keyword
        if start + _CHUNK - parser.CurrentByteIndex > _LONGEST_TAG:
            raise ModelError(
                f"has a tag or comment of more than {_LONGEST_TAG // 2**20} MB; shorten it",
                Where(file, parser.CurrentLineNumber),
            )
    parser.Parse(b"", True)  # noqa: FBT003


class _Builder:
    """Makes elements of what the parser finds, within bounds."""

    def __init__(self, file: str, origins: Sequence[str], skipped: int) -> None:
        self.root: Element | None = None
        self._file = file
        self._origins = origins
        self._skipped = skipped
        self._open: list[Element] = []
        self._count = 0

    def install(self, parser: expat.XMLParserType) -> None:
        self._parser = parser
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters

    def _place(self) -> Where:
        return Where(self._file, self._parser.CurrentLineNumber + self._skipped)

    def _doctype(self, *_: object) -> None:
        raise ModelError(
            "has a <!DOCTYPE>; document types are refused, because their entities can grow "
            'without bound ("billion laughs"); remove it',
            self._place(),
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > _MOST_ELEMENTS:
            raise ModelError(f"has more than {_MOST_ELEMENTS} elements", self._place())
        if len(self._open) >= _DEEPEST:
            raise ModelError(f"has elements nested more than {_DEEPEST} deep", self._place())
        file, line = self._origin(attributes)
        element = Element(tag=tag, attributes=attributes, file=file, line=line)
        if self._open:
            self._open[-1].content.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _origin(self, attributes: dict[str, str]) -> tuple[str, int]:
        if self._origins:
            number, _, line = attributes.pop(ORIGIN, "").partition(":")
            if number.isdecimal() and line.isdecimal() and int(number) < len(self._origins):
                return self._origins[int(number)], int(line)
            if self._open:  # made by a macro itself: where its surroundings stood
                return self._open[-1].file, self._open[-1].line
            return self._file, 0
        return self._file, self._parser.CurrentLineNumber + self._skipped

    def _end(self, _tag: str) -> None:
        content = self._open.pop().content
        if len(content) > 1:
            # The parser hands long texts over in pieces.
            runs = itertools.groupby(content, key=lambda item: isinstance(item, str))
            content[:] = [
                item
                for is_text, run in runs
                for item in (("".join(map(str, run)),) if is_text else run)
            ]

    def _characters(self, text: str) -> None:
        if self._open:
            self._open[-1].content.append(text)


def _raise_malformed(error: expat.ExpatError, data: bytes, where: Where) -> None:
    if not data.strip():
        raise ModelError("is empty; expected XML", where) from error
    if data.startswith(_UTF_32):
        raise ModelError("is UTF-32 text, which XML parsers do not read; save it as UTF-8", where)
    if b"\0" in data[:1024] and not data.startswith(_BYTE_ORDER_MARKS):
        raise ModelError("is binary data; expected XML", where) from error
    _check_encoding(data, where)
    reason = expat.ErrorString(error.code)
    raise ModelError(
        f"is not well-formed XML: {reason} (column {error.offset + 1}); correct it there", where
    ) from error


def _check_encoding(data: bytes, where: Where) -> None:
    """Raise the clearer error if the bytes are not what the declaration says."""
    declared = _DECLARATION.match(data[:1024])
    encoding = declared.group(1).decode().lower() if declared else "utf-8"
    if data.startswith(_BYTE_ORDER_MARKS):
        encoding = "utf-16"
    if encoding not in _CHECKED_ENCODINGS:
        return
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        said = "as it declares" if declared else "which XML is unless it declares otherwise"
        raise ModelError(
            f"is not {encoding} text, {said}: byte 0x{data[error.start]:02x} at {error.start}; "
            "save it as UTF-8 or declare its encoding",
            where,
        ) from error


def to_text(element: Element) -> str:
    """Return an element as XML on one line; two readings of the result give the same text.

    White space at the ends of texts is left out, as are comments.
    """
    inner = "".join(
        to_text(item) if isinstance(item, Element) else escape(item.strip(), _TEXT_ESCAPES)
        for item in element.content
    )
    attributes = "".join(
        f' {name}="{escape(value, _ATTRIBUTE_ESCAPES)}"'
        for name, value in element.attributes.items()
    )
    head = f"<{element.tag}{attributes}"
    return f"{head}>{inner}</{element.tag}>" if inner else f"{head}/>"
