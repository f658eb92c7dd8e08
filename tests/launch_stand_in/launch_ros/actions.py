# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A node's program, started as launch_ros starts it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

__all__ = ["Node"]


@dataclass(kw_only=True)
class Node:
    """A program of a package."""

    executable: str
    package: str
    name: str | None = None
    namespace: str | None = None
    parameters: Iterable[dict[str, Any] | str] = ()
    remappings: Iterable[tuple[str, str]] = ()
    arguments: Iterable[str] = ()
    output: str = "log"
    on_exit: list[Any] | None = None

    def command(self) -> list[str]:
        """Return the whole command line, with the arguments for ROS at its end."""
        ros = ["--ros-args"]
        ros += ["-r", f"__node:={self.name}"] if self.name else []
        if self.namespace is not None:
            ros += ["-r", f"__ns:=/{self.namespace.strip('/')}"]
        for each in self.parameters:
            ros += ["--params-file", each if isinstance(each, str) else _written(each)]
        for old, new in self.remappings:
            ros += ["-r", f"{old}:={new}"]
        return [self._program(), *self.arguments, *ros]

    def _program(self) -> str:
        for prefix in os.environ["AMENT_PREFIX_PATH"].split(os.pathsep):
            index = Path(prefix, "share/ament_index/resource_index/packages", self.package)
            if index.is_file():
                program = Path(prefix, "lib", self.package, self.executable)
                if os.access(program, os.X_OK):
                    return str(program)
                raise RuntimeError(f"executable {self.executable!r} not found in {program.parent}")
        raise RuntimeError(f"package {self.package!r} not found")


def _written(parameters: dict[str, Any]) -> str:
    """Write parameters into a file, for all nodes, as launch_ros does."""
    with tempfile.NamedTemporaryFile("w", prefix="launch_params_", delete=False) as file:
        yaml.safe_dump({"/**": {"ros__parameters": parameters}}, file)
    return file.name
