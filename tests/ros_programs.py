# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Fixtures for all tests: programs of one ROS domain, and an observer that is not samebot's."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

OBSERVER = Path(__file__).with_name("ros") / "observer.py"
FOREIGN = ("RMW_IMPLEMENTATION", "ROS_LOCALHOST_ONLY", "ROS_STATIC_PEERS", "ROS_NAMESPACE")

needs_ros = pytest.mark.skipif(
    importlib.util.find_spec("tf2_msgs") is None, reason="ROS 2 is not installed here"
)

Process = subprocess.Popen[str]
Start = Callable[..., Process]
Observe = Callable[..., dict[str, Any]]


@pytest.fixture
def ros_environment(ros_domain: int, tmp_path: Path) -> dict[str, str]:
    """Return an environment in which only this test's programs are heard."""
    clean = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return clean | {
        "ROS_DOMAIN_ID": str(ros_domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_LOG_DIR": str(tmp_path),
        "PYTHONWARNINGS": "ignore",
    }


@pytest.fixture
def start(ros_environment: dict[str, str]) -> Iterator[Start]:
    """Return a function that starts `python ARGUMENTS`; all are gone at the end."""
    started: list[Process] = []

    def start(*arguments: str, **variables: str) -> Process:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env=ros_environment | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


@pytest.fixture
def observe(start: Start) -> Observe:
    """Return a function that lets another program observe a robot's node."""

    def observe(namespace: str = "", joint: str = "", value: float = 0.0) -> dict[str, Any]:
        program = start(str(OBSERVER), namespace, joint, str(value))
        said, complained = program.communicate(timeout=60)
        assert program.returncode == 0, complained
        seen: dict[str, Any] = json.loads(said)
        return seen

    return observe
