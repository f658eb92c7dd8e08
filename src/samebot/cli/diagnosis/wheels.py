# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 wheels of this environment: one distribution, and its versions as they were made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, ok, problem
from samebot.cli.diagnosis.packages import requirements_of_samebot
from samebot.cli.diagnosis.requirements import parse_requirement
from samebot.cli.diagnosis.surroundings import Package, Surroundings
from samebot.ros.installation import WHEELS_DISTRO

__all__ = ["CHECKS"]

_DISTROS: Final = "humble|iron|jazzy|kilted|lyrical|rolling"
_META: Final = re.compile(rf"ros-({_DISTROS})-.+")
_REINSTALL: Final = (
    "pip install --force-reinstall 'samebot[ros]'; if that does not help, make a new environment"
)


def _distributions(here: Surroundings) -> Iterator[Finding]:
    foreign = sorted(
        package.name
        for package in here.packages
        if (match := _META.fullmatch(package.name)) and match[1] != WHEELS_DISTRO
    )
    if foreign:
        yield problem(
            "ROS wheels",
            f"{', '.join(foreign[:5])} mixed with {WHEELS_DISTRO}: their libraries do not fit "
            "each other",
            f"pip uninstall -y {' '.join(foreign[:5])}, then: {_REINSTALL}",
        )


def _versions(here: Surroundings) -> Iterator[Finding]:
    metas = [p for p in here.packages if p.name.startswith(f"ros-{WHEELS_DISTRO}-")]
    wrong = [complaint for meta in metas for complaint in _unlike(here, meta)]
    wrong += _not_as_pinned(here)
    if wrong:
        yield problem("ROS wheels", "; ".join(dict.fromkeys(wrong)), _REINSTALL)
    elif metas:
        number = sum(package.name.startswith("ros-") for package in here.packages)
        yield ok("ROS wheels", f"{number} packages of {WHEELS_DISTRO}, versions as pinned")
    elif stray := here.package("ros-rclpy"):
        yield problem(
            "ROS wheels",
            f"ros-rclpy {stray.version} without its distribution: it may be of any",
            _REINSTALL,
        )


def _unlike(here: Surroundings, meta: Package) -> Iterator[str]:
    """Each package of a distribution wants the real one in exactly one version."""
    for text in meta.requires:
        wanted = parse_requirement(text)
        if wanted is None or wanted.extra or not wanted.name.startswith("ros-"):
            continue
        package = here.package(wanted.name)
        if package is None:
            yield f"{wanted.name} is missing, {meta.name} wants {wanted.bounds}"
        elif not wanted.admits(package.version):
            yield f"{wanted.name} is {package.version}, {meta.name} wants {wanted.bounds}"


def _not_as_pinned(here: Surroundings) -> list[str]:
    return [
        f"{wanted.name} is {package.version}, samebot wants {wanted.bounds}"
        for wanted in requirements_of_samebot(here)
        if wanted.name.startswith("ros-")
        and (package := here.package(wanted.name))
        and not wanted.admits(package.version)
    ]


CHECKS: Final[tuple[Check, ...]] = (_distributions, _versions)
