# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the interfaces wheel once for each Python and each state of this folder.

    cached_wheel.py            print the file name of the wheel; build it if need be
    cached_wheel.py --find     print the file name of a wheel built before, else nothing

Building wants the ROS wheels in the running Python; finding wants the standard library alone.
Wheels are kept in $XDG_CACHE_HOME/samebot (~/.cache/samebot).
"""

import contextlib
import hashlib
import os
import platform
import shutil
import signal
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
INGREDIENTS = ("definitions", "recipe", "pyproject.toml", "setup.py", "README.md")
SHOWN_DIGITS = 16


def main(arguments: list[str]) -> int:
    """Print where the wheel is."""
    wheel = _cached()
    if wheel is None and "--find" not in arguments:
        _end_with_all_children()
        wheel = _build()
    if wheel is not None:
        sys.stdout.write(f"{wheel}\n")
    return 0


def fingerprint() -> str:
    """Return a hash of definitions, recipe, ROS versions (pinned there), Python and C library."""
    digest = hashlib.sha256()
    digest.update(repr((sysconfig.get_config_var("SOABI"), platform.libc_ver())).encode())
    for file in sorted(_ingredients()):
        digest.update(f"\n{file.relative_to(HERE)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:SHOWN_DIGITS]


def _ingredients() -> list[Path]:
    paths = [path for name in INGREDIENTS for path in (HERE / name, *(HERE / name).rglob("*"))]
    return [path for path in paths if path.is_file() and path.suffix != ".pyc"]


def _folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(home) / "samebot" / f"interfaces-{fingerprint()}"


def _cached() -> Path | None:
    return next(iter(sorted(_folder().glob("*.whl"))), None)


def _build() -> Path:
    """Build in a copy of this folder, so that nothing appears in it, and keep the wheel."""
    from setuptools.build_meta import build_wheel

    with tempfile.TemporaryDirectory(prefix="samebot-interfaces-") as place:
        copy = Path(place) / "source"
        copy.mkdir()
        for name in INGREDIENTS:
            _copy(HERE / name, copy / name)
        os.chdir(copy)
        sys.argv[:] = ["setup.py"]
        # The build talks a lot; only the name of the wheel belongs on the standard output.
        with _output_to_errors():
            name = build_wheel(place)
        os.chdir(HERE)
        return _keep(Path(place) / name)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def _keep(wheel: Path) -> Path:
    """Move a finished wheel into the cache in one step: half a file is never found there."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=folder)) / wheel.name
    shutil.copy(wheel, part)
    part.replace(folder / wheel.name)
    part.parent.rmdir()
    return folder / wheel.name


@contextlib.contextmanager
def _output_to_errors() -> Iterator[None]:
    """Send what this process and its children print to the standard error instead."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def _end_with_all_children() -> None:
    """Lead a process group, so that ending this process ends compilers and generators too."""
    os.setpgid(0, 0)
    leader = os.getpid()

    def end(number: int, _: object) -> None:
        if os.getpid() != leader:
            os._exit(128 + number)
        signal.signal(number, signal.SIG_IGN)
        os.killpg(0, number)
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, end)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
