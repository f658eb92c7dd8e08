# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""xacro files to XML elements: in a process of its own with bounds, or here if trusted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from samebot.core.errors import ModelError, Where
from samebot.model.urdf import expander
from samebot.model.urdf.packages import require_package
from samebot.model.xml import ORIGIN, Element, parse_xml

__all__ = ["MEMORY_LIMIT", "TIME_LIMIT", "expand_file"]

TIME_LIMIT: Final = 10.0
"""How long an expansion may take, s."""
MEMORY_LIMIT: Final = 2**30
"""How much address space it may use, bytes (where the system can bound it)."""


def expand_file(
    path: Path,
    *,
    arguments: Mapping[str, str],
    search: Sequence[Path] = (),
    trusted: bool = False,
    seconds: float = TIME_LIMIT,
    memory: int = MEMORY_LIMIT,
) -> Element:
    """Return the root element of an expanded xacro file; elements know their own file and line.

    Raises ModelError for whatever is wrong in the file or takes too much time or memory.
    """
    if trusted:
        text, files = _expand_here(path, arguments, search)
    else:
        request = {
            "path": str(path),
            "arguments": dict(arguments),
            "search": [str(folder) for folder in search],
            "mark": ORIGIN,
            "seconds": seconds,
            "bytes": memory,
        }
        text, files = _expand_apart(request, seconds, str(path))
    return parse_xml(text, str(path), files)


def _expand_here(
    path: Path, arguments: Mapping[str, str], search: Sequence[Path]
) -> tuple[str, list[str]]:
    def find(name: str) -> str:
        return str(require_package(name, path.parent, search))

    try:
        return expander.expand(str(path), arguments, find, ORIGIN)
    except expander.Failure as failure:
        where = Where(failure.file or str(path), failure.line)
        raise ModelError(failure.problem, where) from failure


def _expand_apart(request: Mapping[str, Any], seconds: float, path: str) -> tuple[str, list[str]]:
    try:
        worker = subprocess.run(  # noqa: S603  # our own program, without a shell
            [sys.executable, "-P", "-X", "utf8", expander.__file__],
            input=json.dumps(request).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _endless(seconds, path) from None
    except OSError as error:
        raise ModelError(f"cannot start Python to expand it: {error}", Where(path)) from error
    try:
        answer = json.loads(worker.stdout)
    except ValueError:
        raise _endless(seconds, path) from None
    if "problem" in answer:
        where = Where(answer.get("file") or path, answer.get("line", 0))
        raise ModelError(answer["problem"], where)
    return answer["text"], answer["files"]


def _endless(seconds: float, path: str) -> ModelError:
    return ModelError(
        f"cannot be expanded within {seconds:g} s and {MEMORY_LIMIT // 2**20} MB; "
        "look for macros, includes or expressions without end",
        Where(path),
    )
