# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The files that belong to the project."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[Path]:
    """Return the files that git keeps and that are there, or skip outside a checkout."""
    if not (root / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "-c", f"safe.directory={root}", "-C", str(root), "ls-files", "-z"]
    listed = subprocess.run(command, capture_output=True, check=True, timeout=30).stdout.decode()
    paths = (root / name for name in listed.split("\0") if name)
    return [path for path in paths if path.is_file() and not path.is_symlink()]
