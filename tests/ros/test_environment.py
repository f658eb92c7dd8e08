# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the guard makes of an environment, without ROS."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.environment import DISCOVERY_PROFILE, child_environment, settle
from samebot.ros.installation import Python

PROFILES = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")


@pytest.fixture
def wheels(tmp_path: Path) -> Python:
    """Return an interpreter of an environment with the wheels."""
    site = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    for folder in ("ros_wheels_bootstrapper", "rclpy", "ros_b.libs", "ros_a.libs"):
        (site / folder).mkdir(parents=True)
    return Python(
        prefix=str(tmp_path / "venv"),
        site_packages=str(site),
        rclpy=str(site),
        tf2_msgs=str(site),
        extension_suffix=".so",
    )


@pytest.fixture
def sourced(tmp_path: Path) -> Python:
    """Return an interpreter that finds the rclpy of a sourced ROS."""
    return Python(
        prefix=str(tmp_path),
        site_packages=str(tmp_path / "site-packages"),
        rclpy="/opt/ros/jazzy/lib/python3.12/site-packages",
        tf2_msgs="/opt/ros/jazzy/lib/python3.12/site-packages",
        extension_suffix=".so",
    )


def _good(python: Python) -> dict[str, str]:
    return {"LD_LIBRARY_PATH": os.pathsep.join(reversed(python.library_folders))}


def test_a_plain_environment_gets_loopback_and_quick_discovery(wheels: Python) -> None:
    settlement = settle(_good(wheels), wheels)
    assert settlement.changes == {
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        **dict.fromkeys(PROFILES, str(DISCOVERY_PROFILE)),
    }
    assert settlement.warnings == ()
    assert not settlement.restart


@pytest.mark.parametrize("profile", PROFILES)
def test_the_users_own_choices_stay(wheels: Python, profile: str) -> None:
    own = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", profile: "mine.xml", "ROS_DOMAIN_ID": "7"}
    assert settle(_good(wheels) | own, wheels).changes == {}


def test_an_empty_variable_is_no_choice(wheels: Python) -> None:
    empty = dict.fromkeys((*PROFILES, "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_DOMAIN_ID"), "")
    assert len(settle(_good(wheels) | empty, wheels).changes) == 3


def test_a_middleware_that_the_wheels_lack_is_overridden_loudly(wheels: Python) -> None:
    settlement = settle(_good(wheels) | {"RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp"}, wheels)
    assert settlement.changes["RMW_IMPLEMENTATION"] == "rmw_fastrtps_cpp"
    (warning,) = settlement.warnings
    assert "'rmw_cyclonedds_cpp'" in warning
    assert "rmw_fastrtps_cpp" in warning


def test_a_sourced_ros_keeps_its_middleware_and_libraries(sourced: Python) -> None:
    own = {"RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp", "LD_LIBRARY_PATH": "/opt/ros/jazzy/lib"}
    settlement = settle(own, sourced)
    assert not settlement.changes.keys() & own.keys()
    assert not settlement.restart


def test_libraries_of_another_ros_are_dropped_and_the_program_restarted(
    wheels: Python, tmp_path: Path
) -> None:
    foreign, harmless = tmp_path / "opt" / "lib", tmp_path / "cuda"
    foreign.mkdir(parents=True)
    (foreign / "librcl.so").touch()
    parts = [str(foreign), str(harmless), *reversed(wheels.library_folders)]
    settlement = settle({"LD_LIBRARY_PATH": os.pathsep.join(parts)}, wheels)
    expected = os.pathsep.join([*wheels.library_folders, str(harmless)])
    assert settlement.changes["LD_LIBRARY_PATH"] == expected
    assert settlement.changes["_ROS_WHEELS_BOOTSTRAP_COMPLETE"] == "1"
    assert settlement.restart


def test_a_leaked_bootstrap_mark_without_libraries_is_repaired(wheels: Python) -> None:
    settlement = settle({"_ROS_WHEELS_BOOTSTRAP_COMPLETE": "1"}, wheels)
    assert settlement.restart
    assert settlement.changes["LD_LIBRARY_PATH"].split(os.pathsep) == list(wheels.library_folders)


def test_a_program_is_restarted_only_once(wheels: Python) -> None:
    assert not settle({"_SAMEBOT_ROS_ENVIRONMENT_SETTLED": "1"}, wheels).restart


@pytest.mark.parametrize("domain", ["102", "-1", "seven", "1.5", "²", "9" * 30])
def test_an_impossible_domain_is_refused(wheels: Python, domain: str) -> None:
    with pytest.raises(BadInput, match="0 to 101"):
        settle({"ROS_DOMAIN_ID": domain}, wheels)


@pytest.mark.parametrize("domain", ["0", "101"])
def test_the_ends_of_the_domains_are_allowed(wheels: Python, domain: str) -> None:
    settle({"ROS_DOMAIN_ID": domain}, wheels)


def test_an_unknown_discovery_range_is_refused(wheels: Python) -> None:
    with pytest.raises(BadInput, match="LOCALHOST, SUBNET"):
        settle({"ROS_AUTOMATIC_DISCOVERY_RANGE": "everywhere"}, wheels)


def test_no_ros_is_an_error_with_its_reason(tmp_path: Path) -> None:
    python = Python(
        prefix=str(tmp_path),
        site_packages=str(tmp_path),
        rclpy=None,
        tf2_msgs=None,
        extension_suffix=".so",
    )
    with pytest.raises(SamebotError, match="rclpy cannot be imported"):
        settle({}, python)


def test_other_programs_do_not_inherit_the_wheels_libraries(wheels: Python) -> None:
    environ = {
        "HOME": "/home/me",
        "LD_LIBRARY_PATH": os.pathsep.join([*wheels.library_folders, "/cuda"]),
        "_ROS_WHEELS_BOOTSTRAP_COMPLETE": "1",
    }
    other = child_environment(environ, executable="/usr/bin/python3.12", python=wheels)
    assert other == {"HOME": "/home/me", "LD_LIBRARY_PATH": "/cuda"}
    assert child_environment(environ, executable=sys.executable, python=wheels) == environ


def test_no_library_path_is_left_where_only_the_wheels_had_set_one(wheels: Python) -> None:
    assert child_environment(_good(wheels), python=wheels) == {}


def test_the_discovery_profile_announces_often_at_the_start() -> None:
    space = {"dds": "http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles"}
    root = ET.fromstring(DISCOVERY_PROFILE.read_text())  # noqa: S314 (our own file)
    participant = root.find("dds:participant", space)
    assert participant is not None
    assert participant.get("is_default_profile") == "true"
    assert root.findtext(".//dds:initialAnnouncements/dds:count", namespaces=space) == "20"
    assert root.findtext(".//dds:leaseDuration/dds:sec", namespaces=space) == "20"


def test_a_physical_robots_driver_does_without_the_simulator() -> None:
    code = (
        "import sys, samebot.ros.bringup, samebot.ros.physical;"
        "print([n for n in ('numba', 'mujoco', 'samebot.sim') if n in sys.modules])"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60)
    assert said == "[]\n"
