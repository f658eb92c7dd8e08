# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A library that makes a UNIX socket look like /dev/i2c-N to programs that know nothing of it.

For a program that was written for the robot, against an emulator:

    library = compile_shim(folder)
    LD_PRELOAD=library SAMEBOT_I2C="12=/tmp/epuck2.i2c" python their_program.py
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from samebot.core.errors import BodyError

__all__ = ["compile_shim"]

_SOURCE: Final = Path(__file__).with_name("i2c_shim.c")


def compile_shim(folder: Path) -> Path:
    """Compile the library into `folder`, unless it is there already; return its path."""
    library = folder / "i2c_shim.so"
    if library.exists() and library.stat().st_mtime >= _SOURCE.stat().st_mtime:
        return library
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        raise BodyError(
            "the library that stands for /dev/i2c-N needs Linux and a C compiler; install gcc, or "
            "use the socket itself: address='unix:PATH'"
        )
    folder.mkdir(parents=True, exist_ok=True)
    words = [compiler, "-O2", "-Wall", "-shared", "-fPIC", "-o", str(library), str(_SOURCE)]
    done = subprocess.run(  # noqa: S603 - the system's compiler on our own file
        [*words, "-ldl", "-lpthread"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BodyError(f"the library that stands for /dev/i2c-N does not compile: {done.stderr}")
    return library
