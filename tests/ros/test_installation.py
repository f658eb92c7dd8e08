# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which ROS there is, told from folders alone."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from samebot.ros.installation import Python, ros_state

SUFFIX = ".cpython-311-x86_64-linux-gnu.so"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return site-packages of an environment with the wheels."""
    folder = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    (folder / "ros_wheels_bootstrapper").mkdir(parents=True)
    _rclpy_in(folder)
    return folder


def _rclpy_in(folder: Path, suffix: str = SUFFIX) -> str:
    (folder / "rclpy").mkdir(parents=True)
    (folder / "rclpy" / f"_rclpy_pybind11{suffix}").touch()
    return str(folder)


def _python(site: Path, rclpy: str | None) -> Python:
    return Python(
        prefix=str(site.parents[2]),
        site_packages=str(site),
        rclpy=rclpy,
        tf2_msgs=str(site),
        extension_suffix=SUFFIX,
    )


def test_the_wheels_of_this_environment_are_known(site: Path) -> None:
    state = ros_state({"ROS_DISTRO": "humble"}, _python(site, str(site)))
    assert (state.kind, state.distro, bool(state)) == ("wheels", "jazzy", True)


def test_a_symlinked_environment_is_still_its_own(site: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(site)
    assert ros_state({}, _python(site, str(tmp_path / "link"))).kind == "wheels"


def test_a_sourced_ros_is_used_where_no_wheels_are(tmp_path: Path) -> None:
    rclpy = _rclpy_in(tmp_path / "opt" / "ros" / "jazzy")
    state = ros_state({"ROS_DISTRO": "jazzy"}, _python(tmp_path / "empty", rclpy))
    assert (state.kind, state.distro, state.where) == ("sourced", "jazzy", rclpy)


def test_no_rclpy_says_what_to_install(tmp_path: Path) -> None:
    state = ros_state({}, _python(tmp_path, None))
    assert not state
    assert "samebot[ros]" in state.reason


def test_the_rclpy_of_another_ros_before_the_wheels_is_named(site: Path, tmp_path: Path) -> None:
    other = _rclpy_in(tmp_path / "opt" / "ros" / "humble")
    state = ros_state({}, _python(site, other))
    assert not state
    assert other in state.reason
    assert "unset PYTHONPATH" in state.reason


def test_an_rclpy_for_another_python_is_named(tmp_path: Path) -> None:
    rclpy = _rclpy_in(tmp_path / "ros", ".cpython-312-x86_64-linux-gnu.so")
    state = ros_state({}, _python(tmp_path / "empty", rclpy))
    assert not state
    assert "cpython-312" in state.reason


def test_missing_transform_messages_are_named(site: Path) -> None:
    python = dataclasses.replace(_python(site, str(site)), tf2_msgs=None)
    assert "tf2_msgs" in ros_state({}, python).reason


def test_this_interpreter_gives_an_answer() -> None:
    state = ros_state()
    assert str(state)
    assert bool(state) == (state.reason == "")
