# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which bus of Linux decides how long a transfer may take."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from samebot.hardware.buses.i2c_linux import adapters_above


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_branch_behind_a_switch_is_below_the_bus_of_the_switch(tmp_path: Path) -> None:
    branch = tmp_path / "devices/platform/soc/3f804000.i2c/i2c-1/i2c-12"
    branch.mkdir(parents=True)
    names = tmp_path / "bus/i2c/devices"
    names.mkdir(parents=True)
    (names / "i2c-12").symlink_to(branch)
    (names / "i2c-1").symlink_to(branch.parent)
    assert adapters_above(12, tmp_path) == [1]
    assert adapters_above(1, tmp_path) == []
    assert adapters_above(99, tmp_path) == []
