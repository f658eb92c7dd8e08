# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The environment that ROS 2 starts in, settled before rclpy is imported.

What is imported or loaded by name is decided by variables that users have set for other
programs. This guard knows which of them end a process without a word, overrides or refuses
those, and fills in samebot's defaults where the user chose nothing. It imports no ROS.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.installation import Python, RosState, ros_state

__all__ = ["DISCOVERY_PROFILE", "Settlement", "child_environment", "enter", "ros_state", "settle"]

DISCOVERY_PROFILE = Path(__file__).with_name("discovery.xml")
"""Fast DDS participant profile that lets processes find each other in well under a second."""

_RMW = "rmw_fastrtps_cpp"
_LARGEST_DOMAIN = 101
_DISCOVERY_RANGES = ("LOCALHOST", "SUBNET", "OFF", "SYSTEM_DEFAULT")
_PROFILE_VARIABLES = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")
_BOOTSTRAPPED = "_ROS_WHEELS_BOOTSTRAP_COMPLETE"
_SETTLED = "_SAMEBOT_ROS_ENVIRONMENT_SETTLED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What the guard decided: variables to set, what to tell the user, whether to restart.

    The loader reads LD_LIBRARY_PATH only when a program starts, hence the restart.
    """

    state: RosState
    changes: Mapping[str, str]
    warnings: tuple[str, ...] = ()
    restart: bool = False


def settle(environ: Mapping[str, str], python: Python | None = None) -> Settlement:
    """Return what must change before rclpy may be imported.

    Raises SamebotError where ROS cannot be used, BadInput for a variable that cannot be meant.
    """
    python = python or Python.running()
    state = ros_state(environ, python)
    if not state:
        raise SamebotError(f"ROS 2 cannot be used: {state.reason}")
    _check_domain(environ)
    _check_discovery_range(environ)
    changes = _defaults(environ)
    warnings: tuple[str, ...] = ()
    restart = False
    if state.kind == "wheels":
        found = environ.get("RMW_IMPLEMENTATION", "")
        if found not in ("", _RMW):
            changes["RMW_IMPLEMENTATION"] = _RMW
            warnings = (_rmw_warning(found),)
        paths = _library_path(environ, python)
        restart = paths is not None and _SETTLED not in environ
        if paths is not None:
            changes |= {"LD_LIBRARY_PATH": paths, _BOOTSTRAPPED: "1"}
    return Settlement(state=state, changes=changes, warnings=warnings, restart=restart)


def enter(environ: MutableMapping[str, str] = os.environ) -> RosState:
    """Settle the environment of this process; call it before anything imports rclpy.

    Tells on standard error what it overrides. May start the program anew, once, with the
    same arguments. Raises as `settle` does.
    """
    settlement = settle(environ)
    # Told before a restart: afterwards nothing is left to be overridden.
    for warning in settlement.warnings:
        sys.stderr.write(f"samebot: warning: {warning}\n")
    environ.update(settlement.changes)
    if settlement.restart:
        _restart(environ)
    environ.pop(_SETTLED, None)
    return settlement.state


def child_environment(
    environ: Mapping[str, str], *, executable: str = "", python: Python | None = None
) -> dict[str, str]:
    """Return the environment for a child process that runs `executable`.

    Another program, above all another Python, must not inherit the library folders of this
    one's ROS wheels, nor the mark that its own bootstrapper has already run.
    """
    child = {name: value for name, value in environ.items() if name != _SETTLED}
    if executable and executable == sys.executable:
        return child
    child.pop(_BOOTSTRAPPED, None)
    own = (python or Python.running()).library_folders
    others = [path for path in _parts(child) if path not in own]
    child.pop("LD_LIBRARY_PATH", None)
    return child | ({"LD_LIBRARY_PATH": os.pathsep.join(others)} if others else {})


def _defaults(environ: Mapping[str, str]) -> dict[str, str]:
    """Return samebot's choices where the user made none: this machine only, quick discovery."""
    changes: dict[str, str] = {}
    if not environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE"):
        changes["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    if not any(environ.get(name) for name in _PROFILE_VARIABLES):
        changes |= dict.fromkeys(_PROFILE_VARIABLES, str(DISCOVERY_PROFILE))
    return changes


def _check_domain(environ: Mapping[str, str]) -> None:
    found = environ.get("ROS_DOMAIN_ID", "")
    if found and not (found.isascii() and found.isdigit() and int(found[:9]) <= _LARGEST_DOMAIN):
        raise BadInput(
            f"ROS_DOMAIN_ID is {found!r}; expected a whole number from 0 to {_LARGEST_DOMAIN} "
            "(above it the ports of DDS collide with others); set it right or unset it"
        )


def _check_discovery_range(environ: Mapping[str, str]) -> None:
    found = environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    if found and found not in _DISCOVERY_RANGES:
        raise BadInput(
            f"ROS_AUTOMATIC_DISCOVERY_RANGE is {found!r}; expected one of "
            f"{', '.join(_DISCOVERY_RANGES)}; set it right or unset it"
        )


def _rmw_warning(found: str) -> str:
    return (
        f"RMW_IMPLEMENTATION is {found!r}, but the ROS 2 wheels of this environment have only "
        f"{_RMW}, which is used instead; programs with another one may not see this robot"
    )


def _library_path(environ: Mapping[str, str], python: Python) -> str | None:
    """Return LD_LIBRARY_PATH as it must be; None if it serves as it is.

    The wheels' bootstrapper joins the folders in random order, so that the libraries of
    another ROS in the list may come first; and a process started by another environment's
    Python inherits the bootstrapper's mark without the folders.
    """
    now = _parts(environ)
    own = python.library_folders
    others = [path for path in now if path not in own]
    foreign = [path for path in others if Path(path, "librcl.so").exists()]
    if not foreign and set(own) <= set(now):
        return None
    return os.pathsep.join([*own, *(path for path in others if path not in foreign)])


def _parts(environ: Mapping[str, str]) -> Sequence[str]:
    return [part for part in environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if part]


def _restart(environ: Mapping[str, str]) -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os.execve(sys.executable, sys.orig_argv, {**environ, _SETTLED: "1"})  # noqa: S606 (itself)
