# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Every program text says whose it is and under which licence."""

from __future__ import annotations

from pathlib import Path

import pytest

OWNER = "SPDX-FileCopyrightText: 2026 The samebot authors"
LICENCE = "SPDX-License-Identifier: Apache-2.0"
PROGRAMS = {".py", ".sh", ".c", ".cpp", ".h", ".js", ".css", ".cmake"}


def has_header(text: str) -> bool:
    """Tell whether the first lines (after a `#!`) are the two SPDX lines."""
    lines = text.splitlines()
    first = 1 if lines and lines[0].startswith("#!") else 0
    two = lines[first : first + 2]
    return len(two) == 2 and OWNER in two[0] and LICENCE in two[1]


def is_program(path: Path) -> bool:
    if path.suffix in PROGRAMS:
        return True
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def test_every_program_has_the_header(tracked: list[Path]) -> None:
    programs = [path for path in tracked if is_program(path)]
    assert len(programs) > 20
    assert [str(path) for path in programs if not has_header(path.read_text())] == []


def _without_header(path: Path) -> str:
    return path.read_text().replace(LICENCE, "") if path.exists() else ""


def test_the_licence_is_there_and_named_in_the_metadata(root: Path) -> None:
    assert "Apache License" in (root / "LICENSE").read_text()[:200]
    metadata = ("pyproject.toml", "setup.py", "setup.cfg", "package.xml", "CITATION.cff")
    named = [name for name in metadata if "Apache-2.0" in _without_header(root / name)]
    assert {"CITATION.cff"} < set(named)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# {OWNER}\n# {LICENCE}\n", True),
        (f"#!/bin/sh\n# {OWNER}\n# {LICENCE}\n", True),
        (f"# {OWNER}\n", False),
        (f"import os\n# {OWNER}\n# {LICENCE}\n", False),
        ("", False),
        (f"# {OWNER}\n# {LICENCE.replace('Apache-2.0', 'MIT')}\n", False),
    ],
)
def test_a_missing_header_is_noticed(text: str, *, expected: bool) -> None:
    assert has_header(text) is expected
