# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The one door to numba: compile a function once and keep the machine code on disk.

The code lies in a folder of the user's cache that is named by what it was made from: numba alone
would notice a change in the function's own file, but not in those that it calls. Where samebot lies
does not matter: a checkout and the install space that colcon makes of it share their code. Where
nothing can be written, everything is compiled anew in each process.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar, cast

from samebot.sim.compiling import AnewCompiler, PartCompiler, WholeCompiler, numba

__all__ = ["Locator", "cache_folder", "compiled", "compiled_part", "fingerprint", "numba"]

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_MARKS: Final = ("\n@compiled\n", "\n@compiled_part\n")
_PREFIX: Final = "compiled-"
_KEPT: Final = 4
"""How many folders stay: several versions of samebot may take turns."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Return the function compiled for the types it is called with.

    Arithmetic stays IEEE (no fast-math), so that runs are the same bit for bit. It can make no
    arrays of its own: to count who uses which is a fifth of what there is to compile.
    """
    return _made(function, part=False)


def compiled_part(function: _Function) -> _Function:
    """Return the function compiled for use by other compiled functions, never by Python.

    What hands arguments over from Python takes longer to compile than many a function itself. It
    becomes part of the functions that call it, and has no place of its own on disk.
    """
    return _made(function, part=True)


def _made(function: _Function, *, part: bool) -> _Function:
    folder = cache_folder()
    # numba reads the setting when a function asks for a cache; it is others' setting, too.
    others = numba.config.CACHE_LOCATOR_CLASSES
    whole = AnewCompiler if folder is None else WholeCompiler
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"
    try:
        made = numba.njit(
            cache=folder is not None and not part,
            error_model="numpy",
            no_cpython_wrapper=part,
            no_cfunc_wrapper=True,
            _nrt=False,
            pipeline_class=PartCompiler if part else whole,
        )(function)
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = others
    return cast("_Function", made)


class Locator:
    """Tells numba where the code of one function lies; the names of its methods are numba's."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        """Keep what tells this function from others, and this version of it from older ones."""
        self._py_file = file  # numba names it where it warns
        self._folder = (cache_folder() or Path()) / function.__module__
        self._line = str(function.__code__.co_firstlineno)
        self._stamp = hashlib.sha256(Path(file).read_bytes()).hexdigest()

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> Locator:
        """Return the place of a function that is written in a file."""
        place = cls(function, file)
        place.ensure_cache_path()
        return place

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return what changes with the source."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name and module apart."""
        return self._line


@functools.cache
def cache_folder() -> Path | None:
    """Return the folder of this version's machine code, made if need be; None: none is writable."""
    home = os.environ.get("XDG_CACHE_HOME") or ""
    base = Path(home) if Path(home).is_absolute() else _user_cache()
    if base is None:
        return None
    root = base / "samebot"
    folder = root / f"{_PREFIX}{fingerprint(_PACKAGE)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        return None
    _remove_old(root, folder)
    return folder


def fingerprint(package: Path) -> str:
    """Return what names the machine code made from the sources in a package's folder."""
    found = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in _sources(package):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _sources(package: Path) -> Iterator[Path]:
    """Yield the files whose content goes into machine code: functions, their types, constants."""
    yield package / "core" / "units.py"
    for name in ("columns", "compiled", "compiling", "handing", "solids"):
        yield package / "sim" / f"{name}.py"
    for path in sorted((package / "sim").rglob("*.py")):
        text = path.read_text("utf-8")
        if any(mark in text for mark in _MARKS):
            yield path


def _user_cache() -> Path | None:
    try:
        return Path.home() / ".cache"
    except RuntimeError:  # nobody knows where the user's home is
        return None


def _remove_old(root: Path, current: Path) -> None:
    """Remove the folders that were used least recently; one in use is only made again."""
    try:
        folders = sorted(root.glob(f"{_PREFIX}*"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return
    for folder in [folder for folder in folders if folder != current][_KEPT - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
