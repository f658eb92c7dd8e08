# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How URDF text is laid out: exact numbers, indentation, pieces of XML that stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree as ET

from samebot.core.errors import ModelError

__all__ = ["NOT_IN_XML", "RawXml", "document", "number", "numbers"]

NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped."""

_PLACEHOLDER: Final = "samebot-raw"


def number(value: float) -> str:
    """Return the shortest text that reads as exactly this number."""
    return repr(float(value)).removesuffix(".0")


def numbers(values: Iterable[float]) -> str:
    """Return numbers with spaces between them."""
    return " ".join(map(number, values))


class RawXml:
    """Pieces of XML text that are put into a document as they are."""

    def __init__(self) -> None:
        """Start without any."""
        self._pieces: list[str] = []

    def placeholder(self, xml: str) -> ET.Element:
        """Return an element in whose place `put_into` puts the text `xml`."""
        self._pieces.append(xml)
        return ET.Element(_PLACEHOLDER, number=str(len(self._pieces) - 1))

    def put_into(self, text: str) -> str:
        """Return the document's text with every placeholder replaced, in one pass."""
        return re.sub(
            rf'<{_PLACEHOLDER} number="(\d+)" />',
            lambda match: self._pieces[int(match.group(1))],
            text,
        )


def document(root: ET.Element, raw: RawXml) -> str:
    """Return the indented text of an XML document, its declaration first.

    Without an encoding in the declaration it is UTF-8, and readers take it as text, too.
    """
    ET.indent(root)
    text = raw.put_into(ET.tostring(root, encoding="unicode"))
    illegal = NOT_IN_XML.search(text)
    if illegal is not None:
        line = text[text.rfind("\n", 0, illegal.start()) + 1 :].partition("\n")[0]
        raise ModelError(
            f"XML cannot hold the character U+{ord(illegal.group()):04X} of "
            f"{line.strip()[:80]!a}; take it out of the name"
        )
    return f'<?xml version="1.0"?>\n{text}\n'
