# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which version of samebot is installed."""

from __future__ import annotations

__all__ = ["samebot_version"]


def samebot_version() -> str:
    """Return the version, or a word for a source tree that was never installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("samebot")
    except PackageNotFoundError:
        return "(not installed)"
