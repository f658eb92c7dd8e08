# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""samebot and what it is made of: versions, optional parts, copies that get in each other's way."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok, problem
from samebot.cli.diagnosis.requirements import Requirement, parse_requirement
from samebot.cli.diagnosis.surroundings import Package, Surroundings
from samebot.ros.installation import ros_state

__all__ = ["CHECKS", "requirements_of_samebot"]

_PURPOSES: Final[Mapping[str, str]] = {
    "bench": "the benchmarks against other programs",
    "record": "recordings and compressed images",
    "ros": "the ROS 2 interface",
    "sim": "the simulator",
    "web": "the page in the browser",
}
_COLLECTIONS: Final = ("all", "dev")


def requirements_of_samebot(here: Surroundings) -> list[Requirement]:
    """Return what this samebot wants on this system, its own extras' names left out."""
    package = here.package("samebot")
    parsed = map(parse_requirement, package.requires if package else ())
    return [
        wanted
        for wanted in parsed
        if wanted is not None
        and wanted.name != "samebot"
        and wanted.applies_to(here.system, here.machine)
    ]


def _samebot(here: Surroundings) -> Iterator[Finding]:
    package = here.package("samebot")
    if package is None:
        yield problem(
            "samebot", "runs from a folder, but is not installed", "pip install -e . in that folder"
        )
        return
    wanted = [each for each in requirements_of_samebot(here) if not each.extra]
    wrong = _wrong(here, wanted)
    if wrong:
        yield problem("samebot", f"{package.version}, but {wrong}", "pip install --upgrade samebot")
    else:
        yield ok("samebot", package.version)


def _extras(here: Surroundings) -> Iterator[Finding]:
    extras: dict[str, list[Requirement]] = defaultdict(list)
    for wanted in requirements_of_samebot(here):
        if wanted.extra and wanted.extra not in _COLLECTIONS:
            extras[wanted.extra].append(wanted)
    for extra, all_wanted in extras.items():
        yield _extra(here, extra, all_wanted)


def _extra(here: Surroundings, extra: str, wanted: list[Requirement]) -> Finding:
    name, purpose = f"samebot[{extra}]", _PURPOSES.get(extra, "optional")
    install = f"pip install 'samebot[{extra}]'"
    present = [package for each in wanted if (package := here.package(each.name))]
    versions = ", ".join(f"{package.name} {package.version}" for package in present)
    wrong = _wrong(here, [each for each in wanted if here.package(each.name)])
    if wrong:
        return problem(name, f"{purpose}: {wrong}", install)
    missing = [each.name for each in wanted if not here.package(each.name)]
    if extra == "ros" and ros_state(here.environ, here.ros_python).kind == "sourced":
        return ok(name, f"{purpose}: not wanted beside the sourced ROS 2")
    if not present:
        return note(name, f"{purpose}: not installed", install)
    if missing:
        return problem(name, f"{purpose}: {versions}, but {', '.join(missing)} is missing", install)
    return ok(name, f"{purpose}: {versions}")


def _wrong(here: Surroundings, wanted: list[Requirement]) -> str:
    complaints = []
    for each in wanted:
        package = here.package(each.name)
        if package is None:
            complaints.append(f"{each.name} is missing")
        elif not each.admits(package.version):
            complaints.append(f"{each.name} is {package.version}, wanted {each.bounds}")
    return " and ".join(complaints)


def _copies(here: Surroundings) -> Iterator[Finding]:
    """Tell of two versions in one folder, which is what an interrupted pip leaves."""
    versions: dict[tuple[str, str], set[str]] = defaultdict(set)
    for package in here.packages:
        versions[package.folder, package.name].add(package.version)
    for (folder, name), found in versions.items():
        if len(found) > 1:
            yield problem(
                "packages",
                f"{name} is in {folder} {len(found)} times: {', '.join(sorted(found))}",
                f"pip uninstall -y {name} (until it finds none), then install it again",
            )


def _python_path(here: Surroundings) -> Iterator[Finding]:
    """Tell of packages that PYTHONPATH puts before those of the environment."""
    parts = here.environ.get("PYTHONPATH", "").split(os.pathsep)
    folders = {str(Path(part)) for part in parts if part}
    for wanted in requirements_of_samebot(here):
        found = [package for package in here.packages if package.name == wanted.name]
        if found and found[0].folder in folders and _others(found):
            yield problem(
                "PYTHONPATH",
                f"{found[0].name} {found[0].version} in {found[0].folder} comes before "
                f"{_others(found)[0].version} of this environment",
                "unset PYTHONPATH (a sourced setup.bash sets it)",
            )


def _others(found: list[Package]) -> list[Package]:
    return [package for package in found[1:] if package.version != found[0].version]


CHECKS: Final[tuple[Check, ...]] = (_samebot, _extras, _copies, _python_path)
