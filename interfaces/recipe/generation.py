# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the rosidl generators; knows their arguments and quirks, nothing about compilers."""

import contextlib
import functools
import importlib
import io
import json
import multiprocessing
import os
import shutil
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .definitions import Installation, Package

# rmw_fastrtps_cpp wants both; the dispatcher picks one by name.
TYPE_SUPPORTS = ["rosidl_typesupport_fastrtps_c", "rosidl_typesupport_introspection_c"]


@dataclass(frozen=True)
class Generator:
    """One rosidl generator: its function, its output folder and its extra arguments."""

    module: str
    function: str
    folder: str
    arguments: tuple[object, ...] = ()


# Slowest first, so that two processes finish together. The introspection has a folder of its own
# because it writes files of the same names as rosidl_generator_c.
GENERATORS = (
    Generator("rosidl_generator_py", "generate_py", "python", (["rosidl_typesupport_c"],)),
    Generator("rosidl_typesupport_fastrtps_c", "generate_typesupport_fastrtps_c", "include"),
    Generator("rosidl_generator_c", "generate_c", "include"),
    Generator("rosidl_typesupport_introspection_c", "generate_c", "introspection"),
    Generator("rosidl_typesupport_c", "generate_c", "dispatch", (TYPE_SUPPORTS,)),
)
EXPORTS = {"rosidl_generator_c", *TYPE_SUPPORTS}  # these want a header that CMake fills in


@dataclass(frozen=True)
class Generated:
    """What one generator wrote for one package."""

    package: Package
    generator: str
    sources: tuple[Path, ...]


def generate(packages: Iterable[Package], installation: Installation) -> list[Generated]:
    """Generate everything for all packages, on all processors."""
    tasks = []
    for package in packages:
        describe(package, installation)
        tasks += [(package, generator) for generator in GENERATORS]
    tasks.sort(key=lambda task: -len(task[0].files))
    # Forked, because a fresh interpreter would start the wheels' bootstrapper again.
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        jobs = [pool.submit(_run, package, generator, installation) for package, generator in tasks]
        return [job.result() for job in jobs]


def describe(package: Package, installation: Installation) -> None:
    """Write IDL files and type descriptions (with the hashes) of a package."""
    from rosidl_adapter import convert_to_idl
    from rosidl_generator_type_description import generate_type_hash

    shutil.rmtree(package.output, ignore_errors=True)
    known = installation.interface_packages()
    known.pop(package.name, None)
    for kind in package.kinds:
        (_idl(package) / kind).mkdir(parents=True)
    with contextlib.redirect_stdout(io.StringIO()):  # the converter names every file
        for file in package.files:
            name = file.relative_to(package.definitions)
            convert_to_idl(package.definitions, package.name, name, _idl(package))
    arguments = {"include_paths": [f"{name}:{folder}" for name, folder in known.items()]}
    generate_type_hash(
        _arguments_file(package, "rosidl_generator_type_description", installation, arguments)
    )


def _run(package: Package, generator: Generator, installation: Installation) -> Generated:
    """Run one generator over one package."""
    _remember_parsed_files()
    for kind in package.kinds:
        (_folder(package, generator.folder) / kind / "detail").mkdir(parents=True, exist_ok=True)
    arguments = {
        "type_description_tuples": [
            f"{name}.idl:{_descriptions(package) / name}.json" for name in package.interfaces
        ],
        "ros_interface_files": [str(file) for file in package.files],
    }
    file = _arguments_file(package, generator.module, installation, arguments, generator.folder)
    function = getattr(importlib.import_module(generator.module), generator.function)
    written = function(file, *generator.arguments)
    if generator.module in EXPORTS:
        _write_export_header(package, generator, installation)
    sources = sorted({Path(name) for name in written if name.endswith((".c", ".cpp"))})
    return Generated(package, generator.module, tuple(sources))


def _remember_parsed_files() -> None:
    """Parse each IDL file once a process instead of once a generator."""
    import rosidl_pycommon

    rosidl_pycommon.template_prefix_path.clear()  # generators have templates of the same names
    if not hasattr(rosidl_pycommon.parse_idl_file, "cache_info"):
        rosidl_pycommon.parse_idl_file = functools.cache(rosidl_pycommon.parse_idl_file)


def _arguments_file(
    package: Package,
    generator: str,
    installation: Installation,
    extra: Mapping[str, object],
    folder: str = "descriptions",
) -> str:
    """Write the JSON file through which CMake speaks to a generator."""
    arguments = {
        "package_name": package.name,
        "output_dir": str(_folder(package, folder)),
        "template_dir": str(installation.templates(generator)),
        "idl_tuples": [f"{_idl(package)}:{name}.idl" for name in package.interfaces],
        "ros_interface_dependencies": [],
        "target_dependencies": [],
        **extra,
    }
    file = package.output / f"{generator}.json"
    file.write_text(json.dumps(arguments), encoding="utf-8")
    return str(file)


def _write_export_header(package: Package, generator: Generator, where: Installation) -> None:
    """Fill in the header of export macros."""
    name = f"{generator.module}__visibility_control.h"
    text = (where.templates(generator.module) / f"{name}.in").read_text(encoding="utf-8")
    text = text.replace("@PROJECT_NAME@", package.name)
    text = text.replace("@PROJECT_NAME_UPPER@", package.name.upper())
    folder = _folder(package, generator.folder) / "msg"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def _folder(package: Package, folder: str) -> Path:
    """Return an output folder; headers are included as <package>/..., hence the name twice."""
    return package.output / folder / package.name


def _idl(package: Package) -> Path:
    return _folder(package, "idl")


def _descriptions(package: Package) -> Path:
    return _folder(package, "descriptions")


def python_folder(package: Package) -> Path:
    """Return the folder of the generated Python package."""
    return _folder(package, "python")


def shared_files(package: Package) -> dict[str, list[Path]]:
    """Return what belongs under share/<package>: definitions, IDL files and type descriptions."""
    shared: dict[str, list[Path]] = {kind: [] for kind in package.kinds}
    for file, name in zip(package.files, package.interfaces, strict=True):
        described = [_idl(package) / f"{name}.idl", _descriptions(package) / f"{name}.json"]
        shared[file.parent.name] += [file, *described]
    return shared


def index_entry(package: Package) -> str:
    """Return the entry of the ament index that lists the package's interfaces."""
    lines = (
        f"{file.parent.name}/{file.stem}.{ending}\n"
        for file in package.files
        for ending in ("idl", file.suffix[1:], "json")
    )
    return "".join(lines)
