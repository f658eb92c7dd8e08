# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel: everything in it but the definitions is generated."""

import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from recipe import compilation, generation  # noqa: E402 - stands beside this file
from recipe.definitions import Installation, Package, packages  # noqa: E402

PACKAGES = packages(HERE / "definitions", HERE / "build" / "rosidl")


def module_name(package: Package) -> str:
    """Return the name under which the generated Python code imports its extension module."""
    return f"{package.name}.{package.name}_s__rosidl_typesupport_c"


def data_files() -> list[tuple[str, list[str]]]:
    """Return what goes under share/, as names that exist once the extensions are built."""
    files = []
    for package in PACKAGES:
        for kind, paths in generation.shared_files(package).items():
            files.append((f"share/{package.name}/{kind}", [_relative(path) for path in paths]))
        for index in ("packages", "rosidl_interfaces"):
            entry = package.output / "index" / index / package.name
            files.append((f"share/ament_index/resource_index/{index}", [_relative(entry)]))
    return files


def _relative(path: Path) -> str:
    return str(path.relative_to(HERE))


class BuildInterfaces(build_ext):
    """Generates, compiles and links all packages at once instead of one after another."""

    def build_extensions(self) -> None:
        """Fill the build folder with the Python packages and their extension modules."""
        installation = Installation.find()
        generated = generation.generate(PACKAGES, installation)
        objects = compilation.compile_all(generated, installation, self.compiler)
        for package in PACKAGES:
            target = Path(self.get_ext_fullpath(module_name(package)))
            shutil.copytree(
                generation.python_folder(package),
                target.parent,
                ignore=shutil.ignore_patterns("*.c", "*.o", "detail"),
                dirs_exist_ok=True,
            )
            compilation.link(objects[package.name], target, installation, self.compiler)
            self._write_index(package)

    def _write_index(self, package: Package) -> None:
        for index, text in {
            "packages": "",
            "rosidl_interfaces": generation.index_entry(package),
        }.items():
            entry = package.output / "index" / index / package.name
            entry.parent.mkdir(parents=True, exist_ok=True)
            entry.write_text(text, encoding="utf-8")


setup(
    packages=[],
    ext_modules=[Extension(module_name(package), sources=[]) for package in PACKAGES],
    data_files=data_files(),
    cmdclass={"build_ext": BuildInterfaces},
    zip_safe=False,
)
