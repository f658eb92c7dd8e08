# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles and links what was generated; knows include paths, libraries and how to be quick."""

import os
import sysconfig
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .definitions import Installation, Package
from .generation import TYPE_SUPPORTS, Generated

DISPATCH = Path(__file__).with_name("dispatch.c")
MACROS = [
    ("rosidl_typesupport_c__get_message_typesupport_handle_function", "dispatch_message"),
    ("rosidl_typesupport_c__get_service_typesupport_handle_function", "dispatch_service"),
]
FLAGS = ["-g0", "-w", "-fvisibility=hidden"]
# tf2_msgs flow hundreds of times a second, a navigation goal now and then; unoptimised code
# compiles in a third of the time.
OPTIMISED = {"tf2_msgs", "map_msgs"}
LIBRARIES = [
    "rosidl_runtime_c",
    "rosidl_typesupport_c",
    "rosidl_typesupport_fastrtps_c",
    "rosidl_typesupport_fastrtps_cpp",
    "rosidl_typesupport_introspection_c",
    "fastcdr",
    "rcutils",
    "rmw",
]
LIBRARIES_OF_PACKAGE = ["rosidl_generator_c", "rosidl_generator_py", "rosidl_typesupport_c"]


class Compiler(Protocol):
    """What is used of setuptools' compiler."""

    def compile(self, sources: list[str], **options: Any) -> list[str]:
        """Compile sources; return the object files."""
        ...

    def link_shared_object(self, objects: list[str], output: str, **options: Any) -> None:
        """Link a shared object."""
        ...


@dataclass(frozen=True)
class Unit:
    """One source for one call of the compiler."""

    package: Package
    source: Path


def compile_all(
    generated: Iterable[Generated], installation: Installation, compiler: Compiler
) -> dict[str, list[str]]:
    """Compile everything on all processors; return the object files of each package."""
    units = [unit for output in generated for unit in _units(output)]
    objects: dict[str, list[str]] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(unit, pool.submit(_compile, unit, installation, compiler)) for unit in units]
        for unit, job in jobs:
            objects.setdefault(unit.package.name, []).extend(job.result())
    return objects


def link(objects: list[str], target: Path, installation: Installation, compiler: Compiler) -> None:
    """Link the one extension module of a package."""
    libraries = [
        f"{name}__{part}"
        for name in installation.interface_packages()
        for part in (*LIBRARIES_OF_PACKAGE, *TYPE_SUPPORTS)
    ]
    folder = installation.prefix / "lib"
    present = [name for name in libraries if (folder / f"lib{name}.so").exists()]
    compiler.link_shared_object(
        objects,
        str(target),
        libraries=[*LIBRARIES, *present],
        library_dirs=[str(folder)],
        # The libraries are in lib/ of the prefix, three folders above the package.
        extra_preargs=["-Wl,-rpath,$ORIGIN/../../..", "-Wl,--as-needed", "-s"],
        target_lang="c++",
    )


def _units(output: Generated) -> Iterator[Unit]:
    """Join the sources of one generator: reading the headers takes most of the compiler's time.

    Type descriptions stay apart: each defines the same static names anew.
    """
    joined: dict[str, list[Path]] = {}
    for source in output.sources:
        if source.stem.endswith("__description"):
            yield Unit(output.package, source)
        else:
            joined.setdefault(source.suffix, []).append(source)
    if output.generator == "rosidl_typesupport_c":
        joined[".c"] = [DISPATCH]
    for suffix, sources in joined.items():
        # Objects are named by the stem alone, so C and C++ need different ones.
        unit = output.package.output / f"{output.generator}_{suffix[1:]}{suffix}"
        unit.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
        yield Unit(output.package, unit)


def _compile(unit: Unit, installation: Installation, compiler: Compiler) -> list[str]:
    import numpy as np

    output = unit.package.output
    includes = [output / "include", output / "introspection", *installation.include_folders()]
    standard = "-std=gnu11" if unit.source.suffix == ".c" else "-std=c++17"
    optimise = "-O1" if unit.package.name in OPTIMISED else "-O0"
    return compiler.compile(
        [str(unit.source)],
        output_dir="/",  # sources have full names: each object lands beside its source
        macros=list(MACROS),
        include_dirs=[*map(str, includes), np.get_include(), sysconfig.get_path("include")],
        extra_postargs=[*FLAGS, optimise, standard],
    )
