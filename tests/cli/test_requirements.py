# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Requirements are read and compared as pip does, as far as ours go."""

from __future__ import annotations

import pytest

from samebot.cli.diagnosis.requirements import Requirement, parse_requirement


def _parsed(text: str) -> Requirement:
    wanted = parse_requirement(text)
    assert wanted is not None
    return wanted


@pytest.mark.parametrize(
    ("text", "name", "bounds", "extra"),
    [
        ("numpy<3,>=1.26", "numpy", "<3,>=1.26", ""),
        ("PyYAML (>=6.0)", "pyyaml", ">=6.0", ""),
        ("ros_jazzy.rclpy[fastrtps]==7.1.6 ; extra == 'ros'", "ros-jazzy-rclpy", "==7.1.6", "ros"),
        ('samebot[ros,sim]; extra == "all"', "samebot", "", "all"),
        ("xacro", "xacro", "", ""),
    ],
)
def test_a_requirement_is_read(text: str, name: str, bounds: str, extra: str) -> None:
    wanted = _parsed(text)
    assert (wanted.name, wanted.bounds, wanted.extra) == (name, bounds, extra)


def test_what_is_no_requirement_is_none() -> None:
    assert parse_requirement("???") is None


@pytest.mark.parametrize(
    ("bounds", "version", "fits"),
    [
        (">=1.26,<3", "2.4.6", True),
        (">=1.26,<3", "3.0", False),
        (">=1.26,<3", "1.9", False),
        ("==7.1.6", "7.1.6", True),
        ("==7.1.6", "7.1.60", False),
        ("==4.0", "4.0.0", True),
        ("==4.0.*", "4.0.7", True),
        ("==4.0.*", "4.1", False),
        ("!=2.1", "2.1.0", False),
        ("~=1.4.2", "1.4.9", True),
        ("~=1.4.2", "1.5.0", False),
        ("<=8.4.3", "8.4.3", True),
        (">1", "1.0.0", False),
        (">1", "1.0.1", True),
        (">=4.0", "4.0.0rc1", True),
        ("", "0", True),
    ],
)
def test_a_version_fits_its_bounds(bounds: str, version: str, *, fits: bool) -> None:
    assert _parsed(f"thing{bounds}").admits(version) is fits


@pytest.mark.parametrize(
    ("system", "machine", "applies"),
    [("Linux", "x86_64", True), ("Linux", "aarch64", False), ("Darwin", "x86_64", False)],
)
def test_a_requirement_applies_to_the_systems_it_names(
    system: str, machine: str, *, applies: bool
) -> None:
    marker = "platform_system == 'Linux' and platform_machine == 'x86_64'"
    assert (
        _parsed(f"thing==1; ({marker}) and extra == 'ros'").applies_to(system, machine) is applies
    )
    assert _parsed("thing==1").applies_to(system, machine)
