# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot bench`: how fast things are here, beside what is wanted of them.

The benchmarks lie in the folder `bench` beside the source: they compare with other programs and
want a source tree, so they are no part of the installed package.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import samebot
from samebot.cli.output import complain, table, write, write_json
from samebot.core.errors import BadInput, BodyError, UnknownName

if TYPE_CHECKING:
    from samebot.cli.parser import Commands

__all__ = ["add_to", "benchmarks", "run", "verdict"]

_EPILOG: Final = """\
examples:
  samebot bench
  samebot bench sim --quick
  samebot bench camera --json > camera.json
  samebot bench ros --plot cost.svg

Figures are ratios wherever two programs can be run in turn; times are the processor's. Other
simulators take part where they are installed: pip install 'samebot[bench]'"""

_LENGTHS: Final = {True: "a minute", False: "some minutes"}
_IS_ONE: Final = re.compile(r"^def measure\(", re.MULTILINE)
_PLOTS: Final = re.compile(r"^def measure\([^)]*\bplot\b", re.MULTILINE)

Row = Mapping[str, Any]


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure how fast things are here",
        description="Run the benchmarks, one or all of them, and hold them to what is wanted.",
        epilog=_EPILOG,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="one benchmark: sim, camera ...")
    parser.add_argument("--quick", action="store_true", help="a first impression, in a minute")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="also draw how the figures came about (ros)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run benchmarks and print their figures."""
    root = Path(samebot.__file__).resolve().parents[2]
    known = benchmarks(root / "bench")
    if arguments.name is not None and arguments.name not in known:
        raise UnknownName("benchmark", arguments.name, known)
    names = known if arguments.name is None else (arguments.name,)
    plot = _plot(arguments.plot, root / "bench", names) if arguments.plot else None
    machine = _machine()
    found = {name: list(_figures(root, name, _options(arguments, plot))) for name in names}
    machine["load_after"] = _load()
    if arguments.json:
        write_json({"machine": machine, "figures": found})
        return 0
    write("\n\n".join(_as_table(name, rows) for name, rows in found.items()))
    write(
        f"\n{machine['processor']}, {machine['cores']} cores, {machine['system']}, Python "
        f"{machine['python']}; load {machine['load']} before, {machine['load_after']} after"
    )
    return 0


def benchmarks(folder: Path) -> tuple[str, ...]:
    """Return the benchmarks of a source tree; raises BadInput if there is none."""
    files = sorted(folder.glob("[a-z]*.py")) if (folder / "__main__.py").is_file() else []
    names = tuple(file.stem for file in files if _IS_ONE.search(file.read_text("utf-8")))
    if not names:
        raise BadInput(
            f"there are no benchmarks in {folder}: they are not part of an installed samebot; get "
            "its source (git clone) and run ./run bench there"
        )
    return names


def verdict(figure: Row) -> str:
    """Say whether a figure is as wanted; nothing where nothing is wanted."""
    least, most, value = figure["least"], figure["most"], figure["value"]
    if least is None and most is None:
        return ""
    met = value is not None and value >= (least or 0.0) and (most is None or value <= most)
    return "met" if met else "missed"


def _plot(name: str, folder: Path, benchmarks: tuple[str, ...]) -> Path:
    """Return the file for the plot; raises BadInput where there will be none."""
    file = Path(name).resolve()
    if file.suffix != ".svg":
        raise BadInput(f"--plot {name}: plots are drawn as SVG; give a file that ends in .svg")
    if not file.parent.is_dir():
        raise BadInput(f"--plot {name}: there is no folder {file.parent}; make it first")
    text = "".join((folder / f"{each}.py").read_text("utf-8") for each in benchmarks)
    if len(benchmarks) != 1 or not _PLOTS.search(text):
        raise BadInput("--plot is for one benchmark that draws: samebot bench ros --plot FILE.svg")
    return file


def _options(arguments: argparse.Namespace, plot: Path | None) -> list[str]:
    quick = ["--quick"] if arguments.quick else []
    return quick + (["--plot", str(plot)] if plot else [])


def _figures(root: Path, name: str, options: list[str]) -> Iterator[Row]:
    """Start one benchmark and go through its figures as they come."""
    words = [sys.executable, "-m", "bench", name, *options]
    complain(
        f"measuring {name}: this takes {'a minute' if '--quick' in options else 'some minutes'}"
    )
    with subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if line.startswith("{"):
                    figure = json.loads(line)
                    complain(f"{figure['name']}: {_number(figure['value'])} {figure['unit']}")
                    yield figure
        finally:
            process.terminate()
    if process.returncode > 0:
        raise BodyError(f"the benchmark {name} ended with status {process.returncode}; see above")


def _as_table(name: str, rows: list[Row]) -> str:
    head = (name, "value", "unit", "wanted", "", "note")
    lines = [
        (row["name"], _number(row["value"]), row["unit"], _wanted(row), verdict(row), row["note"])
        for row in rows
    ]
    return table(head, lines)


def _wanted(row: Row) -> str:
    if row["least"] is not None:
        return f">= {_number(row['least'])}"
    return f"<= {_number(row['most'])}" if row["most"] is not None else ""


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _machine() -> dict[str, object]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": _load(),
    }


def _processor() -> str:
    try:
        info = Path("/proc/cpuinfo").read_text("utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*: (.+)$", info, re.MULTILINE)
    return found[1] if found else platform.machine()


def _load() -> float | None:
    """Return how many processes wanted a core in the last minute; Windows does not know."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
