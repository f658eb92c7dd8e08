# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Time and chance are handed in: the library does not sleep, look at the wall, or roll dice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CLOCK = "core/clock.py"
CHANCE = "core/chance.py"
FORBIDDEN = {
    "time.sleep": CLOCK,
    "time.time": CLOCK,
    "time.time_ns": CLOCK,
    "time.monotonic": CLOCK,
    "asyncio.sleep": CLOCK,
    "datetime.datetime.now": CLOCK,
    "datetime.datetime.utcnow": CLOCK,
    "datetime.datetime.today": CLOCK,
    "datetime.date.today": CLOCK,
    "random": CHANCE,
    "secrets": CHANCE,
    "os.urandom": CHANCE,
    "uuid.uuid4": CHANCE,
    "numpy.random": CHANCE,
}
"""Names, and the one file that may use what they begin."""
TYPES = {"numpy.random.Generator"}
ALLOWED = {("cli/diagnosis/surroundings.py", "time.time"): "doctor looks for a wrong date"}


def used_names(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything that is imported or reached through an import."""
    tree = ast.parse(source)
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name if alias.asname else alias.name.split(".")[0]
                known[alias.asname or top] = top
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield node.lineno, f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.lineno, _full_name(node, known)


def _full_name(node: ast.expr, known: dict[str, str]) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_full_name(node.value, known)}.{node.attr}"
    return known.get(node.id, "?") if isinstance(node, ast.Name) else "?"


def complaints(file: str, source: str) -> list[str]:
    """Say which names `file` may not use."""
    attributes = set(used_names(source))
    longer = {(line, name.rpartition(".")[0]) for line, name in attributes}
    return [
        f"{file}:{line}: uses {name}; only {place} may"
        for line, name in sorted(attributes)
        for start, place in FORBIDDEN.items()
        if file != place
        and (name == start or name.startswith(f"{start}."))
        and name not in TYPES
        and (file, name) not in ALLOWED
        and (line, name) not in longer
    ]


def test_only_the_clock_sleeps_and_only_chance_rolls_dice(root: Path) -> None:
    package = root / "src" / "samebot"
    found = [
        complaint
        for path in sorted(package.rglob("*.py"))
        for complaint in complaints(path.relative_to(package).as_posix(), path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("import time\ntime.sleep(1)", 1),
        ("import time as t\ndef f():\n    t.sleep(1)", 1),
        ("from time import sleep", 1),
        ("def f():\n    from time import sleep as s", 1),
        ("import time\nx = time.time()", 1),
        ("from datetime import datetime\nx = datetime.now()", 1),
        ("import datetime as d\nx = d.datetime.now(tz)", 1),
        ("import random", 1),
        ("import numpy as np\nx = np.random.default_rng(0)", 1),
        ("import numpy as np\nnp.random.seed(0)\nnp.random.normal()", 2),
        ("from numpy.random import default_rng", 1),
        ("import numpy as np\ndef f(rng: np.random.Generator) -> float:\n    ...", 0),
        ("from numpy.random import Generator", 0),
        ("import time\nx = time.perf_counter()", 0),
        ("self.time.sleep(1)\nclock.sleep(1)", 0),
    ],
)
def test_what_is_forbidden_is_found(source: str, count: int) -> None:
    assert len(complaints("sim/world.py", source)) == count, complaints("sim/world.py", source)


def test_the_clock_and_chance_may() -> None:
    assert complaints(CLOCK, "import time\ntime.sleep(1)") == []
    assert complaints(CHANCE, "import numpy as np\nnp.random.PCG64(1)") == []
    assert complaints(CHANCE, "import time\ntime.sleep(1)") != []
