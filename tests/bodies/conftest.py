# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lets pytest explain the assertions of the contract, and run it for each robot of a body."""

import pytest

pytest.register_assert_rewrite("body_contract")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the facts of every robot for those that the kind of body exists for."""
    robots = getattr(metafunc.cls, "robots", None)
    if robots is not None and "robot" in metafunc.fixturenames:
        metafunc.parametrize("robot", robots)
