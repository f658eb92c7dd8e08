# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What leaves the command: text, JSON and tables on stdout or in a file, complaints on stderr."""

from __future__ import annotations

import io
import json
import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

from samebot.core.errors import BadInput

__all__ = [
    "across",
    "complain",
    "settle_encoding",
    "table",
    "titled",
    "without_empty_columns",
    "write",
    "write_document",
    "write_json",
]

_LONGEST_COMPLAINT = 600


def settle_encoding() -> None:
    """Make stdout UTF-8, whatever the locale: what it carries are UTF-8 documents."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def complain(message: str) -> None:
    """Write one line to stderr, beginning with the program's name."""
    line = " ".join(message.split())
    if len(line) > _LONGEST_COMPLAINT:
        line = line[:_LONGEST_COMPLAINT] + " ..."
    if sys.stderr is not None:
        sys.stderr.write(f"samebot: {line}\n")
        sys.stderr.flush()


def write(text: str, *, at_once: bool = False) -> None:
    """Write a text to stdout, ending it with a line end; `at_once`: hold nothing back."""
    if sys.stdout is not None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        if at_once:
            sys.stdout.flush()


def write_json(value: object) -> None:
    """Write strict JSON (no NaN, no Infinity) to stdout."""
    write(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def write_document(text: str, file: str) -> None:
    """Write a document to `file`, or to stdout where `file` is empty or "-"."""
    if file in ("", "-"):
        write(text)
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"cannot write {file}: {error.strerror or error}; give a file in a folder that exists "
            "and may be written"
        ) from error


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows in columns; numbers are aligned to the right, the rest to the left."""
    cells = [tuple(head), *map(tuple, rows)]
    columns = list(zip(*cells, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(map(_is_number, column[1:])) for column in columns]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    )


def across(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the same table lying: one line a column, its name in front."""
    lines = list(zip(head, *rows, strict=True))
    columns = list(zip(*lines, strict=True))
    widths = [max(map(len, column)) for column in columns]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def without_empty_columns(
    head: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Return a table without the columns in which no row has anything."""
    kept = [index for index in range(len(head)) if any(row[index] for row in rows)]
    return [head[index] for index in kept], [[row[index] for index in kept] for row in rows]


def titled(title: str, lines: Iterable[str]) -> str:
    """Return a title with its lines indented below it; nothing where there are no lines."""
    body = "\n".join(lines)
    return f"{title}\n{textwrap.indent(body, '  ')}" if body else ""


def _is_number(cell: str) -> bool:
    return not cell.strip("+-0123456789.e")
