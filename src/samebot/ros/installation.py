# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which ROS 2 this Python would import: the wheels of its own environment, a sourced one, none.

Looks, and imports nothing of ROS. The wheels are known by the bootstrapper that lies beside
their rclpy; every other rclpy belongs to an installation that manages its own environment.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["WHEELS_DISTRO", "Python", "RosState", "ros_state"]

WHEELS_DISTRO = "jazzy"
"""The ROS 2 distribution whose wheels samebot pins."""

_BOOTSTRAPPER = "ros_wheels_bootstrapper"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosState:
    """What there is: kind, distribution, the folder that rclpy lies in; `reason` where none."""

    kind: Literal["wheels", "sourced", "none"]
    distro: str = ""
    where: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        """Whether ROS can be used."""
        return self.kind != "none"

    def __str__(self) -> str:
        """Return half a sentence for people."""
        if self.kind == "wheels":
            return f"ROS 2 {self.distro} from this Python environment ({self.where})"
        if self.kind == "sourced":
            return f"ROS 2 {self.distro or 'of unknown distribution'} from {self.where}"
        return f"no ROS 2: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Python:
    """What is asked of the running interpreter, so that tests can answer in its place."""

    prefix: str
    site_packages: str
    rclpy: str | None
    """The folder that holds the rclpy an import would find."""
    tf2_msgs: str | None
    extension_suffix: str

    @classmethod
    def running(cls) -> Python:
        """Return the answers of this interpreter."""
        return cls(
            prefix=sys.prefix,
            site_packages=sysconfig.get_path("platlib"),
            rclpy=_folder_of("rclpy"),
            tf2_msgs=_folder_of("tf2_msgs"),
            extension_suffix=sysconfig.get_config_var("EXT_SUFFIX"),
        )

    @property
    def own_wheels(self) -> bool:
        """Whether the ROS wheels are installed in this environment."""
        return Path(self.site_packages, _BOOTSTRAPPER).is_dir()

    @property
    def library_folders(self) -> tuple[str, ...]:
        """Where the wheels of this environment keep their shared libraries, in a fixed order."""
        bundled = Path(self.site_packages).glob("ros_*.libs")
        return (str(Path(self.prefix, "lib")), *sorted(str(path.resolve()) for path in bundled))


def ros_state(environ: Mapping[str, str] = os.environ, python: Python | None = None) -> RosState:
    """Return which ROS 2 an import would find, or why none can be used."""
    python = python or Python.running()
    if python.rclpy is None:
        return _none(
            "rclpy cannot be imported; on Linux x86-64 install it with: "
            "pip install 'samebot[ros]', elsewhere install ROS 2 and source its setup.bash"
        )
    if python.own_wheels and not _same(python.rclpy, python.site_packages):
        return _none(
            f"PYTHONPATH puts the rclpy of another ROS ({python.rclpy}) before the one of this "
            "environment, and the two do not mix; run 'unset PYTHONPATH', or use a terminal in "
            "which no setup.bash of ROS was sourced"
        )
    missing = _what_does_not_fit(python)
    if missing:
        return _none(missing)
    if python.own_wheels:
        return RosState(kind="wheels", distro=WHEELS_DISTRO, where=python.rclpy)
    return RosState(kind="sourced", distro=environ.get("ROS_DISTRO", ""), where=python.rclpy)


def _none(reason: str) -> RosState:
    return RosState(kind="none", reason=reason)


def _what_does_not_fit(python: Python) -> str:
    names = [path.name for path in Path(python.rclpy or "", "rclpy").glob("_rclpy_pybind11*.so")]
    if names and not _loadable(names, python.extension_suffix):
        return (
            f"the rclpy in {python.rclpy} was built for another Python ({names[0]}); this one "
            f"loads files that end in {python.extension_suffix}; run samebot with the Python "
            "that this ROS was made for"
        )
    if python.tf2_msgs is None:
        remedy = "./run demo builds it" if python.own_wheels else "install ROS's package tf2_msgs"
        return f"rclpy is in {python.rclpy}, but its message package tf2_msgs is missing; {remedy}"
    return ""


def _loadable(names: Iterable[str], suffix: str) -> bool:
    return any(name.endswith(suffix) or name.count(".") == 1 for name in names)


def _folder_of(package: str) -> str | None:
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return str(Path(next(iter(spec.submodule_search_locations))).parent)


def _same(first: str, second: str) -> bool:
    return os.path.realpath(first) == os.path.realpath(second)
