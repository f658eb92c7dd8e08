# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 message packages that samebot uses, and whether they belong to the same ROS."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, ok, problem
from samebot.cli.diagnosis.ros import state_of
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS"]

_COMMON: Final = ("std_msgs", "geometry_msgs", "sensor_msgs", "nav_msgs")
_BUILT: Final = ("tf2_msgs", "map_msgs", "nav2_msgs")


def _messages(here: Surroundings) -> Iterator[Finding]:
    if here.ros_python.rclpy is not None:
        yield _one_group(here, _COMMON, "pip install 'samebot[ros]'")
        build = "./run demo builds them, or in samebot's source: pip install ./interfaces"
        yield _one_group(here, _BUILT, build)


def _one_group(here: Surroundings, packages: tuple[str, ...], install: str) -> Finding:
    places = {package: here.find(package) for package in packages}
    missing = [package for package, place in places.items() if place is None]
    if missing:
        remedy = install if here.ros_python.own_wheels else _from_apt(here, missing)
        return problem("ROS messages", f"{', '.join(missing)} cannot be imported", remedy)
    rclpy = here.ros_python.rclpy or ""
    foreign = {name: place for name, place in places.items() if place and not _same(place, rclpy)}
    if foreign and here.ros_python.own_wheels and state_of(here).kind == "wheels":
        name, place = next(iter(foreign.items()))
        return problem(
            "ROS messages",
            f"{name} comes from {place}, rclpy from {rclpy}: they are of different ROS "
            "installations",
            "unset PYTHONPATH, or use a terminal in which nothing was sourced",
        )
    return ok("ROS messages", f"{', '.join(packages)} in {', '.join(sorted(set(_text(places))))}")


def _from_apt(here: Surroundings, packages: list[str]) -> str:
    distro = here.environ.get("ROS_DISTRO", "DISTRO")
    names = (f"ros-{distro}-{name.replace('_', '-')}" for name in packages)
    return f"sudo apt install {' '.join(names)}"


def _text(places: dict[str, str | None]) -> Iterator[str]:
    yield from (place for place in places.values() if place)


def _same(first: str, second: str) -> bool:
    return Path(first).resolve() == Path(second).resolve()


CHECKS: Final[tuple[Check, ...]] = (_messages,)
