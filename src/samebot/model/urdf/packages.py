# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where ROS packages lie, without ROS: a search path, the file's own tree, the environment.

Only the standard library is used: the process that expands xacro files loads this file alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

__all__ = ["candidates", "find_package", "is_package_name", "places_of", "require_package"]

_NAME: Final = re.compile(r"[A-Za-z0-9_.+-]*[A-Za-z0-9_+-][A-Za-z0-9_.+-]*", re.ASCII)
_MANIFEST: Final = "package.xml"
_NAME_TAG: Final = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")
_LARGEST_MANIFEST: Final = 2**16
_MODEL_PATHS: Final = ("GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH")


def is_package_name(name: str) -> bool:
    """Return whether a package can have this name; a path cannot."""
    return _NAME.fullmatch(name) is not None


def find_package(name: str, base: str | Path, search: Sequence[str | Path] = ()) -> Path | None:
    """Return the folder of a package (its share folder if installed); None if it is nowhere."""
    return next(candidates(name, base, search), None)


def require_package(name: str, base: str | Path, search: Sequence[str | Path] = ()) -> Path:
    """Return the folder of a package; raise LookupError that says where it was looked for."""
    found = find_package(name, base, search)
    if found is None:
        raise LookupError(
            f"package {name!r} is nowhere; looked in {places_of(base, search)}; add where it is"
        )
    return found


def candidates(name: str, base: str | Path, search: Sequence[str | Path] = ()) -> Iterator[Path]:
    """Return the folders that may be the package, the likeliest first.

    The search path; a folder above `base` whose package.xml has the name; AMENT_PREFIX_PATH;
    ROS_PACKAGE_PATH; Gazebo's model paths; a folder of this name above or beside one above.
    """
    if not is_package_name(name):
        return
    above = _above(Path(base))
    for folder in map(Path, search):
        yield from _in(folder, name)
    yield from (folder for folder in above if _package_name(folder) == name)
    for prefix in _variable("AMENT_PREFIX_PATH"):
        yield from _existing(prefix / "share" / name)
    for variable in ("ROS_PACKAGE_PATH", *_MODEL_PATHS):
        for folder in _variable(variable):
            yield from _in(folder, name)
    for folder in above:
        if folder.name == name:
            yield folder
        yield from _existing(folder / name)
        yield from _existing(folder / "share" / name)


def places_of(base: str | Path, search: Sequence[str | Path] = ()) -> str:
    """Return where a package is looked for, for errors."""
    places = [str(folder) for folder in search]
    for variable in ("AMENT_PREFIX_PATH", "ROS_PACKAGE_PATH"):
        value = os.environ.get(variable)
        places.append(f"{variable} ({value})" if value else f"{variable} (not set)")
    places.append(f"the folders above {base}")
    return ", ".join(places)


def _above(base: Path) -> list[Path]:
    base = base.absolute()
    return [base, *base.parents]


def _in(folder: Path, name: str) -> Iterator[Path]:
    """Return the package in a folder of packages, an installation, or the package itself."""
    if folder.name == name or _package_name(folder) == name:
        yield from _existing(folder)
    yield from _existing(folder / name)
    yield from _existing(folder / "share" / name)


def _existing(folder: Path) -> Iterator[Path]:
    try:
        if folder.is_dir():
            yield folder
    except OSError:
        return


def _variable(name: str) -> list[Path]:
    return [Path(entry) for entry in os.environ.get(name, "").split(os.pathsep) if entry]


def _package_name(folder: Path) -> str:
    """Return the name in the folder's package.xml; "" if it has none."""
    try:
        with (folder / _MANIFEST).open("rb") as stream:
            found = _NAME_TAG.search(stream.read(_LARGEST_MANIFEST))
    except OSError:
        return ""
    return found.group(1).decode("utf-8", errors="replace") if found else ""
