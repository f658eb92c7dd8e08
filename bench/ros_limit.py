# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles `ros_limit.c` on the spot and writes the file of messages that it sends."""

from __future__ import annotations

import base64
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from samebot.core.errors import BodyError
from samebot.ros.environment import ros_state
from samebot.ros.installation import Python

__all__ = ["compile_limit", "compiler", "library_path", "write_messages"]

SOURCE = Path(__file__).with_suffix(".c")
LIBRARIES = ("rcl", "rmw", "rcutils", "rosidl_runtime_c", "dl")
PATIENCE = 120.0


def compiler() -> str | None:
    """Return a C compiler, if there is one."""
    return shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")


def compile_limit(folder: Path) -> Path:
    """Return the program, compiled into a folder."""
    program = folder / "ros_limit"
    words = [compiler() or "cc", "-O2", "-rdynamic", "-o", str(program), str(SOURCE)]
    for prefix in _prefixes():
        words += [f"-I{path}" for path in sorted((prefix / "include").iterdir()) if path.is_dir()]
        words.append(f"-L{prefix / 'lib'}")
    # What the libraries want of each other is found when the program starts.
    words += ["-Wl,--allow-shlib-undefined", *(f"-l{name}" for name in LIBRARIES)]
    done = subprocess.run(  # noqa: S603 (the compiler)
        words, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    if done.returncode:
        raise BodyError(f"{SOURCE.name} does not compile: {done.stderr[-1500:]}")
    return program


def library_path() -> str:
    """Return LD_LIBRARY_PATH for the program."""
    own = Python.running().library_folders if ros_state().kind == "wheels" else ()
    return os.pathsep.join([*own, os.environ.get("LD_LIBRARY_PATH", "")]).strip(os.pathsep)


def write_messages(file: Path, messages: Iterable[Sequence[str]]) -> None:
    """Write topics, types and serialized messages (base64) as `ros_limit.c` reads them."""
    with file.open("wb") as out:
        for topic, name, encoded in messages:
            package, _, kind = name.split("/")
            content = base64.b64decode(encoded)
            lines = (topic, package, kind, _type_support(package), str(len(content)))
            out.write("".join(f"{line}\n" for line in lines).encode() + content)


def _prefixes() -> list[Path]:
    """Return where ROS is installed."""
    if ros_state().kind == "wheels":
        return [Path(sys.prefix)]
    found = os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    return [Path(path) for path in found if Path(path, "include").is_dir()]


def _type_support(package: str) -> str:
    """Return the library of a message package; packages from `interfaces/` are one extension."""
    name = f"lib{package}__rosidl_typesupport_c.so"
    if any((prefix / "lib" / name).is_file() for prefix in _prefixes()):
        return name
    spec = importlib.util.find_spec(package)
    assert spec is not None
    folders = spec.submodule_search_locations or ()
    found = [path for each in folders for path in Path(each).glob("*__rosidl_typesupport_c.*.so")]
    if not found:
        raise BodyError(f"the message package {package} has no type support for C")
    return str(found[0])
