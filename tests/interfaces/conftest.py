# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Starts the programs at the ends of a ROS network, and ends them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PEERS = Path(__file__).with_name("peers.py")
Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def start_peer(ros_domain: int, tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts `peers.py ROLE` where only this test's peers are heard."""
    environment = dict(
        os.environ,
        ROS_DOMAIN_ID=str(ros_domain),
        ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST",
        ROS_LOG_DIR=str(tmp_path),
        PYTHONWARNINGS="ignore",
    )
    for name in ("RMW_IMPLEMENTATION", "ROS_LOCALHOST_ONLY", "ROS_STATIC_PEERS"):
        environment.pop(name, None)
    started: list[subprocess.Popen[str]] = []

    def start(role: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(PEERS), role, f"/peers_{os.getpid()}"]
        peer = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        started.append(peer)
        return peer

    yield start
    for peer in started:
        _end(peer)


def _end(peer: "subprocess.Popen[str]") -> None:
    """End a peer in good order: a killed one would leave its shared memory behind."""
    peer.terminate()
    try:
        peer.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        peer.kill()
        peer.communicate()
