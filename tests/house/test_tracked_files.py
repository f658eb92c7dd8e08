# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What may lie in the repository: nothing big, nothing left over, nothing of one machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LARGEST = 1_000_000
LEFTOVER_NAMES = re.compile(r".*(\.orig|\.rej|\.swp|\.bak|\.pyc|\.log|~)|\.DS_Store|core\.\d+")
# Written in pieces, so that this file does not complain about itself.
LEFTOVERS = {
    "a place on one machine": r"(?<![\w.$}])/(?:" + r"work|home/\w+|root|Users/\w+)/",
    "a temporary place": r"/(?:tmp)/" + r"(?:bash|brief|tmp\w{6,})",
    "a package host": r"python" + r"hosted|pypi\.org/simple|--(?:extra-)?index-url[= ]http",
    "a mark of an unfinished merge": r"^(?:<{7}|>{7}|={7})(?: |$)",
    "a note to oneself": r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b",
    "a breakpoint": r"^[ \t]*(?:break" + r"point\(\)|import i?pdb\b)",
}
PATTERNS = {what: re.compile(pattern, re.MULTILINE) for what, pattern in LEFTOVERS.items()}


def complaints(text: str) -> list[str]:
    """Say what should not stand in a text."""
    return [
        f"line {text.count(chr(10), 0, found.start()) + 1}: {what}: {found.group()!r}"
        for what, pattern in PATTERNS.items()
        for found in pattern.finditer(text)
    ]


def test_no_file_is_big(tracked: list[Path]) -> None:
    assert {str(path) for path in tracked if path.stat().st_size > LARGEST} == set()


def test_no_file_is_left_over(tracked: list[Path]) -> None:
    assert [str(path) for path in tracked if LEFTOVER_NAMES.fullmatch(path.name)] == []


def test_texts_are_utf_8_and_of_no_machine(tracked: list[Path]) -> None:
    found = {}
    for path in tracked:
        data = path.read_bytes()
        if b"\0" in data:
            continue
        found[str(path)] = complaints(data.decode("utf-8"))
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "text",
    [
        "see /wo" + "rk/main/x",
        "cd /ho" + "me/me/robot",
        "a\n" + "<" * 7 + " HEAD\n",
        "# TO" + "DO: later",
        "    break" + "point()",
        "pip install --index-" + "url https://x.org/simple",
        "open('/tm" + "p/brief/x')",
    ],
)
def test_a_leftover_is_found(text: str) -> None:
    assert len(complaints(text)) == 1


@pytest.mark.parametrize(
    "text",
    ["a framework/main", "$HOME/.cache/x", "~/ros2_ws/src", "/opt/ros/jazzy/setup.sh", "x == y"],
)
def test_ordinary_words_are_fine(text: str) -> None:
    assert complaints(text) == []
