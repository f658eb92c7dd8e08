# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Knows where definitions stand and which installed packages they may use; generates nothing."""

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

KINDS = ("msg", "srv", "action")


class RecipeError(Exception):
    """The wheel cannot be built; the message says what is missing."""


@dataclass(frozen=True)
class Package:
    """One interface package: its definitions and the folder its generated files go to."""

    name: str
    definitions: Path
    output: Path

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """Definition files in a fixed order."""
        return tuple(
            f for kind in KINDS for f in sorted((self.definitions / kind).glob(f"*.{kind}"))
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """Those of msg, srv and action that the package has."""
        return tuple(kind for kind in KINDS if any(f.parent.name == kind for f in self.files))

    @property
    def interfaces(self) -> tuple[str, ...]:
        """Names without package and ending, for example `msg/TFMessage`."""
        return tuple(f"{f.parent.name}/{f.stem}" for f in self.files)


def packages(definitions: Path, output: Path) -> tuple[Package, ...]:
    """Return a package for each folder of definitions."""
    folders = sorted(folder for folder in definitions.iterdir() if folder.is_dir())
    return tuple(Package(folder.name, folder, output / folder.name) for folder in folders)


@dataclass(frozen=True)
class Installation:
    """Where the ROS wheels put headers, libraries and the definitions they bring."""

    prefix: Path

    @classmethod
    def find(cls) -> "Installation":
        """Find the ROS wheels on the module path; an isolated build has one of its own."""
        for entry in sys.path:
            for folder in (Path(entry), *Path(entry).parents):
                if (folder / "share" / "rosidl_generator_c" / "resource").is_dir():
                    return cls(folder)
        raise RecipeError(
            "found no share/rosidl_generator_c beside any folder of the module path; expected the "
            "ros-jazzy-rclpy wheels: install samebot[ros] first",
        )

    def templates(self, generator: str) -> Path:
        """Return the folder of a generator's templates."""
        return self.prefix / "share" / generator / "resource"

    def interface_packages(self) -> dict[str, Path]:
        """Return the installed interface packages and the folders of their definitions."""
        index = self.prefix / "share" / "ament_index" / "resource_index" / "rosidl_interfaces"
        return {entry.name: self.prefix / "share" / entry.name for entry in sorted(index.iterdir())}

    def include_folders(self) -> list[Path]:
        """Return the header roots: every ROS package has one of its own."""
        include = self.prefix / "include"
        roots = [d for d in include.iterdir() if d.is_dir() and not d.name.startswith("python")]
        return [*sorted(roots), include]
