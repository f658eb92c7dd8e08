# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.errors import ModelError
from samebot.model.xml import LARGEST, Element, parse_xml, read_xml, to_text


def problem(data: str | bytes) -> str:
    with pytest.raises(ModelError) as caught:
        parse_xml(data, "f.xml")
    assert str(caught.value).startswith("f.xml")
    return str(caught.value)


def test_elements_know_their_lines() -> None:
    root = parse_xml('<a>\n <b x="1"/>\n\n <c>\n  text\n </c></a>', "f.xml")
    assert [(child.tag, child.line) for child in root.children()] == [("b", 2), ("c", 4)]
    assert root.text_of("c") == "text"
    assert root.file == "f.xml"


def test_white_space_before_the_declaration_is_taken() -> None:
    root = parse_xml('\n\n  <?xml version="1.0"?>\n<a>\n<b/></a>')
    assert [root.line, *(child.line for child in root.children())] == [4, 5]


def test_a_document_type_is_refused_by_name() -> None:
    bomb = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<l>&b;</l>'
    message = problem(bomb)
    assert message.startswith("f.xml:1")
    assert "billion laughs" in message


@pytest.mark.parametrize(
    "data",
    [
        '<?xml version="1.0" encoding="ISO-8859-1"?><a n="é"/>'.encode("latin-1"),
        '<?xml version="1.0" encoding="windows-1252"?><a n="é"/>'.encode("cp1252"),
        '<?xml version="1.0" encoding="utf-16"?><a n="é"/>'.encode("utf-16"),
        '<a n="é"/>'.encode("utf-16"),
        '\ufeff<a n="é"/>'.encode(),
        '<?xml version="1.0" encoding="ISO-8859-1"?><a n="é"/>',
    ],
)
def test_declared_encodings_are_read(data: str | bytes) -> None:
    assert parse_xml(data).get("n") == "é"


def test_bytes_that_are_not_what_is_declared_are_named() -> None:
    assert "not utf-8 text" in problem('<a n="é"/>'.encode("latin-1"))
    declared = '<?xml version="1.0" encoding="UTF-8"?>\n<a n="é"/>'.encode("latin-1")
    message = problem(declared)
    assert "as it declares" in message
    assert "byte 0xe9" in message


def test_unknown_encodings_are_named() -> None:
    assert "encoding" in problem(b'<?xml version="1.0" encoding="klingon"?><a/>')
    assert "encoding" in problem(b'<?xml version="1.0" encoding="shift-jis"?><a/>')


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"\x7fELF\x00\x00\x01", "binary"),
        (bytes(range(256)), "binary"),
        ("<a><b></a>", "mismatched tag"),
        ("<a x=1/>", "not well-formed"),
        ('<a x="1" x="2"/>', "duplicate attribute"),
        ("<a/><b/>", "junk after document element"),
        ("<a>&nbsp;</a>", "undefined entity"),
        ("<a>", "no element found"),
        ("just text", "not well-formed"),
        ("<a>\ud800</a>", "no text"),
    ],
)
def test_broken_xml_is_one_clear_error(data: str | bytes, expected: str) -> None:
    assert expected in problem(data)


def test_the_line_of_broken_xml_is_told() -> None:
    assert problem("<a>\n<b>\n</a>").startswith("f.xml:3")


def test_depth_is_bounded() -> None:
    assert "nested more than" in problem("<a>" * 1000)


def test_the_number_of_elements_is_bounded() -> None:
    assert "elements" in problem("<a>" + "<b/>" * 200_001 + "</a>")


def test_an_endless_tag_is_refused() -> None:
    attributes = " ".join(f'a{number}=""' for number in range(700_000))
    assert "tag or comment" in problem(f"<a {attributes}/>")


@pytest.mark.parametrize("encoding", ["utf-32", "utf-32-le", "utf-32-be"])
def test_utf_32_is_refused_by_its_name(encoding: str) -> None:
    mark = {"utf-32-le": b"\xff\xfe\0\0", "utf-32-be": b"\0\0\xfe\xff"}.get(encoding, b"")
    assert "is UTF-32 text" in problem(mark + "<a/>".encode(encoding))


def test_long_texts_are_kept_whole() -> None:
    text = "x y " * 50_000
    assert parse_xml(f"<a>{text}</a>").text == text.strip()


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.urdf"
    with path.open("wb") as stream:
        stream.truncate(200 * 2**20)
    with pytest.raises(ModelError, match="has 200 MB; at most 64 MB are read"):
        read_xml(path)


def test_a_huge_text_is_refused() -> None:
    assert "at most 64 MB" in problem(b" " * (LARGEST + 1))


def test_a_file_without_permission_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    locked = tmp_path / "locked.urdf"
    locked.write_text("<a/>")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelError, match="no permission"):
        read_xml(locked)


def test_origins_tell_file_and_line() -> None:
    text = '<a samebot-origin="0:7"><b samebot-origin="1:3"/><c/></a>'
    root = parse_xml(text, "f", ["main", "other"])
    assert (root.file, root.line, root.attributes) == ("main", 7, {})
    places = [(child.file, child.line) for child in root.children()]
    assert places == [("other", 3), ("main", 7)]


_names = st.text("abcxyz", min_size=1, max_size=4)
_texts = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=9)
_breaks = st.sampled_from(["", "\n", "\t", "\r", "]]>", "<!--", "&amp;"])


@st.composite
def _elements(draw: st.DrawFn, depth: int = 3) -> Element:
    attributes = draw(st.dictionaries(_names, st.tuples(_texts, _breaks).map("".join), max_size=2))
    content: list[Element | str] = [draw(_texts) + draw(_breaks)]
    if depth:
        content += draw(st.lists(_elements(depth=depth - 1), max_size=2))
    return Element(tag=draw(_names), attributes=attributes, content=content)


@given(_elements())
def test_text_of_an_element_reads_as_the_same(element: Element) -> None:
    text = to_text(element)
    again = parse_xml(text)
    assert to_text(again) == text
    assert again.attributes == element.attributes
    assert [child.tag for child in again.children()] == [child.tag for child in element.children()]
