# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One version, the same wherever it is written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import samebot

HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d|unreleased)$", re.MULTILINE)


@pytest.fixture(scope="module")
def version(root: Path) -> str:
    data = tomllib.loads((root / "pyproject.toml").read_text())
    return str(data["project"]["version"])


def test_the_changelog_begins_with_this_version(root: Path, version: str) -> None:
    text = (root / "CHANGELOG.md").read_text()
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    found = HEADING.findall(text)
    assert len(found) == len(headings), "every heading is '## [x.y.z] - yyyy-mm-dd' or unreleased"
    assert found[0][0] == version
    numbers = [tuple(map(int, number.split("."))) for number, _ in found]
    assert numbers == sorted(set(numbers), reverse=True)
    assert [date for _, date in found[1:] if date == "unreleased"] == []


@pytest.mark.parametrize("place", ["package.xml", "interfaces/package.xml"])
def test_the_package_manifest_has_this_version(root: Path, place: str, version: str) -> None:
    if not (root / place).exists():
        pytest.skip(f"no {place}")
    assert re.findall(r"<version>(.*?)</version>", (root / place).read_text()) == [version]


def test_the_citation_has_this_version(root: Path, version: str) -> None:
    lines = (root / "CITATION.cff").read_text().splitlines()
    assert f"version: {version}" in lines


def test_the_package_says_this_version(version: str) -> None:
    assert getattr(samebot, "__version__", version) == version
