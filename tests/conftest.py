# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What all tests share: hypothesis profiles, places, and a ROS domain of one's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ros_domains import own_domain

pytest_plugins = ["ros_programs", "ros_peer", "driver_inside", "control_messages"]

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "fuzz",
    deadline=None,
    max_examples=2000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("SAMEBOT_HYPOTHESIS", "ci"))


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder that holds pyproject.toml."""
    return ROOT


@pytest.fixture(scope="session")
def test_data() -> Path:
    """Return the folder of larger files that are not part of the repository, or skip."""
    folder = Path(os.environ.get("SAMEBOT_TEST_DATA") or "/nowhere")
    if not folder.is_dir():
        pytest.skip("no test data here; name their folder in SAMEBOT_TEST_DATA")
    return folder


@pytest.fixture
def ros_domain() -> Iterator[int]:
    """Return a ROS_DOMAIN_ID of this test's own."""
    with own_domain() as domain:
        yield domain
