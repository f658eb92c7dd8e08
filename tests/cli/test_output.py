# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Tables line up, and say nothing about nothing."""

from __future__ import annotations

from samebot.cli.output import across, table, titled, without_empty_columns

ROWS = [("ps0", "30", "far"), ("tof", "-1.8", "near")]


def test_numbers_stand_to_the_right_and_words_to_the_left() -> None:
    lines = table(("name", "x", "what"), ROWS).splitlines()
    assert lines == ["name     x  what", "ps0     30  far", "tof   -1.8  near"]


def test_a_table_may_lie() -> None:
    assert across(("m", "raw"), [("0", "4095"), ("0.05", "120")]).splitlines() == [
        "  m     0  0.05",
        "raw  4095   120",
    ]


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    head, rows = without_empty_columns(("a", "b", "c"), [("1", "", ""), ("2", "", "x")])
    assert head == ["a", "c"]
    assert rows == [["1", ""], ["2", "x"]]


def test_a_title_without_lines_is_left_out() -> None:
    assert titled("Title", ["a", "b\nc"]) == "Title\n  a\n  b\n  c"
    assert titled("Title", []) == ""
