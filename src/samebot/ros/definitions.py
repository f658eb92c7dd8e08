# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The text of message definitions, from the packages that are installed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from samebot.core.errors import BadInput
from samebot.ros.wire.layouts import SIZES

__all__ = ["definition_of"]

_LINE: Final = "=" * 80
_FIELD = re.compile(r"^\s*([A-Za-z]\w*(?:/\w+)*)(?:\[[^\]]*\])?\s+\w+")
_PLAIN: Final = frozenset({*SIZES, "char", "string", "wstring"})


def definition_of(message: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return a type's definition and those of all parts, as MCAP's ros2msg wants them.

    Raises BadInput where a package's definitions are not installed.
    """
    top, *parts = _with_parts(message, environ)
    return "\n".join([top[1].rstrip(), *(_titled(*part) for part in parts)]) + "\n"


def _titled(message: str, text: str) -> str:
    return f"{_LINE}\nMSG: {message.replace('/msg/', '/')}\n{text.rstrip()}"


def _with_parts(message: str, environ: Mapping[str, str]) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    waiting = [message]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = _text(name, environ)
            waiting.extend(_parts(name, found[name]))
    return list(found.items())


def _parts(message: str, text: str) -> Iterator[str]:
    package = message.partition("/")[0]
    for line in text.splitlines():
        field = _FIELD.match(line.partition("#")[0])
        if field is None or field[1] in _PLAIN:
            continue
        *where, name = field[1].split("/")
        yield f"{where[0] if where else package}/msg/{name}"


def _text(message: str, environ: Mapping[str, str]) -> str:
    package, kind, name = message.split("/")
    prefixes = [p for p in environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    for prefix in (*prefixes, sys.prefix):
        file = Path(prefix, "share", package, kind, f"{name}.msg")
        if file.is_file():
            return file.read_text("utf-8")
    raise BadInput(
        f"the definition of {message} is not installed ({package} has no {kind}/{name}.msg); "
        "install or build that package to record its topics"
    )
