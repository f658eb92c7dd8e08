# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Python itself: its version, its environment, and what it takes to compile for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok, problem
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS"]

_OLDEST: Final = (3, 11)
_NEWEST: Final = (3, 14)
_COMPILERS: Final = ("c++", "g++", "clang++")
_SHADOWED: Final = ("mujoco", "numpy", "rclpy", "samebot", "viser", "xacro", "yaml")


def _python(here: Surroundings) -> Iterator[Finding]:
    version = ".".join(map(str, here.python))
    found = f"Python {version}, {here.bits} bit, {here.executable}"
    if here.python[:2] < _OLDEST:
        yield problem(
            "python",
            f"{found}; 3.11 is the oldest that works",
            "install a newer Python, for example: sudo apt install python3.12 python3.12-venv",
        )
    elif here.python[:2] > _NEWEST:
        yield note("python", f"{found}; newer than any that was tried (3.11 to 3.14)")
    elif here.bits < 64:
        yield note(
            "python",
            f"{found}; the simulator and the ROS 2 packages exist for 64 bit only",
            "install a 64-bit system; models and physical robots work on this one too",
        )
    else:
        yield ok("python", found)


def _environment(here: Surroundings) -> Iterator[Finding]:
    active = here.environ.get("VIRTUAL_ENV", "")
    if active and not _same(active, here.prefix):
        yield problem(
            "virtual environment",
            f"{active} is active, but this samebot runs in {here.prefix}",
            "deactivate it, or install samebot into it: pip install samebot",
        )
    elif here.prefix != here.base_prefix:
        yield ok("virtual environment", here.prefix)
    elif here.environ.get("CONDA_PREFIX"):
        yield ok("virtual environment", f"conda, {here.prefix}")
    else:
        yield note(
            "virtual environment",
            f"none: this is the Python of the system ({here.prefix})",
            "python3 -m venv .venv && . .venv/bin/activate keeps packages of projects apart",
        )


def _compiler(here: Surroundings) -> Iterator[Finding]:
    found = next(filter(None, map(here.which, _COMPILERS)), None)
    if found:
        yield ok("compiler", found)
    else:
        yield _missing(here, "compiler", "no C++ compiler", "sudo apt install g++")


def _headers(here: Surroundings) -> Iterator[Finding]:
    header = here.include / "Python.h"
    if header.is_file():
        yield ok("python headers", str(header))
    else:
        package = f"python{here.python[0]}.{here.python[1]}-dev"
        yield _missing(
            here, "python headers", f"no {header}", f"sudo apt install python3-dev (or {package})"
        )


def _missing(here: Surroundings, name: str, found: str, remedy: str) -> Finding:
    """Tell of what only the building of ROS message packages needs."""
    if here.system == "Linux" and here.ros_python.own_wheels and not here.find("tf2_msgs"):
        return problem(name, f"{found}; ROS messages that are not there yet need it", remedy)
    return note(name, f"{found}; only needed to build ROS message packages from pip", remedy)


def _shadows(here: Surroundings) -> Iterator[Finding]:
    files = [f"{name}.py" for name in _SHADOWED if (here.folder / f"{name}.py").is_file()]
    if files:
        yield problem(
            "file names",
            f"{' and '.join(files)} in {here.folder}: programs started here import that instead "
            "of the package of this name",
            "give the file another name, and delete the folder __pycache__ beside it",
        )


def _same(first: str, second: str) -> bool:
    return Path(first).resolve() == Path(second).resolve()


CHECKS: Final[tuple[Check, ...]] = (_python, _environment, _compiler, _headers, _shadows)
