# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the doctor asks of the machine, in one value, so that tests can present a broken one."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import locale
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from samebot.cli.diagnosis import sockets
from samebot.ros.installation import Python

__all__ = ["Disk", "Package", "Run", "Surroundings", "normalised"]

_LONGEST_RUN = 20.0
_TIMED_OUT = -1000


@dataclass(frozen=True, slots=True)
class Package:
    """An installed distribution: its normalised name, version, folder, and what it wants."""

    name: str
    version: str
    folder: str
    requires: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Disk:
    """Bytes of a file system: all of them, and those that are free."""

    total: int
    free: int


@dataclass(frozen=True, slots=True)
class Run:
    """How another Python process ended."""

    status: int
    output: str
    errors: str

    @property
    def timed_out(self) -> bool:
        """Whether it had to be ended."""
        return self.status == _TIMED_OUT


def _found(package: str) -> str | None:
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    places = list(spec.submodule_search_locations or ())
    return str(Path(places[0]).parent) if places else spec.origin


def _disk(path: Path) -> Disk:
    usage = shutil.disk_usage(path)
    return Disk(usage.total, usage.free)


def _run(code: str, environ: Mapping[str, str]) -> Run:
    """Run Python code in a process of its own: what it loads may end it without a word."""
    command = [sys.executable, "-c", code]
    try:
        done = subprocess.run(  # noqa: S603 - our own Python with our own code
            command,
            env=dict(environ),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST_RUN,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return Run(_TIMED_OUT, "", f"still running after {_LONGEST_RUN:g} s")
    return Run(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """The machine as the checks see it. `root` is where its `/` lies."""

    environ: Mapping[str, str]
    system: str
    machine: str
    python: tuple[int, int, int]
    bits: int
    executable: str
    prefix: str
    base_prefix: str
    include: Path
    ros_python: Python
    packages: tuple[Package, ...]
    root: Path
    home: Path
    folder: Path
    encoding: str
    libc: tuple[str, str]
    now: float
    installed: float
    """When samebot's own files were written, s since 1970; `now` cannot be before."""
    which: Callable[[str], str | None] = shutil.which
    find: Callable[[str], str | None] = _found
    """Where a package would be imported from."""
    disk: Callable[[Path], Disk] = _disk
    may: Callable[[Path, int], bool] = os.access
    run: Callable[[str, Mapping[str, str]], Run] = _run
    port_is_free: Callable[[int], bool] = sockets.port_is_free
    listener: Callable[[int], str] = sockets.listener
    multicast_works: Callable[[], bool] = sockets.multicast_works
    addresses_of: Callable[[str], tuple[str, ...]] = sockets.addresses_of

    @classmethod
    def here(cls) -> Surroundings:
        """Return this machine, this Python, this process's environment."""
        return cls(
            environ=os.environ,
            system=platform.system(),
            machine=platform.machine(),
            python=sys.version_info[:3],
            bits=64 if sys.maxsize > 2**32 else 32,
            executable=sys.executable,
            prefix=sys.prefix,
            base_prefix=sys.base_prefix,
            include=Path(sysconfig.get_path("include")),
            ros_python=Python.running(),
            packages=tuple(_packages()),
            root=Path("/"),
            home=Path.home(),
            folder=Path.cwd(),
            encoding=locale.getpreferredencoding(),
            libc=platform.libc_ver(),
            now=time.time(),
            installed=Path(__file__).stat().st_mtime,
        )

    def package(self, name: str) -> Package | None:
        """Return the distribution of this name that an import would use."""
        wanted = normalised(name)
        return next((package for package in self.packages if package.name == wanted), None)

    def text(self, path: str) -> str:
        """Return the text of a file below `root`; nothing where it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


def normalised(name: str) -> str:
    """Return a distribution's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _packages() -> Iterator[Package]:
    for found in importlib.metadata.distributions():
        name = found.metadata["Name"]
        if name:
            folder = str(found.locate_file(""))
            yield Package(normalised(name), found.version, folder, tuple(found.requires or ()))
